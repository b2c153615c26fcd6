"""What happens to the process that thinks, while robots that think play whole games of both games.

Each is one fault, by its name, and comes with a question. The seat must decide at once, the table must say so in one
line, and the log too; once the pause is over, it must think again. Whoever is only slower than the fault may also have
answered.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from random import Random
from typing import NamedTuple

from companion.running import apart
from companion.shelf.players import Plan
from companion.shelf.shelf import SHELF, open_box, shipped_rules
from companion.thinking.thinker import LONGEST_PAUSE_S, Failed, Fault, Thinker, Thinking, begin_mind
from tests.kit.club import Club, club_of
from tests.kit.minds import begin_quick_mind
from tests.kit.waiting import PATIENCE_S
from tests.lab.faults.tried import Advance, Tried

KITS = ("tap", "board", "usb", "chart")
SLICE_S = 0.02  # of real time without a word, after which the table's time goes on
LEAPS_S = 2.0  # by this much
LEVELS = ("easy", "medium", "hard")
IN_A_GAME = 7  # trials
ENOUGH, SELDOM = 40, 0.4  # in a long run, a fault that is noticed in a smaller share is none
Begin = Callable[[], "subprocess.Popen[bytes]"]


class Suffering(Thinker):
    """Thinks, suffers what it is told to at the next question, and is worth waiting for."""

    def __init__(self, game: str, random: Random) -> None:
        super().__init__(shipped_rules(game), clock=lambda: self.now, begin=self._begun)
        self.now, self.plans = 0.0, 0
        self.begin: Begin = begin_quick_mind
        self.strike: Callable[[int], object] | None = None  # what happens to the process, if anything
        self.is_struck = self.stands_still = False
        self.random = random

    def _begun(self) -> subprocess.Popen[bytes]:
        return self.begin()

    def ask(self, position: object, level: str, seed: int, nodes: int | None = None) -> None:
        super().ask(position, level, seed, nodes)
        if self.strike and self._process:
            strike, self.strike = self.strike, None
            strike(self._process.pid)
            self.is_struck = True

    def look(self) -> Thinking | Plan | Failed | None:
        deadline = time.monotonic() + PATIENCE_S
        while isinstance(found := super().look(), Thinking):
            assert self._process
            assert self._process.stdout
            heard = select.select([self._process.stdout], [], [], SLICE_S)[0]
            if not heard and self.stands_still:
                self.now += LEAPS_S
            assert time.monotonic() < deadline, "it does not get on"
        self.plans += isinstance(found, Plan)
        return found

    def renew(self) -> None:
        """Let the next question begin with a process of its own."""
        self._end()
        self._reap()
        self.now += LONGEST_PAUSE_S


class Way(NamedTuple):
    """What one fault does, and what is told of it."""

    told: frozenset[Fault]
    misses: bool = False  # the answer may be quicker, or none the worse
    begin: Callable[[Random], Begin] | None = None  # what is started in place of a sound process
    strike: Callable[[Random, int], object] = lambda _random, _pid: None
    stands_still: bool = False  # nothing more will come


def _at_any_moment(number: int, random: Random, pid: int) -> None:
    time.sleep(random.choice((0.0, random.uniform(0, 0.002), random.uniform(0, 0.4))))
    os.kill(pid, number)


def _wrong(way: str, random: Random) -> Begin:
    return partial(apart.begin, "tests.lab.faults.wrong_mind", (way, str(random.getrandbits(32))))


def _starved(random: Random) -> Begin:
    return partial(begin_mind, random.randrange(6 << 20, 12 << 20))


WAYS = {
    "killed": Way(frozenset({Fault.ENDED}), misses=True, strike=partial(_at_any_moment, signal.SIGKILL)),
    "stopped": Way(
        frozenset({Fault.SILENT}), misses=True, strike=partial(_at_any_moment, signal.SIGSTOP), stands_still=True
    ),
    "starved": Way(frozenset({Fault.ENDED, Fault.MEMORY, Fault.FAILED}), misses=True, begin=_starved),
    "rubbish": Way(frozenset({Fault.RUBBISH, Fault.ILLEGAL}), begin=partial(_wrong, "rubbish")),
    "late": Way(frozenset({Fault.LATE, Fault.SILENT}), begin=partial(_wrong, "late"), stands_still=True),
    "damaged": Way(frozenset({Fault.FAILED}), misses=True, begin=partial(_wrong, "damaged")),
    "outdated": Way(frozenset({Fault.FAILED}), begin=partial(_wrong, "outdated")),
}


def suffer(trials: int, seed: int, advance: Advance, fault: str) -> Tried:
    """Let one fault come this many times, in games of both games by turns."""
    random, lost, told = Random(f"{seed} {fault}"), list[str](), list[str]()
    done = noticed = 0
    games = cycle(SHELF)
    with _hearing(told):
        while done < trials:
            with _thinkers(next(games), random) as (members, thinker):
                for _ in range(min(trials - done, IN_A_GAME)):
                    if not _struck(members, thinker, WAYS[fault], random):
                        break  # the game ended first
                    noticed += bool(told)
                    lost += [f"trial {done}: {wrong}" for wrong in _wrongs(members, thinker, WAYS[fault], told)]
                    done += 1
                    advance()
    if done >= ENOUGH and noticed < done * SELDOM:
        lost.append(f"the fault was noticed only {noticed} times of {done}")
    return Tried(lost)


def _struck(members: Club, thinker: Suffering, way: Way, random: Random) -> bool:
    """Play on until the fault has come, and a move later; return whether it came before the end of the game."""
    thinker.is_struck, thinker.stands_still = False, way.stands_still
    if way.begin:
        thinker.renew()
        thinker.begin = way.begin(random)
    thinker.strike = partial(way.strike, random)
    members.play(lambda: thinker.is_struck or members.is_over)
    return thinker.is_struck


def _wrongs(members: Club, thinker: Suffering, way: Way, told: list[str]) -> Iterator[str]:
    """Say what should have happened and did not; then let it think again."""
    at_once = members.robots.describe()["at_once"]
    if told:
        if len(told) != 1 or at_once is None or at_once["fault"] not in way.told:
            yield f"said {at_once}, logged {told}"
    elif not way.misses:
        yield "nothing was said"
    told.clear()
    thinker.stands_still = False
    thinker.begin = begin_quick_mind
    thinker.renew()
    plans, revision = thinker.plans, members.revision
    members.play(lambda: members.is_over or (thinker.plans > plans and members.revision > revision))
    if told:
        yield f"it did not think again: {told}"
        told.clear()


@contextmanager
def _thinkers(game: str, random: Random) -> Iterator[tuple[Club, Suffering]]:
    """Open a club of robots who think."""
    box, thinker = open_box(game), Suffering(game, random)
    setup = box.random_setup(random.choice(box.seats), random)
    try:
        with club_of(box, random.choice(KITS), setup, random.getrandbits(32), "easy", thinker) as members:
            players = shipped_rules(game).players(members.position)
            members.seat_robots({player: random.choice(LEVELS) for player in players})
            yield members, thinker
    finally:
        thinker.close()


@contextmanager
def _hearing(told: list[str]) -> Iterator[None]:
    """Note what the log is told of thinking."""
    log, handler = logging.getLogger("companion.thinking.thinker"), logging.Handler()
    handler.emit = lambda record: told.append(record.getMessage())  # type: ignore[method-assign]
    log.addHandler(handler)
    log.propagate = False
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.propagate = True
