"""The menu of legal moves: exactly those, in a useful order."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.hansa.rules.events import Income
from companion.games.hansa.rules.goods import Marker, markers_in, total
from companion.games.hansa.rules.house_rules import FEWER_BOOTHS
from companion.games.hansa.rules.legal import legal_moves
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
from companion.games.hansa.rules.play import SALE_AT_LEAST
from companion.games.hansa.rules.position import Phase, Position, majority
from companion.games.hansa.table import names
from companion.games.hansa.table.ledger import taxes_and_tolls
from companion.table.dialog import Checklist, Choice, Do, Item, Menu, Open
from companion.table.history import History
from companion.table.own_dialogs import ANOTHER
from companion.table.screen import Look, Row
from companion.words.say import NOTHING, Say, say

PHASES = {
    Phase.FILL: say("warehouses"),
    Phase.PLACE: say("set-up"),
    Phase.REPLENISH: say("replenish?"),
    Phase.ACTIONS: say("actions"),
    Phase.LOSE: say("loses"),
    Phase.DISCARD: say("tolls"),
    Phase.OVER: say("game over"),
}


# By colour even if players have names: next to a marker there is no room for names.
PAYEES = {
    "gray": say("1 T Gray"),
    "yellow": say("1 T Yellow"),
    "purple": say("1 T Purple"),
    "white": say("1 T White"),
}


WHERE = (Row(say("2 booths where?"), look=Look.LARGE),)
_WHICH = (Row(say("Which marker?"), look=Look.LARGE),)


def title(position: Position) -> Row:
    """Return the title of a screen: who decides, and what about."""
    seat = position.mover
    if seat is None:
        return Row(say("Game over"), look=Look.TITLE)
    about = PHASES[position.phase]
    if position.course.last_round and position.phase in (Phase.REPLENISH, Phase.ACTIONS):
        about = say("last round")  # what the phase is, its lines tell
    return Row(names.player_name(position, seat), about, Look.TITLE)


def home(history: History) -> Menu:
    """Offer the legal moves of the position at hand."""
    position: Position = history.position
    return Menu(title(position), _CHOICES[position.phase](position), _head(history), name="home")


def _head(history: History) -> tuple[Row, ...]:
    position: Position = history.position
    if position.phase is Phase.OVER:
        return ()
    for event in history.steps[-1].events if history.steps else ():
        if isinstance(event, Income):
            holds = say("hold {talers} T", talers=position.purse(position.active))
            ship = say("Ship in {city}", city=names.city_name(position, position.ship))
            return (Row(say("Take {talers}", talers=event.talers), holds, Look.LARGE), Row(ship))
    match position.phase:
        case Phase.FILL:
            city, space = next_space(position)
            return (Row(names.city_name(position, city), say("space {space}", space=space), Look.LARGE),)
        case Phase.PLACE:
            return WHERE
        case Phase.LOSE | Phase.DISCARD:
            return _WHICH
        case _:
            pass
    talers = say("{talers} T", talers=position.purse(position.active))
    return (Row(names.city_name(position, position.ship), talers, Look.LARGE),)


def next_space(position: Position) -> tuple[str, int]:
    """Return the city and the space that the next marker goes to; spaces are counted from 1."""
    first = position.warehouses.index(0)
    for city, spaces in position.setup.board.spaces.items():
        numbers = range(len(position.warehouses))[spaces]
        if first in numbers:
            return city, numbers.index(first) + 1
    raise AssertionError("every space belongs to a city")


# --- by phase ---


def _fill(position: Position) -> tuple[Choice, ...]:
    """Ask for the next marker in two steps: its colour, then its barrels; the likeliest first."""
    kinds = [move.good for move in legal_moves(position) if isinstance(move, Reveal)]
    choices = []
    for colour in dict.fromkeys(kind.colour for kind in kinds):
        of_colour = [kind for kind in kinds if kind.colour is colour]
        barrels = tuple(Choice(names.barrels(kind.barrels), Do(Reveal(kind))) for kind in of_colour)
        asked = Menu(Row(names.COLOURS[colour], say("barrels?"), Look.TITLE), barrels, name="barrels")
        choices.append(Choice(names.COLOURS[colour], Open(asked)))
    return tuple(choices)


def _place(position: Position) -> tuple[Choice, ...]:
    legal = {move.city for move in legal_moves(position) if isinstance(move, Place)}
    return tuple(
        Choice(names.city_name(position, city), Do(Place(city)), place=names.city_place(city))
        for city in position.setup.board.city
        if city in legal
    )


def _replenish(position: Position) -> tuple[Choice, ...]:
    empty = position.warehouses.count(0)
    labels: dict[type[Move], tuple[Say, Say]] = {
        Replenish: (say("Replenish {count}", count=min(empty, total(position.unseen))), say("1 T")),
        Skip: (say("Do not replenish"), NOTHING),
    }
    return tuple(Choice(labels[type(move)][0], Do(move), labels[type(move)][1]) for move in legal_moves(position))


def _actions(position: Position) -> tuple[Choice, ...]:
    # More barrels first: that is what players look for.
    moves = sorted(legal_moves(position), key=lambda move: -move.good.barrels if isinstance(move, Buy | Build) else 0)
    return (
        *_buys(position, (move for move in moves if isinstance(move, Buy))),
        *sails(position),
        *_builds(position, [move for move in moves if isinstance(move, Build)]),
        *((_sell_choice(position),) if any(isinstance(move, Sell) for move in moves) else ()),
        _end_choice(position),
    )


def _builds(position: Position, moves: list[Build]) -> Iterable[Choice]:
    """Offer a build with each marker; if a house rule allows fewer booths, those together below one line."""
    for move in moves:
        if not move.fewer:
            yield Choice(say("Build: {good}", good=names.marker_name(move.good)), Do(move))
    smaller = [move for move in moves if move.fewer]
    if smaller:
        yield Choice(say("Build fewer…"), Open(builds(position, smaller, say("Pay with?"), name="fewer")))


def builds(position: Position, moves: Iterable[Build], asked: Say, *, name: str = "build") -> Menu:
    """Ask for one of these builds; how many booths each places is next to it where a marker can place fewer."""
    told = FEWER_BOOTHS.id in position.setup.house_rules
    lines = tuple(
        Choice(names.marker_name(move.good), Do(move), names.booths(booths_of(position, move)) if told else NOTHING)
        for move in moves
    )
    return Menu(title(position), lines, (Row(asked, look=Look.LARGE),), name=name)


def booths_of(position: Position, move: Build) -> int:
    """Count the booths that a build places."""
    return min(move.good.barrels, position.booths_left(position.active)) - move.fewer


def _end_choice(position: Position) -> Choice:
    """Offer to end the turn, and say what that costs: what is over the limits of phase 4."""
    tax, toll = taxes_and_tolls(position)
    label, costs = say("End the turn"), NOTHING
    if tax and toll:  # no room for more
        label, costs = say("End"), say("-{talers} T, -{markers}", talers=tax, markers=names.markers(toll))
    elif tax:
        costs = say("-{talers} T", talers=tax)
    elif toll:
        costs = say("-{markers}", markers=names.markers(toll))
    return Choice(label, Do(End()), costs)


def _buys(position: Position, moves: Iterable[Buy]) -> Iterable[Choice]:
    for move in moves:
        yield Choice(say("Buy {good}", good=names.marker_name(move.good)), Do(move), price(position))


def price(position: Position) -> Say:
    """Return what a marker costs in the ship's city, and to whom."""
    owner = majority(position.booths, position.ship)
    if owner == position.active:
        return say("free")
    if owner is None or owner in position.course.left:
        return say("1 T bank")
    return PAYEES[position.setup.players[owner]]


