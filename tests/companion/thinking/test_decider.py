"""Who plays by itself decides at once or thinks; and at once where thinking fails."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.shelf.players import Plan, deal
from companion.shelf.shelf import SHELF, open_box, shipped_rules
from companion.thinking.decider import TOLD_S, AtOnce, Decider
from companion.thinking.thinker import Failed, Fault, Thinker, Thinking


class PlayedThinker(Thinker):
    """Says what the test wants, and remembers what it was asked."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.asked: list[tuple[Any, str]] = []
        self.says: Thinking | Plan | Failed = Thinking()
        self.forgotten = 0

    def ask(self, position: Any, level: str, seed: int, nodes: int | None = None) -> None:
        assert seed >= 0
        assert nodes is None
        self.asked.append((position, level))

    def look(self) -> Thinking | Plan | Failed | None:
        return self.says

    def forget(self) -> None:
        self.forgotten += 1


class Room:
    """A decider, its clock and its thinker, and a position in which a turn begins."""

    def __init__(self, game: str) -> None:
        box = open_box(game)
        self.rules, self.bots, random = shipped_rules(game), box.players(), Random(6)
        self.now = 50.0
        self.thinker = PlayedThinker(self.rules)
        self.decider = Decider(self.rules, self.bots, Random(1), lambda: self.now, self.thinker)
        self.position = self.rules.new(box.random_setup(2, random))
        self.plan = Plan((), 0.0, 0)
        while len(self.plan.moves) < 2:  # until one has a turn with several moves
            if self.rules.chances(self.position):
                self.position = self.after(deal(self.rules, self.position, random))
                continue
            self.plan = self.bots.plan(self.position, "best", random, 500)
            if len(self.plan.moves) < 2:
                self.position = self.after(self.plan.moves[0])

    def after(self, move: Any) -> Any:
        return self.rules.play(self.position, move).position


@pytest.fixture(params=SHELF)
def room(request: pytest.FixtureRequest) -> Room:
    return Room(request.param)


def test_there_is_no_move_while_it_is_thought_about(room: Room) -> None:
    assert room.decider.decide(room.position, "best") is None
    room.thinker.says = Thinking(40, 100)
    assert room.decider.decide(room.position, "best") is None
    assert room.decider.progress == Thinking(40, 100)
    assert room.thinker.asked == [(room.position, "best")], "once"


def test_whole_turn_is_thought_about_once(room: Room) -> None:
    room.thinker.says = room.plan
    for move in room.plan.moves:
        assert room.decider.decide(room.position, "best") == move
        room.position = room.after(move)
    assert len(room.thinker.asked) == 1
    assert room.decider.progress == Thinking()


def test_plan_is_dropped_where_the_game_goes_another_way(room: Room) -> None:
    room.thinker.says = room.plan
    first = room.decider.decide(room.position, "best")
    others = (move for move in room.rules.legal_moves(room.position) if move != first)
    room.position = next(after for after in map(room.after, others) if not room.rules.chances(after))
    room.thinker.says = Thinking()
    assert room.decider.decide(room.position, "best") is None
    assert len(room.thinker.asked) == 2


def test_plan_is_not_followed_by_somebody_who_plays_less_well(room: Room) -> None:
    room.thinker.says = room.plan
    room.position = room.after(room.decider.decide(room.position, "best"))
    room.thinker.says = Thinking()
    assert room.decider.decide(room.position, "easy") is None
    assert room.thinker.asked[-1][1] == "easy"


@pytest.mark.parametrize("fault", Fault)
def test_where_thinking_fails_a_move_is_there_at_once_and_it_is_told(room: Room, fault: Fault) -> None:
    room.thinker.says = Failed(fault)
    assert room.decider.decide(room.position, "best") in room.rules.legal_moves(room.position)
    told = AtOnce(room.rules.mover(room.position) or "", fault)
    room.now += TOLD_S - 1
    assert room.decider.at_once == told
    room.now += 1
    assert room.decider.at_once is None
    room.thinker.says = room.plan
    assert room.decider.decide(room.position, "best") == room.plan.moves[0], "the next one is thought about again"


def test_who_decides_at_once_asks_nobody_and_ends_what_was_thought_about(room: Room) -> None:
    room.decider.decide(room.position, "best")
    assert room.decider.decide(room.position, "simple") in room.rules.legal_moves(room.position)
    assert (len(room.thinker.asked), room.thinker.forgotten) == (1, 1)
    room.decider.rest()
    assert room.thinker.forgotten == 1
    room.decider.decide(room.position, "best")
    assert len(room.thinker.asked) == 2
    room.decider.rest()
    assert room.thinker.forgotten == 2


def test_without_a_room_for_thinking_only_who_decides_at_once_is_known(room: Room) -> None:
    alone = Decider(room.rules, room.bots, Random(1), lambda: 0.0)
    assert room.decider.known == ("random", "simple", *room.bots.levels)
    assert room.decider.plays("easy:builder")
    assert not alone.plays("easy:builder")
    assert not room.decider.plays("easy:kraken")
    assert alone.known == ("random", "simple")
    assert (room.decider.usual, alone.usual) == ("simple", "simple")
    assert (room.decider.is_off, alone.is_off) == (False, True)
    assert alone.decide(room.position, "best") in room.rules.legal_moves(room.position)
    assert alone.at_once == AtOnce(room.rules.mover(room.position) or "", Fault.SMALL)
