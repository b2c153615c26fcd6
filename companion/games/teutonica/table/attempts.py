"""What somebody may mean by a place, a piece or a verb of Hansa Teutonica, so that the rules can say why not.

Places: `route.x`, `route.x.empty`, `route.x.red trader`, `city.x`, `table.7`, `province.x`, of a desk
`ability.red.keys`, `marker.red.swap_offices`, `used.red`, `plate.red`, `supply.red`, `stock.red`, and `line.Insert`
for a verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.games.game import Refusal
from companion.games.teutonica.rules import moves
from companion.games.teutonica.rules.displace import extra_kinds
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    BY_NAME,
    COLOUR_OF,
    EMPTY,
    KIND_OF,
    KINDS,
    NAME_OF,
    Ability,
    Kind,
    Marker,
    Piece,
)
from companion.games.teutonica.rules.position import Establishing, Moving, Phase, Position, Relocating
from companion.games.teutonica.rules.scoring import SPACES
from companion.games.teutonica.table.cards import CARDS
from companion.games.teutonica.table.route_lists import own_pieces
from companion.table.whynot import LINE, not_theirs
from companion.words.say import Say

Attempt = Move | Refusal
Attempts = Iterable[Attempt]

_USED = Refusal("marker_used", "That marker has been used.", "It counts at the end, and does nothing more.")
_ON_PLATE = Refusal(
    "on_plate", "That marker is not turned up yet.", "It is at the end of the turn, and goes to a route."
)
_BOTH = (Kind.TRADER, Kind.MERCHANT)


def places(position: Position) -> tuple[str, ...]:
    """Return every place and piece that can be pressed, and every verb."""
    setup, side = position.setup, position.setup.side
    found: list[str] = []
    for route, houses in zip(side.routes, position.routes, strict=True):
        there = dict.fromkeys("empty" if piece == EMPTY else NAME_OF[piece] for piece in houses)
        found += (f"route.{route.id}", *(f"route.{route.id}.{each}" for each in there))
    found += [f"city.{city.id}" for city in side.cities]
    found += [f"table.{space}" for space in SPACES]
    if position.pawn or position.phase is Phase.PAWN:
        found += [f"province.{province.id}" for province in side.provinces]
    for name, player in zip(setup.players, position.players, strict=True):
        found += [f"ability.{name}.{ability}" for ability in ABILITIES]
        found += [f"marker.{name}.{marker}" for marker in dict.fromkeys(player.markers)]
        found += [f"supply.{name}", f"stock.{name}"]
        found += [f"used.{name}"] if player.used else []
        found += [f"plate.{name}"] if player.plate else []
    return (*found, *verbs(position))


def verbs(position: Position) -> Mapping[str, Say]:
    """Return what can be asked about by its verb; chance is nobody's, and the pawn is only there for two."""
    has_pawn = position.pawn is not None
    return {
        f"{LINE}{kind.__name__}": CARDS[kind].verb
        for kind in _VERBS
        if has_pawn or kind not in (moves.Ride, moves.Walk, moves.Stay)
    }


def attempts(position: Position, place: str) -> Attempts:
    """Return what may be meant by a place, a piece or a verb; nothing for what is none."""
    if position.phase is Phase.OVER:
        return (moves.End(),)
    side = position.setup.side
    kind, _, rest = place.partition(".")
    match kind:
        case "line":
            asked = next((ask for verb, ask in _VERBS.items() if verb.__name__ == rest), None)
            return asked(position) if asked else ()
        case "route":
            route, _, there = rest.partition(".")
            return _on_route(position, route, there) if route in side.route_number else ()
        case "city" if rest in side.city_number:
            return _in_city(position, rest)
        case "table" if rest in map(str, SPACES):
            return _at_table(position, int(rest))
        case "province" if rest in {province.id for province in side.provinces}:
            return (moves.Pawn(rest),) if position.phase is Phase.PAWN else (moves.Walk(rest), moves.Ride(rest))
        case "ability" | "marker" | "used" | "plate" | "supply" | "stock":
            return _on_desk(position, kind, *rest.split(".", 1))
        case _:
            return ()


# --- on the map ---


def _on_route(position: Position, route: str, there: str) -> Attempts:
    """Return what may be done on a route, or with one of its houses."""
    match position.phase:
        case Phase.RELOCATE:
            return _relocating(position, route)
        case Phase.MOVE:
            assert type(position.step) is Moving
            hand = position.step.hand
            return (*(moves.Put(kind, route) for kind in hand), *(moves.Lift(kind, route) for kind in _BOTH))
        case Phase.REMOVE:
            houses = position.routes[position.setup.side.route_number[route]].replace(EMPTY, "")
            return (moves.Remove(route, piece) for piece in (BY_NAME[there],) * (there in BY_NAME) or houses or "b")
        case Phase.REPLACE:
            return (moves.Replace(route),)
        case _:
            return _actions_on(position, route, there)


