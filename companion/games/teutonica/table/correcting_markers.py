"""Correcting a marker: one that lies somewhere else, and one that was entered wrongly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from companion.games.game import IllegalMove
from companion.games.teutonica.rules import places
from companion.games.teutonica.rules.codec import is_correction
from companion.games.teutonica.rules.corrections import MoveMarker
from companion.games.teutonica.rules.markers import Marker
from companion.games.teutonica.rules.moves import Replace
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.table import names, regions
from companion.games.teutonica.table.questions import ask, named
from companion.table.dialog import Action, Choice, Do, DoAll, Menu, Open
from companion.table.history import History
from companion.words.say import Say, say


def marker_walk(position: Position) -> Menu:
    """Ask where a marker is taken from."""
    if position.phase is Phase.TAVERNS:
        return ask(say("From?"), [])
    sources = [place for place in places.marker_places(position) if _kinds_at(position, place)]
    return _listed(position, say("From?"), sources, lambda source: Open(partial(_which, position, source)))


def _kinds_at(position: Position, place: str) -> list[Marker]:
    return [marker for marker in Marker if _taken(position, marker, place) is not None]


def _taken(position: Position, marker: Marker, place: str) -> Position | None:
    try:
        return places.take_marker(position, marker, place)
    except IllegalMove:
        return None


def _which(position: Position, source: str) -> Menu:
    kinds = _kinds_at(position, source)
    return ask(say("Which?"), [(names.MARKERS[kind], Open(partial(_to, position, kind, source))) for kind in kinds])


def _to(position: Position, marker: Marker, source: str) -> Menu:
    taken = _taken(position, marker, source)
    assert taken is not None
    targets = [place for place in places.marker_places(position) if place != source and _fits(taken, marker, place)]
    return _listed(position, say("To?"), targets, lambda target: Do(MoveMarker(marker, source, target)))


def _fits(position: Position, marker: Marker, place: str) -> bool:
    try:
        places.put_marker(position, marker, place)
    except IllegalMove:
        return False
    return True


def _listed(position: Position, question: Say, found: Sequence[str], lead: Callable[[str], Action]) -> Menu:
    """List places outside the board, and the routes by region."""
    side = position.setup.side
    options: list[tuple[Say, Action]] = [
        (named(position, place), lead(place)) for place in found if place not in side.route_number
    ]
    for region, name in regions.NAMES.items():
        ids = [side.routes[number].id for number in regions.routes_of(side, region)]
        inside = [(named(position, place), lead(place)) for place in ids if place in found]
        if inside:
            options.append((name, Open(ask(question, inside))))
    return ask(question, options)


# --- a marker that was mistyped (ruling 46) ---


def reenter(history: History) -> Menu | None:
    """Offer to enter the last marker again, until the next player has moved; None where there is none."""
    position: Position = history.position
    last = len(history.steps) - 1
    while last >= 0 and is_correction(history.steps[last].entry):
        last -= 1
    if last < 0 or position.phase is Phase.TAVERNS:
        return None
    route = _last_marked(history, last)
    if route is None:
        return None
    wrong = position.bonus.on(position.setup.side.route_number[route])
    if wrong is None:
        return None
    kinds = [kind for kind in dict.fromkeys(position.bonus.unseen) if kind is not wrong]
    lines = tuple(
        Choice(
            names.MARKERS[kind],
            DoAll((MoveMarker(wrong, route, places.PILE), MoveMarker(kind, places.PILE, route))),
            piece=f"marker.{kind}",
        )
        for kind in kinds
    )
    return replace(ask(say("It really is?"), ()), choices=lines) if lines else None


def _last_marked(history: History, last: int) -> str | None:
    """Name the route that the last marker came to, if that was the last move."""
    entry = history.steps[last].entry
    return entry.route if isinstance(entry, Replace) else None
