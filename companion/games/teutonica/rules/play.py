"""Plays a move: takes a position and a move, and returns the next position and its events, or refuses the move.

`play` is the only entry. The verbs check in the documented order of refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.game import Played
from companion.games.teutonica.rules import actions, bonus, displace, establish, moves, turns
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.position import OFFICE_AND_EXTRA, Phase, Position
from companion.games.teutonica.rules.refusals import refuse

Verb = Callable[[Position, Any], Played[Position]]


def play(position: Position, move: Move) -> Played[Position]:
    """Play a move; if it is not allowed, raise IllegalMove with nothing changed."""
    verb = _VERBS[position.phase].get(type(move))
    if verb is None:
        if position.phase is Phase.OVER:
            refuse("game_over")
        if (
            position.phase is Phase.ACTIONS
            and isinstance(move, moves.ExtraOffice)
            and OFFICE_AND_EXTRA.id not in position.setup.house_rules
        ):
            refuse("one_office", ruling=OFFICE_AND_EXTRA.ruling)
        refuse("wrong_phase", verb=type(move).__name__, phase=position.phase)
    return verb(position, move)


_VERBS: Mapping[Phase, Mapping[type[Move], Verb]] = {
    Phase.TAVERNS: {moves.Reveal: turns.reveal_for_tavern},
    Phase.PAWN: {moves.Pawn: turns.place_pawn},
    Phase.ACTIONS: {
        moves.Income: actions.income,
        moves.Insert: actions.insert,
        moves.Displace: displace.displace,
        moves.Lift: actions.begin_moving,
        moves.Establish: establish.establish,
        moves.Use: bonus.use,
        moves.UseImprove: bonus.use_improve,
        moves.UseSwap: bonus.use_swap,
        moves.Ride: turns.ride,
        moves.Walk: turns.walk,
        moves.End: turns.end,
    },
    Phase.PAY: {moves.Pay: displace.pay},
    Phase.RELOCATE: {
        moves.Put: displace.put_displaced,
        moves.Add: displace.add_extra,
        moves.Lift: displace.lift_extra,
        moves.Decline: displace.decline,
    },
    Phase.MOVE: {
        moves.Lift: actions.lift_another,
        moves.Put: actions.put_moved,
        moves.Done: actions.done_moving,
    },
    Phase.ESTABLISH: {
        moves.Office: establish.office,
        moves.ExtraOffice: establish.extra_office,
        moves.Improve: establish.improve,
        moves.Coellen: establish.coellen,
        moves.Clear: establish.clear,
    },
    Phase.REMOVE: {moves.Remove: bonus.remove, moves.Done: bonus.done_removing},
    Phase.REVEAL: {moves.Reveal: turns.reveal_from_plate},
    Phase.REPLACE: {moves.Replace: turns.replace_marker},
    Phase.WALK: {moves.Walk: turns.walk, moves.Stay: turns.stay},
    Phase.OVER: {},
}
