"""Phones, buttons and pieces at one table, each with its history, while the disk fails or the card was cloned.

Each life: a companion with its page in a process of its own, phones that write down what they were answered, and a hand
that presses buttons and puts pieces down. What comes of the hand's deeds is answered by the table itself, once it shows
it. Meanwhile the disk is full or read-only, its syncs fail, or the journal's files vanish; or two tables play from one
card, with one server for their copies. Every other life ends by SIGKILL, the others by themselves: then nobody is left
without an answer, and the journal must hold what was confirmed and nothing else. Run as a program, under the shim.
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NoReturn

from companion.journal import second_names
from companion.journal.journal import Unavailable
from companion.running.daemon import Daemon
from companion.simulator.hand import Fumble, Hand
from companion.table.dialog import Dialog
from companion.table.intents import Button, Intent
from companion.table.owners import By
from companion.table.proposals import Proposal
from hardware.ports import Event
from tests.kit.folders import memory
from tests.kit.page import PageRig, page_rig
from tests.kit.redis_server import RedisServer, redis_server
from tests.kit.waiting import PATIENCE_S
from tests.lab.faults import powercut, story
from tests.lab.faults.history import Asked
from tests.lab.faults.killing import KillerFailed, led
from tests.lab.faults.phones import AVOIDED, Life, has_ended, read_journal, without_lesson
from tests.lab.faults.served import do
from tests.lab.faults.tried import Advance, Tried

MOST_LOSSES = 20
BAD_S = 0.6  # that a disk is bad, where somebody is refused in time
WHERE = "where-it-hangs"
HANG_S = 2.0
PAUSE_S = 0.02  # between two deeds of a hand
CITIES = ("riga", "danzig", "copenhagen", "lubeck", "stockholm", "kalmar", "reval", "tonsberg", "aalborg")


def live_with_trouble(trials: int, seed: int, advance: Advance) -> Tried:
    """Let tables live in trouble; tell what went wrong, and how many entries were confirmed."""
    with tempfile.TemporaryDirectory(dir=memory()) as name, tempfile.TemporaryDirectory() as shim_folder:
        control = powercut.Control(Path(shim_folder) / "control")
        environment = powercut.environment(powercut.build_shim(Path(shim_folder)), Path(name), control=control)
        arguments = (name, str(control.path), str(trials), str(seed))
        try:
            return Tried(*led("tests.lab.faults.callers", arguments, environment, advance))
        except KillerFailed as failed:
            return Tried([str(failed)])


# --- the table's end ---


class _Shown:
    """Tells which entries came of a hand's deeds, once the table shows them; a witness of the daemon."""

    def __init__(self, telling: int) -> None:
        self._telling = telling
        self._is_hand = False
        self._made: list[tuple[str, int]] = []
        self.refused = 0

    def happened(self, daemon: Daemon, event: Event) -> None:
        """A hand did something."""
        self._is_hand = True

    def posted(self, daemon: Daemon, intent: Intent, by: By) -> None:
        """A phone did."""
        self._is_hand = False

    def kept(self, daemon: Daemon, proposal: Proposal) -> None:
        """Note an entry, which is not shown yet."""
        if self._is_hand:
            self._made.append((daemon.game_id, daemon.revision))

    def not_kept(self, daemon: Daemon, reason: str, remedy: str) -> None:
        """Count what a hand did for nothing."""
        if self._is_hand:
            self._say({"refused": True})

    def told(self, daemon: Daemon, dialog: Dialog) -> None:
        """Not of interest."""

    def rested(self, daemon: Daemon) -> None:
        """Not of interest."""

    def show(self, daemon: Daemon) -> None:
        """Return what the players now see as confirmed."""
        made, self._made = self._made, []
        for game, revision in made:
            self._say({"game": game, "revision": revision})

    def _say(self, line: dict[str, object]) -> None:
        os.write(self._telling, f"{json.dumps(line)}\n".encode())


def _serve(root: Path, telling: int, *, seed: float, journal: str) -> NoReturn:
    """Be a table, with a hand at it, until SIGTERM; never returns."""
    code = 1
    try:
        tempfile.tempdir = str(root)
        faulthandler.register(signal.SIGUSR1, (root / WHERE).open("w"))
        ending: list[int] = []  # an event would hang where the signal comes just while somebody begins to wait for it
        signal.signal(signal.SIGTERM, lambda number, _: ending.append(number))
        with page_rig(root / "table", is_virtual=False, journal=journal) as rig:
            token = rig.page.pairing.pair(rig.page.pairing.show_pin(), "")[1]
            shown = _Shown(telling)
            daemon = rig.composed.daemon
            do(daemon, without_lesson)
            do(daemon, lambda _: vars(daemon).update(_witnesses=(*daemon._witnesses, shown)))
            daemon.watch(shown.show)
            told = {"process": os.getpid(), "port": rig.page.port, "token": token}
            os.write(telling, f"{json.dumps(told)}\n".encode())
            _fumble(rig, random.Random(seed), ending)
            _let_finish(daemon)
        code = 0
    except BaseException:
        os.write(telling, f"{json.dumps({'failed': ' '.join(traceback.format_exc().split())})}\n".encode())
    finally:
        os._exit(code)


