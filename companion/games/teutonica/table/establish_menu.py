"""The benefit menu of a route: what has happened already above, what may be taken below."""

from __future__ import annotations

from companion.games.teutonica.rules.events import Prestige, Reason, Taken
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Clear, Coellen, Establish, ExtraOffice, Improve, Office
from companion.games.teutonica.rules.position import Establishing, Position
from companion.games.teutonica.table import names
from companion.games.teutonica.table.cards import line
from companion.table.dialog import Choice
from companion.table.history import History, Step
from companion.table.screen import Row
from companion.words.say import say

_ORDER = (Improve, Office, Coellen, ExtraOffice, Clear)


def choices(history: History) -> tuple[Choice, ...]:
    """Return the benefits: ability, offices, table, extra offices, nothing."""
    position: Position = history.position
    moves = sorted(legal_moves(position), key=lambda move: _ORDER.index(type(move)))
    return tuple(line(position, move).choice(move) for move in moves)


def head(history: History) -> tuple[Row, ...]:
    """Say who got points as controller, and which marker was taken."""
    position: Position = history.position
    step = established(history)
    assert type(position.step) is Establishing
    if step is None:
        return ()
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


def established(history: History) -> Step | None:
    """Return the step that established the route whose benefit is chosen, or was chosen last."""
    return next((step for step in reversed(history.steps) if isinstance(step.entry, Establish)), None)
