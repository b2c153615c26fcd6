"""The firmware run by a real MicroPython, under Node.

In: a world, a line and a folder that is the Pico's flash. Out: virtual time that passes while the firmware steps.
The process is held at the end of each stretch of virtual time: it waits for the answer to its last act until
it is let run on, so that a test is never in a race with it.

Needs `npm install --prefix hardware/simulated/micropython --no-package-lock`.

    RuntimeError
    └── MicroPythonMissing    no Node, or its MicroPython package is not installed
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from pathlib import Path

from hardware.simulated import micropython_modules
from hardware.simulated.micropython_world import PicoWorld, WatchdogBite
from hardware.simulated.serial_line import SerialLine

FOLDER = Path(__file__).parent / "micropython"
INSTALL = "npm install --prefix hardware/simulated/micropython --no-package-lock"
PATIENCE_S = 60.0  # of real time, for one answer of the process: generous, as only a hang is to be found

_RESET = 3
_BITE = (0xFFFF).to_bytes(2, "little")


class MicroPythonMissing(RuntimeError):
    """There is no MicroPython to run."""


class NodePico:
    """A simulated Pico whose firmware is run by MicroPython."""

    def __init__(self, world: PicoWorld, line: SerialLine, flash: Path) -> None:
        if shutil.which("node") is None or not (FOLDER / "node_modules").is_dir():
            raise MicroPythonMissing(f"no MicroPython under Node: install Node, then run {INSTALL}")
        self.world = world
        self.line = line
        self.starts = 0
        self._flash = flash
        self._process: subprocess.Popen[bytes] | None = None
        self._requests = self._answers = -1
        self._held = b""  # the answer that lets the process run on
        self.power_on()

    def power_on(self) -> None:
        """Start as after plugging in; whatever ran stops dead."""
        self._start(after_watchdog=False)

    def run(self, seconds: float) -> None:
        """Let the firmware run for some virtual time; the line is not pumped meanwhile."""
        until = self.world.clock() + seconds
        while self.world.clock() < until:
            if self._held:
                os.write(self._answers, self._held)
                self._held = b""
            head = self._take(2)
            if not head:
                self._restart()
                continue
            pins = self._take(head[1])
            for at in range(0, len(pins), 2):
                self.world.set_pin(pins[at], pins[at + 1])
            data = self._take(int.from_bytes(self._take(2), "little"))
            try:
                answer = self.world.call(head[:1], data)
                length = len(answer).to_bytes(2, "little")
            except WatchdogBite:
                answer, length = b"", _BITE
            self._held = self.world.now_us.to_bytes(8, "little") + length + answer

    def close(self) -> None:
        """Stop the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            os.close(self._requests)
            os.close(self._answers)

    def _take(self, count: int) -> bytes:
        """Read from the process; nothing when it has ended."""
        data = b""
        while len(data) < count:
            ready, _, _ = select.select([self._requests], [], [], PATIENCE_S)
            if not ready:
                raise TimeoutError(f"MicroPython did nothing for {PATIENCE_S} s")
            piece = os.read(self._requests, count - len(data))
            if not piece:
                return b""
            data += piece
        return data

    def _restart(self) -> None:
        assert self._process is not None
        code = self._process.wait(PATIENCE_S)
        if code != _RESET:
            raise RuntimeError(f"MicroPython ended with code {code}")
        # The USB device vanishes and comes back.
        self.line.unplug()
        self._start(after_watchdog=True)
        self.line.plug()

    def _start(self, *, after_watchdog: bool) -> None:
        self.close()
        self.starts += 1
        self.world.restart(after_watchdog=after_watchdog)
        self._requests, theirs_out = os.pipe()
        theirs_in, self._answers = os.pipe()
        modules = Path(micropython_modules.__file__)
        words = [self.line.device_path, self._flash, modules, theirs_out, theirs_in, int(after_watchdog)]
        self._process = subprocess.Popen(
            ["node", FOLDER / "run.mjs", *map(str, words)], pass_fds=(theirs_out, theirs_in), cwd=FOLDER
        )
        os.close(theirs_out)
        os.close(theirs_in)
        self._held = b""
