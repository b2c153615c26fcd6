"""Using bonus markers between actions (rulings 29 to 34)."""

from __future__ import annotations

from companion.games.game import Played
from companion.games.teutonica.rules.establish import improve_ability, turned_over
from companion.games.teutonica.rules.moves import Done, Remove, Use, UseImprove, UseSwap
from companion.games.teutonica.rules.pieces import ABILITIES, EMPTY, KIND_OF, MORE_ACTIONS, NAME_OF, Marker, take
from companion.games.teutonica.rules.position import (
    IN_SUPPLY,
    OFFICE_AND_EXTRA,
    Phase,
    Position,
    Removing,
    changed,
    with_pieces,
)
from companion.games.teutonica.rules.refusals import refuse
from companion.games.teutonica.rules.turns import refuse_marker, resume, route_number

REMOVED_AT_MOST = 3


def _turn_over(position: Position, marker: Marker) -> Position:
    """Turn a marker over; refuse one that is not face up."""
    seat, player = position.active, position.players[position.active]
    if marker not in player.markers:
        refuse_marker(marker, "face up", player.markers)
    return position._replace(players=changed(position.players, seat, turned_over(player, marker)))


def use(position: Position, move: Use) -> Played[Position]:
    """Use a marker without further choice: more actions, or removing pieces; others are named when nothing is left."""
    marker = move.marker
    used = _turn_over(position, marker)
    if marker is Marker.EXTRA_OFFICE:
        if position.acted and OFFICE_AND_EXTRA.id not in position.setup.house_rules:
            refuse("one_office_now", ruling=OFFICE_AND_EXTRA.ruling)
        refuse("not_establishing")
    if marker is Marker.SWAP_OFFICES:
        refuse("nobody_there", what="An office to swap", place="no city has two")
    if marker is Marker.IMPROVE_ABILITY:
        refuse("at_maximum", ability=ABILITIES[0])
    if marker in MORE_ACTIONS:
        return Played(used._replace(actions_left=used.actions_left + MORE_ACTIONS[marker]), ())
    if not is_any_on_routes(position):
        refuse("nobody_there", what="A piece", place="every route is empty")
    return Played(used._replace(phase=Phase.REMOVE, step=Removing(REMOVED_AT_MOST)), ())


def use_improve(position: Position, move: UseImprove) -> Played[Position]:
    """Improve any ability."""
    improved, events = improve_ability(_turn_over(position, Marker.IMPROVE_ABILITY), move.ability)
    return Played(improved, events)


def use_swap(position: Position, move: UseSwap) -> Played[Position]:
    """Swap two neighbouring printed offices (ruling 31)."""
    used, cities = _turn_over(position, Marker.SWAP_OFFICES), position.cities
    city, pos = position.setup.side.city_number[move.city], move.pos
    spaces = cities.spaces[city]
    pair = spaces[pos - 1 : pos + 1]
    if len(pair) < 2 or EMPTY in pair:
        refuse("nobody_there", what=f"An office {pos} or {pos + 1}", place=move.city)
    spaces = spaces[: pos - 1] + pair[::-1] + spaces[pos + 1 :]
    return Played(used._replace(cities=cities._replace(spaces=changed(cities.spaces, city, spaces))), ())


def is_any_on_routes(position: Position) -> bool:
    """Return whether there is a piece on any route."""
    return position.routes != position.setup.side.empty_houses


def remove(position: Position, move: Remove) -> Played[Position]:
    """Remove a piece to its owner's supply (ruling 32)."""
    route, victim, step = route_number(position, move.route), move.victim, position.step
    assert type(step) is Removing
    houses = position.routes[route]
    if victim not in houses:
        refuse("nobody_there", what=NAME_OF[victim], place=move.route)
    owner = position.setup.seat_of[victim]
    removed = position._replace(
        on_routes=position.on_routes.with_houses(route, take(houses, victim)),
        players=with_pieces(position, owner, IN_SUPPLY[KIND_OF[victim]]),
    )
    if step.left == 1 or not is_any_on_routes(removed):
        return resume(removed)
    return Played(removed._replace(step=Removing(step.left - 1)), ())


def done_removing(position: Position, _: Done) -> Played[Position]:
    """Remove no more pieces."""
    return resume(position)
