"""How likely each seat is to win a game of Hansa Teutonica: what is counted of it, and the weights that ship; pure.

The weights are those of `make lab PART=winning`, from games of equal players who think.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from companion.games.teutonica.players.characters import policy_of
from companion.games.teutonica.rules.establish import CITY_LIMIT, PRESTIGE_LIMIT
from companion.games.teutonica.rules.pieces import PILE, Ability, Kind
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.scoring import score, standing, winning_players
from companion.shelf.winning import Weights, chances, decided, parse_weights

FEATURES: Final = (
    "points",  # as if the game were over
    "value",  # points, and what else the greedy player likes
    "prestige",
    "actions",  # a turn
    "keys",
    "privilege",
    "bags",
    "controlled",  # cities
    "present",  # cities with an office
    "network",  # offices in it
    "markers",  # face up
    "pieces",  # in supply and on routes
    "turns",  # by how many others come before
)
NUMBERS: Final = range(2, 6)  # of players
_FILE: Final = "winning.toml"


def count(position: Position) -> list[list[float]]:
    """Return a row of what is counted for each seat."""
    policy = policy_of("", len(position.players))
    return [
        [
            score(position, seat).total,
            policy.standing(position, seat),
            position.players[seat].prestige,
            *_abilities(position, seat),
            *_offices(position, seat),
            len(position.players[seat].markers),
            _pieces(position, seat),
            (seat - position.active) % len(position.players),
        ]
        for seat in position.seats
    ]


def _abilities(position: Position, seat: int) -> tuple[int, ...]:
    player = position.players[seat]
    return (
        player.value(Ability.ACTIONS),
        player.value(Ability.KEYS),
        player.level(Ability.PRIVILEGE),
        player.level(Ability.BAGS),
    )


def _offices(position: Position, seat: int) -> tuple[int, int, int]:
    stand = standing(position.setup.side, position.cities, position.setup.own[seat][Kind.TRADER])
    return stand.controlled, stand.present, stand.network


def _pieces(position: Position, seat: int) -> int:
    own = "".join(position.setup.own[seat].values())
    return position.players[seat].supply_size + sum(piece in own for houses in position.routes for piece in houses)


def progress(position: Position) -> float:
    """Return how far the game is, from 0 to 1: by whichever of its ends is nearest."""
    prestige = max(player.prestige for player in position.players)
    return max(prestige / PRESTIGE_LIMIT, position.cities.completed / CITY_LIMIT, 1 - position.bonus.pile / PILE)


@cache
def shipped_weights() -> Weights:
    """Return the weights that ship."""
    return parse_weights(files(__package__).joinpath(_FILE).read_text(encoding="utf-8"), FEATURES, NUMBERS, _FILE)


def winning_chances(position: Position) -> tuple[float, ...]:
    """Return how likely each seat is to win."""
    if position.phase is Phase.OVER:
        return decided(winning_players(position), position.setup.players)
    return chances(shipped_weights()[len(position.players)], count(position), progress(position))
