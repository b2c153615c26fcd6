"""The menu of legal moves: exactly those, in a useful order."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.hansa.rules.events import Income
from companion.games.hansa.rules.goods import Marker
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Build, Buy, End, Move, Place, Reveal, Sail, Sell
from companion.games.hansa.rules.position import FEWER_BOOTHS, Phase, Position
from companion.games.hansa.table import names
from companion.games.hansa.table.cards import CARDS, booths_of, sellable
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
    if taken := income(history):
        holds = say("hold {talers} T", talers=position.purse(position.active))
        ship = say("Ship in {city}", city=names.city_name(position, position.ship))
        return (Row(taken, holds, Look.LARGE), Row(ship))
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


def income(history: History) -> Say | None:
    """Say what the player whose turn has just begun takes, if anything."""
    came = (event for event in (history.steps[-1].events if history.steps else ()) if isinstance(event, Income))
    return next((say("Take {talers}", talers=event.talers) for event in came), None)


def next_space(position: Position) -> tuple[str, int]:
    """Return the city and the space that the next marker goes to; spaces are counted from 1."""
    first = position.warehouses.index(0)
    for city, spaces in position.setup.board.spaces.items():
        numbers = range(len(position.warehouses))[spaces]
        if first in numbers:
            return city, numbers.index(first) + 1
    raise AssertionError("every space belongs to a city")


# --- by phase ---


def _choice(position: Position, move: Move) -> Choice:
    """Return a move as a line."""
    return CARDS[type(move)].line(position, move).choice(move)


def _fill(position: Position) -> tuple[Choice, ...]:
    """Ask for the next marker in two steps: its colour, then its barrels; the likeliest first."""
    moves = [move for move in legal_moves(position) if isinstance(move, Reveal)]
    choices = []
    for colour in dict.fromkeys(move.good.colour for move in moves):
        barrels = tuple(_choice(position, move) for move in moves if move.good.colour is colour)
        asked = Menu(Row(names.COLOURS[colour], say("barrels?"), Look.TITLE), barrels, name="barrels")
        choices.append(Choice(names.COLOURS[colour], Open(asked)))
    return tuple(choices)


def _all(position: Position) -> tuple[Choice, ...]:
    """Offer the legal moves as they come."""
    return tuple(_choice(position, move) for move in legal_moves(position))


def _place(position: Position) -> tuple[Choice, ...]:
    legal = legal_moves(position)
    return tuple(_choice(position, move) for city in position.setup.board.city if (move := Place(city)) in legal)


def _actions(position: Position) -> tuple[Choice, ...]:
    # More barrels first: that is what players look for.
    moves = sorted(legal_moves(position), key=lambda move: -move.good.barrels if isinstance(move, Buy | Build) else 0)
    return (
        *(_choice(position, move) for move in moves if isinstance(move, Buy)),
        *sails(position),
        *_builds(position, [move for move in moves if isinstance(move, Build)]),
        *_sales(position, moves),
        _choice(position, End()),
    )


def _builds(position: Position, moves: list[Build]) -> Iterable[Choice]:
    """Offer a build with each marker; if a house rule allows fewer booths, those together below one line."""
    for move in moves:
        if not move.fewer:
            yield _choice(position, move)
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


def sails(position: Position) -> Iterable[Choice]:
    """Offer the routes, in the order of the cities' numbers."""
    legal = legal_moves(position)
    return (_choice(position, move) for city in position.setup.board.city if (move := Sail(city)) in legal)


def _sales(position: Position, moves: Iterable[Move]) -> Iterable[Choice]:
    """Offer the sale, which is a checklist, if there is one."""
    for move in moves:
        if isinstance(move, Sell):
            line = CARDS[Sell].line(position, move)
            yield Choice(line.label, Open(sale(position)), line.right)
            return


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


def _over(_: Position) -> tuple[Choice, ...]:
    return (Choice(ANOTHER.title.left, Open(ANOTHER)),)  # an extra press of ok must not lose the score


_CHOICES = {
    Phase.FILL: _fill,
    Phase.PLACE: _place,
    Phase.REPLENISH: _all,
    Phase.ACTIONS: _actions,
    Phase.LOSE: _all,
    Phase.DISCARD: _all,
    Phase.OVER: _over,
}
