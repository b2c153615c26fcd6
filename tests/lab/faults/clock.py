"""A wall clock that jumps, by seconds and by decades, forth and back, while a table plays in real time.

Run as a program, under the shim, it is the table: threads, page and all, as on a Pi whose clock is set late.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from companion.games.hansa.rules.moves import Place, Reveal
from companion.table.dialog import Menu
from companion.table.intents import Button
from companion.table.proposals import Outcome
from companion.table.table import Table
from hardware.simulated.soft_ports import SoftReaders
from tests.kit import hansa
from tests.kit.page import PageRig, page_rig
from tests.kit.waiting import PATIENCE_S
from tests.lab.faults.powercut import build_shim
from tests.lab.faults.served import do, new_game
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import AWAY, HOME, Lost, beginning
from tests.lab.faults.witnessed import Observer, witnessed
from tests.lab.soak.kills import Confirming

TRIPS_A_LIFE = 25
EARLIEST, LATEST = 0, 4_000_000_000  # 1970, as a Pi without a network believes, and 2096
_CONTROL = struct.Struct("<qq")


class WallClock:
    """How far the wall clock of a process is off."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(_CONTROL.pack(0, 0))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _CONTROL.size)

    def jump(self, random: Random) -> None:
        """Set it to some other time: a little off, or any time at all."""
        now = round(time.time()) - _CONTROL.unpack_from(self._shared)[0]
        near = random.choice((-1, 1)) * random.choice((1, 60, 3600, 86400))
        struct.pack_into("<q", self._shared, 0, random.choice((near, random.randint(EARLIEST, LATEST) - now)))

    @property
    def looks(self) -> int:
        """Count how often somebody looked at it."""
        return int(_CONTROL.unpack_from(self._shared)[1])


def jump(trials: int, seed: int, advance: Advance) -> Tried:
    """Let the clock jump at random moments of this many trips, there and back, with a restart now and then."""
    with tempfile.TemporaryDirectory(prefix="clock-") as name:
        shim, control = build_shim(Path(name), "clockjump"), Path(name) / "control"
        clock = WallClock(control)
        environment = {**os.environ, "LD_PRELOAD": str(shim), "CLOCKJUMP_CONTROL": str(control)}

        def play(root: Path, observer: Observer) -> None:
            os.set_inheritable(observer.pipe, True)
            command = [sys.executable, "-m", "tests.lab.faults.clock", str(root), str(control)]
            os.execve(sys.executable, [*command, str(observer.pipe), str(trials), str(seed)], environment)

        tried = witnessed(play, advance)
        if not clock.looks:
            tried.lost.append("nobody looked at the clock: the shim is not in place")
    return tried


# --- the table ---


def _play(root: Path, clock: WallClock, observer: Observer, trials: int, random: Random) -> None:
    number, last = 0, ("", 0)
    while number < trials:
        with page_rig(root / "state", is_virtual=False) as rig:
            daemon = rig.composed.daemon
            if last[0] and (daemon.game_id, daemon.revision) != last:
                observer.lost(f"after a restart {(daemon.game_id, daemon.revision)} goes on, {last} was left")
            _set_out(rig, observer, anew=not last[0] or random.random() < 0.5)
            for _ in range(min(TRIPS_A_LIFE, trials - number)):
                try:
                    _trip(rig, clock, random)
                except (Lost, AssertionError) as error:
                    observer.lost(f"trip {number}: {error}")
                    return
                number += 1
                observer.trial()
            last = daemon.game_id, daemon.revision
        clock.jump(random)


def _set_out(rig: PageRig, observer: Observer, *, anew: bool) -> None:
    """Begin a game, or go on with the one that was kept, and come to where gray may sail."""
    daemon = rig.composed.daemon
    confirming = Confirming(hansa.game_table().game, observer.confirm)
    do(daemon, lambda _: daemon.watch(confirming))
    if anew:
        do(daemon, lambda _: new_game())
        for entry in beginning():
            _answer_all(rig)
            do(daemon, partial(_propose, entry))
    do(daemon, lambda _: None)  # by then what came before is kept and shown
    _answer_all(rig)


def _propose(entry: Reveal | Place, table: Table) -> Outcome:
    return table.propose(entry)


def _answer_all(rig: PageRig) -> None:
    """Read what is told and take the first choice of every question, until only the game's own menu is left."""

    def answer(table: Table) -> Outcome:
        return None if _is_home(rig) else table.press(Button.OK)

    _until(rig, lambda: _is_home(rig), lambda: do(rig.composed.daemon, answer))


def _is_home(rig: PageRig) -> bool:
    dialog = rig.composed.daemon.table.dialog
    return isinstance(dialog, Menu) and dialog.name == "home"


def _until(rig: PageRig, holds: Callable[[], bool], meanwhile: Callable[[], None]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > deadline:
            dialog = rig.composed.daemon.table.dialog.name
            raise Lost(f"nothing came of it; the table shows {dialog}")
        meanwhile()
        time.sleep(0.005)  # the table lives in real time, in threads of its own


def _trip(rig: PageRig, clock: WallClock, random: Random) -> None:
    """Sail there and take it back; the clock jumps before, in between, or while the piece settles."""
    daemon = rig.composed.daemon
    before = daemon.revision
    for number, city in enumerate((AWAY, HOME), 1):
        clock.jump(random)
        _put(rig, f"city.{city}")
        clock.jump(random)
        if city == HOME:
            _until(rig, lambda: not _is_home(rig), lambda: None)
        _answer_all(rig)
        _until(rig, partial(_is_kept, rig, before + number), lambda: None)
        if daemon.revision != before + number:
            raise Lost(f"{daemon.revision} entries where {before + number} belong")


def _is_kept(rig: PageRig, revision: int) -> bool:
    return rig.composed.daemon.revision >= revision


def _put(rig: PageRig, place: str) -> None:
    """Put the ship down, wherever it was, and leave it alone until no other reader believes that it is there."""
    readers = rig.composed.daemon._devices.readers
    assert isinstance(readers, SoftReaders)
    (ship,) = (bytes.fromhex(uid) for uid, piece in rig.composed.pieces.items() if piece == "ship")
    for field in readers._fields.values():
        field.lift(ship)
    readers._fields[place].put(ship)
    others = [presence for name, presence in readers._presences.items() if name != place]
    _until(rig, lambda: not any(ship in presence.resting for presence in others), lambda: None)


def _main(root: str, control: str, pipe: str, trials: str, seed: str) -> None:
    observer = Observer(int(pipe))
    tempfile.tempdir = root
    _play(Path(root), WallClock(Path(control)), observer, int(trials), Random(int(seed)))


if __name__ == "__main__":
    _main(*sys.argv[1:])
