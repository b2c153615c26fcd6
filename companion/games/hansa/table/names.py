"""The names of things, to be said in the language of the table, and the names of pieces and places."""

from __future__ import annotations

from functools import cache

from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.corrections import OUT, SOLD, SUPPLY, UNSEEN
from companion.games.hansa.rules.events import BANK
from companion.games.hansa.rules.goods import Colour, Marker
from companion.games.hansa.rules.position import FEWER_BOOTHS, Position
from companion.words.say import Say, say

SHIP = "ship"

# Written out, so that they can be found and translated.
PLAYERS = {"gray": say("Gray"), "yellow": say("Yellow"), "purple": say("Purple"), "white": say("White")}
HOUSE_RULE_WORDS = {FEWER_BOOTHS: say("Build fewer booths")}
COLOURS = {
    Colour.BLUE: say("blue"),
    Colour.BROWN: say("brown"),
    Colour.GREEN: say("green"),
    Colour.ORANGE: say("orange"),
    Colour.PINK: say("pink"),
    Colour.YELLOW: say("yellow"),
}
PLACES = {
    UNSEEN: say("face down"),
    OUT: say("out of the game"),
    SUPPLY: say("own supply"),
    BANK: say("bank"),
    **PLAYERS,
}

# The cities that ship under a name which the rule books of other languages write differently.
_CITIES = {words.template: words for words in (say("Copenhagen"),)}


def player_name(position: Position, seat: int) -> Say:
    """Name a seat by its colour."""
    return PLAYERS[position.setup.players[seat]]


def city_name(position: Position, city: str) -> Say:
    """Name a city."""
    return city_called(position.setup.board.city[city].name)


def city_called(name: str) -> Say:
    """Say the name that the board file gives a city: one that ships is translated, an owner's own is not.

    >>> city_called("Copenhagen").in_language(lambda *_: "København")
    'København'
    >>> city_called("Hafnia").in_language()
    'Hafnia'
    """
    return _CITIES.get(name) or say("{city}", city=name)


def marker_name(good: Marker) -> Say:
    """Name a marker by its colour and barrels."""
    return say("{colour} {barrels}", colour=COLOURS[good.colour], barrels=good.barrels)


def place_name(board: Board, place: str) -> Say:
    """Name a place as corrections and the ledger have it: `bank`, `danzig`, `danzig.1`, `gray`, `gray.sold`."""
    head, _, tail = place.partition(".")
    if head in board.city:
        city = city_called(board.city[head].name)
        return say("{city} {space}", city=city, space=tail) if tail else city
    if tail == SOLD and head in PLAYERS:
        return say("{player}, sold", player=PLAYERS[head])
    return PLACES.get(place) or say("{place}", place=place)


# --- how many ---


def barrels(count: int) -> Say:
    """Count barrels."""
    return say("1 barrel", "{count} barrels", count=count)


def booths(count: int) -> Say:
    """Count booths."""
    return say("1 booth", "{count} booths", count=count)


def markers(count: int) -> Say:
    """Count markers."""
    return say("1 marker", "{count} markers", count=count)


# --- places and pieces, as lamps, readers and tags name them ---


@cache  # named again and again in every scene
def city_place(city: str) -> str:
    """Name the place of a city."""
    return f"city.{city}"


@cache
def space_place(city: str, number: int) -> str:
    """Name the place of a warehouse space, the first of its city being 1."""
    return f"warehouse.{city}.{number}"


def city_at(place: str) -> str | None:
    """Return the city that a place is, if it is one."""
    kind, _, city = place.partition(".")
    return city if kind == "city" else None


def seat_place(position: Position, seat: int) -> str:
    """Name the place of a seat."""
    return f"seat.{position.setup.players[seat]}"


def booth_owner(piece: str) -> str | None:
    """Return the player whose booth a piece is, or stands for: `booth.gray.07`, `token.gray`."""
    kind, _, rest = piece.partition(".")
    return rest.partition(".")[0] if kind in ("booth", "token") else None


def is_token(piece: str) -> bool:
    """Return whether a piece stands for all booths of a player: it is touched to a place, and belongs nowhere."""
    return piece.startswith("token.")


def marker_piece(good: Marker) -> str:
    """Name the kind of piece that markers like this are."""
    return f"marker.{good}"


def marker_kind(piece: str) -> str | None:
    """Return the kind of marker that a piece is, if it is one: `marker.orange2.3`."""
    kind, _, rest = piece.partition(".")
    return rest.partition(".")[0] if kind == "marker" else None
