"""From a move of Hansa Teutonica to the spots that are touched for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
    Add,
    Clear,
    Coellen,
    Decline,
    Displace,
    Done,
    End,
    Establish,
    ExtraOffice,
    Improve,
    Income,
    Insert,
    Lift,
    Office,
    Pawn,
    Pay,
    Put,
    Remove,
    Replace,
    Reveal,
    Ride,
    Stay,
    Use,
    UseImprove,
    UseSwap,
    Walk,
)
from companion.games.teutonica.rules.pieces import COLOUR_OF, Kind
from companion.games.teutonica.rules.position import Moving, Phase, Position
from companion.games.teutonica.table.commands_touched import armed
from companion.table.dialog import Dialog, Menu
from companion.table.history import History
from companion.table.table import Table
from tests.kit.menus import line_to

MOST = 30  # touches of one move; more are a mistake


class Hand(Protocol):
    """Whoever holds the wand."""

    def touch(self, *spots: str) -> None:
        """Touch spots, one after the other."""

    @property
    def table(self) -> Table:
        """The table that is played at."""


def make_move(hand: Hand, move: Any, *, arms: bool = False) -> list[str]:
    """Make a move with touches alone, and return them; `arms` touches the piece first, as for a series."""
    touched, steps = [], len(_history(hand.table).steps)
    for spot in touches(hand.table, move, arms=arms):
        touched.append(spot)
        assert len(touched) <= MOST, f"{move}: {touched}"
        hand.touch(spot)
    made = _history(hand.table).entries[steps:]
    assert made == (move,), f"{move}: {touched} led to {made}"
    return touched


def touches(table: Table, move: Any, *, arms: bool) -> Iterator[str]:
    """Return the spots to touch, one after the other, until the move is made."""
    before, last = _history(table), ""
    first = iter(opening(before.position, move, armed_at(table), arms=arms))
    while _history(table) is before:
        last = next(first, "") or leading_on(table.dialog, move, last)
        yield last


def _history(table: Table) -> History:
    assert table.kept.history is not None
    return table.kept.history


def armed_at(table: Table) -> Kind | None:
    """Return the piece that is armed."""
    opened = table.view.opened
    return next((kind for dialog in opened if isinstance(dialog, Menu) and (kind := armed(dialog))), None)


def leading_on(dialog: Dialog, move: Any, last: str) -> str:
    """Return the spot that leads on to a move: the same one again, or a step in the list that is shown."""
    assert isinstance(dialog, Menu), f"{move}: {dialog}"
    line = line_to(dialog, move)
    assert line is not None, f"{move} is not offered by {dialog}"
    if line != dialog.cursor:
        return "card.down" if line > dialog.cursor else "card.up"
    return last if last in (dialog.topic.code, "card.end_turn") else "card.ok"


def on(route: str) -> str:
    """Name the spot of a route."""
    return f"spot.route.{route}"


def opening(position: Position, move: Any, kind: Kind | None, *, arms: bool) -> list[str]:
    """Return the spots to touch first; `kind` is the piece that is armed, `arms` tells to arm the one to insert."""
    match move:
        case Insert(piece, route):
            if piece is kind:
                return [on(route)]
            if arms or kind is not None:
                return [f"card.{piece}", on(route)]
            return [on(route), on(route)] if _is_lesser(position, piece) else [on(route), f"card.{piece}"]
        case Displace(piece, route, victim):
            named = [] if piece is kind or (kind is None and _is_lesser(position, piece)) else [f"card.{piece}"]
            return [*named, f"card.colour.{COLOUR_OF[victim]}", on(route)]
        case Add(Kind.MERCHANT, route) if Add(Kind.TRADER, route) in legal_moves(position):
            return ["card.merchant", on(route)]
        case Lift(_, route) if position.phase is Phase.ACTIONS:
            return ["card.move", on(route)]
        case Lift(_, route) if type(position.step) is Moving and position.step.hand:
            return ["card.move", on(route)]
        case Establish(route):
            return [on(route), on(route)]
        case Put(_, route) | Add(_, route) | Lift(_, route) | Remove(route) | Replace(route):
            return [on(route)]
        case Ride(to) if Walk(to) in legal_moves(position):
            return ["card.pawn"]  # whoever pays for what is free says so in the list
        case Walk(to) | Ride(to) | Pawn(to):
            first = ["card.pawn"] if position.phase is Phase.ACTIONS else []
            return [*first, on(_along(position, to))]
        case Office(city):
            return [f"spot.city.{city}"]
        case ExtraOffice(city):
            return ["card.marker.extra_office", f"spot.city.{city}"]
        case UseSwap(city):
            return ["card.marker.swap_offices", f"spot.city.{city}"]
        case UseImprove(ability):
            return ["card.marker.improve_ability", f"card.ability.{ability}"]
        case Improve(ability):
            return [f"card.ability.{ability}"]
        case Coellen(space):
            return [f"card.table.{space}"]
        case Reveal(marker) | Use(marker):
            return [f"card.marker.{marker}"]
        case Pay(piece):
            return [f"card.{piece}"]
        case Decline() | Done() | Clear() | Stay():
            return ["card.no_more"]
        case Income():
            return ["card.income"]
        case _:
            assert isinstance(move, End)
            return ["card.end_turn"]


def _is_lesser(position: Position, piece: Kind) -> bool:
    """Return whether a piece is the one that is taken where none is named."""
    return piece is Kind.TRADER or not position.players[position.active].supply(Kind.TRADER)


def _along(position: Position, province: str) -> str:
    """Name a route next to a province, the one that the fewest others share."""
    side = position.setup.side
    shared = {
        route: sum(route in routes for routes in side.bordering.values()) for route in sorted(side.bordering[province])
    }
    return side.routes[min(shared, key=shared.__getitem__)].id
