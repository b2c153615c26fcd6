"""Corrections: the players overrule the record.

Each one is a transfer from one place to another (or moves the ship or the turn), so nothing can be made or lost, and
after it the position settles as after a move: there is a legal move, or the game is over. A player who leaves is a
correction too: the table has changed, not the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.game import Played
from companion.games.hansa.rules.events import BANK
from companion.games.hansa.rules.goods import Goods, Marker, count_of, kinds_in, total
from companion.games.hansa.rules.position import (
    BANK_TALER,
    LIMIT,
    PURSE_TALER,
    TO_CITY,
    Phase,
    Position,
    changed,
    markers_beside,
    pile_in_use,
)
from companion.games.hansa.rules.refusals import refuse
from companion.games.hansa.rules.settle import settle

SUPPLY = "supply"  # where a player's booths are that are not on the board
UNSEEN = "unseen"
OUT = "out"
SOLD = "sold"  # after a player's colour: "gray.sold"


@dataclass(frozen=True, slots=True)
class MoveTalers:
    """Talers go from one purse or the bank to another."""

    talers: int
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class MoveBooth:
    """One booth goes from a city or the player's supply to another."""

    player: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class MoveMarker:
    """One marker goes from one place to another: `unseen`, `out`, `danzig.1`, `gray` or `gray.sold`."""

    good: Marker
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class SwapMarkers:
    """Two markers change places, such as one that was entered wrongly and the unseen one that it really is."""

    good: Marker
    place: str
    other_good: Marker
    other_place: str


@dataclass(frozen=True, slots=True)
class MoveShip:
    """The ship is somewhere else."""

    to: str


@dataclass(frozen=True, slots=True)
class MoveTurn:
    """It is another player's turn, in the same phase; what the turn before it still owed is dropped.

    Records and journals of before `BeginTurn` have it.
    """

    player: str


@dataclass(frozen=True, slots=True)
class BeginTurn:
    """It is another player's turn, from phase 2 on; what the turn before it still owed is dropped."""

    player: str


