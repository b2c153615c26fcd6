"""A table to test the rules at: real games, brought into any situation by the players' own corrections.

Moves are said in the words of the rule book ("sail danzig", "sell orange1 orange2"), so that a test reads like a turn.
Nothing here reaches into a position: every situation comes about by moves and corrections, and so can in a game.

>>> table = situation("gray yellow", ship="danzig", booths={"yellow": {"danzig": 1}}, stock={"danzig": "blue1 pink2"})
>>> table.play("buy pink2"), table.talers("yellow"), table.stock("danzig")
((Paid(player='gray', to='yellow', talers=1, reason=<PaidFor.BUY: 'buy'>),), 4, 'blue1 -')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypedDict, Unpack

import pytest

from companion.games.game import IllegalMove, Refusal
from companion.games.hansa.boards import named_board
from companion.games.hansa.rules import moves as verbs
from companion.games.hansa.rules.board import CITY_IDS, Board
from companion.games.hansa.rules.corrections import (
    Correction,
    MoveBooth,
    MoveMarker,
    MovePile,
    MoveShip,
    MoveTalers,
    MoveTurn,
)
from companion.games.hansa.rules.corrections import correct as corrected
from companion.games.hansa.rules.events import BANK, Event, Events
from companion.games.hansa.rules.goods import Goods, Marker, marker, markers_in, total
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import LegalMoves, Move
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.scoring import Score, score
from companion.games.hansa.rules.setup import new_game

EMPTY = "-"  # a warehouse space without a marker
GOODS = {2: "blue brown orange pink", 3: "blue brown green orange pink", 4: "blue brown green orange pink yellow"}

_VERBS: Mapping[str, Callable[[list[str]], Move]] = {
    "reveal": lambda words: verbs.Reveal(marker(words[0])),
    "place": lambda words: verbs.Place(words[0]),
    "replenish": lambda _: verbs.Replenish(),
    "skip": lambda _: verbs.Skip(),
    "sail": lambda words: verbs.Sail(words[0]),
    "buy": lambda words: verbs.Buy(marker(words[0])),
    "build": lambda words: verbs.Build(marker(words[0]), *map(int, words[2:])),  # "build pink3 fewer 1"
    "sell": lambda words: verbs.Sell(tuple(map(marker, words))),
    "end": lambda _: verbs.End(),
    "lose": lambda words: verbs.Lose(marker(words[0])),
    "discard": lambda words: verbs.Discard(marker(words[0])),
}


def said(text: str) -> Move:
    """Make the move that a player says, such as "sail danzig"."""
    verb, *words = text.split()
    return _VERBS[verb](words)


def named(goods: Goods) -> str:
    """Name the markers of a set, sorted."""
    return " ".join(map(str, markers_in(goods)))


class Table:
    """A game under way; questions take players by colour and cities by id."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: Events = ()  # of the last move or correction

    # --- what is done ---

    def play(self, *moves: str) -> Events:
        """Play moves one after the other; give everything that they brought about."""
        happened: list[Event] = []
        for text in moves:
            self.position, self.events = play(self.position, said(text))
            happened += self.events
        return tuple(happened)

    def correct(self, *corrections: Correction) -> Events:
        """Carry out corrections; give everything that they brought about."""
        happened: list[Event] = []
        for correction in corrections:
            self.position, self.events = corrected(self.position, correction)
            happened += self.events
        return tuple(happened)

    def refused(self, text: str) -> Refusal:
        """Try a move that must be refused; return the refusal, whose sentences are complete."""
        with pytest.raises(IllegalMove) as caught:
            play(self.position, said(text))
        refusal = caught.value.refusal
        assert not set("{}") & set(refusal.message() + refusal.advice())
        return refusal

    def code(self, text: str) -> str:
        """Try a move that must be refused; return the code."""
        return self.refused(text).code

    def fill(self, markers: int | None = None) -> Events:
        """Turn up this many markers, or all that are needed, whichever come first."""
        happened: list[Event] = []
        for _ in range(self.position.setup.board.space_count if markers is None else markers):
            if self.phase is Phase.FILL:
                self.position, self.events = play(self.position, next(iter(self.legal)))
                happened += self.events
        return tuple(happened)

    def end_turns(self) -> list[str | None]:
        """End turn after turn until the game is over; name who had them. No test needs more than nine."""
        movers = []
        for _ in range(9):
            if self.phase is not Phase.OVER:
                movers.append(self.mover)
                self.play("end")
        return movers

    # --- what can be seen ---

    @property
    def legal(self) -> LegalMoves:
        return legal_moves(self.position)

    def allows(self, text: str) -> bool:
        return said(text) in self.legal

    @property
    def phase(self) -> Phase:
        return self.position.phase

    @property
    def mover(self) -> str | None:
        seat = self.position.mover
        return None if seat is None else self.position.setup.players[seat]

    @property
    def active(self) -> str:
        return self.position.setup.players[self.position.active]

    @property
    def ship(self) -> str:
        return self.position.ship

    @property
    def bank(self) -> int:
        return self.position.bank

    def seat(self, player: str) -> int:
        return self.position.setup.players.index(player)

    def talers(self, player: str) -> int:
        return self.position.purse(self.seat(player))

    def booths(self, player: str, city: str) -> int:
        return self.position.booths_in(city, self.seat(player))

    def booths_left(self, player: str) -> int:
        return self.position.booths_left(self.seat(player))

    def hand(self, player: str) -> str:
        return named(self.position.hands[self.seat(player)])

    def sold(self, player: str) -> str:
        return named(self.position.sold[self.seat(player)])

    def out(self) -> str:
        return named(self.position.out)

    def stock(self, city: str) -> str:
        """Name what lies on a city's spaces, in their order."""
        return " ".join(named(good) or EMPTY for good in self.position.stock(city))

    def score(self, player: str) -> Score:
        return score(self.position, self.seat(player))


