"""What must have its own words or hands for each game has them for every game on the shelf."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from companion.shelf.shelf import SHELF
from tests.lab.clicks.__main__ import PLAYED as CLICKED
from tests.lab.faults.parts import PARTS
from tests.lab.sight.__main__ import MOMENTS
from tests.lab.soak.played import PLAYED as SOAKED

MALFORMED = {part.trial.removeprefix("engine:malform_") for part in PARTS.values() if "engine:malform_" in part.trial}


@pytest.mark.parametrize(
    "games",
    [
        pytest.param(SOAKED, id="soak"),
        pytest.param(CLICKED, id="clicks"),
        pytest.param(MOMENTS, id="sight"),
        pytest.param(MALFORMED, id="malformed requests"),
    ],
)
def test_every_game_is_tried_in_the_laboratory(games: Collection[str]) -> None:
    assert set(games) == set(SHELF)