def _actions_on(position: Position, route: str, there: str) -> Attempts:
    assert position.mover is not None
    colour = position.setup.players[position.mover]
    houses = position.routes[position.setup.side.route_number[route]]
    inserts = (moves.Insert(Kind.TRADER, route), moves.Insert(Kind.MERCHANT, route))
    if there == "empty":
        return inserts
    pieces = [BY_NAME[there]] if there in BY_NAME else [piece for piece in dict.fromkeys(houses) if piece != EMPTY]
    own = [piece for piece in pieces if COLOUR_OF[piece] == colour]
    found: list[Move] = list(inserts) if EMPTY in houses and not there else []
    if own:
        found += (moves.Establish(route), *(moves.Lift(KIND_OF[piece], route) for piece in own))
    victims: list[Piece] = [piece for piece in pieces if piece not in own]
    found += (moves.Displace(kind, route, victim) for victim in victims for kind in _BOTH)
    return found or inserts


def _relocating(position: Position, route: str) -> Attempts:
    step = position.step
    assert type(step) is Relocating
    if step.hand:
        return (moves.Put(step.hand, route),)
    kinds = extra_kinds(position.players[step.seat])
    return (moves.Add(kind, route) for kind in kinds) if kinds else (moves.Lift(kind, route) for kind in _BOTH)


def _in_city(position: Position, city: str) -> Attempts:
    """Return what brings an office there, or the ability that is improved there."""
    side = position.setup.side
    ability = side.cities[side.city_number[city]].ability
    improve = (moves.Improve(ability),) if ability else ()
    if position.phase is Phase.ESTABLISH:
        return (moves.Office(city), *improve, *_extra_office(position, city))
    if position.phase is Phase.ACTIONS:
        return (*_establishing(position, city), moves.Office(city))
    return (moves.Office(city),)


def _extra_office(position: Position, city: str) -> Attempts:
    has_marker = Marker.EXTRA_OFFICE in position.players[position.active].markers
    return (moves.ExtraOffice(city, kind) for kind in _BOTH) if has_marker else ()


def _at_table(position: Position, space: int) -> Attempts:
    table = position.setup.side.table
    first = (moves.Establish(table),) if position.phase is Phase.ACTIONS else ()
    return (*first, moves.Coellen(space))


def _establishing(position: Position, city: str = "") -> Attempts:
    """Return the routes that may be established, those at a city if one is named; the fullest with own pieces first."""
    side = position.setup.side
    there = [number for number, route in enumerate(side.routes) if not city or city in route.ends]
    missing = {route: len(position.routes[route]) - own_pieces(position, route, position.active) for route in there}
    return (moves.Establish(side.routes[route].id) for route in sorted(there, key=lambda route: missing[route]))


# --- on a desk ---


def _on_desk(position: Position, kind: str, player: str, what: str = "") -> Attempts:
    players, mover = position.setup.players, position.mover
    if player not in players or mover is None:
        return ()
    if player != players[mover]:
        return (not_theirs(player, players[mover]),)
    match kind:
        case "ability" if what in list(Ability):
            return _improving(position, Ability(what))
        case "marker" if what in list(Marker):
            return _using(position, Marker(what))
        case "used":
            return (_USED,)
        case "plate":
            return (_ON_PLATE,)
        case "supply":
            return map(moves.Pay, _BOTH) if position.phase is Phase.PAY else _inserting(position)
        case "stock":
            return _income(position)
        case _:
            return ()


def _improving(position: Position, ability: Ability) -> Attempts:
    if position.phase is not Phase.ACTIONS:
        return (moves.Improve(ability),)
    if Marker.IMPROVE_ABILITY in position.players[position.active].markers:
        return (moves.UseImprove(ability),)
    city = next(city.id for city in position.setup.side.cities if city.ability is ability)
    return (*_establishing(position, city), moves.Improve(ability))


def _using(position: Position, marker: Marker) -> Attempts:
    side = position.setup.side
    if marker is Marker.IMPROVE_ABILITY:
        return map(moves.UseImprove, ABILITIES)
    if marker is Marker.SWAP_OFFICES:
        pairs = ((city.id, pos) for city in side.cities for pos in range(1, len(city.offices)))
        return (moves.UseSwap(city, pos) for city, pos in pairs)
    if marker is Marker.EXTRA_OFFICE and type(position.step) is Establishing:
        ends = (side.cities[end].id for end in side.ends[position.step.route])
        return (moves.ExtraOffice(city, kind) for city in ends for kind in _BOTH)
    return (moves.Use(marker),)


# --- by verb ---


def _inserting(position: Position) -> Attempts:
    free = [
        route.id for route, houses in zip(position.setup.side.routes, position.routes, strict=True) if EMPTY in houses
    ]
    return (moves.Insert(kind, route) for kind in _BOTH for route in free or [position.setup.side.routes[0].id])


