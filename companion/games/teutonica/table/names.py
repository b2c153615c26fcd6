"""The names of things, to be said in the language of the table, and the names of places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.games.teutonica.rules.board import Board, Side
from companion.games.teutonica.rules.pieces import (
    ALL,
    COLOUR_OF,
    KIND_OF,
    PRIVILEGES,
    VALUES,
    Ability,
    Kind,
    Marker,
    Piece,
    Privilege,
)
from companion.games.teutonica.rules.places import DESK, EXTRA, PILE, PLATE, STOCK, SUPPLY, TABLE, USED
from companion.games.teutonica.rules.position import (
    DISPLACED_TO_STOCK,
    LESS_INCOME,
    OFFICE_AND_EXTRA,
    Cause,
    Player,
    Position,
)
from companion.words.say import Detail, Say, brief, listed, say

SHORT = 4  # letters of a city, which tell it from all others
BESIDE_PLAYER = 16  # letters of a route next to a player's name, whatever letters they are
BESIDE_WORD = 18  # and next to a short word or a number

# Written out, so that they can be found and translated.
PLAYERS = {
    "blue": say("Blue"),
    "green": say("Green"),
    "purple": say("Purple"),
    "red": say("Red"),
    "yellow": say("Yellow"),
}
HOUSE_RULE_WORDS = {
    LESS_INCOME: say("Less income"),
    DISPLACED_TO_STOCK: say("Displaced to stock"),
    OFFICE_AND_EXTRA: say("Office and extra one"),
}
# Called out of turn: nobody else is meant.
CALLED = {
    "blue": say("BLUE"),
    "green": say("GREEN"),
    "purple": say("PURPLE"),
    "red": say("RED"),
    "yellow": say("YELLOW"),
}
# Over the columns of a table.
INITIALS = {"blue": say("B"), "green": say("G"), "purple": say("P"), "red": say("R"), "yellow": say("Y")}
KINDS = {Kind.TRADER: say("trader"), Kind.MERCHANT: say("merchant")}
SHORT_KINDS = {Kind.TRADER: say("trad."), Kind.MERCHANT: say("merch.")}  # next to an office and its city
PIECES = {Kind.TRADER: say("{player} trader"), Kind.MERCHANT: say("{player} merchant")}
# Where a route is named in the same line.
SHORT_PIECES = {Kind.TRADER: say("{player} t."), Kind.MERCHANT: say("{player} m.")}
ABILITIES = {
    Ability.KEYS: say("Keys"),
    Ability.ACTIONS: say("Actions"),
    Ability.PRIVILEGE: say("Privilege"),
    Ability.BOOK: say("Book"),
    Ability.BAGS: say("Bags"),
}
# Within a sentence.
TOLD_ABILITIES = {
    Ability.KEYS: say("keys"),
    Ability.ACTIONS: say("actions"),
    Ability.PRIVILEGE: say("privilege"),
    Ability.BOOK: say("book"),
    Ability.BAGS: say("bags"),
}
PRIVILEGE_COLOURS = {
    Privilege.WHITE: say("white"),
    Privilege.ORANGE: say("orange"),
    Privilege.PINK: say("pink"),
    Privilege.BLACK: say("black"),
}
MARKERS = {
    Marker.EXTRA_OFFICE: say("Extra office"),
    Marker.SWAP_OFFICES: say("Swap offices"),
    Marker.PLUS_3_ACTIONS: say("3 actions"),
    Marker.PLUS_4_ACTIONS: say("4 actions"),
    Marker.IMPROVE_ABILITY: say("Improve ability"),
    Marker.REMOVE_THREE: say("Remove three"),
}
PROVINCES = {
    "north-west": say("North-west coast"),
    "north": say("North coast"),
    "north-east": say("Baltic coast"),
    "upper-heath": say("Upper heath"),
    "weser-triangle": say("Weser triangle"),
    "west-upper": say("Upper west"),
    "centre-west-upper": say("Upper Weser west"),
    "west-lower": say("Lower west"),
    "centre-west-lower": say("Lower Weser west"),
    "centre-east-upper": say("Upper Weser east"),
    "east-upper": say("Upper east"),
    "centre-east-lower": say("Lower Weser east"),
    "east-lower": say("Lower east"),
    "south-west": say("Far south-west"),
    "south": say("Far south"),
    "south-east": say("Far south-east"),
}


def player_name(position: Position, seat: int) -> Say:
    """Name a seat by its colour."""
    return PLAYERS[position.setup.players[seat]]


def called(position: Position, seat: int) -> Say:
    """Call a seat that must decide out of turn."""
    return CALLED[position.setup.players[seat]]


def piece_name(piece: Piece) -> Say:
    """Name a piece on the board: whose it is, and of which kind."""
    return say(PIECES[KIND_OF[piece]].template, player=PLAYERS[COLOUR_OF[piece]])


def short_piece(piece: Piece) -> Say:
    """Name a piece as briefly as can be."""
    return say(SHORT_PIECES[KIND_OF[piece]].template, player=PLAYERS[COLOUR_OF[piece]])


def city_name(side: Side, city: int) -> Say:
    """Name a city; the name is the same in every language."""
    return say("{city}", city=side.cities[city].name)


@lru_cache(maxsize=256)
def route_name(side: Side, route: int) -> Say:
    """Name a route by both cities, where it has a line for itself."""
    first, second = side.ends[route]
    return say("{route}", route=f"{side.cities[first].name}-{side.cities[second].name}")


@lru_cache(maxsize=256)
def told_route(side: Side, route: int) -> Say:
    """Name a route by both cities within a sentence."""
    first, second = side.ends[route]
    return say("{route}", route=f"{side.cities[first].name}–{side.cities[second].name}")


@lru_cache(maxsize=256)
def short_route(side: Side, route: int) -> Say:
    """Name a route by the beginnings of its cities, where something else stands in the same line."""
    first, second = (side.cities[city].name for city in side.ends[route])
    return brief(f"{first[:SHORT]}-{second[:SHORT]}", f"{first}–{second}")


def route_beside_player(side: Side, route: int) -> Say:
    """Name a route where a player's name stands next to it: whole, if the longest name leaves the room."""
    return _whole_or_short(side, route, BESIDE_PLAYER)


