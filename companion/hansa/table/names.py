"""The names of things, to be said in the language of the table, and the names of pieces and places."""

from __future__ import annotations

from companion.hansa.rules.goods import Colour, Marker
from companion.hansa.rules.position import Position
from companion.table.say import Say, say

PAD = "pad"
SHIP = "ship"

# Written out, so that they can be found and translated.
PLAYERS = {"gray": say("Gray"), "yellow": say("Yellow"), "purple": say("Purple"), "white": say("White")}
COLOURS = {
    Colour.BLUE: say("blue"),
    Colour.BROWN: say("brown"),
    Colour.GREEN: say("green"),
    Colour.ORANGE: say("orange"),
    Colour.PINK: say("pink"),
    Colour.YELLOW: say("yellow"),
}


def player_name(position: Position, seat: int) -> Say:
    """Name a seat by its colour."""
    return PLAYERS[position.setup.players[seat]]


def city_name(position: Position, city: str) -> Say:
    """Name a city; the name is the same in every language."""
    return say("{city}", city=position.setup.board.city[city].name)


def marker_name(good: Marker) -> Say:
    """Name a marker by its colour and barrels."""
    return say("{colour} {barrels}", colour=COLOURS[good.colour], barrels=good.barrels)


# --- places and pieces, as lamps, readers and tags name them ---


def city_place(city: str) -> str:
    """Name the place of a city."""
    return f"city.{city}"


def city_at(place: str) -> str | None:
    """Give the city that a place is, if it is one."""
    kind, _, city = place.partition(".")
    return city if kind == "city" else None


def seat_place(position: Position, seat: int) -> str:
    """Name the place of a seat."""
    return f"seat.{position.setup.players[seat]}"


def booth_owner(piece: str) -> str | None:
    """Give the player whose booth a piece is, if it is one: `booth.gray.07`."""
    kind, _, rest = piece.partition(".")
    return rest.partition(".")[0] if kind == "booth" else None


def marker_kind(piece: str) -> str | None:
    """Give the kind of marker that a piece is, if it is one: `marker.orange2.3`."""
    kind, _, rest = piece.partition(".")
    return rest.partition(".")[0] if kind == "marker" else None
