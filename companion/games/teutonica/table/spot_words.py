"""What the spots of chart and card are called, where one must be chosen."""

from __future__ import annotations

from functools import lru_cache

from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.table import names
from companion.games.teutonica.table.spots import (
    InCity,
    OfAbility,
    OfColour,
    OfKind,
    OfMarker,
    OnRoute,
    OnTable,
    Spot,
    Word,
)
from companion.words.say import Say, say

WORDS = {
    Word.INCOME: say("Income"),
    Word.MOVE: say("Move pieces"),
    Word.PAWN: say("Pawn"),
    Word.NO_MORE: say("No more"),
    Word.WHAT_NOW: say("What now?"),
    Word.OK: say("ok"),
    Word.BACK: say("Back"),
    Word.TAKE_BACK: say("Take back"),
    Word.END_TURN: say("End turn"),
    Word.UP: say("Up"),
    Word.DOWN: say("Down"),
    Word.SCORE: say("Score"),
    Word.DESK: say("Desk"),
}
_KINDS = {"trader": say("Trader"), "merchant": say("Merchant")}


@lru_cache(maxsize=1)
def _places() -> dict[str, Say]:
    """Name the cities and routes of both sides."""
    found: dict[str, Say] = {}
    for side in shipped_board().sides:
        found |= {city.id: names.city_name(side, number) for number, city in enumerate(side.cities)}
        found |= {route.id: names.route_name(side, number) for number, route in enumerate(side.routes)}
    return found


def spot_words(spot: Spot) -> Say:
    """Say what a spot is."""
    match spot:
        case OnRoute(place) | InCity(place):
            return _places()[place]
        case OfKind(kind):
            return _KINDS[kind]
        case OfColour(colour):
            return names.PLAYERS[colour]
        case OfMarker(marker):
            return names.MARKERS[marker]
        case OfAbility(ability):
            return names.ABILITIES[ability]
        case OnTable(space):
            return say("Coellen's table, {points}", points=space)
        case _:
            return WORDS[spot]
