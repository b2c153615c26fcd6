"""Displacing: the displacement itself, its penalty, and what the displaced player then places."""

from __future__ import annotations

from companion.games.game import Played
from companion.games.teutonica.rules.actions import check_supply, lift_from
from companion.games.teutonica.rules.events import Absent, Events, NoRoom, Paid
from companion.games.teutonica.rules.moves import Add, Decline, Displace, Lift, Pay, Put
from companion.games.teutonica.rules.pieces import COLOUR_OF, EMPTY, KIND_OF, KINDS, NAME_OF, Kind, put
from companion.games.teutonica.rules.position import (
    DISPLACED_TO_STOCK,
    IN_STOCK,
    IN_SUPPLY,
    TO_STOCK,
    Paying,
    Phase,
    Player,
    Position,
    Relocating,
    changed,
    with_pieces,
)
from companion.games.teutonica.rules.refusals import refuse
from companion.games.teutonica.rules.turns import check_pawn, refuse_actions, resume, route_number

PENALTY = {Kind.TRADER: 1, Kind.MERCHANT: 2}  # by kind of victim; as many extra pieces may be placed


def displace(position: Position, move: Displace) -> Played[Position]:
    """Take the place of another player's piece (rulings 8 and 9)."""
    route, kind, victim, seat = route_number(position, move.route), move.piece, move.victim, position.active
    if not position.actions_left:
        refuse_actions(position)
    check_pawn(position, route)
    check_supply(position, kind)
    colour, houses = position.setup.players[seat], position.routes[route]
    if COLOUR_OF[victim] == colour:
        refuse("own_piece", player=colour)
    if victim not in houses:
        refuse("nobody_there", what=NAME_OF[victim], place=move.route)
    owed, there = PENALTY[KIND_OF[victim]], position.players[seat].supply_size - 1
    if there < owed:
        refuse("cannot_pay", player=colour, owed=owed, there=there)
    displaced = position._replace(
        on_routes=position.on_routes.with_houses(route, houses.replace(victim, position.setup.own[seat][kind], 1)),
        players=with_pieces(position, seat, -IN_SUPPLY[kind]),
        actions_left=position.actions_left - 1,
        acted=True,
    )
    return settle_penalty(displaced, Paying(victim, route, owed))


def pay(position: Position, move: Pay) -> Played[Position]:
    """Pay one piece of the penalty."""
    step = position.step
    assert type(step) is Paying
    check_supply(position, move.piece)
    players = with_pieces(position, position.active, TO_STOCK[move.piece])
    return settle_penalty(position._replace(players=players), step._replace(owed=step.owed - 1))


def settle_penalty(position: Position, step: Paying) -> Played[Position]:
    """Pay what leaves no choice, and go on to the displaced player when all is paid (ruling 9)."""
    seat, owed = position.active, step.owed
    events: Events = ()
    player = position.players[seat]
    while owed:
        kinds = [kind for kind in KINDS if player.supply(kind)]
        absent = seat in position.left  # a player who has left pays what there is, traders first
        if len(kinds) > 1 and not absent:
            break
        if not kinds:  # only after a correction
            owed = 0
            break
        player = player._replace(pieces=player.pieces + TO_STOCK[kinds[-1]])
        events = (*events, Paid(position.setup.players[seat], kinds[-1]))
        owed -= 1
    if events:
        position = position._replace(players=changed(position.players, seat, player))
    if owed:
        return Played(position._replace(phase=Phase.PAY, step=step._replace(owed=owed)), events)
    return _begin_relocation(position, step, events)


# --- relocating ---


def _begin_relocation(position: Position, step: Paying, events: Events) -> Played[Position]:
    """Hand the displaced piece to its owner; without room or owner it goes to the stock (rulings 15 and 47)."""
    kind, seat = KIND_OF[step.victim], position.setup.seat_of[step.victim]
    name = position.setup.players[seat]
    absent = seat in position.left
    if absent or not nearest_free(position, step.route):
        players = with_pieces(position, seat, IN_STOCK[kind])
        return resume(position, (*events, Absent(name, kind) if absent else NoRoom(name, kind)), players=players)
    may_rest = DISPLACED_TO_STOCK.id in position.setup.house_rules
    relocating = Relocating(seat, step.route, kind, PENALTY[kind], may_rest)
    return Played(position._replace(phase=Phase.RELOCATE, step=relocating), events)


