"""How the companion lives under systemd: its watchdog, its memory, restarts that come too quickly, and its end.

systemd gives a service a socket (`NOTIFY_SOCKET`) and a time (`WATCHDOG_USEC`); a service that is silent for longer is
killed and restarted. This service speaks only while every part makes progress: readers and buttons, the engine, the
journal, screen and lamps. A missing or faulty device makes progress, because its loop tries again; one whose loop hangs
does not.

The service is also silent when it takes too much memory. Raspberry Pi OS starts its kernel with
`cgroup_disable=memory`: the unit's MemoryMax= does nothing there, and a leak would end in a Pi that swaps. systemd
restarts the companion, and the game goes on where it was.

systemd restarts a failed service after the same few seconds every time; only since version 254 can it wait longer and
longer, and Raspberry Pi OS Bookworm has 252. So the service counts its own failures, in its runtime directory, which
systemd keeps over a restart and clears when the service is stopped or the Pi starts. A requested restart keeps it too,
so a service that ends normally resets its count.

SIGTERM and SIGINT lead to an orderly end instead of an abrupt one.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.words.outside import one_line
from hardware.ports import Clock, Paced
from hardware.ticker import Ticker

if TYPE_CHECKING:
    from companion.running.daemon import Daemon
    from companion.running.devices import Devices

_log = logging.getLogger(__name__)

# Longer than an SD card may stall, and longer than the five seconds between two rounds of an idle daemon.
STUCK_S: Final = 20.0
# If systemd sets no time, stuck parts are logged at this interval.
EVERY_S: Final = 10.0
# A table with its page takes some 60 MB, and the unit's own limit is 400 MB.
MOST_MB: Final = 350
_STATM: Final = Path("/proc/self/statm")
_UP: Final = "the table is up"
FIRST_S: Final = 5.0  # doubled after each further failure
LONGEST_S: Final = 120.0
STEADY_S: Final = 600.0  # a longer run was not an immediate failure
STARTING_S: Final = 90.0  # how long the start itself may take, as in the unit
_FILE: Final = "starts"

Notify = Callable[[str], None]
Lateness = Mapping[str, Callable[[], float]]  # part -> seconds without progress


def silent(state: str) -> None:
    """Do nothing: this process is not a service."""
    del state


def notifier(environment: Mapping[str, str] = os.environ) -> Notify:
    """Return a function that tells systemd something (sd_notify(3)); without systemd it does nothing."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return silent
    if address.startswith("@"):  # an abstract socket, whose name starts with a zero byte in Linux
        address = f"\0{address[1:]}"

    def notify(state: str) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            try:
                line.sendto(state.encode(), address)
            except OSError as error:
                _log.warning("systemd does not listen at %s: %s", environment["NOTIFY_SOCKET"], error.strerror)

    return notify


def feeding_s(environment: Mapping[str, str] = os.environ) -> float:
    """Return the feeding interval: a third of the time that systemd gives."""
    text = environment.get("WATCHDOG_USEC", "")
    return int(text) / 3e6 if text.isdecimal() and int(text) else EVERY_S


# --- memory ---


