"""What is measured of Hansa's bots."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lab.strength.entrants import Thinker
from tests.lab.strength.rows import Row

ENTRANTS: Mapping[str, Thinker] = {}

ROWS = (
    *(Row(players, "simple", "random", 50, "sanity", 0.9) for players in (2, 3, 4)),
    *(Row(players, "simple", "simple", 50, "mirror") for players in (2, 3, 4)),
)
