"""The board check: the board file shown city by city, so that players can compare it with their own board.

At the first start the players are asked whether it is right, and correct it on the page if not. When a later version
corrects a fact that they had confirmed, they are told once, and may accept the correction.
"""

from __future__ import annotations

from companion.games.hansa.rules.board import Board
from companion.games.hansa.table import names
from companion.table.commands import AnswerBoardNews, CheckBoard, ConfirmBoard, LetPhones
from companion.table.dialog import CLOSE, Choice, Menu, Notice, Open
from companion.table.own_dialogs import BOARD, BOARD_NEWS, YOUR_BOARD
from companion.table.screen import Look, Row
from companion.words.say import say

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
