"""The spots of chart and command card as values: what a tag behind the paper stands for."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from companion.games.teutonica.rules.desk import Ability
from companion.games.teutonica.rules.markers import Marker
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.tagged import card_names, spot_names


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
