"""Robots that think, at simulated tables: whole games to the end at every pace, and what is told meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from companion.shelf.shelf import SHELF, open_box, shipped_rules
from companion.thinking.decider import TOLD_S
from companion.thinking.thinker import SILENT_S, Thinker, is_too_small
from companion.web.robots import THINKS_S, Pace, Wait
from tests.kit.club import Club, club_of
from tests.kit.minds import PatientThinker, PlayedMinds
from tests.kit.page import page_rig
from tests.kit.waiting import until

KITS = {"hansa": "board", "teutonica": "chart"}


@contextmanager
def thinkers(game: str, thinker: Thinker, skill: str = "easy") -> Iterator[Club]:
    """Open a club of two who think."""
    box = open_box(game)
    try:
        with club_of(box, KITS[game], box.random_setup(2, Random(2)), 2, skill, thinker) as members:
            yield members
    finally:
        thinker.close()


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("pace", [Pace.SLOW, Pace.NORMAL, Pace.FAST, Pace.STEP])
@pytest.mark.parametrize("game", SHELF)
def test_robots_that_think_play_a_whole_game(game: str, pace: Pace) -> None:
    thinker = PatientThinker(shipped_rules(game))
    with thinkers(game, thinker) as members:
        first, second = shipped_rules(game).players(members.position)
        members.seat_robots({first: "medium", second: "easy"})
        members.robots.pace = pace

        def goes_on() -> bool:
            if pace is Pace.STEP:
                members.go_on()
            return members.is_over

        members.play(goes_on)
        assert thinker.plans > 20
        assert members.robots.describe()["at_once"] is None


class Slow:
    """A club whose thinking the test plays, in the table's own time."""

    def __init__(self, game: str) -> None:
        self.minds, self.clock = PlayedMinds(), [0.0]
        self.thinker = Thinker(shipped_rules(game), clock=lambda: self.clock[0], begin=self.minds.begin)

    def number(self) -> int:
        """The number of the question that was asked last."""
        number = self.minds.begun[-1].questions()[-1]["number"]
        assert isinstance(number, int)
        return number


def until_asked(members: Club, slow: Slow) -> None:
    """Play on until somebody thinks."""
    for _ in range(200):
        if slow.minds.begun:
            return
        members.step()
        members.wait(members.robots.pace_s)
    raise AssertionError(members.dialog)


@pytest.mark.parametrize("game", SHELF)
def test_robot_that_thinks_says_so_and_how_far_it_is(game: str) -> None:
    slow = Slow(game)
    with thinkers(game, slow.thinker) as members:
        until_asked(members, slow)
        number, revision = slow.number(), members.revision
        members.idle(THINKS_S)
        mind = slow.minds.begun[-1]
        mind.say({"number": number, "nodes": 512, "of": 2_000})
        members.step()
        mover = shipped_rules(game).mover(members.position)
        assert members.robots.waits == Wait(mover or "", "thinks", 512, 2_000)
        assert members.robots.describe()["waits"] == {"player": mover, "reason": "thinks", "nodes": 512, "of": 2_000}
        move = next(iter(shipped_rules(game).legal_moves(members.position)))
        told = shipped_rules(game).format_entry(move)
        mind.say({"number": number, "moves": [told], "value": 0.0, "nodes": 600})
        members.step()
        assert members.revision == revision + 1
        assert members.robots.waits is None


@pytest.mark.parametrize("game", SHELF)
def test_table_goes_on_without_the_thinking_and_says_so(game: str) -> None:
    slow = Slow(game)
    with thinkers(game, slow.thinker) as members:
        until_asked(members, slow)
        revision, changes = members.revision, members.changes
        slow.clock[0] += SILENT_S
        mover = shipped_rules(game).mover(members.position)
        members.step()
        assert members.revision == revision + 1
        assert members.robots.describe()["at_once"] == {"player": mover, "fault": "silent"}
        assert members.changes > changes
        members.seat_robots(dict.fromkeys(members.robots.skills, "simple"))
        members.idle(TOLD_S + 1)
        assert members.robots.describe()["at_once"] is None


def test_seat_that_a_person_takes_is_not_thought_for_any_more() -> None:
    slow = Slow("hansa")
    with thinkers("hansa", slow.thinker) as members:
        until_asked(members, slow)
        number = slow.number()
        members.seat_a_person(shipped_rules("hansa").mover(members.position) or "")
        members.step()
        assert slow.minds.begun[-1].questions() == [{"number": number + 1}]


def test_step_by_step_one_press_is_one_move_of_a_robot_that_thinks() -> None:
    slow = Slow("hansa")
    rules = shipped_rules("hansa")
    with thinkers("hansa", slow.thinker) as members:
        members.robots.pace = Pace.STEP
        members.idle(60)
        assert slow.minds.begun == [], "nobody has asked for a move yet"
        members.go_on()
        until_asked(members, slow)
        revision = members.revision
        members.idle(5)
        assert members.revision == revision
        move: Any = rules.format_entry(next(iter(rules.legal_moves(members.position))))
        slow.minds.begun[-1].say({"number": slow.number(), "moves": [move], "value": 0.0, "nodes": 600})
        members.idle(5)
        assert members.revision == revision + 1


def test_levels_that_think_are_known_only_where_there_is_room_for_it() -> None:
    for is_off in (False, True):
        with thinkers("hansa", Thinker(shipped_rules("hansa"), is_off=is_off)) as members:
            told = members.robots.describe()
            assert told["known"][-1] == ("simple" if is_off else "best")
            assert told["usual"] == "simple"
            assert told["levels"] == ([] if is_off else told["known"][2:])
            with pytest.raises(ValueError, match="skill 'easy:kraken': expected random, simple"):
                members.robots.expect_skill("easy:kraken")
            if not is_off:
                members.robots.expect_skill("easy:trader")
            assert told["small"] is is_off
            revision = members.revision
            if is_off:
                members.play(lambda revision=revision: members.revision > revision + 20)  # type: ignore[misc]
                assert members.robots.describe()["at_once"]["fault"] == "small"


@pytest.mark.network
@pytest.mark.process
def test_page_lets_robots_think_and_ends_that_with_itself(tmp_path_factory: pytest.TempPathFactory) -> None:
    """On a machine that is too small they decide at once; otherwise a process thinks, which ends with the page."""
    with page_rig(tmp_path_factory.mktemp("think"), pace_s=0.01) as rig:
        assert rig.post("/api/virtual/begin", {"players": 2}).is_success
        seats = dict.fromkeys(rig.state()["board"]["players"], "easy")
        assert rig.post("/api/virtual/robots", {"skills": seats, "pace": "fast"}).is_success
        rig.until(lambda state: len(state["log"]) > 12)
        thinker = rig.page._needs.thinker
        assert thinker
        assert thinker.is_off is is_too_small()
        until(lambda: thinker.is_off or rig.state()["game"]["winners"] or thinker._process)
        process = thinker._process
    assert process is None or process.returncode is not None
    assert thinker._process is None
