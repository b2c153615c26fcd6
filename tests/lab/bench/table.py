"""What the companion costs at the table: a move from port event to the last byte on the bus, idling, and starting.

The composition is the one that `run` uses, with the real adapters on simulated buses that take bytes and do nothing
else. Settle and debounce times are apart: the clock starts when a port gives its event. What hardware takes stands
next to it: the bus, as the time of the same bytes on I2C at 400 kHz and on SPI at 8 MHz, and the disk, as the journal's
appends in a folder on it; the moves themselves are journaled in a file system in memory, so that only software is in
their times.

A processor that has done something else for milliseconds runs everything slower at first, and how much slower is the
machine's affair. So each event follows when all that came of the one before is done; some more are timed after a pause.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple, cast

from companion.assembly.loading import NEWEST, Sitting
from companion.assembly.service import Service
from companion.config.parsing import load_config
from companion.journal.journal import Entry, Journal, Kind
from companion.journal.sqlite import SqliteJournal
from companion.running.devices import Devices, configured_kit, real_devices
from companion.running.logs import Log
from hardware.oled.oled import Oled
from hardware.ports import Screen
from hardware.simulated.clock import Air, VirtualClock
from hardware.simulated.panel import Panel
from hardware.simulated.pi_modules import HeaderPins, SimulatedPi
from hardware.simulated.reader_chip import ReaderChip
from tests.kit.folders import memory
from tests.kit.lean import BOARD

I2C_HZ, SPI_HZ = 400_000, 8_000_000
BITS_A_BYTE = 9  # eight and the acknowledgement
MOVES = 2_000
IDLE_S = 60.0
PAUSE_S = 0.003  # before an event, for those that come after one
PATIENCE_S = 2.0


class Wire(Panel):
    """A panel that only counts what comes, and notes when."""

    def __init__(self) -> None:
        super().__init__()
        self.last_at = self.first_at = 0.0

    def _take(self, kind: int, data: bytes) -> None:
        self.last_at = time.perf_counter()
        self.first_at = self.first_at or self.last_at


class RealClock(VirtualClock):
    """The chip's time: it passes by itself, and by what its transfers would take."""

    def __call__(self) -> float:
        return super().__call__() + time.perf_counter()


class Timed:
    """A journal whose appends are timed: what of a move is the disk's."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.spent_s = 0.0

    def append(self, *entry: Any) -> Entry:
        began = time.perf_counter()
        try:
            return self._journal.append(*entry)
        finally:
            self.spent_s += time.perf_counter() - began

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)


class Rig(NamedTuple):
    """A companion as `run` composes it, and its bus."""

    service: Service
    devices: Devices
    wire: Wire


@contextmanager
def rig(state: Path, sitting: Sitting = NEWEST) -> Iterator[Rig]:
    """Compose a companion with the tap kit's real adapters, laid out for a sitting."""
    given = {"state": str(state), "kit": "tap", "board": str(BOARD)}
    config = load_config(None, given, environment={"HOME": str(state)}, here=state)
    pi, header = SimulatedPi(), HeaderPins(time.sleep)
    kit = configured_kit(config, sitting.game)
    wire = Wire()
    pi.connect_panel(wire)
    assert kit.pad is not None
    pi.connect(ReaderChip(Air(RealClock())), reset_pin=kit.pad.reset)
    with pi.installed(), header.installed():
        devices = real_devices(kit, config)
        service = Service(
            config, devices, invents_pieces=True, sitting=sitting, asks=False, witnesses=(Log(),), farewell_s=0.0
        )
        try:
            yield Rig(service, devices, wire)
        finally:
            service.close()


# --- moves ---


