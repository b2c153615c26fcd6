"""The benefit menu of a route: what has happened already above, what may be taken below."""

from __future__ import annotations

from companion.games.teutonica.rules.desk import PLACE
from companion.games.teutonica.rules.events import Prestige, Reason, Taken
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Clear, Coellen, Establish, ExtraOffice, Improve, Move, Office
from companion.games.teutonica.rules.pieces import EMPTY
from companion.games.teutonica.rules.position import Establishing, Position
from companion.games.teutonica.table import names
from companion.table.dialog import Choice, Do
from companion.table.history import History, Step
from companion.table.screen import Row
from companion.words.say import say

_ORDER = (Improve, Office, Coellen, ExtraOffice, Clear)


def choices(history: History) -> tuple[Choice, ...]:
    """Return the benefits: ability, offices, table, extra offices, nothing."""
    position: Position = history.position
    moves = sorted(legal_moves(position), key=lambda move: _ORDER.index(type(move)))
    return tuple(line(position, move) for move in moves)


def line(position: Position, move: Move) -> Choice:
    """Return the line of a benefit."""
    side, player = position.setup.side, position.players[position.active]
    match move:
        case Improve(ability):
            value = names.ability_value(ability, player.levels[PLACE[ability]] + 1)
            return Choice(say("Improve {ability}", ability=names.ABILITIES[ability]), Do(move), value)
        case Office(city):
            number = side.city_number[city]
            printed = side.cities[number].offices[position.cities.spaces[number].index(EMPTY)]
            label = say("Office {city}", city=side.cities[number].name)
            return Choice(label, Do(move), names.SHORT_KINDS[printed.kind], names.city_place(side, number))
        case Coellen(space):
            return Choice(say("Coellen's table"), Do(move), say("{points} points", points=space))
        case ExtraOffice(city, kind):
            number = side.city_number[city]
            label = say("Extra: {city}", city=side.cities[number].name)
            return Choice(label, Do(move), names.SHORT_KINDS[kind], names.city_place(side, number))
        case _:
            assert type(position.step) is Establishing
            return Choice(say("No more") if position.step.founded else say("No benefit"), Do(move))


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
