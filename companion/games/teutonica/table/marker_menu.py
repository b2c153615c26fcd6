"""Playing a marker: the kinds that can be used now, then an ability or two offices."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.teutonica.rules.markers import Marker
from companion.games.teutonica.rules.moves import Move, Use, UseImprove
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table import names
from companion.games.teutonica.table.cards import line
from companion.table.dialog import Action, Choice, Do, Menu, Open
from companion.table.screen import Look, Row
from companion.words.say import say


def lines(position: Position, uses: Sequence[Move]) -> tuple[Choice, ...]:
    """Return the line that leads to the markers; with one kind alone it plays that one."""
    kinds: dict[Marker, list[Move]] = {}
    for move in uses:
        kinds.setdefault(kind_of(move), []).append(move)
    played = {kind: _action(position, kind, moves) for kind, moves in kinds.items()}
    if not played:
        return ()
    if len(played) == 1:
        ((kind, action),) = played.items()
        return (Choice(say("Play {marker}", marker=names.MARKERS[kind]), action),)
    head = Row(say("Play a marker"), names.player_name(position, position.active), Look.TITLE)
    listed = tuple(Choice(names.MARKERS[kind], action) for kind, action in played.items())
    return (Choice(say("Play a marker"), Open(Menu(head, listed, name="marker"))),)


def kind_of(move: Move) -> Marker:
    """Return the kind of marker that a move uses."""
    match move:
        case Use(marker):
            return marker
        case UseImprove():
            return Marker.IMPROVE_ABILITY
        case _:
            return Marker.SWAP_OFFICES


def _action(position: Position, kind: Marker, moves: Sequence[Move]) -> Action:
    head = Row(names.MARKERS[kind], names.player_name(position, position.active), Look.TITLE)
    if kind is Marker.IMPROVE_ABILITY:
        return Open(Menu(head, _lines(position, moves), name="ability"))
    if kind is Marker.SWAP_OFFICES:
        return Open(lambda: Menu(head, _lines(position, moves), name="swap"))
    return Do(moves[0])


def _lines(position: Position, moves: Sequence[Move]) -> tuple[Choice, ...]:
    return tuple(line(position, move).choice(move) for move in moves)