def sails(position: Position) -> Iterable[Choice]:
    """Offer the routes, in the order of the cities' numbers."""
    legal = {move.to for move in legal_moves(position) if isinstance(move, Sail)}
    for city in position.setup.board.city:
        if city in legal:
            label = say("Sail to {city}", city=names.city_name(position, city))
            yield Choice(label, Do(Sail(city)), say("1 T"), names.city_place(city))


def _sell_choice(position: Position) -> Choice:
    return Choice(say("Sell…"), Open(sale(position)))


def sellable(position: Position) -> tuple[Marker, ...]:
    """Return the markers of which there are enough to sell."""
    hand = markers_in(position.hands[position.active])
    colours = [good.colour for good in hand]
    return tuple(good for good in hand if colours.count(good.colour) >= SALE_AT_LEAST)


def sale(position: Position) -> Checklist:
    """Ask which markers to sell, everything sellable ticked."""
    goods = sellable(position)
    return Checklist(
        Row(names.player_name(position, position.active), say("sale"), Look.TITLE),
        tuple(Item(names.marker_name(good), good) for good in goods),
        frozenset(range(len(goods))),
        confirm=_sell_label,
        decide=_sell,
        name="sale",
    )


def _sell_label(count: int) -> Say:
    return say("Sell {count}", count=count)


def _sell(goods: tuple[Marker, ...]) -> Do:
    return Do(Sell(goods))


def _lose(position: Position) -> tuple[Choice, ...]:
    moves = (move for move in legal_moves(position) if isinstance(move, Lose))
    return tuple(Choice(say("Lose {good}", good=names.marker_name(move.good)), Do(move)) for move in moves)


def _discard(position: Position) -> tuple[Choice, ...]:
    moves = (move for move in legal_moves(position) if isinstance(move, Discard))
    return tuple(Choice(say("Give up {good}", good=names.marker_name(move.good)), Do(move)) for move in moves)


def _over(_: Position) -> tuple[Choice, ...]:
    return (Choice(ANOTHER.title.left, Open(ANOTHER)),)  # an extra press of ok must not lose the score


_CHOICES = {
    Phase.FILL: _fill,
    Phase.PLACE: _place,
    Phase.REPLENISH: _replenish,
    Phase.ACTIONS: _actions,
    Phase.LOSE: _lose,
    Phase.DISCARD: _discard,
    Phase.OVER: _over,
}
