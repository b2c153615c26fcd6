"""Which moves a spot names, and which lines of a menu: its own first, then those of the menus that it opens."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.moves import (
    Add,
    Coellen,
    Displace,
    Establish,
    ExtraOffice,
    Improve,
    Insert,
    Lift,
    Move,
    Office,
    Pawn,
    Pay,
    Put,
    Remove,
    Replace,
    Reveal,
    Ride,
    Use,
    UseImprove,
    UseSwap,
    Walk,
)
from companion.games.teutonica.rules.pieces import COLOUR_OF
from companion.games.teutonica.table.actions_menu import kind_of
from companion.games.teutonica.table.spots import InCity, OfAbility, OfColour, OfKind, OfMarker, OnRoute, OnTable, Spot
from companion.table.dialog import Choice, Do, Menu, Open


def is_named(spot: Spot, move: Move, side: Side) -> bool:
    """Return whether a spot is a part of a move: its route, its city, its piece."""
    match spot:
        case OnRoute(route):
            return _is_route(route, move, side)
        case InCity(city):
            return _is_city(city, move, side)
        case OfKind(kind):
            return isinstance(move, Insert | Pay | Put | Add | Lift | ExtraOffice) and move.piece is kind
        case OfColour(colour):
            return isinstance(move, Displace | Remove) and COLOUR_OF[move.victim] == colour
        case OfMarker(marker):
            if isinstance(move, Reveal):
                return move.marker is marker
            return isinstance(move, Use | UseImprove | UseSwap) and kind_of(move) is marker
        case OfAbility(ability):
            return isinstance(move, Improve | UseImprove) and move.ability is ability
        case OnTable(space):
            return isinstance(move, Coellen) and move.space == space
        case _:
            return False


def _is_route(route: str, move: Move, side: Side) -> bool:
    match move:
        case Insert() | Displace() | Put() | Add() | Lift() | Establish() | Remove() | Replace():
            return move.route == route
        case Walk(to) | Ride(to) | Pawn(to):
            return route in side.route_number and side.route_number[route] in side.bordering[to]
        case _:
            return False


def _is_city(city: str, move: Move, side: Side) -> bool:
    match move:
        case Office() | ExtraOffice() | UseSwap():
            return move.city == city
        case Improve(ability):
            return side.cities[side.city_number[city]].ability is ability
        case Coellen():
            return city in (side.cities[end].id for end in side.ends[side.route_number[side.table]])
        case _:
            return False


def named_lines(menu: Menu, spot: Spot, side: Side) -> tuple[Choice, ...]:
    """Return the lines of a menu that a spot names, each move once; menus that it opens count where itself has none."""
    found: dict[object, Choice] = {}
    level = [menu]
    while level and not found:
        for choice in (choice for each in level for choice in each.choices):
            if isinstance(choice.action, Do) and is_named(spot, choice.action.entry, side):
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
