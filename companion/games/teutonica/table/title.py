"""The title of a screen: who decides, what about, and that the end is near; capitals call a player out of turn."""

from __future__ import annotations

from companion.games.teutonica.rules.position import Paying, Phase, Position, Relocating, Removing
from companion.games.teutonica.table import ends, names
from companion.games.teutonica.table.course import actions_in_all
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import Say, say

PHASES = {
    Phase.TAVERNS: say("set-up"),
    Phase.PAWN: say("pawn where?"),
    Phase.ACTIONS: say("actions"),
    Phase.PAY: say("pays"),
    Phase.RELOCATE: say("places"),
    Phase.MOVE: say("moves"),
    Phase.ESTABLISH: say("establishes"),
    Phase.REMOVE: say("removes"),
    Phase.REVEAL: say("turns up"),
    Phase.REPLACE: say("marker where?"),
    Phase.WALK: say("pawn: free move"),
    Phase.OVER: say("game over"),
}


def title(history: History) -> Row:
    """Head the screen of a decision."""
    position: Position = history.position
    seat = position.mover
    if seat is None:
        return Row(say("Game over"), look=Look.TITLE)
    if type(position.step) is Relocating:
        return Row(names.called(position, seat), _relocating(position.step), Look.TITLE)
    return Row(names.player_name(position, seat), _about(history), Look.TITLE)


def _relocating(step: Relocating) -> Say:
    if step.hand:
        return say("places 1 piece") if not step.extra else say("places 1 of {count}", count=1 + step.extra)
    return say("may add 1", "may add {count}", count=step.extra)


def _about(history: History) -> Say:
    position: Position = history.position
    if position.ending:
        return say("last action")
    if position.phase is Phase.ACTIONS:
        left, count = position.actions_left, actions_in_all(history)
        if ends.near(position):
            return say("end near, {left} of {count}", left=left, count=count)
        return say("{left} of {count} left", left=left, count=count)
    if type(position.step) is Paying:
        return say("pays: {count} more", count=position.step.owed)
    if type(position.step) is Removing:
        return say("removes: {count} more", count=position.step.left)
    return PHASES[position.phase]
