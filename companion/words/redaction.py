"""Removes what identifies people and their pieces: tag numbers, names, PINs, passwords, home folders.

A tag gets another number, the same everywhere, so that a trace stays meaningful and can be played back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

# As readers report them: 4, 7 or 10 bytes. The end of a game's id, after a hyphen, looks the same but is not a tag.
_TAG = re.compile(r"(?<![0-9A-Za-z-])(?:[0-9a-f]{20}|[0-9a-f]{14}|[0-9a-f]{8})(?![0-9A-Za-z])")
_PIN = re.compile(r"(?<![\w.:-])\d{6}(?![\w:-]|\.\d)")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://")
_ADDRESS = re.compile(rf"{_SCHEME.pattern}\S+")


NAMES = "names"  # the key under which files store names, by colour


def copy_shown(address: str) -> str:
    """Return the address of a server without its password, wherever it is, for display.

    >>> copy_shown("redis://table:p@ss@club:6379/0")
    'redis://…@club:6379/0'
    >>> copy_shown("redis://club:6379/0?password=pass")
    'redis://club:6379/0?…'
    """
    found = _SCHEME.match(address)
    scheme = found[0] if found else ""
    place, mark, query = address[len(scheme) :].partition("?")
    if "@" in query:  # a password before it may contain the ?, or one after it the @
        return f"{scheme}…"
    _, at, server = place.rpartition("@")
    return f"{scheme}{'…@' if at else ''}{server}{'?…' if mark else ''}"


class Redaction:
    """What to remove, and what replaces it."""

    def __init__(self, names: Iterable[tuple[str, str]], home: Path | None = None) -> None:
        """Remove these names of players, and the home folder, which may tell whose machine this is."""
        self._tags: dict[str, str] = {}
        self._words = {name: colour for colour, name in names}
        # Longest first: one name may be the beginning of another.
        found = sorted(map(re.escape, self._words), key=len, reverse=True)
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(found)})(?!\w)") if found else None
        self._home = str(home) if home and home != Path("/") else ""

    def text(self, text: str) -> str:
        """Redact a text for people, such as a log."""
        return _PIN.sub("……", self._words_of(_ADDRESS.sub(lambda found: copy_shown(found[0]), text)))

    def json(self, value: object) -> object:
        """Redact data from a program, such as a trace: strings only, not numbers."""
        if isinstance(value, str):
            return self._words_of(value)
        if isinstance(value, Mapping):
            # Names stored there are private, whether we know them or not.
            value = {key: _nameless(inner) if key == NAMES else inner for key, inner in value.items()}
            return {self._words_of(str(key)): self.json(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.json(inner) for inner in value]
        return value

    def _words_of(self, text: str) -> str:
        text = _TAG.sub(self._other_tag, text)
        if self._names:
            text = self._names.sub(lambda found: self._words[found[0]], text)
        return text.replace(self._home, "~") if self._home else text

    def _other_tag(self, found: re.Match[str]) -> str:
        tag = found[0]
        if tag.isdecimal() and len(tag) == 8:
            return tag if _is_date(tag) else self._numbered(tag)
        return self._numbered(tag)

    def _numbered(self, tag: str) -> str:
        return self._tags.setdefault(tag, f"{len(self._tags) + 1:0{len(tag)}x}")


def _nameless(value: object) -> object:
    return {str(colour): str(colour) for colour in value} if isinstance(value, Mapping) else value


def _is_date(digits: str) -> bool:
    return digits.startswith("20") and "01" <= digits[4:6] <= "12" and "01" <= digits[6:] <= "31"
