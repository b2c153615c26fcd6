"""The line of each move in a menu of the moves that one touch can mean."""

from __future__ import annotations

from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.moves import (
    Add,
    Clear,
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
    Put,
    Remove,
    Ride,
    UseSwap,
    Walk,
)
from companion.games.teutonica.rules.pieces import KIND_OF, Kind
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table import establish_menu, marker_menu, names
from companion.games.teutonica.table.deeds import deed
from companion.table.dialog import Choice, Do
from companion.words.say import say

_INSERT = {Kind.TRADER: say("Insert trader"), Kind.MERCHANT: say("Insert merchant")}
_LIFT = {Kind.TRADER: say("Lift own trader"), Kind.MERCHANT: say("Lift own merchant")}


def line(position: Position, move: Move) -> Choice:
    """Return the line of a move, whatever stands above it."""
    match move:
        case Improve() | Office() | Coellen() | ExtraOffice() | Clear():
            return establish_menu.line(position, move)
        case UseSwap():
            return marker_menu.swap(position, move)
        case Walk(to):
            return Choice(names.PROVINCES[to], Do(move), say("free"))
        case Ride(to):
            return Choice(names.PROVINCES[to], Do(move), say("1 action"))
        case Pawn(to):
            return Choice(names.PROVINCES[to], Do(move))
        case Remove(route, victim):
            return Choice(names.piece_name(victim), Do(move), place=f"route.{route}")
        case Put(piece, route) | Add(piece, route) | Lift(piece, route):
            return Choice(deed(position, move), Do(move), names.KINDS[piece], f"route.{route}")
        case _:
            return Choice(deed(position, move), Do(move))


def on_route(move: Move, route: str) -> Choice:
    """Return the line of what can be done on a route that stands above it."""
    place = f"route.{route}"
    match move:
        case Insert(piece):
            return Choice(_INSERT[piece], Do(move), place=place)
        case Displace(_, _, victim):
            owed = say("pay {count}", count=PENALTY[KIND_OF[victim]])
            return Choice(names.piece_name(victim), Do(move), owed, place)
        case Lift(piece):
            return Choice(_LIFT[piece], Do(move), place=place)
        case _:
            assert isinstance(move, Establish)
            return Choice(say("Establish"), Do(move), place=place)
