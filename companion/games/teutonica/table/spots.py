"""The spots of chart and command card as values: what a tag behind the paper stands for, and which moves it names."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.codec import is_correction, named_in
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.pieces import COLOUR_OF, Ability, Kind, Marker
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.rules.scoring import SPACES
from companion.games.teutonica.table import names, route_lists
from companion.games.teutonica.table.cards import places_of
from companion.games.teutonica.tagged import card_names, spot_names
from companion.table import intents
from companion.table.dialog import Choice, Do, Menu, Open
from companion.table.own_dialogs import NEW_TAG
from companion.words.say import Say, say


class OnRoute(NamedTuple):
    """A route of the chart."""

    route: str


class InCity(NamedTuple):
    """A city of the chart."""

    city: str


class OfKind(NamedTuple):
    """Trader or merchant."""

    kind: Kind


class OfColour(NamedTuple):
    """A player's colour."""

    colour: str


class OfMarker(NamedTuple):
    """A kind of bonus marker."""

    marker: Marker


class OfAbility(NamedTuple):
    """An ability of the desks."""

    ability: Ability


class OnTable(NamedTuple):
    """A space of Coellen's table."""

    space: int


class Word(StrEnum):
    """A command of the card."""

    INCOME = "income"
    MOVE = "move"
    PAWN = "pawn"
    NO_MORE = "no_more"
    WHAT_NOW = "what_now"
    OK = "ok"
    BACK = "back"
    TAKE_BACK = "take_back"
    END_TURN = "end_turn"
    UP = "up"
    DOWN = "down"
    SCORE = "score"
    DESK = "desk"


Spot = OnRoute | InCity | OfKind | OfColour | OfMarker | OfAbility | OnTable | Word


@lru_cache(maxsize=1)
def all_spots() -> dict[str, Spot]:
    """Return every spot by the name that its tag is enrolled as.

    >>> all_spots()["card.colour.red"], all_spots()["card.no_more"]
    (OfColour(colour='red'), <Word.NO_MORE: 'no_more'>)
    """
    return {name: _spot(name) for name in (*spot_names(), *card_names())}


def _spot(name: str) -> Spot:
    _, kind, *rest = name.split(".")
    if not rest:
        return OfKind(Kind(kind)) if kind in list(Kind) else Word(kind)
    (value,) = rest
    match kind:
        case "route":
            return OnRoute(value)
        case "city":
            return InCity(value)
        case "colour":
            return OfColour(value)
        case "marker":
            return OfMarker(Marker(value))
        case "ability":
            return OfAbility(Ability(value))
        case _:
            return OnTable(int(value))


def place_of(spot: Spot) -> str:
    """Name the place whose lamp is next to a spot; empty for one that has none."""
    match spot:
        case OnRoute(route):
            return f"route.{route}"
        case InCity(city):
            return f"city.{city}"
        case OfColour(colour):
            return f"seat.{colour}"
        case _:
            return ""


# --- what they are called, where one must be chosen ---


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


# --- which can be given another sticker: region by region, then the card ---


_CARD_WORDS = say("Command card")


def sticker_menu(enrolled: Collection[str]) -> Menu | None:
    """Offer the spots that have a sticker."""
    spots = all_spots()
    choices = []
    for piece, section in _in_order():
        if piece in enrolled:
            words = spot_words(spots[piece])
            choices.append(Choice(words, intents.NewTag(piece, words), section=section))
    return Menu(NEW_TAG, tuple(choices), name="stickers") if choices else None


def _in_order() -> Iterator[tuple[str, Say]]:
    for region, section in route_lists.NAMES.items():
        yield from ((f"spot.city.{city}", section) for city in route_lists.CITIES[region])
        yield from ((f"spot.route.{route}", section) for route in route_lists.ROUTES[region])
    yield from ((piece, _CARD_WORDS) for piece in card_names())


# --- which moves a spot names, and which lines of a menu ---


def is_named(spot: Spot, move: Move, position: Position) -> bool:
    """Return whether a spot is a part of a move: its place, its piece."""
    if isinstance(spot, OnRoute | InCity):
        return not _stands_for(spot, position.setup.side).isdisjoint(places_of(position, move))
    found = {} if is_correction(move) else named_in(move)
    match spot:
        case OfKind(kind):
            return found.get("piece") is kind and "victim" not in found
        case OfColour(colour):
            return "victim" in found and COLOUR_OF[found["victim"]] == colour
        case OfMarker(marker):
            return found.get("marker") is marker
        case OfAbility(ability):
            return found.get("ability") is ability
        case OnTable(space):
            return found.get("space") == space
        case _:
            return False


@lru_cache(maxsize=256)
def _stands_for(spot: OnRoute | InCity, side: Side) -> frozenset[str]:
    """Name the places that a spot of the chart stands for: a route for its provinces, a city for its prestige table."""
    if isinstance(spot, OnRoute):
        number = side.route_number.get(spot.route)
        provinces = (f"province.{name}" for name, routes in side.bordering.items() if number in routes)
        return frozenset((place_of(spot), *provinces))
    is_at_table = spot.city in (side.cities[end].id for end in side.ends[side.route_number[side.table]])
    return frozenset((place_of(spot), *(f"table.{space}" for space in SPACES if is_at_table)))


def named_lines(menu: Menu, spot: Spot, position: Position) -> tuple[Choice, ...]:
    """Return the lines of a menu that a spot names, each move once; menus that it opens count where itself has none."""
    found: dict[object, Choice] = {}
    level = [menu]
    while level and not found:
        for choice in (choice for each in level for choice in each.choices):
            if isinstance(choice.action, Do) and is_named(spot, choice.action.entry, position):
                found.setdefault(choice.action.entry, choice)
        level = [inside for each in level for inside in _inside(each)]
    return tuple(found.values())


def _inside(menu: Menu) -> Iterator[Menu]:
    for choice in menu.choices:
        if isinstance(choice.action, Open):
            opened = choice.action.dialog
            dialog = opened() if callable(opened) else opened
            if isinstance(dialog, Menu):
                yield dialog