class Cost(NamedTuple):
    """One event: what it led to, software time, and what went over the bus."""

    verb: str  # empty: nothing was decided
    wall_ms: float  # to the last byte, in whichever thread; where none is sent, until all is done
    cpu_ms: float  # of the thread that owns the state
    journal_ms: float  # of the wall time
    wire_bytes: int

    @property
    def floor_ms(self) -> float:
        return 1000 * self.wire_bytes * BITS_A_BYTE / I2C_HZ

    @property
    def spi_floor_ms(self) -> float:
        """The bus of a panel on SPI, which takes the same bytes without those that say what they are."""
        return 1000 * self.wire_bytes * 8 / SPI_HZ

    @property
    def on_spi_ms(self) -> float:
        """From the event until a panel on SPI has its last bit."""
        return self.wall_ms + self.spi_floor_ms


def measure(
    moves: int,
    seed: int = 1,
    profile: cProfile.Profile | None = None,
    *,
    pause_s: float = 0.0,
    game: str = "hansa",
) -> list[Cost]:
    """Play games with presses and tagged markers, or with the wand, and time every event."""
    from tests.lab.soak.events import EventPlayer
    from tests.lab.soak.wand_events import WandEvents

    costs: list[Cost] = []
    with (
        tempfile.TemporaryDirectory(prefix="bench-", dir=memory()) as name,
        rig(Path(name), Sitting(game, begins=True)) as (service, devices, wire),
    ):
        composed = service.start()
        assert composed
        daemon = composed.daemon
        time.sleep(0.5)
        daemon.work()
        journal = Timed(daemon._journal)
        daemon._journal = cast(Journal, journal)
        player = (WandEvents if game == "teutonica" else EventPlayer)(daemon, Random(seed))
        made = 0
        while made < moves:
            verb, event = player.next_event()
            revision, sent = daemon.revision, wire.wire_bytes
            journal.spent_s = 0.0
            cpu, began = time.thread_time(), time.perf_counter()
            if profile:
                profile.enable()
            daemon.put(event)
            waiting = daemon._events.take(0.0)
            assert waiting
            daemon.handle(waiting)
            ended, cpu_s = time.perf_counter(), time.thread_time() - cpu
            if profile:
                profile.disable()
            _wait_for_screen(devices.screen)
            daemon.work()
            time.sleep(pause_s)
            is_kept = daemon.revision != revision
            made += is_kept
            wall_s = (ended if wire.wire_bytes == sent else wire.last_at) - began
            costs.append(
                Cost(
                    verb if is_kept else "",
                    1000 * wall_s,
                    1000 * cpu_s,
                    1000 * journal.spent_s,
                    wire.wire_bytes - sent,
                )
            )
    return costs


def _wait_for_screen(screen: Screen) -> None:
    """Wait until the screen's thread has sent everything."""
    assert isinstance(screen, Oled)
    until = time.perf_counter() + PATIENCE_S
    while screen._shown != screen._wanted and time.perf_counter() < until:
        time.sleep(0)


def _quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _row(label: str, costs: Sequence[Cost]) -> str:
    cells = [f"{len(costs)}"]
    for field in ("wall_ms", "cpu_ms", "journal_ms", "floor_ms", "spi_floor_ms", "on_spi_ms"):
        values = [getattr(cost, field) for cost in costs]
        cells += [f"{median(values):.2f}", f"{_quantile(values, 0.99):.2f}"]
    return f"| {label} | " + " | ".join(cells) + " |"


def moves_table(costs: Sequence[Cost], after_pause: Sequence[Cost]) -> str:
    """Tabulate events by what they led to; times in milliseconds, each as median and 99th percentile."""
    kept = [cost for cost in costs if cost.verb]
    verbs = sorted({cost.verb for cost in kept})
    columns = ("to the last byte", "processor", "of it journal", "I2C's bus", "SPI's bus", "with SPI's bus")
    head = " | ".join(f"{column} | p99" for column in columns)
    return "\n".join(
        (
            f"| event | n | {head} |",
            "|---|" + "---:|" * (1 + 2 * len(columns)),
            _row("every move", kept),
            *(_row(verb, [cost for cost in kept if cost.verb == verb]) for verb in verbs),
            _row("a press that decides nothing", [cost for cost in costs if not cost.verb]),
            *([_row("every move, after a pause", [cost for cost in after_pause if cost.verb])] if after_pause else []),
        )
    )


