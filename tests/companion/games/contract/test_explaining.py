"""What is explained of any game: what a move would change, told before it is made."""

from __future__ import annotations

from companion.shelf.box import GameBox
from companion.table.whatif import Holder, Number, compare
from companion.words.say import say
from tests.lab.explain import foreseen

MOVES = 300  # `make lab PART=explain` foresees ten thousand


def test_numbers_told_before_a_move_are_those_after_it(box: GameBox) -> None:
    assert foreseen.check(box, MOVES, seed=5) > MOVES / 10


def test_only_what_differs_is_told() -> None:
    coins, castle = say("coins"), say("castle")
    before: dict[str, Number | Holder] = {
        "coins": Number(coins, {"red": 2, "blue": 3}),
        "castle": Holder(castle, ""),
        "gone": Holder(castle, "red"),
    }
    after: dict[str, Number | Holder] = {
        "coins": Number(coins, {"red": 2, "blue": 1, "new": 9}),
        "castle": Holder(castle, "red"),
    }
    told = [(change.id, change.player, change.before, change.after, change.by) for change in compare(before, after)]
    assert told == [("coins", "blue", 3, 1, -2), ("castle", "", "", "red", 0)]
