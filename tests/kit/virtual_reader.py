"""A virtual USB reader for tests: a real pcscd, Debian's virtual reader driver, and cards that connect by TCP.

pcscd is started as systemd starts it, with a socket that is already open, so it does not disturb one that runs on the
machine. A card speaks the protocol of vpcd: a length of two bytes, then a command or an answer. A command of one byte
is for the reader itself; only the one that asks for the answer to reset is answered.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.kit.waiting import until
from tests.needs import Missing

DRIVER = Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
PYSCARD = Path(__file__).parents[2] / ".venv-usb"
ATR = bytes.fromhex("3b8f8001804f0ca0000003060300030000000068")  # of an NTAG on a PC/SC reader
GET_ATR = 4
GET_UID = bytes.fromhex("ffca0000")
NAME = "Virtual PICC"
# As sd_listen_fds(3) has it: the socket is file 3 of the process whose number is told.
_LAUNCH = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execvp("pcscd", ["pcscd", "--foreground", "--info", *sys.argv[2:]])
"""
PART = f"{NAME} 00 00"  # the driver always has two slots


def pyscard_folder() -> Path:
    """Return where the real pyscard is, or raise Missing."""
    found = next(PYSCARD.glob(f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"), None)
    if found is None or not (PYSCARD / "ready").exists():
        raise Missing("pyscard is not built; `make system .venv-usb/ready` builds it")
    return found


class Card:
    """A card on the reader, until it is lifted."""

    def __init__(self, port: int, uid: bytes, *, knows_uid: bool = True) -> None:
        """Put a card down; one that does not know the UID's command is of another kind."""
        self._uid, self._knows_uid = uid, knows_uid
        self.commands: list[bytes] = []
        self._line = socket.create_connection(("127.0.0.1", port))
        self._thread = threading.Thread(target=self._serve, name="card", daemon=True)
        self._thread.start()

    def lift(self) -> None:
        """Take the card off."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._line.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while head := self._line.recv(2, socket.MSG_WAITALL):
                (length,) = struct.unpack(">H", head)
                command = self._line.recv(length, socket.MSG_WAITALL)
                if length > 1:
                    self.commands.append(command)
                    knows = self._knows_uid and command.startswith(GET_UID)
                    self._send(self._uid + b"\x90\x00" if knows else b"\x6a\x81")
                elif command[0] == GET_ATR:
                    self._send(ATR)

    def _send(self, answer: bytes) -> None:
        self._line.sendall(struct.pack(">H", len(answer)) + answer)


class VirtualReader:
    """A pcscd with the virtual reader, or without any."""

    def __init__(self, folder: Path) -> None:
        if not DRIVER.exists():
            raise Missing("vsmartcard-vpcd is not installed; `make system` installs it")
        self.socket = folder / "pcscd.comm"
        self._folder = folder
        self._configuration = folder / "reader.conf.d"
        self._process: subprocess.Popen[bytes] | None = None
        self._cards: list[Card] = []
        self.port = 0

    def start(self, *, has_reader: bool = True) -> None:
        """Start pcscd; a port that somebody else has taken meanwhile is not insisted on."""
        for _ in range(10):
            self.port = _free_ports()
            self._write(has_reader=has_reader)
            if self._started() or not has_reader:
                return
            self.stop()
        raise AssertionError((self._folder / "pcscd.log").read_text())

    def stop(self) -> None:
        """End pcscd at once, as a crash does; its cards are gone with it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        for card in self._cards:
            card.lift()
        self._cards.clear()

    def signal(self, signal: int) -> None:
        """Send pcscd a signal."""
        assert self._process is not None
        self._process.send_signal(signal)

    def put(self, uid: str, *, knows_uid: bool = True) -> Card:
        """Put a card down."""
        self._cards.append(Card(self.port, bytes.fromhex(uid), knows_uid=knows_uid))
        return self._cards[-1]

    def _write(self, *, has_reader: bool) -> None:
        shutil.rmtree(self._configuration, ignore_errors=True)
        self._configuration.mkdir()
        if has_reader:
            port = f"{self.port:#06x}"
            (self._configuration / "virtual").write_text(
                f'FRIENDLYNAME "{NAME}"\nDEVICENAME /dev/null:{port}\nLIBPATH {DRIVER}\nCHANNELID {port}\n'
            )

    def _started(self) -> bool:
        """Start pcscd, and tell whether it waits for a card."""
        self.socket.unlink(missing_ok=True)
        log = self._folder / "pcscd.log"
        with socket.socket(socket.AF_UNIX) as listening, log.open("wb") as output:
            listening.bind(str(self.socket))
            listening.listen()
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-ISc", _LAUNCH, str(listening.fileno())),
                    *("--config", str(self._configuration), *_without_polkit()),
                ],
                pass_fds=[listening.fileno()],
                env=_environment(),
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        process = self._process
        until(lambda: b"daemon ready" in log.read_bytes() or process.poll() is not None)
        return log.read_bytes().count(b"Waiting for virtual ICC") == 2


def _environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin"}


def _without_polkit() -> tuple[str, ...]:
    """Debian 13's pcscd asks polkit about everybody, which no container runs; only it can be told not to."""
    told = subprocess.run(["pcscd", "--help"], env=_environment(), capture_output=True, text=True, check=True)
    option = "--disable-polkit"
    return (option,) if option in told.stdout else ()


def _free_ports() -> int:
    """Find two ports in a row below those that the system gives out by itself."""
    while True:
        port = random.randrange(20_000, 30_000)
        with suppress(OSError), socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", port))
            second.bind(("127.0.0.1", port + 1))
            return port


@contextmanager
def importable() -> Iterator[None]:
    """Let the real pyscard be imported from its own environment."""
    folder = str(pyscard_folder())
    sys.path.append(folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
