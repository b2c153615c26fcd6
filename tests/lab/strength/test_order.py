"""The order of the bots, in short: few blocks, few nodes, fixed seeds; `make lab PART=strength` measures it."""

from __future__ import annotations

from statistics import mean

import pytest

from companion.shelf.shelf import open_box
from tests.lab.strength.blocks import play_block
from tests.lab.strength.rows import parse_row

BLOCKS = 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("hansa", "2: simple v random"),
        ("hansa", "2: beginner@400 v random"),
        ("hansa", "2: hard v beginner"),
        ("hansa", "2: best@1500 v easy@400"),
        ("hansa", "3: best@500 v simple"),
        ("teutonica", "2: policy v simple"),
        ("teutonica", "2: hard v beginner"),
        ("teutonica", "5: policy v simple"),
    ],
)
def test_better_player_scores_more_than_its_share(game: str, row: str) -> None:
    asked = parse_row(row)
    games = [each for number in range(BLOCKS) for each in play_block(open_box(game), asked, "order", number)]
    shares = [each.share for each in games]
    assert mean(shares) > asked.par, shares
    assert max(each.rounds for each in games) <= 60
