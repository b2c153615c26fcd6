"""The menus of markers and pawn: what was turned up, where a replacement goes, where the pawn goes."""

from __future__ import annotations

from collections import Counter

from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Pawn, Replace, Reveal, Stay, Walk
from companion.games.teutonica.rules.pieces import EMPTY
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table import names
from companion.games.teutonica.table.provinces import near_first
from companion.games.teutonica.table.routelist import route_choices
from companion.table.commands import Draw
from companion.table.dialog import Choice, Do
from companion.table.history import History
from companion.words.say import NOTHING, say

DRAWS = Choice(say("Companion draws"), Draw())


def tavern_choices(history: History) -> tuple[Choice, ...]:
    """Ask which marker lies on the next tavern, or let the companion draw; the last one follows from the others."""
    position: Position = history.position
    kinds = [move.marker for move in legal_moves(position) if isinstance(move, Reveal)]
    lines = tuple(Choice(names.MARKERS[kind], Do(Reveal(kind)), piece=f"marker.{kind}") for kind in kinds)
    return (*((DRAWS,) if len(kinds) > 1 else ()), *lines)


def reveal_choices(history: History) -> tuple[Choice, ...]:
    """Ask which marker was turned up; the kinds in the order of the box, each with how many are unseen."""
    position: Position = history.position
    left = Counter(position.bonus.unseen)
    lines = tuple(
        Choice(name, Do(Reveal(kind)), say("{count} left", count=left[kind]), piece=f"marker.{kind}")
        for kind, name in names.MARKERS.items()
        if left[kind]
    )
    return (*lines, DRAWS)


def replace_choices(history: History) -> tuple[Choice, ...]:
    """Ask where a marker goes; first where the mover can get it soonest: a short route with an ability or an office."""
    position: Position = history.position
    side = position.setup.side
    options: dict[int, Choice] = {}
    for move in legal_moves(position):
        if isinstance(move, Replace):
            route = side.route_number[move.route]
            options[route] = Choice(names.route_name(side, route), Do(move), NOTHING, names.route_place(side, route))

    def key(route: int) -> tuple[bool, int, int]:
        improves = any(side.cities[city].ability for city in side.ends[route])
        free = sum(position.cities.spaces[city].count(EMPTY) for city in side.ends[route])
        return not improves, -free, route

    return route_choices(side, options, sorted(options, key=key), names.player_name(position, position.active))


def pawn_choices(history: History) -> tuple[Choice, ...]:
    """Ask for the first province."""
    position: Position = history.position
    moves = {move.to: move for move in legal_moves(position) if isinstance(move, Pawn)}
    return tuple(Choice(names.PROVINCES[province], Do(move)) for province, move in moves.items())


def walk_choices(history: History) -> tuple[Choice, ...]:
    """Ask where the pawn goes after a turn; it may stay, which comes first."""
    position: Position = history.position
    moves = {move.to: move for move in legal_moves(position) if isinstance(move, Walk)}
    order = near_first(position, moves)
    return (
        Choice(say("Stay"), Do(Stay())),
        *(Choice(names.PROVINCES[province], Do(moves[province])) for province in order),
    )
