"""Corrections: the players overrule the record.

Each one moves something from one place to another, so nothing can be made or lost, and after it the position settles
as after a move: there is a legal move, or the game is over. A correction never ends the game; points and cities that
would do so count with the next route that is established. A player who leaves is a correction too: the table has
changed, not the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.game import Played
from companion.games.teutonica.rules import places
from companion.games.teutonica.rules.establish import LINK
from companion.games.teutonica.rules.leaving import drop_step, leave, settle
from companion.games.teutonica.rules.pieces import EMPTY, Marker, Piece
from companion.games.teutonica.rules.position import Phase, Position, changed
from companion.games.teutonica.rules.refusals import refuse
from companion.games.teutonica.rules.turns import begin_turn

MOST_PRESTIGE = 99
MOST_ACTIONS = 20
_BEFORE_TURNS = (Phase.TAVERNS, Phase.PAWN)
_WITHIN_ACTIONS = (Phase.ACTIONS, Phase.PAY, Phase.RELOCATE, Phase.MOVE, Phase.ESTABLISH, Phase.REMOVE)


@dataclass(frozen=True, slots=True)
class MovePiece:
    """One piece goes from one place to another; `places` names them."""

    piece: Piece
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class MoveMarker:
    """One marker goes from one place to another: `pile`, a route, `red`, `red.used` or `red.plate`."""

    marker: Marker
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class MoveFaceDown:
    """One marker that nobody has seen goes from the pile or a plate to another of these."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class SwapOffices:
    """Two neighbouring printed offices change places: this one, counted from 1, and the next."""

    city: str
    pos: int


@dataclass(frozen=True, slots=True)
class SetPrestige:
    """A player's marker stands elsewhere on the prestige track."""

    player: str
    points: int


@dataclass(frozen=True, slots=True)
class SetCompleted:
    """The counter of completed cities stands elsewhere."""

    cities: int


@dataclass(frozen=True, slots=True)
class AddLink:
    """A player counts as the next one with the link; the points are corrected separately."""

    player: str


@dataclass(frozen=True, slots=True)
class DropLink:
    """A player does not count as one with the link."""

    player: str


@dataclass(frozen=True, slots=True)
class MovePawn:
    """The pawn is somewhere else."""

    to: str


@dataclass(frozen=True, slots=True)
class MoveTurn:
    """Another player's turn begins; what the turn before it left unfinished is dropped."""

    player: str