def nearest_free(position: Position, route: int) -> list[int]:
    """Number the routes with a free house that are nearest to this one (ruling 14)."""
    routes = position.routes
    for ring in position.setup.side.rings[route]:
        free = [number for number in ring if EMPTY in routes[number]]
        if free:
            return free
    return []


def put_displaced(position: Position, move: Put) -> Played[Position]:
    """Place the piece in hand."""
    route, step = route_number(position, move.route), position.step
    assert type(step) is Relocating
    if move.piece != step.hand:
        refuse("no_such_piece", player=position.setup.players[step.seat], piece=move.piece, place="in hand")
    return _place(position, step._replace(hand=None, may_rest=False), route, move.piece, position.players)


def add_extra(position: Position, move: Add) -> Played[Position]:
    """Place an extra piece from the stock, or from the supply if the stock is empty (ruling 12)."""
    route, kind, step = route_number(position, move.route), move.piece, position.step
    assert type(step) is Relocating
    if step.hand:
        refuse("put_first")
    player = position.players[step.seat]
    if kind not in extra_kinds(player):
        place = "in stock" if player.stock_size else "in the supply"
        refuse("no_such_piece", player=position.setup.players[step.seat], piece=kind, place=place)
    source = IN_STOCK if player.stock_size else IN_SUPPLY
    players = with_pieces(position, step.seat, -source[kind])
    return _place(position, step._replace(extra=step.extra - 1), route, kind, players)


def extra_kinds(player: Player) -> list[Kind]:
    """Name the kinds of extra pieces that come from stock or supply."""
    count = player.stock if player.stock_size else player.supply
    return [kind for kind in KINDS if count(kind)]


def lift_extra(position: Position, move: Lift) -> Played[Position]:
    """Lift an extra piece off the board, when stock and supply are empty (ruling 12)."""
    route, step = route_number(position, move.route), position.step
    assert type(step) is Relocating
    if step.hand:
        refuse("put_first")
    if extra_kinds(position.players[step.seat]):
        refuse("stock_first", player=position.setup.players[step.seat])
    on_routes = lift_from(position, route, move.piece, step.seat)
    return Played(position._replace(on_routes=on_routes, step=step._replace(hand=move.piece, extra=step.extra - 1)), ())


def decline(position: Position, _: Decline) -> Played[Position]:
    """Place no more extra pieces (ruling 13); by a house rule, first the displaced one may be declined (ruling 10)."""
    step = position.step
    assert type(step) is Relocating
    if not step.hand:
        return resume(position)
    if not step.may_rest:
        displaced = step.extra == PENALTY[step.hand] and DISPLACED_TO_STOCK.id not in position.setup.house_rules
        if displaced:
            refuse("put_displaced_first", ruling=DISPLACED_TO_STOCK.ruling)
        refuse("put_first")
    players = with_pieces(position, step.seat, IN_STOCK[step.hand])
    return settle_relocation(position._replace(players=players), step._replace(hand=None, may_rest=False))


def _place(
    position: Position, step: Relocating, route: int, kind: Kind, players: tuple[Player, ...]
) -> Played[Position]:
    """Put a piece of the displaced player on one of the nearest routes, and see whether more can come."""
    houses, side = position.routes[route], position.setup.side
    if route == step.route:
        refuse("same_route", route=side.routes[route].id)
    if EMPTY not in houses:
        refuse("route_full", route=side.routes[route].id)
    nearest = nearest_free(position, step.route)
    if route not in nearest:
        refuse("too_far", choice=", ".join(side.routes[number].id for number in nearest))
    on_routes = position.on_routes.with_houses(route, put(houses, position.setup.own[step.seat][kind]))
    return settle_relocation(position._replace(on_routes=on_routes, players=players), step)


def settle_relocation(position: Position, step: Relocating) -> Played[Position]:
    """Go on with the next piece of the displaced player, or end the relocation when none can come (ruling 15)."""
    name = position.setup.players[step.seat]
    if not nearest_free(position, step.route):
        if step.hand:  # only after a correction
            players = with_pieces(position, step.seat, IN_STOCK[step.hand])
            return resume(position, (NoRoom(name, step.hand),), players=players)
        return resume(position, (NoRoom(name, None),) if step.extra else ())
    if not step.hand and not step.extra:
        return resume(position)
    return Played(position._replace(step=step), ())
