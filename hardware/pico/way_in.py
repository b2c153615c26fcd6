"""Gets to MicroPython's prompt on a Pico, whatever runs there, and back to the firmware.

In: the port, a clock and a way to wait. Out: a `Prompt`, and the firmware's hello before and after.

Running firmware is asked to restart without itself; broken firmware ends at MicroPython's prompt on its own after three
starts.

    PortFault (hardware.pico.usb_line)
    ├── PromptFault     the prompt did not come, fell silent, or the code raised
    └── WayInFault      neither firmware nor prompt answers
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from firmware import messages, wire
from hardware.pico.hello import Hello, read_hello
from hardware.pico.usb_line import PortBusy, PortFault, open_port
from hardware.ports import Clock
from hardware.trouble import Trouble

if TYPE_CHECKING:
    import serial

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


WAY_IN_S: Final = 90.0  # three starts that the watchdog ends take half a minute
HELLO_S: Final = 20.0
_ANSWER_S: Final = 0.6
_SESSION: Final = 0xF1A5
_JOIN_PIN = Trouble(
    "join the maintenance pin to ground while you plug the Pico in; then flash, or see firmware/README.md"
)


class WayInFault(PortFault):
    """Nobody answers on the port."""


class WayIn:
    """One port, on which a Pico comes and goes."""

    def __init__(self, port: Path, *, clock: Clock, pause: Callable[[float], None]) -> None:
        self.hello: Hello | None = None  # hello of the firmware that was running, if any
        self._port = port
        self._clock = clock
        self._pause = pause
        self._line: serial.Serial | None = None

    def prompt(self) -> Prompt:
        """Return the prompt."""
        deadline = self._clock() + WAY_IN_S
        fault: Exception | None = None
        while self._clock() < deadline:
            try:
                line = self._open()
                hello = self._greeted(line)
                if hello is not None:
                    self.hello = hello
                    self._ask_for_maintenance(line)
                    continue
                prompt = Prompt(line, clock=self._clock, pause=self._pause)
                if prompt.enter(within_s=_ANSWER_S):
                    return prompt
            except PortBusy:
                raise
            except (OSError, PortFault) as trouble:  # in the middle of a reset, or not yet back
                fault = trouble
                self.close()
                self._pause(PAUSE_S)
        last = f" ({fault})" if fault else ""
        reason = Trouble("neither firmware nor MicroPython answers on {port}{last}", port=self._port, last=last)
        raise WayInFault(reason, _JOIN_PIN) from fault

    def restart(self, prompt: Prompt) -> None:
        """Leave the prompt: restart the Pico as if it had just been plugged in."""
        with suppress(OSError):
            prompt.leave("import machine\nmachine.reset()")

    def await_hello(self, within_s: float, accept: Callable[[Hello], bool] = lambda _: True) -> Hello | None:
        """Return the hello of acceptable firmware, or None if none came in time."""
        deadline = self._clock() + within_s
        while self._clock() < deadline:
            try:
                hello = self._greeted(self._open())
            except (OSError, PortFault):
                self.close()
                self._pause(PAUSE_S)
                continue
            if hello is not None and accept(hello):
                return hello
        return None

    def close(self) -> None:
        """Close the port; it is opened again when needed."""
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def _open(self) -> serial.Serial:
        if self._line is None:
            self._line = open_port(self._port, timeout_s=0.0)
        return self._line

    def _ask_for_maintenance(self, line: serial.Serial) -> None:
        """Ask the firmware to restart without itself, until it is gone."""
        word = wire.format_frame(wire.MAINTENANCE, _SESSION, 0, messages.MAINTENANCE_WORD)
        deadline = self._clock() + HELLO_S
        while self._clock() < deadline:
            line.write(word)
            until = self._clock() + _ANSWER_S
            while self._clock() < until:
                line.read(line.in_waiting)  # raises when the device is gone
                self._pause(PAUSE_S)

    def _greeted(self, line: serial.Serial) -> Hello | None:
        """Greet running firmware; return its hello, if it answers."""
        decoder = wire.Decoder()
        line.write(wire.format_frame(wire.HELLO, _SESSION, 0, messages.format_hello(wire.PROTOCOL)))
        until = self._clock() + _ANSWER_S
        while self._clock() < until:
            for kind, _, _, payload in decoder.feed(line.read(line.in_waiting)):
                with suppress(messages.Malformed):
                    hello = read_hello(payload) if kind == wire.HELLO else None
                    if hello is not None:
                        return hello
            self._pause(PAUSE_S)
        return None
