"""The current turn, from the history: where it began, how many actions it has, which route was used last."""

from __future__ import annotations

from companion.games.teutonica.rules.corrections import MoveTurn
from companion.games.teutonica.rules.events import ActionsGained, Turn
from companion.games.teutonica.rules.markers import MORE_ACTIONS
from companion.games.teutonica.rules.moves import Displace, Establish, Insert, Put, Use
from companion.games.teutonica.rules.position import Position
from companion.table.history import History

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