def route_beside_word(side: Side, route: int) -> Say:
    """Name a route where a short word stands next to it: whole, if that leaves the room."""
    return _whole_or_short(side, route, BESIDE_WORD)


def _whole_or_short(side: Side, route: int, most: int) -> Say:
    whole = route_name(side, route)
    return whole if len(whole.in_language()) <= most else short_route(side, route)


def ability_value(ability: Ability, level: int) -> Say:
    """Say what an ability can do at a level."""
    value = VALUES[ability][level]
    if ability is Ability.PRIVILEGE:
        return PRIVILEGE_COLOURS[PRIVILEGES[value]]
    return say("all") if value == ALL else say("{value}", value=value)


def next_value(position: Position, ability: Ability) -> Say:
    """Say what an ability of the active player can do once it is improved."""
    return ability_value(ability, position.players[position.active].level(ability) + 1)


# --- how many ---


def of_kind(kind: Kind, count: int) -> Say:
    """Count pieces of a kind."""
    if kind is Kind.TRADER:
        return say("1 trader", "{count} traders", count=count)
    return say("1 merchant", "{count} merchants", count=count)


def pieces(traders: int, merchants: int) -> Say:
    """Count pieces of both kinds."""
    if not merchants:
        return of_kind(Kind.TRADER, traders)
    if not traders:
        return of_kind(Kind.MERCHANT, merchants)
    return listed([of_kind(Kind.TRADER, traders), of_kind(Kind.MERCHANT, merchants)])


def actions(count: int) -> Say:
    """Count actions."""
    return say("1 action", "{count} actions", count=count)


def in_short(traders: int, merchants: int) -> Say:
    """Count pieces of both kinds in short: traders, then merchants."""
    return say("{traders}+{merchants}", traders=traders, merchants=merchants)


def in_supply(player: Player) -> Say:
    """Count a supply in short."""
    return in_short(player.supply(Kind.TRADER), player.supply(Kind.MERCHANT))


def in_stock(player: Player) -> Say:
    """Count a stock in short."""
    return in_short(player.stock(Kind.TRADER), player.stock(Kind.MERCHANT))


def columns(cells: Sequence[Detail]) -> Say:
    """Put words or numbers into the columns of a table."""
    details = {f"cell{number}": cell for number, cell in enumerate(cells)}
    return say("\t".join(f"{{{name}}}" for name in details), **details)


# --- places, as lamps, readers and spots name them ---


@lru_cache(maxsize=256)
def route_place(side: Side, route: int) -> str:
    """Name the place of a route."""
    return f"route.{side.routes[route].id}"


def city_place(side: Side, city: int) -> str:
    """Name the place of a city."""
    return f"city.{side.cities[city].id}"


def seat_place(position: Position, seat: int) -> str:
    """Name the place of a seat."""
    return f"seat.{position.setup.players[seat]}"


# --- places of pieces and markers, as corrections and refusals name them ---


CAUSES = {
    Cause.PRESTIGE: say("20 prestige points"),
    Cause.MARKERS: say("no marker left to draw"),
    Cause.CITIES: say("10 completed cities"),
}

_PLAIN = {SUPPLY: say("supply"), STOCK: say("stock"), PILE: say("pile")}


def place_name(board: Board, place: str) -> Say:
    """Name a place: `supply`, `desk.book`, `stade-hamburg`, `hamburg`, `hamburg.extra`, `table.7`, `red.plate`."""
    side = board.sides[1]  # the one that has all routes
    first, _, second = place.partition(".")
    if place in _PLAIN:
        return _PLAIN[place]
    if place in side.route_number:
        return short_route(side, side.route_number[place])
    if place in PLAYERS:
        return PLAYERS[place]
    if first in PLAYERS and second == USED:
        return say("{player}, used", player=PLAYERS[first])
    if first in PLAYERS and second == PLATE:
        return say("{player}, plate", player=PLAYERS[first])
    if first == DESK and second in list(Ability):
        return say("desk: {ability}", ability=ABILITIES[Ability(second)])
    if first == TABLE:
        return say("Table {points}", points=second)
    if first in side.city_number:
        city = side.cities[side.city_number[first]].name
        return say("{city}, extra", city=city) if second == EXTRA else say("{city}", city=city)
    return say("{place}", place=place)
