"""Chances of winning in every game: they add up to one, know who has won, and depend on nothing but the position."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.shelf.box import GameBox
from companion.shelf.players import next_move
from companion.shelf.shelf import boxes

CASES = [(box, count) for box in boxes() for count in box.seats]


@pytest.mark.parametrize(("box", "count"), CASES, ids=[f"{box.id} {count}" for box, count in CASES])
def test_chances_add_up_and_who_has_won_has_won(box: GameBox, count: int) -> None:
    rules, bots, random = box.rules(None), box.players(), Random(count)
    position: Any = rules.new(box.random_setup(count, random))
    seen = []
    while rules.winners(position) is None:
        if not rules.chances(position):
            seen.append(bots.winning_chances(position))
            assert len(seen[-1]) == count
            assert sum(seen[-1]) == pytest.approx(1.0)
            assert all(0.0 < chance < 1.0 for chance in seen[-1])
        position = rules.play(position, next_move(rules, bots, position, bots.skills[-1], random)).position
    assert max(seen[0]) < 0.75, "nobody is sure to win from the beginning"
    shared = {player: 1 / len(rules.winners(position) or ()) for player in rules.winners(position) or ()}
    assert bots.winning_chances(position) == tuple(shared.get(player, 0.0) for player in rules.players(position))
    # Where the lead was large in the end, the chances had seen it coming.
    totals = [score.total for score in rules.scores(position).values()]
    leader = max(range(count), key=totals.__getitem__)
    if totals[leader] - sorted(totals)[-2] >= 10:
        assert seen[-1][leader] == max(seen[-1])
