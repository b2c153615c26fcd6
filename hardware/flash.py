"""Putting the firmware onto a Pico that runs MicroPython.

In: the port, and somebody to tell the progress to. Out: the hello of the new firmware.

Running firmware is asked to start again without itself; a broken one ends at MicroPython's prompt on its own after
three starts. There the files are written beside the old ones, compared by hash and then renamed; `main.py` goes
first and comes last, so that a Pico unplugged half-way starts at the prompt.

    PortFault (hardware.pico_port)
    ├── PromptFault (hardware.pico_prompt)
    └── FlashFault      no way in, a file that does not arrive whole, no hello afterwards
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from firmware import VERSION, messages, wire
from hardware.pico_port import PortFault, open_port
from hardware.pico_prompt import PAUSE_S, Prompt, PromptFault
from hardware.pico_session import Hello
from hardware.ports import Clock

if TYPE_CHECKING:
    import serial

WAY_IN_S: Final = 90.0  # three starts that the watchdog ends take half a minute
HELLO_S: Final = 20.0
TRIES: Final = 3
_ANSWER_S: Final = 0.6
_CHUNK_BYTES: Final = 256
_FOLDER: Final = "firmware"
_SESSION: Final = 0xF1A5

# Runs on the Pico. Answers the hashes of what is there, so that only what differs is sent.
_PRELUDE: Final = """
import os, hashlib, binascii
def digest(path):
    try:
        with open(path, "rb") as file:
            sum = hashlib.sha256()
            while True:
                piece = file.read(512)
                if not piece:
                    break
                sum.update(piece)
        return binascii.hexlify(sum.digest()).decode()
    except OSError:
        return "-"
def remove(path):
    try:
        os.remove(path)
    except OSError:
        pass
