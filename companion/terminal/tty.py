"""The terminal itself: takes it over, gives it back, reads keys and draws sheets. All input and output is here."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, TextIO

from companion.display.cells import Sheet
from companion.display.terminal_lines import terminal_depth, terminal_lines
from companion.terminal.typed_keys import ENTER, QUIT, Keys
from companion.words.outside import bare

ESCAPE_S: Final = 0.05  # nothing has followed an escape: it was the key
DEFAULT_SIZE: Final = (80, 24)
_TAKE: Final = "\x1b[?1049h\x1b[?25l\x1b[?7l"  # another screen, no cursor, lines do not wrap
_GIVE_BACK: Final = "\x1b[?7h\x1b[?25h\x1b[?1049l"


def is_ascii_only(environment: Mapping[str, str]) -> bool:
    """Return whether a terminal has no letters beyond ASCII, as its environment tells.

    >>> is_ascii_only({"LANG": "en_GB.UTF-8", "TERM": "xterm"}), is_ascii_only({"LANG": "C", "TERM": "xterm"})
    (False, True)
    >>> is_ascii_only({"LANG": "en_GB.UTF-8", "TERM": "linux"})  # the console's font is too small
    True
    """
    if environment.get("TERM") == "linux":
        return True
    spoken = next((environment[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(key)), "")
    return bool(spoken) and "utf" not in spoken.lower()


class Tty:
    """A terminal with keys; a dumb one, which cannot place its cursor, gets whole pictures below each other."""

    def __init__(self, *, is_ascii: bool = False, environment: Mapping[str, str] = os.environ) -> None:
        self.is_dumb = environment.get("TERM", "dumb") in ("dumb", "")
        self._depth = terminal_depth(environment)
        self._is_ascii = is_ascii or is_ascii_only(environment)
        self._out: TextIO = bare(sys.stdout)
        self._keys = Keys()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._shown: list[str] = []  # the lines that are on the screen
        self._has_lost = True  # they are not there any more
        self._due: Callable[[], None] | None = None  # what a signal has asked for
        self._is_closed = False

    @property
    def size(self) -> tuple[int, int]:
        """How many columns and lines there are now."""
        try:
            size = os.get_terminal_size(1)
        except OSError:
            return DEFAULT_SIZE
        return (size.columns, size.lines) if size.columns and size.lines else DEFAULT_SIZE

    @property
    def has_lost_picture(self) -> bool:
        """Whether nothing is on the screen: all of it must be drawn."""
        return self._has_lost

    def wake(self) -> None:
        """Let `read` return, from any thread and from signals."""
        if not self._is_closed:
            with suppress(BlockingIOError):  # then it is going to wake up anyway
                os.write(self._wake, b"x")

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Take over the terminal, and give it back afterwards, and for as long as it is suspended."""
        import termios
        import tty

        before = termios.tcgetattr(0)

        def take() -> None:
            if not self.is_dumb:
                self._write(_TAKE)
                tty.setcbreak(0)

        def give_back() -> None:
            termios.tcsetattr(0, termios.TCSADRAIN, before)
            if not self.is_dumb:
                self._write(_GIVE_BACK)

        def suspend() -> None:
            give_back()
            os.kill(os.getpid(), signal.SIGSTOP)
            take()
            self._has_lost = True

        def noted(number: int, _: FrameType | None) -> None:
            # A signal may come in the middle of a picture: what it asks for is done between two of them.
            self._has_lost = True
            self._due = suspend if number == signal.SIGTSTP else self._due
            self.wake()

        previous = {number: signal.signal(number, noted) for number in (signal.SIGWINCH, signal.SIGTSTP)}
        try:
            take()
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)
            give_back()
            self._is_closed = True
            os.close(self._woken)
            os.close(self._wake)

    def read(self, wait_s: float) -> list[str]:
        """Return the keys that were pressed, after this time at the latest, or once somebody calls `wake`."""
        ready, _, _ = select.select([0, self._woken], [], [], ESCAPE_S if self._keys.is_waiting else max(wait_s, 0.0))
        if self._woken in ready:
            os.read(self._woken, 1024)
        if self._due:
            due, self._due = self._due, None
            due()
        if 0 not in ready:
            return self._keys.settle() if self._keys.is_waiting and not ready else []
        typed = os.read(0, 1024)
        if not typed:
            return [QUIT]
        keys = self._keys.feed(typed)
        # A dumb terminal hands over whole lines: whoever ends a number with Enter has pressed no Enter besides.
        return keys[:-1] if self.is_dumb and len(keys) > 1 and keys[-1] == ENTER else keys

    def draw(self, sheet: Sheet) -> None:
        """Show a sheet: what has changed since the last one, in one write."""
        if self._has_lost:
            self._has_lost, self._shown = False, []
        lines = terminal_lines(sheet, self._depth, is_ascii=self._is_ascii)
        if self.is_dumb:
            if lines != self._shown:
                self._write("\n".join(line.rstrip() for line in lines) + "\n")
        else:
            fresh = len(lines) != len(self._shown)
            changed = [
                f"\x1b[{row};1H{line}" for row, line in enumerate(lines, 1) if fresh or line != self._shown[row - 1]
            ]
            if changed:
                # A terminal that knows this shows nothing until all of it has arrived.
                self._write(f"\x1b[?2026h{chr(27) + '[2J' if fresh else ''}{''.join(changed)}\x1b[?2026l")
        self._shown = lines

    def _write(self, text: str) -> None:
        encoding = self._out.encoding or "ascii"
        self._out.write(text.encode(encoding, "replace").decode(encoding))
        self._out.flush()