@dataclass(frozen=True, slots=True)
class MovePile:
    """Markers of the supply lie in another pile; piles are counted from 1."""

    markers: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves and is passed over from now on; booths and markers stay and are scored."""

    player: str


Correction = MoveTalers | MoveBooth | MoveMarker | SwapMarkers | MoveShip | MoveTurn | BeginTurn | MovePile | Leave


def correct(position: Position, correction: Correction) -> Played[Position]:
    """Carry out a correction; if that is impossible, raise IllegalMove with nothing changed."""
    corrected = _TRANSFERS[type(correction)](position, correction)
    if corrected == position:
        refuse("nothing_changes")
    return settle(corrected)


def marker_places(position: Position) -> tuple[str, ...]:
    """Name all places where a marker can be."""
    setup = position.setup
    spaces = (f"{city.id}.{space}" for city in setup.board.cities for space in range(1, city.spaces + 1))
    sold = (f"{player}.{SOLD}" for player in setup.players)
    return (UNSEEN, *spaces, *setup.players, *sold, OUT)


def goods_at(position: Position, place: str) -> Goods:
    """Return the markers at a place that `marker_places` names."""
    if place == UNSEEN:
        return position.unseen
    if place == OUT:
        return position.out
    name, _, detail = place.partition(".")
    if name in position.setup.board.city:
        return position.warehouses[_space(position, place)]
    seat = position.setup.players.index(name)
    return position.sold[seat] if detail else position.hands[seat]


def _one_of(place: str, choice: tuple[str, ...]) -> None:
    if place not in choice:
        refuse("no_such_place", place=place, choice=", ".join(choice))


def _seat(position: Position, player: str) -> int:
    _one_of(player, position.setup.players)
    return position.setup.players.index(player)


def _space(position: Position, place: str) -> int:
    city, _, space = place.partition(".")
    return range(len(position.warehouses))[position.setup.board.spaces[city]][int(space) - 1]


def _move_talers(position: Position, correction: MoveTalers) -> Position:
    players = position.setup.players
    for place in (correction.source, correction.target):
        _one_of(place, (BANK, *players))
    units = {BANK: BANK_TALER, **dict(zip(players, PURSE_TALER, strict=False))}
    there = position.bank if correction.source == BANK else position.purse(players.index(correction.source))
    if not 0 < correction.talers <= there:
        refuse("too_few_there", place=correction.source, count=there)
    moved = correction.talers * (units[correction.target] - units[correction.source])
    return position._replace(talers=position.talers + moved)


def _move_booth(position: Position, correction: MoveBooth) -> Position:
    seat = _seat(position, correction.player)
    for place in (correction.source, correction.target):
        _one_of(place, (SUPPLY, *TO_CITY))
    source, target = correction.source, correction.target
    there = position.booths_left(seat) if source == SUPPLY else position.booths_in(source, seat)
    if not there:
        refuse("too_few_there", place=source, count=there)
    from_supply = {SUPPLY: 0, **{city: units[seat] for city, units in TO_CITY.items()}}
    return position._replace(booths=position.booths + from_supply[target] - from_supply[source])


def _move_marker(position: Position, correction: MoveMarker) -> Position:
    source, target = correction.source, correction.target
    for place in (source, target):
        _one_of(place, marker_places(position))
    if source == target:
        refuse("nothing_changes")
    if UNSEEN in (source, target):
        position = position._replace(piles=_piles_after(position, source, target))
    return _put(_take(position, correction.good, source), correction.good, target)


def _swap_markers(position: Position, correction: SwapMarkers) -> Position:
    for place in (correction.place, correction.other_place):
        _one_of(place, marker_places(position))
    without = _take(position, correction.good, correction.place)
    without = _take(without, correction.other_good, correction.other_place)
    return _put(_put(without, correction.good, correction.other_place), correction.other_good, correction.place)


def _take(position: Position, good: Marker, place: str) -> Position:
    """Take a marker away; until it is put somewhere it counts as out."""
    there = goods_at(position, place)
    if not count_of(there, good):
        choice = ", ".join(map(str, kinds_in(there))) or "none"
        refuse("no_such_marker", good=good, place=f"at {place}", choice=choice)
    return _changed_at(position, place, there - good)


def _put(position: Position, good: Marker, place: str) -> Position:
    there = goods_at(position, place)
    if place.partition(".")[0] in position.setup.board.city and there:
        refuse("space_taken", place=place)
    # No turn can leave more in a hand than what it may keep and one marker from every space.
    most = LIMIT + position.setup.board.space_count
    if place in position.setup.players and total(there) >= most:
        refuse("hand_too_large", count=most)
    # A space holds the marker itself, a set of one; elsewhere it joins the others.
    return _changed_at(position, place, there + good if there else good)


def _changed_at(position: Position, place: str, goods: Goods) -> Position:
    if place == OUT:
        return position  # what is out is what is nowhere else
    if place == UNSEEN:
        return position._replace(unseen=goods)
    name, _, detail = place.partition(".")
    if name in position.setup.board.city:
        return position._replace(warehouses=changed(position.warehouses, _space(position, place), goods))
    seat = position.setup.players.index(name)
    if detail:
        return position._replace(sold=changed(position.sold, seat, goods))
    return position._replace(hands=changed(position.hands, seat, goods))


def _piles_after(position: Position, source: str, target: str) -> tuple[int, ...]:
    """Return the piles after a marker left the unseen ones for `target`, or came to them from `source`.

    During the first fill the markers for the warehouses lie next to the piles, and stay out of the count.
    """
    other = source if target == UNSEEN else target
    to_warehouse = other.partition(".")[0] in position.setup.board.city
    if position.in_first_fill and to_warehouse and (target == UNSEEN or markers_beside(position)):
        return position.piles
    pile = pile_in_use(position)
    if pile is None:
        pile = len(position.piles) - 1 if target == UNSEEN else None
    if pile is None:
        return position.piles
    return changed(position.piles, pile, position.piles[pile] + (1 if target == UNSEEN else -1))


def _move_ship(position: Position, correction: MoveShip) -> Position:
    _one_of(correction.to, tuple(position.setup.board.city))
    return position._replace(ship=correction.to)


def _move_turn(position: Position, correction: MoveTurn) -> Position:
    seat = _seat(position, correction.player)
    if position.phase is Phase.OVER:
        refuse("game_over")
    if seat in position.course.left:
        refuse("already_left", player=correction.player)
    if seat == position.active:
        refuse("nothing_changes")
    phase = Phase.ACTIONS if position.phase in (Phase.LOSE, Phase.DISCARD) else position.phase
    course = position.course._replace(losses=())
    return position._replace(course=course, phase=phase, active=seat, acted=False)


def _begin_turn(position: Position, correction: BeginTurn) -> Position:
    moved = _move_turn(position, MoveTurn(correction.player))
    # Where nothing can be replenished, `settle` goes on; the setup, and markers that are being turned over, stay.
    return moved._replace(phase=Phase.REPLENISH) if moved.phase is Phase.ACTIONS else moved


def _move_pile(position: Position, correction: MovePile) -> Position:
    numbers = range(1, len(position.piles) + 1)
    for pile in (correction.source, correction.target):
        _one_of(str(pile), tuple(map(str, numbers)))
    source, target = correction.source - 1, correction.target - 1
    there = position.piles[source]
    if not 0 < correction.markers <= there:
        refuse("too_few_there", place=f"pile {correction.source}", count=there)
    piles = changed(position.piles, source, there - correction.markers)
    return position._replace(piles=changed(piles, target, piles[target] + correction.markers))


def _leave(position: Position, correction: Leave) -> Position:
    seat = _seat(position, correction.player)
    course = position.course
    if position.phase is Phase.OVER:
        refuse("game_over")
    if seat in course.left:
        refuse("already_left", player=correction.player)
    losses = tuple(loss for loss in course.losses if loss.seat != seat)
    return position._replace(course=course._replace(left=course.left | {seat}, losses=losses))


_TRANSFERS: Mapping[type[Correction], Callable[[Position, Any], Position]] = {
    MoveTalers: _move_talers,
    MoveBooth: _move_booth,
    MoveMarker: _move_marker,
    SwapMarkers: _swap_markers,
    MoveShip: _move_ship,
    MoveTurn: _move_turn,
    BeginTurn: _begin_turn,
    MovePile: _move_pile,
    Leave: _leave,
}
