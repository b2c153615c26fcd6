"""Keys of a terminal: bytes come in, keys come out. Pure.

A key that writes something is that letter; the others have names. A sequence that is cut off in the middle waits for
its rest, except a lone escape, which is the key itself once nothing has followed.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from typing import Final

UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
ENTER, BACK, QUIT, FORWARD, HOME, END = "enter", "back", "quit", "tab", "home", "end"
PAGE_UP, PAGE_DOWN = "page up", "page down"
UNKNOWN: Final = "unknown"
_ESCAPE = "\x1b"
_SEQUENCES: Final = {
    **{f"[{letter}": name for letter, name in zip("ABCDHF", (UP, DOWN, RIGHT, LEFT, HOME, END), strict=True)},
    **{f"O{letter}": name for letter, name in zip("ABCDHF", (UP, DOWN, RIGHT, LEFT, HOME, END), strict=True)},
    "[1~": HOME,
    "[4~": END,
    "[5~": PAGE_UP,
    "[6~": PAGE_DOWN,
    "OM": ENTER,
}
_CONTROLS: Final = {
    **dict.fromkeys("\r\n", ENTER),
    **dict.fromkeys("\x7f\b", BACK),
    **dict.fromkeys("\x03\x04", QUIT),
    "\t": FORWARD,
}


class Keys:
    """Turns bytes into keys, and remembers what is not complete."""

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")("ignore")
        self._rest = ""

    @property
    def is_waiting(self) -> bool:
        """Return whether something has begun that may go on."""
        return bool(self._rest)

    def feed(self, typed: bytes) -> list[str]:
        """Take in bytes; return the keys that are complete."""
        self._rest += self._decoder.decode(typed)
        keys = []
        while self._rest:
            key, length = _first(self._rest)
            if not length:
                break
            self._rest = self._rest[length:]
            keys.append(key)
        return [key for key in keys if key != UNKNOWN]

    def settle(self) -> list[str]:
        """Nothing has followed: a lone escape is a key."""
        rest, self._rest = self._rest, ""
        return [BACK] if rest == _ESCAPE else []


def _first(text: str) -> tuple[str, int]:
    """Return the first key and its length; a length of nothing if it is not complete."""
    if text[0] != _ESCAPE:
        key = _CONTROLS.get(text[0], text[0])
        return (key if key in _CONTROLS.values() or key.isprintable() else UNKNOWN), 1
    if len(text) == 1:
        return UNKNOWN, 0
    if text[1] not in "[O":
        return BACK, 1
    for length in range(3, len(text) + 1):
        if "@" <= text[length - 1] <= "~":
            return _SEQUENCES.get(text[1:length], UNKNOWN), length
    return UNKNOWN, 0
