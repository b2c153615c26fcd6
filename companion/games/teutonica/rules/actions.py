"""The actions of a turn that involve nobody else: income, inserting, and moving own pieces."""

from __future__ import annotations

from companion.games.game import Played
from companion.games.teutonica.rules.moves import Done, Income, Insert, Lift, Put
from companion.games.teutonica.rules.pieces import EMPTY, Ability, Kind, put, take
from companion.games.teutonica.rules.position import (
    IN_SUPPLY,
    LESS_INCOME,
    TO_STOCK,
    Moving,
    Phase,
    Position,
    with_pieces,
)
from companion.games.teutonica.rules.refusals import refuse
from companion.games.teutonica.rules.routes import Routes
from companion.games.teutonica.rules.turns import check_pawn, refuse_actions, resume, route_number


def income(position: Position, move: Income) -> Played[Position]:
    """Take pieces from stock to supply: as many as the bags say, or all there are (ruling 7)."""
    seat, player = position.active, position.players[position.active]
    if not position.actions_left:
        refuse_actions(position)
    if not player.stock_size:
        refuse("stock_empty", player=position.setup.players[seat])
    number = player.whole_income
    if move.fewer:
        if LESS_INCOME.id not in position.setup.house_rules:
            refuse("house_rule", number=number, ruling=LESS_INCOME.ruling)
        number -= move.fewer
        if number < 1:
            refuse("no_income")
    merchants, traders = move.merchants, number - move.merchants
    in_stock = player.stock(Kind.TRADER), player.stock(Kind.MERCHANT)
    if not 0 <= traders <= in_stock[0] or merchants > in_stock[1]:
        stock = f"{in_stock[0]} traders, {in_stock[1]} merchants"
        refuse("wrong_number", merchants=merchants, traders=traders, stock=stock, number=number)
    taken = traders * TO_STOCK[Kind.TRADER] + merchants * TO_STOCK[Kind.MERCHANT]
    players = with_pieces(position, seat, -taken)
    return Played(position._replace(players=players, actions_left=position.actions_left - 1, acted=True), ())


def insert(position: Position, move: Insert) -> Played[Position]:
    """Put a piece from the supply on a route."""
    route, kind, seat = route_number(position, move.route), move.piece, position.active
    if not position.actions_left:
        refuse_actions(position)
    check_pawn(position, route)
    houses = position.routes[route]
    check_supply(position, kind)
    if EMPTY not in houses:
        refuse("route_full", route=move.route)
    inserted = position._replace(
        on_routes=position.on_routes.with_houses(route, put(houses, position.setup.own[seat][kind])),
        players=with_pieces(position, seat, -IN_SUPPLY[kind]),
        actions_left=position.actions_left - 1,
        acted=True,
    )
    return Played(inserted, ())


def check_supply(position: Position, kind: Kind) -> None:
    """Refuse a piece that the active player does not have in the supply."""
    if not position.players[position.active].supply(kind):
        refuse("no_such_piece", player=position.setup.players[position.active], piece=kind, place="in the supply")


# --- moving own pieces (ruling 17) ---


def begin_moving(position: Position, move: Lift) -> Played[Position]:
    """Begin the move action by lifting a first piece."""
    route, kind, seat = route_number(position, move.route), move.piece, position.active
    if not position.actions_left:
        refuse_actions(position)
    lifted = _lift(position, route, kind, seat)
    lifts_left = position.players[seat].value(Ability.BOOK) - 1
    return Played(
        position._replace(
            phase=Phase.MOVE,
            step=Moving((kind,), lifts_left),
            on_routes=lifted,
            actions_left=position.actions_left - 1,
            acted=True,
        ),
        (),
    )


def lift_another(position: Position, move: Lift) -> Played[Position]:
    """Lift one more piece."""
    route, kind, step = route_number(position, move.route), move.piece, position.step
    assert type(step) is Moving
    if not step.lifts_left:
        refuse("no_lifts_left", player=position.setup.players[position.active])
    on_routes = _lift(position, route, kind, position.active)
    step = Moving(tuple(sorted((*step.hand, kind))), step.lifts_left - 1)
    return Played(position._replace(step=step, on_routes=on_routes), ())


def _lift(position: Position, route: int, kind: Kind, seat: int) -> Routes:
    """Return the routes without an own piece; refuse one that is not there."""
    houses, piece = position.routes[route], position.setup.own[seat][kind]
    if piece not in houses:
        what = f"{position.setup.players[seat]} {kind}"
        refuse("nobody_there", what=what, place=position.setup.side.routes[route].id)
    return position.on_routes.with_houses(route, take(houses, piece))


lift_from = _lift


def put_moved(position: Position, move: Put) -> Played[Position]:
    """Put a lifted piece on a route."""
    route, kind, step = route_number(position, move.route), move.piece, position.step
    assert type(step) is Moving
    if kind not in step.hand:
        refuse("no_such_piece", player=position.setup.players[position.active], piece=kind, place="in hand")
    houses = position.routes[route]
    if EMPTY not in houses:
        refuse("route_full", route=move.route)
    on_routes = position.on_routes.with_houses(route, put(houses, position.setup.own[position.active][kind]))
    hand = list(step.hand)
    hand.remove(kind)
    if not hand and not step.lifts_left:
        return resume(position, on_routes=on_routes)
    return Played(position._replace(on_routes=on_routes, step=Moving(tuple(hand), step.lifts_left)), ())


def done_moving(position: Position, _: Done) -> Played[Position]:
    """Stop moving."""
    assert type(position.step) is Moving
    if position.step.hand:
        refuse("put_first")
    return resume(position)
