"""The course of turns: how one begins, how a step under way leads back to it, and what follows its end.

Takes a position at the end of a step, an action or a turn, and returns the one where the next decision waits.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.games.game import Played
from companion.games.teutonica.rules.events import Events, Kept, Over, Turn
from companion.games.teutonica.rules.moves import End, Pawn, Replace, Reveal, Ride, Stay, Walk
from companion.games.teutonica.rules.pieces import EMPTY, FIRST_MARKERS, Ability, Marker, Markers, without_marker
from companion.games.teutonica.rules.position import Phase, Position, Replacing, changed, present
from companion.games.teutonica.rules.refusals import refuse
from companion.games.teutonica.rules.scoring import winning_players

TWO = 2  # players, with whom the pawn plays
_turn = cache(Turn)  # the same few again and again


def refuse_marker(marker: Marker, place: str, there: Markers) -> None:
    """Refuse a marker that is not where it should be."""
    refuse("no_such_marker", marker=marker, place=place, choice=", ".join(dict.fromkeys(there)) or "none")


def route_number(position: Position, route: str) -> int:
    """Number a route of this side; refuse one of the other side."""
    number = position.setup.side.route_number.get(route)
    if number is None:
        refuse("no_such_route", route=route)
    return number


# --- joints ---


def resume(position: Position, events: Events = (), **changes: Any) -> Played[Position]:
    """Lead a step under way back to the turn; the turn of a player who has left is over with it."""
    position = position._replace(phase=Phase.ACTIONS, step=None, **changes)
    if position.active in position.left:
        return finish_turn(position, events)
    return Played(position, events)


def begin_turn(position: Position, seat: int, events: Events = ()) -> Played[Position]:
    """Begin the turn of a seat, or of the next one whose player is there."""
    if position.left:
        seat = present(position, seat)
    actions = position.players[seat].value(Ability.ACTIONS)
    begun = position._replace(
        phase=Phase.ACTIONS, active=seat, actions_left=actions, acted=False, walked=False, step=None
    )
    return Played(begun, (*events, _turn(position.setup.players[seat], actions)))


def finish_turn(position: Position, events: Events = ()) -> Played[Position]:
    """Go on after the last action: replacements for as long as a route can take one, the pawn, the next turn."""
    active = position.active
    plate = position.players[active].plate
    if plate:
        position = position._replace(phase=Phase.REVEAL, actions_left=0, step=None)
        if marker_routes(position):
            return Played(position, events)
        events = (*events, Kept(position.setup.players[active], plate))
        if active in position.left:
            position = pass_plate_on(position, active)
    if position.pawn and not position.walked and active not in position.left:
        return Played(position._replace(phase=Phase.WALK, actions_left=0, step=None), events)
    return begin_turn(position, (active + 1) % len(position.players), events)


def pass_plate_on(position: Position, seat: int) -> Position:
    """Hand the replacements of a player who has left to the next one, so that they come to the board (ruling 47)."""
    plate, heir = position.players[seat].plate, present(position, seat)
    players = changed(position.players, seat, position.players[seat]._replace(plate=0))
    players = changed(players, heir, players[heir]._replace(plate=players[heir].plate + plate))
    return position._replace(players=players)


def stop(position: Position, events: Events = ()) -> Played[Position]:
    """End the game."""
    over = position._replace(phase=Phase.OVER, actions_left=0, acted=False, walked=False, step=None)
    return Played(over, (*events, Over(over.ending, winning_players(over))))


# --- the beginning ---


def reveal_for_tavern(position: Position, move: Reveal) -> Played[Position]:
    """Put a marker on the next tavern (ruling 5)."""
    bonus = position.bonus
    waiting = tavern_markers(position)
    if move.marker not in waiting:
        refuse_marker(move.marker, "for the taverns", waiting)
    tavern = position.setup.side.taverns[len(bonus.on_routes)]
    on_routes = (*bonus.on_routes, (tavern, move.marker))
    bonus = bonus._replace(on_routes=on_routes, unseen=without_marker(bonus.unseen, move.marker))
    position = position._replace(bonus=bonus)
    if len(waiting) > 1:
        return Played(position, ())
    if len(position.players) > TWO:
        return begin_turn(position, position.active)
    return Played(position._replace(phase=Phase.PAWN, active=1 - position.active), ())


def tavern_markers(position: Position) -> Markers:
    """Name the first markers that are not on a tavern yet."""
    there = [marker for _, marker in position.bonus.on_routes]
    return tuple(marker for marker in FIRST_MARKERS if marker not in there)


def place_pawn(position: Position, move: Pawn) -> Played[Position]:
    """Put the pawn into its first province (ruling 41)."""
    return begin_turn(position._replace(pawn=move.to), position.setup.start)


# --- the end of a turn ---


def end(position: Position, _: End) -> Played[Position]:
    """End the actions of a turn (ruling 6)."""
    return finish_turn(position)


def marker_routes(position: Position) -> list[int]:
    """Number the routes that can take a marker (ruling 36)."""
    spaces, taken = position.cities.spaces, dict(position.bonus.on_routes)
    side = position.setup.side
    return [
        route
        for route, houses in enumerate(position.routes)
        if houses == side.empty_houses[route]
        and route not in taken
        and any(EMPTY in spaces[city] for city in side.ends[route])
    ]


def reveal_from_plate(position: Position, move: Reveal) -> Played[Position]:
    """Turn up the top marker of the plate (ruling 35)."""
    bonus, active = position.bonus, position.active
    if move.marker not in bonus.unseen:
        refuse_marker(move.marker, "face down", bonus.unseen)
    player = position.players[active]
    return Played(
        position._replace(
            phase=Phase.REPLACE,
            step=Replacing(move.marker),
            players=changed(position.players, active, player._replace(plate=player.plate - 1)),
            bonus=bonus._replace(unseen=without_marker(bonus.unseen, move.marker)),
        ),
        (),
    )


def replace_marker(position: Position, move: Replace) -> Played[Position]:
    """Put the marker just turned up on a route (ruling 36)."""
    route, step, bonus = route_number(position, move.route), position.step, position.bonus
    assert type(step) is Replacing
    side = position.setup.side
    if bonus.on(route):
        refuse("has_marker", route=move.route)
    if position.routes[route] != side.empty_houses[route]:
        refuse("route_occupied", route=move.route)
    if not any(EMPTY in position.cities.spaces[city] for city in side.ends[route]):
        refuse("cities_full", route=move.route)
    on_routes = tuple(sorted((*bonus.on_routes, (route, step.marker))))
    return finish_turn(position._replace(bonus=bonus._replace(on_routes=on_routes)))


# --- the pawn ---


def ride(position: Position, move: Ride) -> Played[Position]:
    """Move the pawn anywhere, for an action (ruling 43)."""
    if not position.pawn:
        refuse("no_pawn")
    if not position.actions_left:
        refuse_actions(position)
    if move.to == position.pawn:
        refuse("same_province", province=move.to)
    return Played(position._replace(pawn=move.to, actions_left=position.actions_left - 1, acted=True), ())


def walk(position: Position, move: Walk) -> Played[Position]:
    """Move the pawn over one or two borders, free (ruling 42)."""
    pawn, before = position.pawn, position.phase is Phase.ACTIONS
    if not pawn:
        refuse("no_pawn")
    if before and position.walked:
        refuse("already_walked")
    if before and position.acted:
        refuse("already_acted")
    if move.to == pawn:
        refuse("same_province", province=move.to)
    near = position.setup.side.near_provinces[pawn]
    if move.to not in near:
        refuse("too_far_to_walk", province=move.to, choice=", ".join(near))
    position = position._replace(pawn=move.to, walked=True)
    return Played(position, ()) if before else stay(position, Stay())


def stay(position: Position, _: Stay) -> Played[Position]:
    """Leave the pawn where it is; the next turn begins."""
    return begin_turn(position, (position.active + 1) % len(position.players))


def refuse_actions(position: Position) -> None:
    """Refuse an action when none is left."""
    refuse("no_actions", player=position.setup.players[position.active])


def check_pawn(position: Position, route: int) -> None:
    """Refuse a route that does not border the pawn's province (ruling 40)."""
    pawn, side = position.pawn, position.setup.side
    if pawn and route not in side.bordering[pawn]:
        refuse("pawn_elsewhere", province=pawn, route=side.routes[route].id)
