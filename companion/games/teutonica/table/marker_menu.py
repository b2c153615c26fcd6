"""Playing a marker: the kinds that can be used now, then an ability or two offices."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.teutonica.rules.desk import PLACE
from companion.games.teutonica.rules.markers import Marker
from companion.games.teutonica.rules.moves import Move, Use, UseImprove, UseSwap
from companion.games.teutonica.rules.pieces import COLOUR_OF
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table import names
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
        return Open(Menu(head, tuple(_improve(position, move) for move in moves), name="ability"))
    if kind is Marker.SWAP_OFFICES:
        return Open(lambda: Menu(head, tuple(swap(position, move) for move in moves), name="swap"))
    return Do(moves[0])


def _improve(position: Position, move: Move) -> Choice:
    assert isinstance(move, UseImprove)
    level = position.players[position.active].levels[PLACE[move.ability]] + 1
    return Choice(names.ABILITIES[move.ability], Do(move), names.ability_value(move.ability, level))


def swap(position: Position, move: Move) -> Choice:
    """Name two offices by their city and by whose they are."""
    assert isinstance(move, UseSwap)
    side = position.setup.side
    city = side.city_number[move.city]
    first, second = tuple(position.cities.spaces[city][move.pos - 1 : move.pos + 1])
    owners = say(
        "{first}, {second}",
        first=names.INITIALS[COLOUR_OF[first]],
        second=names.INITIALS[COLOUR_OF[second]],
    )
    label = say("{city} {first}, {second}", city=side.cities[city].name, first=move.pos, second=move.pos + 1)
    return Choice(label, Do(move), owners, names.city_place(side, city))