"""


class FlashFault(PortFault):
    """The firmware could not be put onto the Pico."""


class Progress(NamedTuple):
    """How far it has come."""

    doing: str
    done: int
    total: int


Tell = Callable[[Progress], None]


def firmware_files() -> Mapping[str, bytes]:
    """Read the firmware that came with this host: its place on the Pico, and its bytes; `/main.py` is last."""
    folder = resources.files("firmware")
    files = {
        f"/{_FOLDER}/{entry.name}": entry.read_bytes()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".py")
    }
    files["/main.py"] = files.pop(f"/{_FOLDER}/main.py")
    return files


def flash(
    port: Path,
    *,
    maintenance_pin: int = 22,
    tell: Tell = lambda _: None,
    clock: Clock = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Hello:
    """Flash the Pico on a port and wait for its hello."""
    flasher = _Flasher(port, tell=tell, clock=clock, pause=pause)
    try:
        return flasher.run(firmware_files(), maintenance_pin)
    finally:
        flasher.close()


class _Flasher:
    def __init__(self, port: Path, *, tell: Tell, clock: Clock, pause: Callable[[float], None]) -> None:
        self._port = port
        self._tell = tell
        self._clock = clock
        self._pause = pause
        self._line: serial.Serial | None = None

    def run(self, files: Mapping[str, bytes], maintenance_pin: int) -> Hello:
        breaks = 0
        while True:
            try:
                return self._run_once(files, maintenance_pin)
            except (OSError, PromptFault) as fault:
                # A watchdog that still ran, or a plug that was pulled: without main.py the next start is quiet.
                self.close()
                breaks += 1
                if breaks == TRIES:
                    reason = f"the line broke {TRIES} times, last with: {fault}"
                    raise FlashFault(reason, "try another USB cable, and flash again") from fault

    def _run_once(self, files: Mapping[str, bytes], maintenance_pin: int) -> Hello:
        total = len(files) + 3
        self._tell(Progress("looking for the way in", 0, total))
        prompt = self._way_in()
        prompt.execute(_PRELUDE)
        self._tell(Progress("making room", 1, total))
        self._make_room(prompt, files)
        for done, (path, content) in enumerate(files.items()):
            self._tell(Progress(f"copying {path}", 2 + done, total))
            if path == "/main.py":
                self._write_small(prompt, maintenance_pin)
            self._copy(prompt, path, content)
        self._tell(Progress("starting", total - 1, total))
        with suppress(OSError):
            prompt.leave("import machine\nmachine.reset()")
        hello = self._await_hello()
        self._tell(Progress("done", total, total))
        return hello

    def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close()

    # --- to the prompt ---

    def _way_in(self) -> Prompt:
        deadline = self._clock() + WAY_IN_S
        fault: Exception | None = None
        while self._clock() < deadline:
            try:
                line = self._open()
                if self._greeted(line) is not None:
                    self._ask_for_maintenance(line)
                    continue
                prompt = Prompt(line, clock=self._clock, pause=self._pause)
                if prompt.enter(within_s=_ANSWER_S):
                    return prompt
            except (OSError, PortFault) as trouble:  # gone in the middle of a reset, or not yet back
                fault = trouble
                self.close()
                self._pause(PAUSE_S)
        reason = f"neither firmware nor MicroPython answers on {self._port}" + (f" ({fault})" if fault else "")
        remedy = "join the maintenance pin to ground, plug the Pico in again and flash; or see firmware/README.md"
        raise FlashFault(reason, remedy) from fault

    def _open(self) -> serial.Serial:
        if self._line is None:
            self._line = open_port(self._port, timeout_s=0.0)
        return self._line

    def _ask_for_maintenance(self, line: serial.Serial) -> None:
        """Tell the firmware to start without itself, until it is gone."""
        word = wire.format_frame(wire.MAINTENANCE, _SESSION, 0, messages.MAINTENANCE_WORD)
        deadline = self._clock() + HELLO_S
        while self._clock() < deadline:
            line.write(word)
            until = self._clock() + _ANSWER_S
            while self._clock() < until:
                line.read(line.in_waiting)  # raises when the device is gone
                self._pause(PAUSE_S)

    def _greeted(self, line: serial.Serial) -> Hello | None:
        """Greet running firmware; its hello, if there is any."""
        decoder = wire.Decoder()
        line.write(wire.format_frame(wire.HELLO, _SESSION, 0, messages.format_hello(wire.PROTOCOL)))
        until = self._clock() + _ANSWER_S
        while self._clock() < until:
            for kind, _, _, payload in decoder.feed(line.read(line.in_waiting)):
                if kind == wire.HELLO:
                    protocol, version, capabilities, board = messages.parse_hello(payload)
                    if capabilities:  # without, it is our own greeting, echoed by the prompt
                        return Hello(protocol, version, frozenset(capabilities.split()), board)
            self._pause(PAUSE_S)
        return None

    def _await_hello(self) -> Hello:
        deadline = self._clock() + HELLO_S
        while self._clock() < deadline:
            try:
                hello = self._greeted(self._open())
            except (OSError, PortFault):
                self.close()
                self._pause(PAUSE_S)
                continue
            if hello is not None and (hello.protocol, hello.version) == (wire.PROTOCOL, VERSION):
                return hello
        reason = "the files arrived whole, but the new firmware does not say hello"
        raise FlashFault(reason, "pull the Pico's USB plug, put it back; then run: hansa-companion check")

    # --- at the prompt ---

    def _make_room(self, prompt: Prompt, files: Mapping[str, bytes]) -> None:
        """Take main.py away first, and files that no longer belong there."""
        ours = [path.rpartition("/")[2] for path in files if path.startswith(f"/{_FOLDER}/")]
        prompt.execute(
            f"remove('/main.py')\n"
            f"if '{_FOLDER}' not in os.listdir('/'):\n"
            f"    os.mkdir('/{_FOLDER}')\n"
            f"for name in os.listdir('/{_FOLDER}'):\n"
            f"    if name not in {ours!r}:\n"
            f"        remove('/{_FOLDER}/' + name)\n"
        )

    def _write_small(self, prompt: Prompt, maintenance_pin: int) -> None:
        """Write the small files that the start looks at."""
        for name, number in (("jumper", maintenance_pin), ("starts", 0), ("maintenance", 0)):
            prompt.execute(f"with open('/{name}', 'w') as file:\n    file.write('{number}')\n")

    def _copy(self, prompt: Prompt, path: str, content: bytes) -> None:
        """Copy one file, unless it is there already, and compare it by its hash."""
        digest = sha256(content).hexdigest()
        if prompt.execute(f"print(digest({path!r}))").strip() == digest:
            return
        prompt.execute("file = open('/new', 'wb')")
        for at in range(0, len(content), _CHUNK_BYTES):
            prompt.execute(f"file.write({content[at : at + _CHUNK_BYTES]!r})")
        arrived = prompt.execute("file.close()\nprint(digest('/new'))").strip()
        if arrived != digest:
            raise FlashFault(f"{path} arrived damaged", "try another USB cable, and flash again")
        prompt.execute(f"remove({path!r})\nos.rename('/new', {path!r})")
