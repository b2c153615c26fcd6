"""The order of Hansa's bots, in short: few blocks, few nodes, fixed seeds; `make lab PART=strength` measures it."""

from __future__ import annotations

from statistics import mean

import pytest

from companion.shelf.shelf import open_box
from tests.lab.strength.blocks import play_block
from tests.lab.strength.rows import parse_row

BLOCKS = 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        "2: simple v random",
        "2: easy@400 v simple",
        "2: best@1500 v easy@400",
        "3: best@500 v simple",
    ],
)
def test_better_player_scores_more_than_its_share(row: str) -> None:
    asked = parse_row(row)
    games = [game for number in range(BLOCKS) for game in play_block(open_box("hansa"), asked, "order", number)]
    assert mean(game.share for game in games) > asked.par, [game.share for game in games]
    assert mean(game.points - game.best_other for game in games) > 0
    assert max(game.rounds for game in games) <= 60
