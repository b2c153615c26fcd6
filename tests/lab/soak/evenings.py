"""Evenings in a row at one table, in virtual time, with every fault now and then: python -m tests.lab.soak.evenings.

At the end of each evening memory, threads, open files and the journal are measured. They must be at the end as at the
beginning, but for the games: 1 if they are not. PieceHands rest between two acts, as people do who think.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.journal.journal import Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.running.backlog import ROOM, ROOM_FOR_SIGHTINGS
from companion.scenario.stage import Stage
from hardware.ports import ButtonPressed, Crowded
from hardware.trouble import quoted
from tests.kit import hansa
from tests.lab.soak.game import is_over
from tests.lab.soak.piece_hands import PieceHands
from wiring.kits import load_kit

FAULTS = 0.01  # the odds at every act
THINKING_S = (2.0, 40.0)
MOST_GROWTH_MB = 12.0  # from the end of the first evening to that of the last


class Evening(NamedTuple):
    """What was measured at its end."""

    memory_mb: float
    threads: int
    files: int
    entries: int
    journal_kb: float
    acts: int
    faults: int
    seconds: float


class Table:
    """The table, its hands, and what goes wrong."""

    def __init__(self, stage: Stage, random: Random) -> None:
        self.stage, self._random = stage, random
        self.hands = PieceHands(stage, random)
        self._faults: tuple[Callable[[], None], ...] = (
            self._deafen, self._unplug, self._cut_power, self._fill, self._flood, self._flap, self._fail_watcher,
        )  # fmt: skip

    def go_wrong(self) -> None:
        """Let something go wrong, and be well again."""
        self._random.choice(self._faults)()

    def _reader(self) -> str:
        return self._random.choice(self.stage.kit.readers)

    def _deafen(self) -> None:
        reader = self._reader()
        self.stage.table.deafen(reader)
        self.stage.wait(self._random.uniform(0.5, 60.0))
        self.stage.table.mend(reader)

    def _unplug(self) -> None:
        self.stage.plug_screen(False)
        self.stage.wait(self._random.uniform(0.5, 60.0))
        self.stage.plug_screen(True)

    def _cut_power(self) -> None:
        self.stage.cut_power()
        self.stage.boot()

    def _fill(self) -> None:
        """Let the disk be full while somebody plays on."""
        append = SqliteJournal.append_all

        def full(*_: Any, **__: Any) -> Any:
            raise Unavailable(
                quoted("games.sqlite: the disk is full"), quoted("free some space; nothing accepted is lost")
            )

        SqliteJournal.append_all = full  # type: ignore[method-assign]
        try:
            for _ in range(self._random.randint(1, 10)):
                self.hands.act()
        finally:
            SqliteJournal.append_all = append  # type: ignore[method-assign]

    def _flood(self) -> None:
        for _ in range(ROOM + 50):
            self.stage.daemon.put(ButtonPressed(self.stage.elapsed_s, "unheard of"))
        for _ in range(ROOM_FOR_SIGHTINGS):
            self.stage.daemon.put(Crowded(self.stage.elapsed_s, self._reader(), crowded=False))
        self.stage.wait(1.0)

    def _flap(self) -> None:
        field = self.stage.table.field(self._reader())
        field.noise = 0.7
        self.stage.wait(self._random.uniform(0.5, 20.0))
        field.noise = 0.0

    def _fail_watcher(self) -> None:
        """Let somebody who watches fail, once."""
        daemon = self.stage.daemon

        def fail(_: object) -> None:
            daemon._watchers.remove(fail)
            raise RuntimeError("Event loop is closed")

        daemon.watch(fail)


def play_evening(table: Table, random: Random, hours: float) -> Evening:
    """Play for this long, and measure."""
    stage = table.stage
    until, acts, faults, began = stage.elapsed_s + hours * 3600, 0, 0, time.perf_counter()
    while stage.elapsed_s < until:
        if is_over(stage):
            stage.press("ok")  # on to the next game
        table.hands.act()
        acts += 1
        stage.wait(random.uniform(*THINKING_S))
        if random.random() < FAULTS:
            table.go_wrong()
            faults += 1
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    with stage.reading_journal() as journal:
        entries = sum(info.revision for info in journal.games())
    memory_mb = pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    threads, files = threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))
    return Evening(
        memory_mb, threads, files, entries, _switch_off(stage) / 1024, acts, faults, time.perf_counter() - began
    )


def _switch_off(stage: Stage) -> int:
    """Switch the table off and on again; return how many bytes its journal has between: its log is merged then."""
    stage.cut_power()
    path = Path(stage.config.journal)
    size = sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))
    stage.boot()
    return size


def grown(evenings: Sequence[Evening]) -> list[str]:
    """Return what has grown from the first evening to the last that should not have."""
    first, last = evenings[0], evenings[-1]
    found = [
        f"{name}: {getattr(first, name)} at first, {getattr(last, name)} at last"
        for name in ("threads", "files")
        if getattr(last, name) > getattr(first, name)
    ]
    if last.memory_mb > first.memory_mb + MOST_GROWTH_MB:
        found.append(f"memory: {first.memory_mb:.1f} MB at first, {last.memory_mb:.1f} at last")
    if last.journal_kb / last.entries > 1.5 * first.journal_kb / first.entries:
        found.append(f"the journal: {last.journal_kb / last.entries:.2f} kB an entry at last")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print a row for each evening, and give 1 where something has grown."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.lab.soak.evenings", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--evenings", type=int, default=10)
    parser.add_argument("--hours", type=float, default=8.0, help="of virtual time, each")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)  # what goes wrong on purpose is told in the log each time
    try:
        return _play(options.evenings, options.hours, Random(options.seed))
    finally:
        logging.disable(logging.NOTSET)


def _play(count: int, hours: float, random: Random) -> int:
    """Play this many evenings of this many hours."""
    print("| evening | MB | threads | files | entries | journal kB | acts | faults | seconds |", flush=True)
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    evenings = []
    with Stage(load_kit("board"), hansa.BOX) as stage:
        stage.boot()
        table = Table(stage, random)
        for number in range(1, count + 1):
            made = play_evening(table, random, hours)
            evenings.append(made)
            print(
                f"| {number} | {made.memory_mb:.1f} | {made.threads} | {made.files} | {made.entries} |"
                f" {made.journal_kb:.0f} | {made.acts} | {made.faults} | {made.seconds:.0f} |",
                flush=True,
            )
        stage.check_journal()
    found = grown(evenings)
    print("\n".join(found) or "nothing has grown but the games")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
