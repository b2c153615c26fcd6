"""The places of pieces and markers, as corrections and refusals name them, in words of the table."""

from __future__ import annotations

from companion.games.teutonica.rules.board import Board
from companion.games.teutonica.rules.desk import Ability
from companion.games.teutonica.rules.places import DESK, EXTRA, PILE, PLATE, STOCK, SUPPLY, TABLE, USED
from companion.games.teutonica.table import names
from companion.words.say import Say, say

_PLAIN = {SUPPLY: say("supply"), STOCK: say("stock"), PILE: say("pile")}


def place_name(board: Board, place: str) -> Say:
    """Name a place: `supply`, `desk.book`, `stade-hamburg`, `hamburg`, `hamburg.extra`, `table.7`, `red.plate`."""
    side = board.sides[1]  # the one that has all routes
    first, _, second = place.partition(".")
    if place in _PLAIN:
        return _PLAIN[place]
    if place in side.route_number:
        return names.short_route(side, side.route_number[place])
    if place in names.PLAYERS:
        return names.PLAYERS[place]
    if first in names.PLAYERS and second == USED:
        return say("{player}, used", player=names.PLAYERS[first])
    if first in names.PLAYERS and second == PLATE:
        return say("{player}, plate", player=names.PLAYERS[first])
    if first == DESK and second in list(Ability):
        return say("desk: {ability}", ability=names.ABILITIES[Ability(second)])
    if first == TABLE:
        return say("Table {points}", points=second)
    if first in side.city_number:
        city = side.cities[side.city_number[first]].name
        return say("{city}, extra", city=city) if second == EXTRA else say("{city}", city=city)
    return say("{place}", place=place)
