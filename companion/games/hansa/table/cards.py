"""What people read of each move of Hansa, and of what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from companion.games.hansa.rules import moves
from companion.games.hansa.rules.events import BANK, Discarded, LastRound, Lost, Over, Paid, Taxed
from companion.games.hansa.rules.goods import Marker, markers_in, total
from companion.games.hansa.rules.play import BOOTHS_PER_PLACEMENT, SALE_AT_LEAST
from companion.games.hansa.rules.position import Position, majority
from companion.games.hansa.table import names
from companion.games.hansa.table.ledger import taxes_and_tolls
from companion.table.gametable import Card, Cards, Carry, Line, Sentences
from companion.table.history import Step
from companion.words.say import NOTHING, Say, listed, say

# By colour even if players have names: next to a marker there is no room for names.
PAYEES = {
    BANK: say("1 T bank"),
    "gray": say("1 T Gray"),
    "yellow": say("1 T Yellow"),
    "purple": say("1 T Purple"),
    "white": say("1 T White"),
}


def _mover(position: Position) -> Say:
    seat = position.active if position.mover is None else position.mover
    return names.player_name(position, seat)


def price(position: Position) -> Say:
    """Return in short what a marker costs in the ship's city, and to whom."""
    owner = majority(position.booths, position.ship)
    return say("free") if owner == position.active else PAYEES[_payee(position)]


def _payee(position: Position) -> str:
    """Return to whom a marker in the ship's city is paid, unless it is free."""
    owner = majority(position.booths, position.ship)
    return BANK if owner is None or owner in position.course.left else position.setup.players[owner]


def sellable(position: Position) -> tuple[Marker, ...]:
    """Return the markers of which there are enough to sell."""
    hand = markers_in(position.hands[position.active])
    colours = [good.colour for good in hand]
    return tuple(good for good in hand if colours.count(good.colour) >= SALE_AT_LEAST)


# --- lines ---


def _replenish(position: Position, _: moves.Replenish) -> Line:
    spaces = min(position.warehouses.count(0), total(position.unseen))
    return Line(say("Replenish {count}", count=spaces), say("1 T"))


def _end(position: Position, _: moves.End) -> Line:
    """Say what ending the turn costs: what is over the limits of phase 4."""
    tax, toll = taxes_and_tolls(position)
    if tax and toll:  # no room for more
        return Line(say("End"), say("-{talers} T, -{markers}", talers=tax, markers=names.markers(toll)))
    if tax:
        return Line(say("End the turn"), say("-{talers} T", talers=tax))
    return Line(say("End the turn"), say("-{markers}", markers=names.markers(toll)) if toll else NOTHING)


def _sail(position: Position, move: moves.Sail) -> Line:
    label = say("Sail to {city}", city=names.city_name(position, move.to))
    return Line(label, say("1 T"), names.city_place(move.to))


def _lose_line(_: Position, move: moves.Lose) -> Line:
    return Line(say("Lose {good}", good=names.marker_name(move.good)))


def _discard_line(_: Position, move: moves.Discard) -> Line:
    return Line(say("Give up {good}", good=names.marker_name(move.good)))


# --- for hands that make a move of the companion's ---


def _carry_placement(position: Position, move: moves.Place) -> Carry:
    assert position.mover is not None
    count = min(BOOTHS_PER_PLACEMENT, position.booths_left(position.mover))
    city = names.city_name(position, move.city)
    put = say("Put {booths} there", booths=names.booths(count))
    return Carry(city, hands=(put,), place=names.city_place(move.city))


def _carry_sail(position: Position, move: moves.Sail) -> Carry:
    line = _sail(position, move)
    return Carry(line.label, hands=(say("Move the ship there"), _paid_to(BANK)), place=line.place)


def _carry_purchase(position: Position, move: moves.Buy) -> Carry:
    """Lead to the space that the marker is on; if there are several like it, to the first."""
    spaces = position.warehouses[position.setup.board.spaces[position.ship]]
    place = names.space_place(position.ship, spaces.index(move.good) + 1)
    take = say("Take it from {city}", city=names.city_name(position, position.ship))
    is_free = majority(position.booths, position.ship) == position.active
    paid = say("free") if is_free else _paid_to(_payee(position))
    return Carry(say("Buy {good}", good=names.marker_name(move.good)), hands=(take, paid), place=place)


def _paid_to(payee: str) -> Say:
    """Say in full what `price` says in short, for there is a line for it."""
    return say("1 T to {payee}", payee=names.PLACES[payee])


def booths_of(position: Position, move: moves.Build) -> int:
    """Count the booths that a build places."""
    return min(move.good.barrels, position.booths_left(position.active)) - move.fewer


def _carry_build(position: Position, move: moves.Build) -> Carry:
    label = say("Build: {good}", good=names.marker_name(move.good))
    count = names.booths(booths_of(position, move))
    put = say("{booths} to {city}", booths=count, city=names.city_name(position, position.ship))
    return Carry(label, hands=(put, _OUT), place=names.city_place(position.ship))


def _carry_sale(position: Position, move: moves.Sell) -> Carry:
    barrels = defaultdict(list)
    for good in move.goods:
        barrels[good.colour].append(str(good.barrels))
    goods = listed(
        say("{colour} {barrels}", colour=names.COLOURS[colour], barrels="+".join(each))
        for colour, each in barrels.items()
    )
    count = say("Sell {count}", count=len(move.goods))
    return Carry(count, hands=(goods, say("1 booth back")), place=names.city_place(position.ship))


def _carry_loss(label: Callable[[Position, Any], Line]) -> Callable[[Position, Any], Carry]:
    return lambda position, move: Carry(label(position, move).label, hands=(_OUT,))


_OUT = say("Marker out of the game")


