"""Puts the firmware onto a Pico that runs MicroPython, or compares the files there.

In: the port, and a progress callback. Out: the Pico's earlier hello, which files differed, and the hello of the new
firmware.

At MicroPython's prompt (`hardware.pico.way_in`) the files are written next to the old ones, compared by hash and then
renamed. `main.py` is removed first and written last, so that a Pico unplugged half-way starts at the prompt.

    PortFault (hardware.pico.usb_line)
    ├── PromptFault (hardware.pico.way_in)
    ├── WayInFault (hardware.pico.way_in)
    └── FlashFault      a file that does not arrive whole, a line that breaks for good, no hello afterwards
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from firmware import VERSION, wire
from hardware.pico.hello import Hello
from hardware.pico.usb_line import PortFault
from hardware.pico.way_in import HELLO_S, Prompt, PromptFault, WayIn
from hardware.ports import Clock
from hardware.trouble import Trouble

_T = TypeVar("_T")
_OTHER_CABLE = Trouble("try another USB cable, and flash again")
_TAKE_OFF = Trouble("take its jumper off, if it is on; pull the USB plug, put it back; then run: hansa-companion check")

TRIES: Final = 3
_CHUNK_BYTES: Final = 256
_FOLDER: Final = "firmware"

# Runs on the Pico. Prints the hashes of its files, so that only files that differ are sent.
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


class Flashed(NamedTuple):
    """A Pico that was flashed."""

    before: Hello | None  # None: no firmware was running
    after: Hello


class Comparison(NamedTuple):
    """The files on a Pico, compared with those of this host."""

    hello: Hello | None  # None: no firmware was running
    differing: tuple[str, ...]  # files that differ or are missing


Tell = Callable[[Progress], None]


def firmware_files() -> Mapping[str, bytes]:
    """Return the firmware that came with this host: path on the Pico and content; `/main.py` is last."""
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
) -> Flashed:
    """Flash the Pico on a port and wait for its hello."""
    flasher = _Flasher(WayIn(port, clock=clock, pause=pause), tell)
    return flasher.flash(firmware_files(), maintenance_pin)


def compare(
    port: Path,
    *,
    tell: Tell = lambda _: None,
    clock: Clock = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Comparison:
    """Compare the files on the Pico by hash without changing any, and restart it."""
    return _Flasher(WayIn(port, clock=clock, pause=pause), tell).compare(firmware_files())


class _Flasher:
    def __init__(self, way: WayIn, tell: Tell) -> None:
        self._way = way
        self._tell = tell

    def flash(self, files: Mapping[str, bytes], maintenance_pin: int) -> Flashed:
        return self._insist(lambda: self._flash_once(files, maintenance_pin))

    def compare(self, files: Mapping[str, bytes]) -> Comparison:
        return self._insist(lambda: self._compare_once(files))

    def _insist(self, act: Callable[[], _T]) -> _T:
        breaks = 0
        try:
            while True:
                try:
                    return act()
                except (OSError, PromptFault) as fault:
                    # The watchdog was still running, or the plug was pulled: the next start is quiet.
                    self._way.close()
                    breaks += 1
                    if breaks == TRIES:
                        reason = Trouble("the line broke {count} times, last with: {fault}", count=TRIES, fault=fault)
                        raise FlashFault(reason, _OTHER_CABLE) from fault
        finally:
            self._way.close()

    def _flash_once(self, files: Mapping[str, bytes], maintenance_pin: int) -> Flashed:
        total = len(files) + 3
        self._tell(Progress("looking for the way in", 0, total))
        prompt = self._way.prompt()
        prompt.execute(_PRELUDE)
        self._tell(Progress("making room", 1, total))
        self._make_room(prompt, files)
        for done, (path, content) in enumerate(files.items()):
            self._tell(Progress(f"copying {path}", 2 + done, total))
            if path == "/main.py":
                self._write_small(prompt, maintenance_pin)
            self._copy(prompt, path, content)
        self._tell(Progress("starting", total - 1, total))
        self._way.restart(prompt)
        hello = self._way.await_hello(HELLO_S, _is_ours)
        if hello is None:
            raise FlashFault(Trouble("the files arrived whole, but the new firmware does not say hello"), _TAKE_OFF)
        self._tell(Progress("done", total, total))
        return Flashed(self._way.hello, hello)

    def _compare_once(self, files: Mapping[str, bytes]) -> Comparison:
        total = len(files) + 2
        self._tell(Progress("looking for the way in", 0, total))
        prompt = self._way.prompt()
        prompt.execute(_PRELUDE)
        differing = []
        for done, (path, content) in enumerate(files.items()):
            self._tell(Progress(f"comparing {path}", 1 + done, total))
            if not _is_there(prompt, path, content):
                differing.append(path)
        self._tell(Progress("starting", total - 1, total))
        self._way.restart(prompt)
        if self._way.hello is not None:
            self._way.await_hello(HELLO_S)  # leave it as it was: running
        self._tell(Progress("done", total, total))
        return Comparison(self._way.hello, tuple(differing))

    # --- at the prompt ---

    def _make_room(self, prompt: Prompt, files: Mapping[str, bytes]) -> None:
        """Remove main.py first, and files that no longer belong there."""
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
        """Write the small files that the firmware reads at its start."""
        for name, number in (("jumper", maintenance_pin), ("starts", 0), ("maintenance", 0)):
            prompt.execute(f"with open('/{name}', 'w') as file:\n    file.write('{number}')\n")

    def _copy(self, prompt: Prompt, path: str, content: bytes) -> None:
        """Copy one file, unless it is there already, and check its hash."""
        if _is_there(prompt, path, content):
            return
        prompt.execute("file = open('/new', 'wb')")
        for at in range(0, len(content), _CHUNK_BYTES):
            prompt.execute(f"file.write({content[at : at + _CHUNK_BYTES]!r})")
        prompt.execute("file.close()")
        if not _is_there(prompt, "/new", content):
            raise FlashFault(Trouble("{path} arrived damaged", path=path), _OTHER_CABLE)
        prompt.execute(f"remove({path!r})\nos.rename('/new', {path!r})")


def _is_there(prompt: Prompt, path: str, content: bytes) -> bool:
    return prompt.execute(f"print(digest({path!r}))").strip() == sha256(content).hexdigest()


def _is_ours(hello: Hello) -> bool:
    return (hello.protocol, hello.version) == (wire.PROTOCOL, VERSION)
