"""The game's course, from the history: the turn at hand, how near the three ends are, and the title that says so."""

from __future__ import annotations

from companion.games.teutonica.rules.corrections import MoveTurn
from companion.games.teutonica.rules.establish import CITY_LIMIT, PRESTIGE_LIMIT
from companion.games.teutonica.rules.events import ActionsGained, Turn
from companion.games.teutonica.rules.moves import Displace, Establish, Insert, Put, Use
from companion.games.teutonica.rules.pieces import MORE_ACTIONS
from companion.games.teutonica.rules.position import Cause, Paying, Phase, Position, Relocating, Removing
from companion.games.teutonica.table import names
from companion.table.dialog import Notice, Tone
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import NOTHING, Say, say

_ON_ROUTES = (Insert, Displace, Put, Establish)


def turn_began(history: History) -> int:
    """Return the index of the step that began the turn at hand; -1 before the first turn."""
    for index in range(len(history.steps) - 1, -1, -1):
        if any(isinstance(event, Turn) for event in history.steps[index].events):
            return index
    return -1


def actions_in_all(history: History) -> int:
    """Count the actions of the turn at hand: those done, those gained, those left."""
    began, total = turn_began(history), 0
    for step in history.steps[max(began, 0) :]:
        for event in step.events:
            match event:
                case Turn(actions=actions):
                    total = actions
                case ActionsGained(gained=gained):
                    total += gained
                case _:
                    pass
        if isinstance(step.entry, Use):
            total += MORE_ACTIONS.get(step.entry.marker, 0)
    position: Position = history.position
    return max(total, position.actions_left)  # a correction may have set the latter


def established(history: History) -> int | None:
    """Return the index of the step that established the route whose benefit is chosen, or was chosen last."""
    found = (
        index for index in range(len(history.steps) - 1, -1, -1) if isinstance(history.steps[index].entry, Establish)
    )
    return next(found, None)


def last_route(history: History, seat: int) -> int | None:
    """Return the route that a seat used last, if it put a piece there; its own turns are enough."""
    position: Position = history.position
    number = position.setup.side.route_number
    for index in range(len(history.steps) - 1, -1, -1):
        entry = history.steps[index].entry
        if isinstance(entry, MoveTurn):
            return None
        if isinstance(entry, _ON_ROUTES) and history.position_before(index).mover == seat:
            return None if isinstance(entry, Establish) else number.get(entry.route)
    return None


# --- the three ends of the game ---


NEAR_PRESTIGE, NEAR_CITIES = PRESTIGE_LIMIT - 2, CITY_LIMIT - 1


def near_ends(position: Position) -> tuple[Cause, ...]:
    """Name the ends that one action may bring."""
    happens = (
        (Cause.PRESTIGE, any(player.prestige >= NEAR_PRESTIGE for player in position.players)),
        (Cause.MARKERS, not position.bonus.pile),
        (Cause.CITIES, position.cities.completed >= NEAR_CITIES),
    )
    return tuple(cause for cause, is_near in happens if is_near)


def end_rows(position: Position) -> tuple[Row, ...]:
    """Say how far each end is."""
    best = max(player.prestige for player in position.players)
    leaders = [seat for seat in position.seats if position.players[seat].prestige == best]
    leader = names.player_name(position, leaders[0]) if len(leaders) == 1 else say("Prestige")
    close = near_ends(position)

    def row(cause: Cause, label: Say, right: Say) -> Row:
        return Row(label, right, Look.WARNING if cause in close else Look.PLAIN)

    return (
        row(Cause.CITIES, say("Cities"), say("{count} of {most}", count=position.cities.completed, most=CITY_LIMIT)),
        row(Cause.PRESTIGE, leader, say("{count} of {most}", count=best, most=PRESTIGE_LIMIT)),
        row(Cause.MARKERS, say("Markers in the pile"), say("{count}", count=position.bonus.pile)),
    )


def comes_near(before: Position, after: Position) -> bool:
    """Return whether a step has brought an end within reach."""
    return after.phase is not Phase.OVER and not set(near_ends(after)) <= set(near_ends(before))


def end_warning(history: History) -> Notice | None:
    """Warn of an end that the last step has brought within reach."""
    position: Position = history.position
    if not comes_near(history.position_before(len(history.steps) - 1), position):
        return None
    return Notice(
        Row(say("The end comes near"), NOTHING, Look.TITLE),
        (*end_rows(position), Row(say("The game stops after that action."))),
        tone=Tone.WARNING,
        name="end near",
    )


# --- the title of a screen: who decides, what about, and that the end is near; capitals call a player out of turn ---


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
        if near_ends(position):
            return say("end near, {left} of {count}", left=left, count=count)
        return say("{left} of {count} left", left=left, count=count)
    if type(position.step) is Paying:
        return say("pays: {count} more", count=position.step.owed)
    if type(position.step) is Removing:
        return say("removes: {count} more", count=position.step.left)
    return PHASES[position.phase]
