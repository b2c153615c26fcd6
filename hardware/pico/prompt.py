"""MicroPython's raw prompt over a serial line: sends code, and returns its output.

In: an open line, a clock and a way to wait. Out: the output of each piece of code.

    PortFault (hardware.pico.usb_line)
    └── PromptFault     the prompt did not come, fell silent, or the code raised
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hardware.pico.usb_line import PortFault
from hardware.ports import Clock
from hardware.trouble import Trouble

PAUSE_S = 0.01
_GREETING = b"raw REPL; CTRL-B to exit\r\n>"
_REMEDY = Trouble("pull the Pico's USB plug, put it back and flash again")


class Line(Protocol):
    """The part of a non-blocking serial port that is used here."""

    @property
    def in_waiting(self) -> int:
        """How many bytes have come."""

    def read(self, size: int = 1) -> bytes:
        """Take bytes that have come."""

    def write(self, data: bytes, /) -> int | None:
        """Send bytes."""


class PromptFault(PortFault):
    """MicroPython's prompt does not do what was asked."""


class Prompt:
    """The raw prompt of a Pico."""

    def __init__(self, line: Line, *, clock: Clock, pause: Callable[[float], None]) -> None:
        self._line = line
        self._clock = clock
        self._pause = pause
        self._read = b""

    def enter(self, *, within_s: float) -> bool:
        """Interrupt any running program and ask for the raw prompt; return whether it came."""
        self._read = b""
        # Ctrl-C twice, and Ctrl-A, as mpremote does. Running firmware takes it for noise.
        self._line.write(b"\r\x03\x03\r\x01")
        try:
            self._until(_GREETING, within_s)
        except PromptFault:
            return False
        return True

    def execute(self, code: str, *, within_s: float = 20.0) -> str:
        """Run code and return its output; raise `PromptFault` if the code raised."""
        self._line.write(code.encode() + b"\x04")
        self._until(b"OK", within_s)
        printed = self._until(b"\x04", within_s)
        raised = self._until(b"\x04>", within_s)
        if raised:
            last = raised.decode(errors="replace").strip().splitlines()[-1]
            raise PromptFault(Trouble("the Pico could not do its part: {error}", error=last), _REMEDY)
        return printed.decode().replace("\r\n", "\n")

    def leave(self, code: str) -> None:
        """Run code that does not return."""
        self._line.write(code.encode() + b"\x04")

    def _until(self, mark: bytes, within_s: float) -> bytes:
        """Return what comes before a mark."""
        deadline = self._clock() + within_s
        while mark not in self._read:
            waiting = self._line.in_waiting
            if waiting:
                self._read += self._line.read(waiting)
            elif self._clock() >= deadline:
                raise PromptFault(Trouble("the Pico's prompt fell silent"), _REMEDY)
            else:
                self._pause(PAUSE_S)
        before, _, self._read = self._read.partition(mark)
        return before
