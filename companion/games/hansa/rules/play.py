"""Plays a move: takes a position and a move, and returns the next position and its events, or refuses the move.

`play` is the only entry. Each verb checks in the documented order of refusals, builds the next position, and leaves
what follows automatically to `settle`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from companion.games.game import Played
from companion.games.hansa.rules.events import BANK, FARES, PURCHASES, REPLENISHMENTS, Events, LastRound
from companion.games.hansa.rules.goods import (
    COLOUR_MASKS,
    DIGIT,
    Colour,
    Goods,
    Marker,
    count_of,
    kinds_in,
    kinds_mask,
    total,
)
from companion.games.hansa.rules.moves import (
    Build,
    Buy,
    Discard,
    End,
    Lose,
    Move,
    Place,
    Replenish,
    Reveal,
    Sail,
    Sell,
    Skip,
)
from companion.games.hansa.rules.position import (
    CITY_SHIFT,
    FEWER_BOOTHS,
    LEFT_SHIFT,
    OWN_STACK,
    PURSE_MASK,
    PURSE_SHIFT,
    PURSE_TALER,
    STACK_MASK,
    TO_BANK,
    TO_CITY,
    TURN_ORDER,
    Course,
    Loss,
    Phase,
    Position,
    changed,
    draw,
    majority,
)
from companion.games.hansa.rules.refusals import refuse
from companion.games.hansa.rules.settle import settle, settle_hand, settle_tolls

BOOTHS_PER_PLACEMENT = 2
LAST_PILE = 4
SALE_AT_LEAST = 2  # markers of each colour sold

# Positions are made at every move: straight from the tuple, because the named constructor costs twice as much.
_new = tuple.__new__
_FILL, _PLACE, _REPLENISH, _ACTIONS, _LOSE = Phase.FILL, Phase.PLACE, Phase.REPLENISH, Phase.ACTIONS, Phase.LOSE


def play(position: Position, move: Move) -> Played[Position]:
    """Play a move; if it is not allowed, raise IllegalMove with nothing changed."""
    phase, verb = _VERBS[type(move)]
    if position.phase is not phase:
        if position.phase is Phase.OVER:
            refuse("game_over")
        refuse("wrong_phase", verb=type(move).__name__, phase=position.phase)
    return verb(position, move)


def _refuse_marker(goods: Goods, good: Marker, place: str) -> None:
    choice = ", ".join(map(str, kinds_in(kinds_mask(goods)))) or "none"
    refuse("no_such_marker", good=good, place=place, choice=choice)


# Each verb unpacks the position, changes what it changes, and packs it again.

# --- set-up and supply ---


def _reveal(position: Position, move: Reveal) -> Played[Position]:
    setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    good = move.good
    if not unseen & DIGIT * good:
        _refuse_marker(unseen, good, "face down")
    events: Events = ()
    stocked = course.placements  # otherwise this is the first fill, from the markers laid out next to the piles
    if stocked or total(unseen) <= sum(piles):
        pile, piles = draw(piles)
        if pile == LAST_PILE and stocked and not course.last_round:
            course = course._replace(last_round=True)
            events = (LastRound(setup.players[seat]),)
    warehouses = changed(warehouses, warehouses.index(0), good)
    unseen -= good
    more = unseen and 0 in warehouses
    if stocked and not more:
        phase = _ACTIONS
    after = _new(
        Position, (setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    # There is nothing to settle but the end of the first fill, and the turn of a player who has left.
    return _new(Played, (after, events)) if more or (stocked and not course.left) else settle(after, events)


def _place(position: Position, move: Place) -> Played[Position]:
    setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    placements, last_round, losses, left = course
    city = move.city
    if city == setup.board.start:
        refuse("copenhagen_closed", city=setup.board.city[city].name)
    if booths >> CITY_SHIFT[city] & OWN_STACK[seat]:
        refuse("already_placed", player=setup.players[seat], city=setup.board.city[city].name)
    booths += min(BOOTHS_PER_PLACEMENT, booths >> LEFT_SHIFT[seat] & STACK_MASK) * TO_CITY[city][seat]
    course = _new(Course, (placements + 1, last_round, losses, left))
    seat = (seat + 1) % len(hands)
    after = _new(
        Position, (setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    return settle(after)


def _replenish(position: Position, _: Replenish) -> Played[Position]:
    setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    phase, talers = _FILL, talers + TO_BANK[seat]
    after = _new(
        Position, (setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    return _new(Played, (after, REPLENISHMENTS[setup.players[seat]]))


def _skip(position: Position, _: Skip) -> Played[Position]:
    setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    if not any(warehouses):
        refuse("must_replenish")
    phase = _ACTIONS
    after = _new(
        Position, (setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    return _new(Played, (after, ()))


# --- ship and actions ---


def _sail(position: Position, move: Sail) -> Played[Position]:
    setup, course, phase, seat, _, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    to, board = move.to, setup.board
    if to not in board.routes[ship]:
        names = [board.city[exit_].name for exit_ in board.routes[ship]]
        refuse("no_route", ship=board.city[ship].name, city=board.city[to].name, exits=", ".join(names))
    if not talers >> PURSE_SHIFT[seat] & PURSE_MASK:
        refuse("no_talers", player=setup.players[seat])
    talers += TO_BANK[seat]
    after = _new(
        Position, (setup, course, phase, seat, False, to, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    return _new(Played, (after, FARES[setup.players[seat]]))


def _buy(position: Position, move: Buy) -> Played[Position]:
    setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    good, spaces = move.good, setup.board.spaces[ship]
    if acted:
        _refuse_second_action(position)
    if good not in warehouses[spaces]:
        _refuse_marker(sum(warehouses[spaces]), good, f"in {setup.board.city[ship].name}")
    owner = majority(booths, ship)
    events: Events = ()
    if owner != seat:
        if not talers >> PURSE_SHIFT[seat] & PURSE_MASK:
            refuse("no_talers", player=setup.players[seat])
        if owner is None or owner in course.left:
            talers += TO_BANK[seat]
            events = PURCHASES[setup.players[seat]][BANK]
        else:
            talers += PURSE_TALER[owner] - PURSE_TALER[seat]
            events = PURCHASES[setup.players[seat]][setup.players[owner]]
    hands = changed(hands, seat, hands[seat] + good)
    warehouses = changed(warehouses, warehouses.index(good, spaces.start), 0)
    after = _new(
        Position, (setup, course, phase, seat, True, ship, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    return _new(Played, (after, events))


def _build(position: Position, move: Build) -> Played[Position]:
    setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    good, hand, booths_left = move.good, hands[seat], booths >> LEFT_SHIFT[seat] & STACK_MASK
    if acted:
        _refuse_second_action(position)
    if not hand & DIGIT * good:
        _refuse_marker(hand, good, f"before {setup.players[seat]}")
    if not booths_left:
        refuse("no_booths_left", player=setup.players[seat])
    built = min(good.barrels, booths_left)
    if move.fewer:
        built -= move.fewer
        if FEWER_BOOTHS.id not in setup.house_rules:
            refuse("house_rule", ruling=FEWER_BOOTHS.ruling)
        if built < 1:
            refuse("too_few_booths")
    booths += built * TO_CITY[ship][seat]
    hands = changed(hands, seat, hand - good)
    after = _new(
        Position, (setup, course, phase, seat, True, ship, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    return _new(Played, (after, ()))


def _sell(position: Position, move: Sell) -> Played[Position]:
    setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    goods, hand = move.goods, hands[seat]
    if acted:
        _refuse_second_action(position)
    if not booths >> CITY_SHIFT[ship] & OWN_STACK[seat]:
        refuse("no_booth_here", player=setup.players[seat], ship=setup.board.city[ship].name)
    for good in goods:
        if goods.count(good) > count_of(hand, good):
            _refuse_marker(hand, good, f"before {setup.players[seat]}")
    colours = _colours_sold(goods)
    if not colours:
        refuse("too_few_of_colour")
    sale = sum(goods)
    booths -= TO_CITY[ship][seat]
    hands = changed(hands, seat, hand - sale)
    sold = changed(sold, seat, sold[seat] + sale)
    losses = tuple(
        Loss(other, colour)
        for other in TURN_ORDER[len(hands)][seat][:-1]
        if other not in course.left
        for colour in colours
        if hands[other] & COLOUR_MASKS[colour]
    )
    if losses:
        phase, course = _LOSE, course._replace(losses=losses)
    after = _new(
        Position, (setup, course, phase, seat, True, ship, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    return settle(after) if losses else _new(Played, (after, ()))


@lru_cache(maxsize=1024)
def _colours_sold(goods: tuple[Marker, ...]) -> tuple[Colour, ...]:
    """Return the colours of a sale, sorted; none if there are too few markers of one."""
    colours = [good.colour for good in goods]
    enough = all(colours.count(colour) >= SALE_AT_LEAST for colour in colours)
    return tuple(sorted(set(colours))) if enough else ()


def _refuse_second_action(position: Position) -> None:
    refuse("already_acted", ship=position.setup.board.city[position.ship].name)


# --- what others decide, and what is given up ---


def _lose(position: Position, move: Lose) -> Played[Position]:
    seat, colour = position.course.losses[0]
    candidates = position.hands[seat] & COLOUR_MASKS[colour]
    if not candidates & DIGIT * move.good:
        _refuse_marker(candidates, move.good, f"to lose before {position.setup.players[seat]}")
    return settle(
        position._replace(
            course=position.course._replace(losses=position.course.losses[1:]),
            hands=changed(position.hands, seat, position.hands[seat] - move.good),
        )
    )


def _discard(position: Position, move: Discard) -> Played[Position]:
    setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles = position
    good, hand = move.good, hands[seat]
    if not hand & DIGIT * good:
        _refuse_marker(hand, good, f"before {setup.players[seat]}")
    hands = changed(hands, seat, hand - good)
    after = _new(
        Position, (setup, course, phase, seat, acted, ship, talers, booths, hands, sold, warehouses, unseen, piles)
    )
    return settle_hand(after)


_VERBS: Mapping[type[Move], tuple[Phase, Callable[[Position, Any], Played[Position]]]] = {
    Reveal: (_FILL, _reveal),
    Place: (_PLACE, _place),
    Replenish: (_REPLENISH, _replenish),
    Skip: (_REPLENISH, _skip),
    Sail: (_ACTIONS, _sail),
    Buy: (_ACTIONS, _buy),
    Build: (_ACTIONS, _build),
    Sell: (_ACTIONS, _sell),
    End: (_ACTIONS, settle_tolls),
    Lose: (_LOSE, _lose),
    Discard: (Phase.DISCARD, _discard),
}
