"""The room for thinking as a real process: it plays whole games, lets itself be interrupted, and outlives nobody."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.shelf.players import Plan
from companion.shelf.shelf import SHELF, open_box, shipped_rules
from companion.thinking.decider import Decider
from companion.thinking.mind import NICENESS
from companion.thinking.thinker import FIRST_PAUSE_S, Failed, Fault, Thinker, Thinking, begin_mind
from tests.companion.thinking.test_mind import question
from tests.kit.minds import PatientThinker
from tests.kit.processes import running
from tests.kit.waiting import PATIENCE_S, until

pytestmark = pytest.mark.process
HUGE = 100_000_000


@contextmanager
def thinking(game: str, **more: Any) -> Iterator[PatientThinker]:
    thinker = PatientThinker(shipped_rules(game), **more)
    try:
        yield thinker
    finally:
        thinker.close()


def middle(game: str) -> Any:
    """Return a position in the middle of a game."""
    return shipped_rules(game).parse_position(question(game, 1)["position"])


@pytest.mark.parametrize("game", SHELF)
def test_it_plays_a_whole_game(game: str) -> None:
    box, rules, random = open_box(game), shipped_rules(game), Random(11)
    position, players = rules.new(box.random_setup(box.seats[0], random)), box.players()
    with thinking(game) as thinker:
        decider = Decider(rules, players, Random(2), lambda: 0.0, thinker)
        levels = dict(zip(rules.players(position), ("easy", "medium"), strict=False))
        while rules.winners(position) is None:
            mover = rules.mover(position)
            move = decider.decide(position, levels[mover] if mover else "simple")
            assert decider.at_once is None
            position = rules.play(position, move).position
        assert thinker.plans > 20


def test_answer_is_the_same_as_without_another_process() -> None:
    for game in SHELF:
        position = middle(game)
        with thinking(game) as thinker:
            thinker.ask(position, "hard", 5, 700)
            assert thinker.look() == open_box(game).players().plan(position, "hard", Random(5), 700)


@pytest.mark.parametrize("game", SHELF)
def test_it_drops_what_it_thinks_about_for_something_else(game: str) -> None:
    with thinking(game) as thinker:
        position = middle(game)
        thinker.ask(position, "best", 5, HUGE)
        until(lambda: Thinker.look(thinker) != Thinking())
        before = thinker.pid
        thinker.forget()
        assert thinker.look() is None
        thinker.ask(position, "easy", 5, 100)
        assert isinstance(thinker.look(), Plan)
        thinker.ask(position, "best", 5, HUGE)
        thinker.ask(position, "easy", 5, 100)
        assert isinstance(thinker.look(), Plan)
        assert thinker.pid == before


def test_killed_process_is_a_fault_once_and_another_one_thinks_on() -> None:
    clock = [0.0]
    with thinking("hansa", clock=lambda: clock[0]) as thinker:
        thinker.ask(middle("hansa"), "best", 5, HUGE)
        first = thinker.pid
        os.kill(first, signal.SIGKILL)
        assert thinker.look() == Failed(Fault.ENDED)
        clock[0] += FIRST_PAUSE_S
        thinker.ask(middle("hansa"), "easy", 5, 100)
        assert isinstance(thinker.look(), Plan)
        assert thinker.pid != first


@pytest.mark.parametrize("megabytes", [4, 10])
def test_process_without_memory_fails(megabytes: int) -> None:
    with thinking("hansa", begin=partial(begin_mind, megabytes << 20)) as thinker:
        thinker.ask(middle("hansa"), "best", 5, HUGE)
        assert isinstance(thinker.look(), Failed)


def test_it_is_in_nobodys_way() -> None:
    with thinking("hansa", begin=begin_mind) as thinker:
        thinker.ask(middle("hansa"), "easy", 5, 100)
        until(lambda: Path(f"/proc/{thinker.pid}/oom_score_adj").read_text().strip() == "1000")
        assert os.getpriority(os.PRIO_PROCESS, thinker.pid) == NICENESS
        assert os.sched_getscheduler(thinker.pid) == os.SCHED_IDLE


ASKS = f"""
import json, sys
from companion.shelf.shelf import shipped_rules
from companion.thinking.thinker import Thinker, Thinking
rules = shipped_rules("hansa")
thinker = Thinker(rules, clock=lambda: 0.0)
thinker.ask(rules.parse_position(json.loads(sys.argv[1])), "best", 5, {HUGE})
while thinker.look() == Thinking():
    pass
print(thinker._process.pid, flush=True)
sys.stdin.read()
"""
# A process that never looks whether there is anybody to ask it: it only waits for a signal.
LOOKS_AWAY = """
import os, subprocess, sys
waits = "import signal, sys; from companion.thinking import mind; mind.retire(1 << 30, int(sys.argv[1]));"
waits += "print(flush=True); signal.pause()"
child = subprocess.Popen([sys.executable, "-c", waits, str(os.getpid())], stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("script", "is_stopped"),
    [(ASKS, False), (ASKS, True), (LOOKS_AWAY, False)],
    ids=["thinks", "is stopped", "looks away"],
)
def test_it_does_not_outlive_whoever_asks(script: str, is_stopped: bool) -> None:
    command = [sys.executable, "-c", script, json.dumps(question("hansa", 1)["position"])]
    with running(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as owner:
        assert owner.stdout
        assert select.select([owner.stdout], [], [], PATIENCE_S)[0]
        pid = int(owner.stdout.readline())
        if is_stopped:
            os.kill(pid, signal.SIGSTOP)
        owner.kill()
    until(lambda: not _is_there(pid))


def _is_there(pid: int) -> bool:
    """Return whether a process still runs; where nobody has asked how it ended, it has ended."""
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
