"""The board shown city by city: what to lay out, how it must look, and its file, to compare with one's own board."""

from __future__ import annotations

from functools import lru_cache

from companion.games.hansa.rules.board import CITY_IDS, Board
from companion.games.hansa.rules.goods import COLOURS, markers_in
from companion.games.hansa.rules.position import Position, stack_in
from companion.games.hansa.table import names
from companion.table.belief import Expected
from companion.table.dialog import CLOSE, Choice, Dialog, Menu, Notice, Open
from companion.table.intents import AnswerBoardNews, CheckBoard, ConfirmBoard, LetPhones
from companion.table.own_dialogs import BOARD, BOARD_NEWS, YOUR_BOARD
from companion.table.screen import Bars, Look, Row
from companion.words.say import say


def expected(position: Position) -> Expected:
    """Say how many of each kind of piece belong at each city."""
    return _expected(position.setup.players, position.ship, position.booths)


@lru_cache(maxsize=64)  # asked several times at every move, and seldom another
def _expected(players: tuple[str, ...], ship: str, booths: int) -> Expected:
    wanted = {names.SHIP: {names.city_place(ship): 1}}
    for seat, player in enumerate(players):
        stacks = {names.city_place(city): stack_in(booths, city, seat) for city in CITY_IDS}
        wanted[f"booth.{player}"] = {place: stack for place, stack in stacks.items() if stack}
    return wanted


def restore(position: Position) -> tuple[Notice, ...]:
    """Describe the board city by city, in number order."""
    return tuple(_city_now(position, city) for city in position.setup.board.city)


def _city_now(position: Position, city: str) -> Notice:
    rows = []
    for seat in position.seats:
        stack = position.booths_in(city, seat)
        if stack:
            rows.append(Row(names.player_name(position, seat), names.booths(stack)))
    for number, good in enumerate(position.stock(city), 1):
        there = names.marker_name(markers_in(good)[0]) if good else say("empty")
        rows.append(Row(say("space {space}", space=number), there))
    number = position.setup.board.city[city].number
    # Booths of all four players and two spaces leave no line for the ship.
    ship = say("the ship, {number} of 9", number=number) if position.ship == city else None
    title = Row(names.city_name(position, city), ship or say("{number} of 9", number=number), Look.TITLE)
    return Notice(title, tuple(rows), place=names.city_place(city), name="restore")


# --- the board file, so that players can compare it with their own board ---


NEWS_ROWS = 3  # lines of corrected cities, besides the two answers


def board_check(board: Board) -> tuple[Notice, ...]:
    """Describe each city: its number, its warehouse spaces and where its arrows lead."""
    return tuple(
        Notice(
            Row(names.city_called(city.name), say("number {number}", number=city.number), Look.TITLE),
            (
                Row(say("spaces"), say("{spaces}", spaces=city.spaces)),
                Row(say("arrows to")),
                *(Row(say("  {city}", city=names.city_called(board.city[to].name))) for to in city.routes),
            ),
            place=names.city_place(city.id),
            name="board check",
        )
        for city in board.cities
    )


def question() -> Menu:
    """Ask whether the board file is right."""
    choices = (
        Choice(say("Yes, it is"), ConfirmBoard()),
        Choice(say("Show it city by city"), CheckBoard()),
        Choice(say("No, it differs"), Open(_differs())),
    )
    return Menu(Row(say("Is this your board?"), look=Look.TITLE), choices, name=YOUR_BOARD, topic=BOARD)


def news(own: Board, newest: Board) -> Menu:
    """Return a notice on which cities were corrected since; `ok` keeps the owner's board as it is."""
    cities = [city for city in newest.cities if city != own.city[city.id]]
    rows = tuple(
        Row(names.city_called(city.name), say("spaces: {spaces}", spaces=city.spaces)) for city in cities[:NEWS_ROWS]
    )
    choices = (
        Choice(say("Keep our board"), AnswerBoardNews(take_over=False)),
        Choice(say("Take this over"), AnswerBoardNews(take_over=True)),
    )
    return Menu(Row(say("Board corrected"), look=Look.TITLE), choices, rows, name=BOARD_NEWS)


def _differs() -> Menu:
    """Say where it can be corrected: arrows and numbers are too much for five buttons."""
    choices = (Choice(say("Let phones in"), LetPhones(True)), Choice(say("Later"), CLOSE))
    return Menu(
        Row(say("Board check"), look=Look.TITLE), choices, (Row(say("Correct it on the page.")),), name="differs"
    )


# --- what to lay out for a new game ---


def layout(position: Position) -> tuple[Dialog, ...]:
    """Say what to lay out for a game that has just been set up."""
    setup = position.setup
    out = [colour for colour in COLOURS if colour not in setup.goods]
    told: list[Dialog] = []
    if out:
        rows = tuple(Row(names.COLOURS[colour], look=Look.LARGE) for colour in out)
        told.append(Notice(Row(say("Back into the box"), look=Look.TITLE), rows, name="left out", is_chore=True))
    piles = Bars(position.piles, max(position.piles), None, len(position.piles) - 1)
    rows_ = (piles, Row(say("Mix, count out five piles")), Row(say("and stock the warehouses.")))
    told.append(Notice(Row(say("Supply"), look=Look.TITLE), rows_, name="count out", is_chore=True))
    return tuple(told)