# --- the log ---


def _placed(before: Position, step: Step) -> Say:
    city: str = step.entry.city
    return say(
        "{player} places a booth in {city}.",
        "{player} places {count} booths in {city}.",
        player=_mover(before),
        count=_new_booths(before, step, city),
        city=names.city_name(before, city),
    )


def _built(before: Position, step: Step) -> Say:
    return say(
        "{player} builds a booth in {city}, paid with {good}.",
        "{player} builds {count} booths in {city}, paid with {good}.",
        player=_mover(before),
        count=_new_booths(before, step, before.ship),
        city=names.city_name(before, before.ship),
        good=names.marker_name(step.entry.good),
    )


def _new_booths(before: Position, step: Step, city: str) -> int:
    seat = before.active if before.mover is None else before.mover
    after: Position = step.position
    return after.booths_in(city, seat) - before.booths_in(city, seat)


def _bought(before: Position, step: Step) -> Say:
    player, good, city = _mover(before), names.marker_name(step.entry.good), names.city_name(before, before.ship)
    paid = next((event for event in step.events if isinstance(event, Paid)), None)
    if paid is None:
        return say("{player} takes {good} in {city} for nothing.", player=player, good=good, city=city)
    if paid.to == BANK:
        return say("{player} buys {good} in {city} for a taler to the bank.", player=player, good=good, city=city)
    to = names.PLAYERS[paid.to]
    return say("{player} buys {good} in {city} for a taler to {to}.", player=player, good=good, city=city, to=to)


def _sold(before: Position, step: Step) -> Say:
    goods = listed(map(names.marker_name, step.entry.goods))
    city = names.city_name(before, before.ship)
    return say("{player} sells {goods} in {city}.", player=_mover(before), goods=goods, city=city)


def _sailed(before: Position, step: Step) -> Say:
    return say("{player} sails to {city}.", player=_mover(before), city=names.city_name(before, step.entry.to))


def _lost(player: Say, good: Marker) -> Say:
    return say("{player} loses {good}.", player=player, good=names.marker_name(good))


def _gave_up(player: Say, good: Marker) -> Say:
    return say("{player} gives up {good}.", player=player, good=names.marker_name(good))


def _taxed(_: Position, event: Taxed) -> Say:
    return say(
        "{player} gives a taler to the bank.",
        "{player} gives {count} talers to the bank.",
        player=names.PLAYERS[event.player],
        count=event.talers,
    )


def _plainly(sentence: Callable[[Say], Say]) -> Callable[[Position, Step], Say]:
    """Tell a move of which there is nothing to say but who made it."""
    return lambda before, _: sentence(_mover(before))


# --- where a press on the page means a move ---


def _in_hand(_: Position, move: moves.Build | moves.Lose | moves.Discard) -> tuple[str, ...]:
    return (f"hand.{move.good}",)


def _on_sale(position: Position, move: moves.Buy) -> tuple[str, ...]:
    return (f"warehouse.{position.ship}.{move.good}",)


CARDS: Cards = {
    # Not told: the map shows it, and eighteen sentences would drown the others.
    moves.Reveal: Card(say("Turning up markers"), lambda _, move: Line(names.barrels(move.good.barrels))),
    moves.Place: Card(
        say("Placing booths"),
        lambda position, move: Line(names.city_name(position, move.city), place=names.city_place(move.city)),
        _placed,
        lambda _, move: (names.city_place(move.city),),
        carry=_carry_placement,
    ),
    moves.Replenish: Card(
        say("Replenishing"),
        _replenish,
        _plainly(lambda player: say("{player} replenishes the warehouses for a taler.", player=player)),
    ),
    moves.Skip: Card(
        say("Skipping"),
        lambda *_: Line(say("Do not replenish")),
        _plainly(lambda player: say("{player} does not replenish.", player=player)),
    ),
    moves.Sail: Card(say("Sailing"), _sail, _sailed, lambda _, move: (names.city_place(move.to),), carry=_carry_sail),
    moves.Buy: Card(
        say("Buying"),
        lambda position, move: Line(say("Buy {good}", good=names.marker_name(move.good)), price(position)),
        _bought,
        _on_sale,
        carry=_carry_purchase,
    ),
    moves.Build: Card(
        say("Building"),
        lambda _, move: Line(say("Build: {good}", good=names.marker_name(move.good))),
        _built,
        _in_hand,
        carry=_carry_build,
    ),
    # A sale is a checklist: its line opens one.
    moves.Sell: Card(
        say("Selling"),
        lambda *_: Line(say("Sell…")),
        _sold,
        lambda position, _: tuple(f"hand.{good}" for good in dict.fromkeys(sellable(position))),
        carry=_carry_sale,
    ),
    moves.End: Card(
        say("Ending the turn"), _end, _plainly(lambda player: say("{player} ends the turn.", player=player))
    ),
    moves.Lose: Card(
        say("Losing markers"),
        _lose_line,
        lambda before, step: _lost(_mover(before), step.entry.good),
        _in_hand,
        carry=_carry_loss(_lose_line),
    ),
    moves.Discard: Card(
        say("Giving up markers"),
        _discard_line,
        lambda before, step: _gave_up(_mover(before), step.entry.good),
        _in_hand,
        carry=_carry_loss(_discard_line),
    ),
}
# Payments are told with what was paid for, and an income with the turn that begins.
EVENTS: Sentences = {
    Lost: lambda _, event: _lost(names.PLAYERS[event.player], event.good),
    Discarded: lambda _, event: _gave_up(names.PLAYERS[event.player], event.good),
    Taxed: _taxed,
    LastRound: lambda *_: say("Last round! The fifth pile is begun: everybody plays up to the start player."),
    Over: lambda *_: say("The game is over."),
}