def resident_mb(statm: Path = _STATM) -> float:
    """Return how much memory this process uses (proc_pid_statm(5)), or 0 if the system does not say."""
    try:
        pages = int(statm.read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def memory_strain(resident: Callable[[], float] = resident_mb) -> str:
    """Return a message if the companion uses too much memory, otherwise an empty text."""
    taken = resident()
    return f"{taken:.0f} MB of memory are taken, and {MOST_MB} MB are the most" if taken > MOST_MB else ""


# --- the watchdog ---


class Watchdog:
    """Feeds systemd's watchdog while everything it guards makes progress; other threads report how far the service is.

    If `strain` returns a reason, the watchdog is not fed even though everything makes progress.
    """

    def __init__(
        self,
        notify: Notify = silent,
        *,
        every_s: float = EVERY_S,
        stuck_s: float = STUCK_S,
        clock: Clock = time.monotonic,
        strain: Callable[[], str] = str,
    ) -> None:
        self._notify, self._every_s, self._stuck_s, self._clock = notify, every_s, stuck_s, clock
        self._strain, self._is_strained = strain, False
        self._guarded: Lateness = {}
        self._troubles: Callable[[], Mapping[str, str]] = dict
        self._is_ready = False
        self._told: tuple[str, ...] = ()
        self._up, self._status = _UP, ""

    def waiting(self, reason: str) -> None:
        """Record that the start is waiting for something: the players have been told, so the service counts as up."""
        now = self._clock()
        self._guarded = {"start": lambda: self._clock() - now}
        self._ready(reason)

    def guard(self, lateness: Lateness, troubles: Callable[[], Mapping[str, str]] = dict, *, status: str = _UP) -> None:
        """Guard these parts from now on: the table is up, or in the state that the status names.

        The `troubles` of other parts are reported, but do not end a table that can play.
        """
        self._guarded, self._troubles, self._up = lateness, troubles, status
        self._ready(status)

    def stopping(self) -> None:
        """Record that the service is ending."""
        self._guarded = {}
        self._notify("STOPPING=1\nSTATUS=saying good-bye")

    def step(self) -> float:
        """Check every part, feed if all make progress, and return in how many seconds to check again."""
        stuck = tuple(part for part, late_s in self._guarded.items() if late_s() >= self._stuck_s)
        strain = self._strain()
        if not stuck and not strain:
            self._notify("WATCHDOG=1")
        if bool(strain) != self._is_strained:
            self._is_strained = bool(strain)
            if strain:
                _log.critical("%s: systemd is to start the companion again", strain)
            else:
                _log.warning("there is enough memory again")
        if stuck != self._told:
            self._told = stuck
            if stuck:
                _log.critical("no progress for %g s: %s", self._stuck_s, ", ".join(stuck))
            else:
                _log.warning("every part is working again")
        self._tell_status(stuck, strain)
        return self._every_s

    def _tell_status(self, stuck: tuple[str, ...], strain: str) -> None:
        beside = "; ".join(f"{part}: {trouble}" for part, trouble in self._troubles().items())
        well = f"{self._up}; {beside}" if beside else self._up
        status = f"stuck: {', '.join(stuck)}" if stuck else strain or well
        if self._guarded and status != (self._status or self._up):
            self._status = status
            self._notify(f"STATUS={one_line(status)}")

    def _ready(self, status: str) -> None:
        before, self._is_ready = self._is_ready, True
        self._status = ""
        # Feed at once: systemd starts counting here.
        self._notify("\n".join([*([] if before else ["READY=1"]), "WATCHDOG=1", f"STATUS={one_line(status)}"]))


def lateness_of(daemon: Daemon, devices: Devices, clock: Clock = time.monotonic) -> Lateness:
    """Return for each part of a running companion a function that tells how late it is."""
    marks = daemon.marks
    return {
        "readers": lambda: max(_late_s(devices.readers), _late_s(devices.buttons)),
        "engine": lambda: clock() - marks.engine,
        "journal": lambda: clock() - marks.journal,
        "display": lambda: max(_late_s(devices.screen), _late_s(devices.lamps)),
    }


def _late_s(device: object) -> float:
    return device.late_s() if isinstance(device, Paced) else 0.0


@contextmanager
def watching(
    environment: Mapping[str, str] = os.environ, *, strain: Callable[[], str] = memory_strain
) -> Iterator[Watchdog]:
    """Run a watchdog as systemd asks for it, in its own thread, so that no part can block it."""
    every_s = feeding_s(environment)
    watchdog = Watchdog(notifier(environment), every_s=every_s, strain=strain)
    ticker = Ticker(watchdog.step, "watchdog")
    ticker.start()
    try:
        yield watchdog
    finally:
        ticker.stop()


# --- restarts that come too quickly ---


class _Starts(NamedTuple):
    number: int  # failures in quick succession
    at: float  # time of the last one, in seconds since the Pi started


def pause_s(folder: Path, clock: Clock = time.monotonic) -> float:
    """Record this start, and return how long to wait before doing anything."""
    path, now = folder / _FILE, clock()
    last = _read(path)
    count = last.number + 1 if last and now - last.at < STEADY_S else 1
    with contextlib.suppress(OSError):  # without this record the next start does not wait longer
        path.write_text(f"{count} {now}", encoding="ascii")
    # The first start and the first restart do not wait: systemd has waited already.
    return min(LONGEST_S, FIRST_S * 2.0 ** min(count - 3, 10)) if count > 2 else 0.0


def _read(path: Path) -> _Starts | None:
    try:
        count, at = path.read_text(encoding="ascii").split()
        return _Starts(int(count), float(at))
    except (OSError, ValueError):
        return None


def _folder(environment: Mapping[str, str]) -> Path | None:
    """Return the first runtime directory; only a service has one."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(folder) if folder else None


def forget(environment: Mapping[str, str] = os.environ) -> None:
    """Reset the count: the service has ended normally, so the next start is not a failure's restart."""
    folder = _folder(environment)
    if folder:
        with contextlib.suppress(OSError):  # at worst the next start waits a little longer
            (folder / _FILE).unlink(missing_ok=True)


def slow_down(
    notify: Notify, environment: Mapping[str, str] = os.environ, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Wait if starts have failed in quick succession, and tell systemd how long; only a service waits."""
    folder = _folder(environment)
    seconds = pause_s(folder) if folder else 0.0
    if seconds:
        notify(
            f"EXTEND_TIMEOUT_USEC={round((seconds + STARTING_S) * 1e6)}\nSTATUS=failed of late: waiting {seconds:g} s"
        )
        sleep(seconds)


# --- signals ---


@contextmanager
def stopping_at_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at the first signal; a second one ends the process at once."""

    def handle(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        # A handler interrupts the main thread anywhere, perhaps while it holds the queue's lock: `stop` needs that
        # lock, so it must run in another thread.
        threading.Thread(target=stop, name="stop", daemon=True).start()

    before = {number: signal.signal(number, handle) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