def new_table(
    players: str,
    *,
    start: str | None = None,
    goods: str | None = None,
    board: Board | None = None,
    house_rules: str = "",
) -> Table:
    """Open a game: nothing is stocked yet."""
    seats = players.split()
    colours = (goods or GOODS[len(seats)]).split()
    rules = frozenset(house_rules.split())
    first = new_game(board or named_board("0.1"), seats, start=start or seats[0], goods=colours, house_rules=rules)
    return Table(first)


def stocked(players: str, *, start: str | None = None, board: Board | None = None, house_rules: str = "") -> Table:
    """Open a game whose warehouses are stocked, before the first booth is placed."""
    table = new_table(players, start=start, board=board, house_rules=house_rules)
    kinds = [f"{colour}{barrels}" for barrels in (1, 2, 3) for colour in table.position.setup.goods]
    for space in range(table.position.setup.board.space_count):
        table.play(f"reveal {kinds[space % len(kinds)]}")
    return table


def begun(players: str, *, start: str | None = None, board: Board | None = None, house_rules: str = "") -> Table:
    """Open a game whose first turn has begun; all have placed their booths in Danzig, Riga and Aalborg."""
    table = stocked(players, start=start, board=board, house_rules=house_rules)
    for city in ("danzig", "riga", "aalborg"):
        table.play(*[f"place {city}"] * len(table.position.setup.players))
    return table


class Details(TypedDict, total=False):
    """What a situation may say of itself."""

    start: str
    turn: str  # whose turn it is; the start player's if not said
    ship: str
    talers: Mapping[str, int]  # purses not named hold 3
    booths: Mapping[str, Mapping[str, int]]  # exactly these are on the board
    hands: Mapping[str, str]
    sold: Mapping[str, str]
    stock: Mapping[str, str]  # exactly these lie in the warehouses; if not said, every space has one
    piles: tuple[int, int, int, int, int]
    board: Board
    house_rules: str


def situation(players: str = "gray yellow purple", **details: Unpack[Details]) -> Table:
    """Set up a situation in the actions of a turn."""
    rules = details.get("house_rules", "")
    table = begun(players, start=details.get("start"), board=details.get("board"), house_rules=rules)
    if details.get("turn", table.active) != table.active:
        table.correct(MoveTurn(details["turn"]))
    if details.get("ship", table.ship) != table.ship:
        table.correct(MoveShip(details["ship"]))
    _lay_talers(table, dict.fromkeys(players.split(), 3) | dict(details.get("talers", {})))
    _lay_booths(table, details.get("booths", {}))
    if "stock" in details:
        _lay_stock(table, details["stock"])
    for player, goods in details.get("hands", {}).items():
        _lay_goods(table, player, goods.split())
    for player, goods in details.get("sold", {}).items():
        _lay_goods(table, f"{player}.sold", goods.split())
    if "piles" in details:
        _lay_piles(table, details["piles"])
    return table


def _lay_talers(table: Table, purses: Mapping[str, int]) -> None:
    for player in purses:
        if table.talers(player):
            table.correct(MoveTalers(table.talers(player), player, BANK))
    for player, talers in purses.items():
        if talers:
            table.correct(MoveTalers(talers, BANK, player))


def _lay_booths(table: Table, booths: Mapping[str, Mapping[str, int]]) -> None:
    for player in table.position.setup.players:
        for city in CITY_IDS:
            table.correct(*[MoveBooth(player, city, "supply")] * table.booths(player, city))
    for player, stacks in booths.items():
        for city, stack in stacks.items():
            table.correct(*[MoveBooth(player, "supply", city)] * stack)


def _lay_stock(table: Table, stock: Mapping[str, str]) -> None:
    for city in CITY_IDS:
        for space, good in enumerate(table.stock(city).split(), 1):
            table.correct(MoveMarker(marker(good), f"{city}.{space}", "out"))
    for city, goods in stock.items():
        for space, good in enumerate(goods.split(), 1):
            if good != EMPTY:
                _lay_goods(table, f"{city}.{space}", [good])


def _lay_goods(table: Table, place: str, goods: Iterable[str]) -> None:
    for good in map(marker, goods):
        table.correct(MoveMarker(good, _source(table, good), place))


def _source(table: Table, good: Marker) -> str:
    return "out" if str(good) in table.out().split() else "unseen"


def _lay_piles(table: Table, piles: tuple[int, int, int, int, int]) -> None:
    while total(table.position.unseen) > sum(piles):
        unseen = markers_in(table.position.unseen)
        table.correct(MoveMarker(max(unseen, key=unseen.count), "unseen", "out"))
    for number in range(2, 6):
        if table.position.piles[number - 1]:
            table.correct(MovePile(table.position.piles[number - 1], number, 1))
    for number in range(2, 6):
        if piles[number - 1]:
            table.correct(MovePile(piles[number - 1], 1, number))
    assert table.position.piles == piles
