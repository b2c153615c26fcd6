"""What is measured: rows of one player against others, those of a game in `tests/lab/strength/games/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.lab.strength.entrants import Thinker

_ROW = re.compile(r"(\d+): *(\S+) v (\S+)")


class Row(NamedTuple):
    """One player, measured against others who are all alike."""

    players: int
    measured: str  # as `entrants.parse_entrant` reads it
    others: str
    blocks: int = 200  # fixed before anybody looks
    part: str = "own"  # of the report: bar, ladder, character, anchor, mirror, sanity
    bar: float | None = None  # what the lower end of the interval should reach

    @property
    def name(self) -> str:
        """Say who plays whom; what was played is kept under this name."""
        return f"{self.players}: {self.measured} v {self.others}"

    @property
    def par(self) -> float:
        """Return what a player scores who is as strong as the others."""
        return 1 / self.players


def parse_row(text: str) -> Row:
    """Read a row that somebody asks for.

    >>> parse_row("2: best@500 v simple").name
    '2: best@500 v simple'
    """
    found = _ROW.fullmatch(text)
    if found is None:
        raise ValueError(f"row {text!r:.60}: expected PLAYERS: PLAYER v PLAYER, such as '2: best@500 v simple'")
    return Row(int(found[1]), found[2], found[3])


def rows_of(game: str) -> tuple[Row, ...]:
    """Return the rows of a game; for one without a file of its own, its best bot against its weakest."""
    if find_spec(f"tests.lab.strength.games.{game}"):
        rows = import_module(f"tests.lab.strength.games.{game}").ROWS
        assert isinstance(rows, tuple)
        return rows
    return any_rows(game)


def any_rows(game: str) -> tuple[Row, ...]:
    """Return rows for any game, by what its bots are called: a sanity row and a mirror for each number of players."""
    from companion.shelf.shelf import open_box

    box = open_box(game)
    bots = box.players()
    best = (*bots.skills, *bots.levels)[-1]
    sanity = [Row(players, best, bots.skills[0], 50, "sanity", 0.9) for players in box.seats]
    return (*sanity, *(Row(players, bots.skills[-1], bots.skills[-1], 50, "mirror") for players in box.seats))


def own_entrants(game: str) -> Mapping[str, Thinker]:
    """Return the players that only the laboratory has, by name."""
    if not find_spec(f"tests.lab.strength.games.{game}"):
        return {}
    own: Mapping[str, Thinker] = getattr(import_module(f"tests.lab.strength.games.{game}"), "ENTRANTS", {})
    return own