def _income(position: Position) -> Attempts:
    legal = [move for move in legal_moves(position) if isinstance(move, moves.Income)]
    return legal or (moves.Income(0),)


def _displacing(position: Position) -> Attempts:
    """Return what may be displaced, or a piece that is not there if there is none."""
    assert position.mover is not None
    own = position.setup.own[position.mover].values()
    side, routes = position.setup.side, position.routes
    there = [(side.routes[at].id, piece) for at, houses in enumerate(routes) for piece in dict.fromkeys(houses)]
    victims = [(route, piece) for route, piece in there if piece != EMPTY and piece not in own]
    other = next(pieces for seat, pieces in enumerate(position.setup.own) if seat != position.mover)
    return (
        moves.Displace(kind, route, victim)
        for kind in _BOTH
        for route, victim in victims or [(side.routes[0].id, other[Kind.TRADER])]
    )


def _on_every_route(make: Callable[[Kind, str], Move]) -> Callable[[Position], Attempts]:
    """Return what is tried with both kinds of pieces on every route."""
    return lambda position: (make(kind, route.id) for route in position.setup.side.routes for kind in _BOTH)


def _lifting(position: Position) -> Attempts:
    side, seat = position.setup.side, position.mover
    assert seat is not None
    own = position.setup.own[seat]
    with_own = [
        moves.Lift(kind, side.routes[at].id)
        for at, houses in enumerate(position.routes)
        for kind in KINDS
        if own[kind] in houses
    ]
    return with_own or (moves.Lift(Kind.TRADER, side.routes[0].id),)


def _of_benefit(make: Callable[[Position, int], Attempts]) -> Callable[[Position], Attempts]:
    """Return what is tried with the cities of the route that is established, or of any before."""

    def tried(position: Position) -> Attempts:
        side, step = position.setup.side, position.step
        if position.phase is Phase.ACTIONS:
            yield from (move for move in _establishing(position) if not is_legal(position, move))
        ends = side.ends[step.route] if type(step) is Establishing else range(len(side.cities))
        for city in ends:
            yield from make(position, city)

    return tried


def is_legal(position: Position, move: Attempt) -> bool:
    """Return whether a move is legal."""
    return move in legal_moves(position)


def _offices(position: Position, city: int) -> Attempts:
    return (moves.Office(position.setup.side.cities[city].id),)


def _improvements(position: Position, city: int) -> Attempts:
    """Return the ability of a city, or of one that has none any ability: the rules say that it is not there."""
    return (moves.Improve(position.setup.side.cities[city].ability or Ability.KEYS),)


def _markers(position: Position) -> Attempts:
    held = position.players[position.active].markers
    for marker in dict.fromkeys(held) or (Marker.PLUS_3_ACTIONS,):
        yield from _using(position, marker)


def _removing(position: Position) -> Attempts:
    side = position.setup.side
    there = [
        (side.routes[at].id, each) for at, houses in enumerate(position.routes) for each in houses if each != EMPTY
    ]
    return (moves.Remove(route, piece) for route, piece in there or [(side.routes[0].id, "b")])


def _to_provinces(make: Callable[[str], Move]) -> Callable[[Position], Attempts]:
    return lambda position: (make(province.id) for province in position.setup.side.provinces)


def _putting(position: Position) -> Attempts:
    hand: Iterable[Kind] = _BOTH
    if type(position.step) is Moving and position.step.hand:
        hand = position.step.hand
    if type(position.step) is Relocating and position.step.hand:
        hand = (position.step.hand,)
    return (moves.Put(kind, route.id) for kind in hand for route in position.setup.side.routes)


_VERBS: Mapping[type[Move], Callable[[Position], Attempts]] = {
    moves.Income: _income,
    moves.Insert: _inserting,
    moves.Displace: _displacing,
    moves.Lift: _lifting,
    moves.Establish: _establishing,
    moves.Office: _of_benefit(_offices),
    moves.Improve: _of_benefit(_improvements),
    moves.Coellen: lambda position: (
        *((moves.Establish(position.setup.side.table),) if position.phase is Phase.ACTIONS else ()),
        *(moves.Coellen(space) for space in SPACES),
    ),
    moves.Use: _markers,
    moves.Put: _putting,
    moves.Add: _on_every_route(moves.Add),
    moves.Pay: lambda _: map(moves.Pay, _BOTH),
    moves.Remove: _removing,
    moves.Replace: lambda position: (moves.Replace(route.id) for route in position.setup.side.routes),
    moves.Ride: _to_provinces(moves.Ride),
    moves.Walk: _to_provinces(moves.Walk),
    moves.Clear: lambda _: (moves.Clear(),),
    moves.Done: lambda _: (moves.Done(),),
    moves.Stay: lambda _: (moves.Stay(),),
    moves.End: lambda _: (moves.End(),),
}