@dataclass(frozen=True, slots=True)
class SetActions:
    """The active player has this many actions left."""

    actions: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves and is passed over from now on; pieces, offices and points stay and are scored."""

    player: str


Correction = (
    MovePiece
    | MoveMarker
    | MoveFaceDown
    | SwapOffices
    | SetPrestige
    | SetCompleted
    | AddLink
    | DropLink
    | MovePawn
    | MoveTurn
    | SetActions
    | Leave
)


def correct(position: Position, correction: Correction) -> Played[Position]:
    """Carry out a correction; if that is impossible, raise IllegalMove with nothing changed."""
    match correction:
        case MoveTurn(player):
            return _move_turn(position, player)
        case Leave(player):
            seat = _seat(position, player)
            if position.phase is Phase.OVER:
                refuse("game_over")
            if seat in position.left:
                refuse("already_left", player=player)
            return leave(position, seat)
        case _:
            corrected = _TRANSFERS[type(correction)](position, correction)
    if corrected == position:
        refuse("nothing_changes")
    return settle(corrected)


def _seat(position: Position, player: str) -> int:
    places.one_of(player, position.setup.players)
    return position.setup.players.index(player)


def _in_range(number: int, most: int) -> None:
    if not 0 <= number <= most:
        refuse("out_of_range", number=number, least=0, most=most)


def _move_piece(position: Position, correction: MovePiece) -> Position:
    piece, source, target = correction.piece, correction.source, correction.target
    if piece not in position.setup.seat_of:
        refuse("nothing_there", what=places.name(piece), place=source)
    for place in (source, target):
        places.one_of(place, places.piece_places(position))
    if source == target:
        refuse("nothing_changes")
    return places.put_piece(places.take_piece(position, piece, source), piece, target)


def _move_marker(position: Position, correction: MoveMarker) -> Position:
    marker, source, target = correction.marker, correction.source, correction.target
    if position.phase is Phase.TAVERNS:
        refuse("not_now", phase=position.phase)
    for place in (source, target):
        places.one_of(place, places.marker_places(position))
    if source == target:
        refuse("nothing_changes")
    return places.put_marker(places.take_marker(position, marker, source), marker, target)


def _move_face_down(position: Position, correction: MoveFaceDown) -> Position:
    source, target = correction.source, correction.target
    for place in (source, target):
        places.one_of(place, places.face_down_places(position))
    if source == target:
        refuse("nothing_changes")
    if not places.face_down_at(position, source):
        refuse("nothing_there", what="marker", place=source)
    return places.with_face_down(places.with_face_down(position, source, -1), target, +1)


def _swap_offices(position: Position, correction: SwapOffices) -> Position:
    places.one_of(correction.city, tuple(position.setup.side.city_number))
    city, pos = position.setup.side.city_number[correction.city], correction.pos
    spaces = position.cities.spaces[city]
    pair = spaces[pos - 1 : pos + 1]
    if len(pair) < 2 or EMPTY in pair:
        refuse("nothing_there", what=f"pair of offices from {pos} on", place=correction.city)
    swapped = spaces[: pos - 1] + pair[::-1] + spaces[pos + 1 :]
    return position._replace(cities=position.cities._replace(spaces=changed(position.cities.spaces, city, swapped)))


def _set_prestige(position: Position, correction: SetPrestige) -> Position:
    seat = _seat(position, correction.player)
    _in_range(correction.points, MOST_PRESTIGE)
    player = position.players[seat]._replace(prestige=correction.points)
    return position._replace(players=changed(position.players, seat, player))


def _set_completed(position: Position, correction: SetCompleted) -> Position:
    _in_range(correction.cities, len(position.setup.side.cities))
    return position._replace(cities=position.cities._replace(completed=correction.cities))


def _add_link(position: Position, correction: AddLink) -> Position:
    seat, links = _seat(position, correction.player), position.cities.links
    if seat in links or len(links) == len(LINK):
        refuse("nothing_changes")
    return position._replace(cities=position.cities._replace(links=(*links, seat)))


def _drop_link(position: Position, correction: DropLink) -> Position:
    seat = _seat(position, correction.player)
    links = tuple(each for each in position.cities.links if each != seat)
    return position._replace(cities=position.cities._replace(links=links))


def _move_pawn(position: Position, correction: MovePawn) -> Position:
    if not position.pawn:
        refuse("no_pawn" if len(position.players) > 2 else "not_now", phase=position.phase)
    places.one_of(correction.to, tuple(position.setup.side.bordering))
    return position._replace(pawn=correction.to)


def _set_actions(position: Position, correction: SetActions) -> Position:
    if position.phase not in _WITHIN_ACTIONS:
        refuse("not_now", phase=position.phase)
    _in_range(correction.actions, MOST_ACTIONS)
    return position._replace(actions_left=correction.actions)


def _move_turn(position: Position, player: str) -> Played[Position]:
    seat = _seat(position, player)
    if position.phase is Phase.OVER:
        refuse("game_over")
    if position.phase in _BEFORE_TURNS:
        refuse("not_now", phase=position.phase)
    if seat in position.left:
        refuse("already_left", player=player)
    if seat == position.active:
        refuse("nothing_changes")
    return begin_turn(drop_step(position), seat)


_TRANSFERS: Mapping[type[Correction], Callable[[Position, Any], Position]] = {
    MovePiece: _move_piece,
    MoveMarker: _move_marker,
    MoveFaceDown: _move_face_down,
    SwapOffices: _swap_offices,
    SetPrestige: _set_prestige,
    SetCompleted: _set_completed,
    AddLink: _add_link,
    DropLink: _drop_link,
    MovePawn: _move_pawn,
    SetActions: _set_actions,
}
