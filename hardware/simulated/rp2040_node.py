"""The firmware run by MicroPython's own image for the RP2040, on a chip that is emulated under Node.

In: a world, a line and a folder with the files that are on the Pico's flash. Out: the chip's own time that passes
while it executes its instructions; `cycles` counts them. The readers are clocked byte by byte, the strip and the buzzer
are heard on their pins, the line is USB.

The flash is made from the folder once, and kept over every later start, as on a Pico. Emulated is not real: no flash
cache, erasing takes no time, and the unique id is all zeros.

    RuntimeError
    └── MicroPythonMissing
        └── EmulatorMissing    no Node, no emulator, or no image of MicroPython for it
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import struct
import subprocess
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

from hardware.simulated.micropython_node import MicroPythonMissing
from hardware.simulated.micropython_world import BUZZER, PicoWorld
from hardware.simulated.serial_line import SerialLine

FOLDER: Final = Path(__file__).parent / "rp2040"
CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hansa-companion/rp2040"
HZ: Final = 125_000_000
_HEAD: Final = struct.Struct("<cdH")
_FIFO_BYTES: Final = 512  # what the emulated host keeps for a Pico that does not listen
_RESET: Final = 3


class EmulatorMissing(MicroPythonMissing):
    """There is no emulated Pico."""


def missing() -> str:
    """Return what is missing and who brings it, empty if an emulated Pico can be had."""
    if shutil.which("node") is None or not (FOLDER / "node_modules/ready").exists():
        return "no emulated RP2040: `make lab PART=silicon` brings Node and its package"
    if not (CACHE / "current/recipe").exists():
        return "no MicroPython for the emulated RP2040: `make lab PART=silicon` builds it"
    return ""


class EmulatedPico:
    """An emulated RP2040 with MicroPython and the given files."""

    def __init__(self, world: PicoWorld, line: SerialLine, files: Path) -> None:
        if lacking := missing():
            raise EmulatorMissing(lacking)
        self.world = world
        self.line = line
        self.starts = 0
        self.is_connected = False  # USB has been set up
        self._made = (CACHE / "current").resolve()
        self._folder = TemporaryDirectory()
        self._files = files
        self._process: subprocess.Popen[bytes] | None = None
        self._happened: IO[bytes] = BytesIO()
        self._orders = -1
        self._selected: set[int] = set()
        self._room = _FIFO_BYTES
        self._start(0)

    @property
    def cycles(self) -> int:
        """How many the processor has had since its last start, as of what happened last."""
        return self._nanos * HZ // 1_000_000_000

    def power_on(self) -> None:
        """Start as after plugging in; what is on the flash stays."""
        self._stop()
        self._start(0)

    def run(self, seconds: float) -> None:
        """Let the chip run for some of its time; the line is not pumped meanwhile."""
        until = self.world.clock() + seconds
        data = self.line.device_read(self._room) if self.is_connected and self._room else b""
        data = bytes((self.world.jumper_closed,)) + data
        os.write(self._orders, _HEAD.pack(b"R", round((until - self._began_s) * 1e9), len(data)) + data)
        while True:
            letter, data = self._take()
            if letter in (b"T", b"t"):
                answers = self._shifted(data[:-2], int.from_bytes(data[-2:], "little"))
                if letter == b"T":
                    os.write(self._orders, answers)
            elif letter == b"P":
                self._driven(data[0], data[1])
            elif letter == b"D":
                self.line.device_write(data)
            elif letter == b"L":
                self.world.strip_data = data + self.world.strip_data[len(data) :]
                self.world.strip_writes += 1
            elif letter == b"B":
                self.world.call(BUZZER, data)
            elif letter == b"C":
                self.is_connected = True
            elif letter == b"W":
                self._reset(data[0])
                return
            else:
                self._room = int.from_bytes(data, "little")
                self._pass(until)
                return

    def close(self) -> None:
        """Stop the process."""
        self._stop()
        self._folder.cleanup()

    def _take(self) -> tuple[bytes, bytes]:
        head = self._happened.read(_HEAD.size)
        if len(head) < _HEAD.size:
            raise RuntimeError("the emulated Pico has ended")
        letter, nanos, count = _HEAD.unpack(head)
        self._nanos = int(nanos)
        self._pass(self._began_s + nanos / 1e9)
        return letter, self._happened.read(count)

    def _pass(self, until_s: float) -> None:
        """Let the world's time catch up with the chip's."""
        if until_s > self.world.clock():
            self.world.clock.sleep(until_s - self.world.clock())

    def _shifted(self, out: bytes, byte_ns: int) -> bytes:
        """Let bytes go over the bus one after the other, the first since now; return those that come back."""
        if len(self._selected) != 1:
            self.world.bus_conflicts += 1
            return b"\xff" * len(out)
        (pin,) = self._selected
        chip = self.world.by_select[pin]
        began_s = self._began_s + self._nanos / 1e9
        answer = bytearray()
        for at, byte in enumerate(out):
            # A register is written with the last bit of a byte, but read before the first one comes back.
            self._pass(began_s + (at + (not chip.is_read)) * byte_ns / 1e9)
            answer.append(chip.exchange(byte))
        return bytes(answer)

    def _driven(self, pin: int, level: int) -> None:
        self.world.set_pin(pin, level)
        chip = self.world.by_select.get(pin)
        if chip is not None:
            if level:
                self._selected.discard(pin)
            else:
                self._selected.add(pin)
                self.world.air.transfers += 1
                chip.select()

    def _start(self, reason: int) -> None:
        self.starts += 1
        self.is_connected = False
        self._selected.clear()
        self._room = _FIFO_BYTES
        self.world.restart(after_watchdog=bool(reason))
        self._began_s = self.world.clock()
        self._nanos = 0
        ours, out = os.pipe()
        orders, self._orders = os.pipe()
        given = {
            "image": str(self._made / "firmware.uf2"),
            "bootrom": str(self._made / "bootrom"),
            "flash": str(Path(self._folder.name) / "flash"),
            "files": [str(self._made / "littlefs_image"), str(self._files)],
            "reason": reason,
            "wires": [*self.world.by_select, self.world.reset],
            "jumper": self.world.jumper,
            "out": out,
            "in": orders,
        }
        command = ("node", "run.mjs", json.dumps(given))
        self._process = subprocess.Popen(command, pass_fds=(out, orders), cwd=FOLDER)
        os.close(out)
        os.close(orders)
        self._happened = os.fdopen(ours, "rb")

    def _reset(self, reason: int) -> None:
        assert self._process is not None
        code = self._process.wait()
        self._close_pipes()
        if code != _RESET:
            raise RuntimeError(f"the emulated Pico ended with code {code}")
        # The USB device vanishes and comes back.
        self.line.unplug()
        self._start(reason)
        self.line.plug()

    def _stop(self) -> None:
        if self._process is not None:
            with contextlib.suppress(BrokenPipeError):
                os.write(self._orders, _HEAD.pack(b"Q", 0, 0))
            self._process.wait()
            self._process = None
            self._close_pipes()

    def _close_pipes(self) -> None:
        self._happened.close()
        os.close(self._orders)