def _let_finish(daemon: Daemon) -> None:
    """Wait until what the hand did last is handled; not for a table that somebody has ended, or laid out otherwise."""
    handled = threading.Event()
    deadline = time.monotonic() + PATIENCE_S
    while not daemon._is_stopping and not handled.is_set():
        if time.monotonic() > deadline:
            raise RuntimeError("the table does not answer")
        daemon.put(lambda _: handled.set())
        handled.wait(0.1)


def _fumble(rig: PageRig, chance: random.Random, ending: Sequence[int]) -> None:
    """Press buttons and move pieces, whatever that means, until the end."""
    hand = Hand(rig.table, lambda _: time.sleep(PAUSE_S))
    hand.take(rig.composed.pieces)
    table = rig.composed.daemon.table
    while not ending:
        time.sleep(PAUSE_S)
        wish = chance.random()
        if table.dialog.name in AVOIDED:
            line = str(Button.BACK)
        elif wish < 0.8:
            line = str(chance.choice((*[Button.OK] * 6, Button.DOWN, Button.UP)))
        elif wish < 0.87:
            line = f"hold {chance.choice((Button.BACK, Button.END))}"
        elif wish < 0.96:
            line = f"put ship {chance.choice(CITIES)}"
        else:
            line = f"tap booth gray {chance.choice((*CITIES, 'pad'))}"
        try:
            if line.startswith("put ship") and "ship" in hand.lying:
                hand.do("lift ship")
            hand.do(line)
        except Fumble:
            hand.do(str(Button.OK))
        except KeyError:
            return  # somebody has chosen to end the table, or to play another game


# --- the callers' end ---


class _HandsToo(Life):
    """A life in which a hand is a caller as well."""

    least_s = 1.2

    def __init__(self, root: Path, chance: random.Random, journal: str = "") -> None:
        serve = partial(_serve, seed=chance.random(), journal=journal)
        super().__init__(root, random.Random(chance.random()), may_look=False, serve=serve)
        self.refused = 0

    @property
    def all_refused(self) -> int:
        """How often a hand or a phone was told that something could not be kept."""
        return self.refused + sum(each.status == 503 for each in tuple(self.asked))

    @property
    def is_over(self) -> bool:
        """Whether something was refused, or the table has ended, as somebody may have chosen."""
        return self.all_refused > 0 or has_ended(self._hello["process"])

    def hear(self, line: str) -> None:
        """Take what the table shows of the hand's deeds as answers."""
        told = json.loads(line)
        now = time.monotonic()
        if "failed" in told:
            self.complaints.append(told["failed"])
        elif "refused" in told:
            self.refused += 1
        else:
            # When the hand asked is not known here: at the earliest when the table came up.
            self._note(Asked("hand", "a press or a piece", 0.0, now, 200, told["game"], told["revision"], 1))

    def hang(self, process: int) -> str:
        """Ask a table that does not end what each of its threads does."""
        os.kill(process, signal.SIGUSR1)
        time.sleep(HANG_S)  # it writes as long as it takes, and does not say when it is done
        return f": {' '.join((self._root / WHERE).read_text().split())}"

    def end(self, *, is_killed: bool) -> None:
        """Note that the hand may have been left without an answer."""
        if is_killed:
            self._note(Asked("hand", "the last deed", 0.0))


IsOver = Callable[[], bool]  # whether something was refused, or nobody is left to refuse anything


def _full(control: powercut.Control, _: Path, chance: random.Random, is_over: IsOver) -> None:
    control.set(space=chance.randrange(30_000))
    _stay_bad(control, chance, is_over)


def _read_only(control: powercut.Control, _: Path, chance: random.Random, is_over: IsOver) -> None:
    control.set(read_only=True)
    _stay_bad(control, chance, is_over)


def _syncs(control: powercut.Control, _: Path, chance: random.Random, is_over: IsOver) -> None:
    control.set(syncs=chance.randint(1, 3))
    _stay_bad(control, chance, is_over)


