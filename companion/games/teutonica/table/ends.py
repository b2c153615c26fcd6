"""The three ends of the game: how near each is, and which has just come within reach."""

from __future__ import annotations

from companion.games.teutonica.rules.establish import CITY_LIMIT, PRESTIGE_LIMIT
from companion.games.teutonica.rules.position import Cause, Phase, Position
from companion.games.teutonica.table import names
from companion.table.dialog import Notice, Tone
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import NOTHING, Say, say

NEAR_PRESTIGE, NEAR_CITIES = PRESTIGE_LIMIT - 2, CITY_LIMIT - 1

CAUSES = {
    Cause.PRESTIGE: say("20 prestige points"),
    Cause.MARKERS: say("no marker left to draw"),
    Cause.CITIES: say("10 completed cities"),
}


def near(position: Position) -> tuple[Cause, ...]:
    """Name the ends that one action may bring."""
    happens = (
        (Cause.PRESTIGE, any(player.prestige >= NEAR_PRESTIGE for player in position.players)),
        (Cause.MARKERS, not position.bonus.pile),
        (Cause.CITIES, position.cities.completed >= NEAR_CITIES),
    )
    return tuple(cause for cause, is_near in happens if is_near)


def rows(position: Position) -> tuple[Row, ...]:
    """Say how far each end is."""
    best = max(player.prestige for player in position.players)
    leaders = [seat for seat in position.seats if position.players[seat].prestige == best]
    leader = names.player_name(position, leaders[0]) if len(leaders) == 1 else say("Prestige")
    close = near(position)

    def row(cause: Cause, label: Say, right: Say) -> Row:
        return Row(label, right, Look.WARNING if cause in close else Look.PLAIN)

    return (
        row(Cause.CITIES, say("Cities"), say("{count} of {most}", count=position.cities.completed, most=CITY_LIMIT)),
        row(Cause.PRESTIGE, leader, say("{count} of {most}", count=best, most=PRESTIGE_LIMIT)),
        row(Cause.MARKERS, say("Markers in the pile"), say("{count}", count=position.bonus.pile)),
    )


def warning(history: History) -> Notice | None:
    """Warn of an end that the last step has brought within reach."""
    position: Position = history.position
    close = () if position.phase is Phase.OVER else near(position)
    if not close or set(close) <= set(near(history.position_before(len(history.steps) - 1))):
        return None
    return Notice(
        Row(say("The end comes near"), NOTHING, Look.TITLE),
        (*rows(position), Row(say("The game stops after that action."))),
        tone=Tone.WARNING,
        name="end near",
    )
