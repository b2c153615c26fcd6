"""The simple player's values, in prestige points; found by experiment."""

from __future__ import annotations

from companion.games.teutonica.rules.desk import Ability

# By level: what an ability is worth beyond the points it scores.
TRACK_WORTH: dict[Ability, tuple[float, ...]] = {
    Ability.KEYS: (0, 1.5, 2, 4, 6),
    Ability.ACTIONS: (0, 7, 8, 13, 14, 17),
    Ability.PRIVILEGE: (0, 2.5, 4.5, 5),
    Ability.BOOK: (0, 0.5, 1, 1),
    Ability.BAGS: (0, 2, 3, 3),
}
MARKER_WORTH = 1.5  # face up: it can be used
TRADERS_WORTH = (0, 0.2, 0.35, 0.5, 0.6, 0.7, 0.75, 0.8)  # by how many are in the supply; more are worth no more
MERCHANT_WORTH = 0.6  # in the supply
OFFICE_WORTH = 1.0  # beyond its points: a place in a city
CONTROL_WORTH = 2.5  # of a city: two points at the end, and one whenever a route to it is established
RIVAL = 0.3  # of a point of all others together
# By how many pieces there are in supply, in stock and on routes: who has too few for a route has lost.
_FORCE_WORTH = (0, 4, 8, 12, 14.5, 16, 17, 17.7, 18.1, 18.4, 18.6, 18.7)


def force_worth(force: int) -> float:
    """Return what this many pieces are worth that can still be used."""
    return _FORCE_WORTH[min(force, len(_FORCE_WORTH) - 1)]