def disk_floor(appends: int = 200) -> list[float]:
    """Return the milliseconds that entries take until they are on the disk of the working folder."""
    taken = []
    with tempfile.TemporaryDirectory(prefix="bench-", dir=Path.cwd()) as name:
        journal = SqliteJournal(Path(name) / "games.sqlite")
        journal.open()
        journal.create("one", "hansa", "", "2026-01-01T00:00:00")
        for revision in range(1, appends + 1):
            began = time.perf_counter()
            journal.append("one", revision, Kind.NOTE, {"settled": revision}, "2026-01-01T00:00:00")
            taken.append(1000 * (time.perf_counter() - began))
        journal.close()
    return taken


# --- idling and starting, in a process of its own ---


def idle(seconds: float) -> dict[str, float]:
    """Start a companion in a process of its own, let it idle, and return what that took."""
    with tempfile.TemporaryDirectory(prefix="bench-") as state:
        began = time.time()
        answer = subprocess.run(
            [sys.executable, "-m", "tests.lab.bench.table", "--idle-in", state, "--seconds", str(seconds)],
            capture_output=True,
            text=True,
            check=True,
        )
    told: dict[str, float] = json.loads(answer.stdout.splitlines()[-1])
    told["start_s"] = told.pop("first_screen_at") - began
    return told


def _most_resident_mb() -> float:
    """Return the most that this process has held; what getrusage gives may be that of the one which started it."""
    (held,) = re.findall(r"^VmHWM:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    return int(held) / 1024


def _idle(state: Path, seconds: float) -> None:
    with rig(state) as (service, _, wire):
        running = threading.Thread(target=service.serve)
        running.start()
        while not wire.first_at:
            time.sleep(0.001)
        first_screen_at = time.time()
        time.sleep(1.0)  # what is loaded after the first screen
        cpu, wall = time.process_time(), time.perf_counter()
        time.sleep(seconds)
        percent = 100 * (time.process_time() - cpu) / (time.perf_counter() - wall)
        resident_mb = _most_resident_mb()
        service.stop()
        running.join()
    print(json.dumps({"cpu_percent": percent, "resident_mb": resident_mb, "first_screen_at": first_screen_at}))


# --- all of it ---


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and print tables; with `--profile` also where the time goes."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.bench.table", description=__doc__)
    parser.add_argument("--moves", type=int, default=MOVES, metavar="N", help="moves to measure")
    parser.add_argument("--seconds", type=float, default=IDLE_S, metavar="S", help="how long to idle; 0: not at all")
    parser.add_argument("--profile", type=int, metavar="N", help="profile this many moves instead")
    parser.add_argument("--idle-in", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.idle_in:
        _idle(options.idle_in, options.seconds)
        return
    if options.profile:
        profile = cProfile.Profile()
        measure(options.profile, profile=profile)
        for order in ("cumulative", "tottime"):
            pstats.Stats(profile).sort_stats(order).print_stats(30)
        return
    load = os.getloadavg()[0]
    print(moves_table(measure(options.moves), measure(options.moves // 4, pause_s=PAUSE_S)))
    disk = disk_floor()
    print(
        f"\nan entry on the disk of this folder: {median(disk):.2f} ms, p99 {_quantile(disk, 0.99):.2f} ms; "
        f"load of the machine before: {load:.1f}"
    )
    if options.seconds:
        told = idle(options.seconds)
        print(
            f"\nidle for {options.seconds:.0f} s: {told['cpu_percent']:.2f} % of a core, the simulated chip's own work "
            f"in it; {told['resident_mb']:.0f} MB resident; first screen {told['start_s']:.2f} s after the start"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
