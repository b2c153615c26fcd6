"""Resolves what is under way when the table changes: after a correction, or when a player leaves."""

from __future__ import annotations

from companion.games.game import Played
from companion.games.teutonica.rules.bonus import is_any_on_routes
from companion.games.teutonica.rules.displace import settle_penalty, settle_relocation
from companion.games.teutonica.rules.establish import causes, clear
from companion.games.teutonica.rules.events import Absent, Events
from companion.games.teutonica.rules.moves import Clear
from companion.games.teutonica.rules.pieces import EMPTY, KIND_OF, with_marker
from companion.games.teutonica.rules.position import (
    IN_STOCK,
    Establishing,
    Moving,
    Paying,
    Phase,
    Position,
    Relocating,
    Removing,
    Replacing,
    changed,
    with_pieces,
)
from companion.games.teutonica.rules.turns import finish_turn, marker_routes, pass_plate_on, resume, stop


def settle(position: Position) -> Played[Position]:
    """Go on from a corrected position to where a decision waits, so that nobody is stuck."""
    match position.step:
        case Paying():
            return settle_penalty(position, position.step)
        case Relocating():
            return settle_relocation(position, position.step)
        case Moving(hand, lifts_left):
            if hand and not any(EMPTY in houses for houses in position.routes):
                return resume(drop_step(position))
            return Played(position, ()) if hand or lifts_left else resume(position)
        case Removing():
            return Played(position, ()) if is_any_on_routes(position) else resume(position)
        case Establishing():
            return Played(position._replace(ending=causes(position)), ())
        case Replacing():
            return Played(position, ()) if marker_routes(position) else finish_turn(drop_step(position))
        case None:
            return finish_turn(position) if position.phase is Phase.REVEAL else Played(position, ())


def drop_step(position: Position) -> Position:
    """Abandon what is under way: pieces in hand go to the stock, markers where they belong."""
    setup, step, active = position.setup, position.step, position.active
    match step:
        case Paying(victim):
            players = with_pieces(position, setup.seat_of[victim], IN_STOCK[KIND_OF[victim]])
        case Relocating(seat, _, hand):
            players = with_pieces(position, seat, IN_STOCK[hand] if hand else 0)
        case Moving(hand):
            players = with_pieces(position, active, sum(IN_STOCK[kind] for kind in hand))
        case Establishing(_, taken) if taken:
            player = position.players[active]
            players = changed(position.players, active, player._replace(markers=with_marker(player.markers, taken)))
        case Replacing(marker):
            player = position.players[active]
            players = changed(position.players, active, player._replace(plate=player.plate + 1))
            bonus = position.bonus._replace(unseen=with_marker(position.bonus.unseen, marker))
            position = position._replace(bonus=bonus)
        case _:
            players = position.players
    return position._replace(step=None, players=players, ending=())


def leave(position: Position, seat: int) -> Played[Position]:
    """Let a player leave (ruling 47)."""
    step, phase = position.step, position.phase
    position = position._replace(left=position.left | {seat})
    if len(position.left) >= len(position.players) - 1:
        return stop(drop_step(position)._replace(ending=position.ending))
    if type(step) is Relocating and seat == step.seat:
        events: Events = (Absent(position.setup.players[seat], step.hand),) if step.hand else ()
        return resume(drop_step(position), events)
    if seat != position.active:
        return Played(pass_plate_on(position, seat), ())
    if type(step) is Paying:
        return settle_penalty(position, step)
    if type(step) is Establishing:
        return clear(position, Clear())
    if phase in (Phase.ACTIONS, Phase.MOVE, Phase.REMOVE, Phase.WALK):
        return finish_turn(drop_step(position))
    return Played(position, ())
