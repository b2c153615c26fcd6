"""The menus of steps under way: paying, relocating, moving, establishing, removing; markers turned up, and the pawn."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from companion.games.teutonica.rules.events import Prestige, Reason, Taken
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
    Add,
    Clear,
    Coellen,
    Decline,
    Done,
    ExtraOffice,
    Improve,
    Lift,
    Move,
    Office,
    Pay,
    Put,
    Remove,
    Replace,
    Reveal,
    Stay,
    Walk,
)
from companion.games.teutonica.rules.pieces import EMPTY, Kind
from companion.games.teutonica.rules.position import Establishing, Moving, Position
from companion.games.teutonica.table import cards, names
from companion.games.teutonica.table.actions_menu import lift_choices
from companion.games.teutonica.table.course import established, title
from companion.games.teutonica.table.route_lists import likeliest, near_first, own_pieces, route_choices
from companion.table.dialog import Choice, Do, Menu, Open
from companion.table.history import History
from companion.table.intents import Draw
from companion.table.screen import Look, Row
from companion.words.say import Say, say

MANY = 99  # lines: a list that is always flat


def pay_choices(history: History) -> tuple[Choice, ...]:
    """Ask which piece of the penalty goes from supply to stock; traders first, they are worth less."""
    position: Position = history.position
    kinds = sorted((move.piece for move in legal_moves(position) if isinstance(move, Pay)), reverse=True)
    return _listed(position, list(map(Pay, kinds)))


def _listed(position: Position, moves: Sequence[Move]) -> tuple[Choice, ...]:
    return tuple(cards.listed(position, move).choice(move) for move in moves)


# --- relocating ---


def relocate_choices(history: History) -> tuple[Choice, ...]:
    """Ask the displaced player for a route; extra pieces are traders unless a merchant is wanted."""
    position: Position = history.position
    moves = list(legal_moves(position))
    seat = position.mover
    assert seat is not None
    puts = [move for move in moves if isinstance(move, Put)]
    if puts:
        return (*_routes(history, puts, seat), *_listed(position, [move for move in moves if move == Decline()]))
    (no_more,) = _listed(position, [Decline()])
    lifts = [move for move in moves if isinstance(move, Lift)]
    if lifts:
        return (*lift_choices(position, lifts, seat), no_more)
    by_kind = {kind: [move for move in moves if isinstance(move, Add) and move.piece is kind] for kind in Kind}
    traders, merchants = by_kind[Kind.TRADER], by_kind[Kind.MERCHANT]
    if not (traders and merchants):
        return (*_routes(history, traders or merchants, seat), no_more)
    asked = Menu(title(history), _routes(history, merchants, seat), (Row(say("With a merchant")),), name="add merchant")
    return (*_routes(history, traders, seat), Choice(say("With a merchant"), Open(asked)), no_more)


def _routes(history: History, moves: Sequence[Put | Add], seat: int) -> tuple[Choice, ...]:
    position: Position = history.position
    side = position.setup.side
    options = {side.route_number[move.route]: cards.listed(position, move).choice(move) for move in moves}
    return route_choices(side, options, likeliest(history, options, seat), names.player_name(position, seat), flat=MANY)


# --- moving ---


def move_choices(history: History) -> tuple[Choice, ...]:
    """Ask where a lifted piece goes, or what else to lift; with empty hands one may stop, which comes first."""
    position: Position = history.position
    step, moves = position.step, list(legal_moves(position))
    assert type(step) is Moving
    lifts = [move for move in moves if isinstance(move, Lift)]
    if not step.hand:
        return (*_listed(position, [Done()]), *lift_choices(position, lifts, position.active))
    kinds = sorted(set(step.hand), reverse=True)
    lines = _put_choices(history, moves, kinds[0])
    if len(kinds) > 1:
        labels = {Kind.TRADER: say("Put trader"), Kind.MERCHANT: say("Put merchant")}
        lines = tuple(Choice(labels[kind], Open(_put_list(history, moves, kind, labels[kind]))) for kind in kinds)
    return (*lines, *_lift_another(history, lifts))


def _put_choices(history: History, moves: Sequence[Move], kind: Kind) -> tuple[Choice, ...]:
    position: Position = history.position
    side = position.setup.side
    puts = [move for move in moves if isinstance(move, Put) and move.piece is kind]
    options = {side.route_number[move.route]: cards.listed(position, move).choice(move) for move in puts}
    order = likeliest(history, options, position.active)
    return route_choices(side, options, order, names.player_name(position, position.active))


def _put_list(history: History, moves: Sequence[Move], kind: Kind, about: Say) -> Callable[[], Menu]:
    position: Position = history.position
    head = Row(about, names.player_name(position, position.active), Look.TITLE)
    return lambda: Menu(head, _put_choices(history, moves, kind), name="put")


def _lift_another(history: History, lifts: Sequence[Lift]) -> tuple[Choice, ...]:
    position: Position = history.position
    if not lifts:
        return ()

    def make() -> Menu:
        head = Row(say("Lift which?"), names.player_name(position, position.active), Look.TITLE)
        return Menu(head, lift_choices(position, lifts, position.active), name="lift")

    return (Choice(say("Lift another"), Open(make)),)


# --- removing ---


def remove_choices(history: History) -> tuple[Choice, ...]:
    """Ask which piece goes back to its owner's supply; those in the mover's way first."""
    position: Position = history.position
    side, seat = position.setup.side, position.active
    by_route: dict[int, list[Remove]] = defaultdict(list)
    for move in legal_moves(position):
        if isinstance(move, Remove):
            by_route[side.route_number[move.route]].append(move)
    options = {route: _remove_line(position, route, moves) for route, moves in by_route.items()}
    order = sorted(by_route, key=lambda route: (-own_pieces(position, route, seat), route))
    lines = route_choices(side, options, order, names.player_name(position, seat))
    return (*lines, Choice(say("No more"), Do(Done())))


def _remove_line(position: Position, route: int, moves: list[Remove]) -> Choice:
    line = cards.listed(position, moves[0])
    if len(moves) == 1:
        return line.choice(moves[0])
    victims = tuple(cards.line_here(move)._replace(place="").choice(move) for move in moves)
    asked = Menu(Row(names.route_name(position.setup.side, route), look=Look.TITLE), victims, name="remove")
    return Choice(line.label, Open(asked), say("{count} pieces", count=len(moves)), line.place)


# --- the benefit of a route: what has happened already above, what may be taken below ---


BENEFITS = (Improve, Office, Coellen, ExtraOffice, Clear)


def benefit_choices(history: History) -> tuple[Choice, ...]:
    """Return the benefits: ability, offices, table, extra offices, nothing."""
    position: Position = history.position
    return _listed(position, sorted(legal_moves(position), key=lambda move: BENEFITS.index(type(move))))


def benefit_head(history: History) -> tuple[Row, ...]:
    """Say who got points as controller, and which marker was taken."""
    position: Position = history.position
    began = established(history)
    assert type(position.step) is Establishing
    if began is None:
        return ()
    step = history.steps[began]
    side, rows = position.setup.side, []
    for city in side.ends[position.step.route]:
        given = [
            event
            for event in step.events
            if isinstance(event, Prestige) and event.reason is Reason.CONTROL and event.city == side.cities[city].id
        ]
        got = (
            say("{player} +{points}", player=names.PLAYERS[given[0].player], points=given[0].points) if given else None
        )
        rows.append(Row(names.city_name(side, city), got or say("nobody")))
    taken = [event.marker for event in step.events if isinstance(event, Taken)]
    rows += (Row(say("Took: {marker}", marker=names.MARKERS[marker])) for marker in taken)
    if position.ending:
        rows.append(Row(say("The game ends with it")))
    return tuple(rows)


# --- markers and pawn: what was turned up, where a replacement goes, where the pawn goes ---


DRAWS = Choice(say("Companion draws"), Draw())


def tavern_choices(history: History) -> tuple[Choice, ...]:
    """Ask which marker lies on the next tavern, or let the companion draw; the last one follows from the others."""
    position: Position = history.position
    kinds = [move.marker for move in legal_moves(position) if isinstance(move, Reveal)]
    lines = tuple(Choice(names.MARKERS[kind], Do(Reveal(kind)), piece=f"marker.{kind}") for kind in kinds)
    return (*((DRAWS,) if len(kinds) > 1 else ()), *lines)


def reveal_choices(history: History) -> tuple[Choice, ...]:
    """Ask which marker was turned up; the kinds in the order of the box, each with how many are unseen."""
    position: Position = history.position
    left = Counter(position.bonus.unseen)
    lines = tuple(
        Choice(name, Do(Reveal(kind)), say("{count} left", count=left[kind]), piece=f"marker.{kind}")
        for kind, name in names.MARKERS.items()
        if left[kind]
    )
    return (*lines, DRAWS)


def replace_choices(history: History) -> tuple[Choice, ...]:
    """Ask where a marker goes; first where the mover can get it soonest: a short route with an ability or an office."""
    position: Position = history.position
    side = position.setup.side
    options: dict[int, Choice] = {}
    for move in legal_moves(position):
        if isinstance(move, Replace):
            route = side.route_number[move.route]
            options[route] = cards.listed(position, move).choice(move)

    def key(route: int) -> tuple[bool, int, int]:
        improves = any(side.cities[city].ability for city in side.ends[route])
        free = sum(position.cities.spaces[city].count(EMPTY) for city in side.ends[route])
        return not improves, -free, route

    return route_choices(side, options, sorted(options, key=key), names.player_name(position, position.active))


def pawn_choices(history: History) -> tuple[Choice, ...]:
    """Ask for the first province."""
    position: Position = history.position
    return _listed(position, list(legal_moves(position)))


def walk_choices(history: History) -> tuple[Choice, ...]:
    """Ask where the pawn goes after a turn; it may stay, which comes first."""
    position: Position = history.position
    moves = {move.to: move for move in legal_moves(position) if isinstance(move, Walk)}
    order = near_first(position, moves)
    return (
        *_listed(position, [Stay()]),
        *(Choice(names.PROVINCES[province], Do(moves[province])) for province in order),
    )
