"""Plays on automatically until somebody has a decision to make.

A phase without a decision passes to the next; a loss or a discard with one outcome is carried out; a turn that is over
leads to the next, or to the end of the game. This happens after moves and corrections alike, so in every position there
is a legal move, or the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from companion.games.game import Played
from companion.games.hansa.rules.events import INCOME, INCOMES, Events, LastRound, Over, discarded, lost, taxed
from companion.games.hansa.rules.goods import COLOUR_MASKS, only_kind, total
from companion.games.hansa.rules.position import (
    BANK_SHIFT,
    FROM_BANK,
    LIMIT,
    PURSE_MASK,
    PURSE_SHIFT,
    ROUNDS_OF_PLACEMENT,
    TO_BANK,
    TURN_ORDER,
    Course,
    Phase,
    Position,
    changed,
    free_cities,
)
from companion.games.hansa.rules.scoring import winning_players

_new = tuple.__new__  # the named constructor costs twice as much
_REPLENISH, _ACTIONS, _DISCARD = Phase.REPLENISH, Phase.ACTIONS, Phase.DISCARD
_Step = Played[Position] | None  # None: there is something to decide


_size = lru_cache(maxsize=4096)(total)  # the same hands come up often


def settle(position: Position, events: Events = ()) -> Played[Position]:
    """Go on until somebody has a decision to make, or the game is over."""
    while True:
        step = _STEPS[position.phase](position)
        if step is None:
            return Played(position, events)
        position, more = step
        events += more


def settle_tolls(position: Position, _: object = None) -> Played[Position]:
    """End the actions of a turn: talers over the limit go to the bank, then markers are given up."""
    seat, talers = position.active, position.talers
    events: Events = ()
    over = (talers >> PURSE_SHIFT[seat] & PURSE_MASK) - LIMIT
    if over > 0:
        talers += over * TO_BANK[seat]
        events = taxed(position.setup.players[seat], over)
    if _size(position.hands[seat]) > LIMIT:
        return settle(position._replace(phase=_DISCARD, talers=talers), events)
    return _turn_after(seat, position, talers, events)


def settle_hand(position: Position) -> Played[Position]:
    """Go on after a marker was given up: to the next one, or at once to the next turn."""
    seat = position.active
    if _size(position.hands[seat]) > LIMIT:
        return settle(position)
    return _turn_after(seat, position, position.talers)


def _fill(position: Position) -> _Step:
    anybody = len(position.course.left) < len(position.hands)  # who could turn a marker up
    if anybody and position.unseen and 0 in position.warehouses:
        return None
    if not position.in_first_fill:
        return Played(position._replace(phase=Phase.ACTIONS), ())
    # After a correction, markers laid out for the warehouses but not needed go onto the first pile.
    piles, beside = position.piles, total(position.unseen) - sum(position.piles)
    return Played(
        position._replace(phase=Phase.PLACE, active=position.setup.start, piles=changed(piles, 0, piles[0] + beside)),
        (),
    )


def can_place(position: Position, seat: int) -> bool:
    """Return whether a player has a booth and a city for a placement of the set-up."""
    return bool(position.booths_left(seat) and free_cities(position.booths, seat, position.setup.board.start))


def _place(position: Position) -> _Step:
    setup, course, seat = position.setup, position.course, position.active
    if course.placements >= ROUNDS_OF_PLACEMENT * len(setup.players):
        return _turn_after(setup.start - 1, position, position.talers)
    if seat not in course.left and can_place(position, seat):
        return None
    passed = course._replace(placements=course.placements + 1)
    return Played(position._replace(course=passed, active=(seat + 1) % len(setup.players)), ())


def _replenish(position: Position) -> _Step:
    able = 0 in position.warehouses and position.unseen and position.purse(position.active)
    if able and position.active not in position.course.left:
        return None
    return Played(position._replace(phase=Phase.ACTIONS), ())


def _actions(position: Position) -> _Step:
    seat = position.active
    return _turn_after(seat, position, position.talers) if seat in position.course.left else None


def _lose(position: Position) -> _Step:
    """Carry out the losses that leave no choice, up to one that does."""
    setup, course, phase, active, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    placements, last_round, losses, left = course
    events: Events = ()
    for paid, (seat, colour) in enumerate(losses):
        candidates = hands[seat] & COLOUR_MASKS[colour]
        good = only_kind(candidates)
        if good:
            hands = changed(hands, seat, hands[seat] - good)
            events += lost(setup.players[seat], good)
        elif candidates:
            if not paid:
                return None
            losses = losses[paid:]
            break
    else:
        phase, losses = _ACTIONS, ()
    course = _new(Course, (placements, last_round, losses, left))
    settled = _new(
        Position, (setup, course, phase, active, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    return _new(Played, (settled, events))


def _discard(position: Position) -> _Step:
    seat, hand = position.active, position.hands[position.active]
    if _size(hand) <= LIMIT or seat in position.course.left:
        return _turn_after(seat, position, position.talers)
    good = only_kind(hand)
    if not good:
        return None
    hands = changed(position.hands, seat, hand - good)
    return Played(position._replace(hands=hands), discarded(position.setup.players[seat], good))


def _over(_: Position) -> _Step:
    return None


def _turn_after(last: int, position: Position, talers: int, events: Events = ()) -> Played[Position]:
    """Begin the turn of the next player who is still there; the last round ends at the start player."""
    setup, course, _, _, _, ship, _, booths, hands, sold, warehouses, unseen, piles = position
    _, last_round, _, left = course
    for seat in TURN_ORDER[len(hands)][last]:
        if last_round and seat == setup.start:
            break
        if seat not in left:
            if not unseen and not last_round:
                # Only after a correction: the supply is gone, so the fifth pile will never be begun.
                course = course._replace(last_round=True)
                events = (*events, LastRound(setup.players[seat]))
            bank = talers >> BANK_SHIFT
            taken = INCOME if bank >= INCOME else bank
            talers += taken * FROM_BANK[seat]
            phase = _REPLENISH if unseen and 0 in warehouses and talers >> PURSE_SHIFT[seat] & PURSE_MASK else _ACTIONS
            begun = _new(
                Position,
                (setup, course, phase, seat, False, ship, talers, booths, hands, sold, warehouses, unseen, piles),
            )
            return _new(Played, (begun, events + INCOMES[setup.players[seat]][taken]))
    over = position._replace(phase=Phase.OVER, acted=False, talers=talers)
    return Played(over, (*events, Over(winning_players(over))))


_STEPS: Mapping[Phase, Callable[[Position], _Step]] = {
    Phase.FILL: _fill,
    Phase.PLACE: _place,
    Phase.REPLENISH: _replenish,
    Phase.ACTIONS: _actions,
    Phase.LOSE: _lose,
    Phase.DISCARD: _discard,
    Phase.OVER: _over,
}