def _stay_bad(control: powercut.Control, chance: random.Random, is_over: IsOver) -> None:
    """Let the disk be bad for a while, and until a move was refused: on a busy machine nobody may move for as long."""
    time.sleep(chance.uniform(0.1, BAD_S))
    deadline = time.monotonic() + PATIENCE_S
    while not is_over() and time.monotonic() < deadline:
        time.sleep(0.01)  # hands and phones are at it
    control.set()


def _vanish(_: powercut.Control, root: Path, chance: random.Random, __: IsOver) -> None:
    """Take files away or replace them, and wait until the table has put them back: it looks every few seconds."""
    path = root / "table" / "games.sqlite"
    files = [path.with_name(f"{path.name}{end}") for end in chance.choice([("",), ("-wal",), ("", "-wal")])]
    for file in files:
        if chance.random() < 0.5:
            file.unlink()
        else:
            file.rename(root / f"elsewhere{file.name}")
        if chance.random() < 0.5:
            file.write_bytes(b"another")
    story.look_in(path, chance)
    deadline = time.monotonic() + PATIENCE_S
    while not _is_put_back(path):
        if time.monotonic() > deadline:
            raise RuntimeError("the files are not put back")
        time.sleep(0.01)  # the table looks in its own time


def _is_put_back(path: Path) -> bool:
    """Return whether the files in place are the table's; or it has ended, and looked once more then."""
    try:
        second_names.check(path)
    except Unavailable:
        return False
    return path.exists()


Trouble = Callable[[powercut.Control, Path, random.Random, IsOver], None]
TROUBLES: dict[str, Trouble] = {"full": _full, "read-only": _read_only, "syncs": _syncs, "vanish": _vanish}
CLONE = "clone"


def _one(
    name: str, root: Path, control: powercut.Control, chance: random.Random, *, server: RedisServer, is_killed: bool
) -> tuple[list[str], int, int]:
    """Live once; tell what went wrong, and how much was confirmed and refused."""
    known = {game: len(entries) for game, entries in read_journal(root).items()} if (root / "table").exists() else {}
    lives = [(root, _HandsToo(root, chance, server.url if name == CLONE else ""))]
    if name == CLONE:
        twin = root / "twin"
        shutil.copytree(root / "table", twin / "table")
        lives.append((twin, _HandsToo(twin, chance, server.url)))
    beside = TROUBLES.get(name)
    failed: list[str] = []

    def trouble() -> None:
        try:
            if beside:
                beside(control, root, random.Random(chance.random()), lambda: lives[0][1].is_over)
        except BaseException as error:
            failed.append(repr(error))

    def live(one: _HandsToo) -> None:
        one.live(trouble if beside else None, is_awaited=True, is_killed=is_killed)

    threads = [threading.Thread(target=live, args=(one,)) for _, one in lives]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    control.set()
    for stray in root.glob("elsewhere*"):
        stray.unlink()
    lost, confirmed, refused = failed, 0, 0
    for folder, one in lives:
        one.end(is_killed=is_killed)
        lost += one.faults(known, read_journal(folder))
        confirmed += sum(each.kept for each in one.asked)
        refused += one.all_refused
    if name == CLONE:
        shutil.rmtree(root / "twin")
    return lost, confirmed, refused


def _live(root: Path, control: powercut.Control, trials: int, seed: int) -> tuple[list[str], int]:
    lost: list[str] = []
    confirmed = refused = 0
    names = (*TROUBLES, CLONE)
    with ExitStack() as stack:
        server = stack.enter_context(redis_server())
        for number in range(trials):
            name = names[number % len(names)]
            is_killed = number // len(names) % 2 == 1
            chance = random.Random(f"{seed}/{number}")
            if len(lost) < MOST_LOSSES:
                try:
                    found, yes, no = _one(name, root, control, chance, server=server, is_killed=is_killed)
                except Exception as error:
                    found, yes, no = [f"{type(error).__name__}: {error}"], 0, 0
                lost += [f"life {number}, {name}{', killed' if is_killed else ''}: {each}" for each in found]
                confirmed, refused = confirmed + yes, refused + no
            sys.stderr.write("killed\n")
            sys.stderr.flush()
    if confirmed < trials:
        lost.append(f"only {confirmed} entries were confirmed in {trials} lives: little was at stake")
    if trials >= len(names) and not refused:
        lost.append("nothing was refused: the disk was never bad")
    return lost, confirmed


if __name__ == "__main__":
    _, root, control, trials, seed = sys.argv
    json.dump(_live(Path(root), powercut.Control(Path(control)), int(trials), int(seed)), sys.stdout)
