"""The board check: the board file shown city by city, so that players can compare it with their own board."""

from __future__ import annotations

from companion.games.teutonica.rules.board import Board, Office, Side
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.table import names
from companion.table.commands import CheckBoard, ConfirmBoard
from companion.table.dialog import CLOSE, Choice, Menu, Notice, Open
from companion.table.own_dialogs import BOARD, YOUR_BOARD
from companion.table.screen import Look, Row
from companion.words.say import Say, listed, say

ROWS = 6  # of a notice, above its `ok`


def board_check(board: Board) -> tuple[Notice, ...]:
    """Describe both sides: each city with its ability and offices, then the houses of its routes."""
    return tuple(page for side in board.sides for city in range(len(side.cities)) for page in _city(side, city))


def _city(side: Side, city: int) -> list[Notice]:
    described = side.cities[city]
    rows = [Row(say("Improves {ability}", ability=names.ABILITIES[described.ability]))] if described.ability else []
    rows += [Row(say("Office {number}", number=n), _office(office)) for n, office in enumerate(described.offices, 1)]
    # Each route once, with the city that it is named after first.
    for route, (first, _) in enumerate(side.ends):
        if first == city:
            houses = say("houses: {count}", count=side.routes[route].houses)
            rows.append(Row(names.short_route(side, route), houses))
    title = Row(names.city_name(side, city), say("side {side}", side=side.name), Look.TITLE)
    place = names.city_place(side, city)
    return [
        Notice(title, tuple(rows[at : at + ROWS]), place=place, name="board check") for at in range(0, len(rows), ROWS)
    ]


def _office(office: Office) -> Say:
    shape = say("square") if office.kind is Kind.TRADER else say("round")
    colour = names.PRIVILEGE_COLOURS[office.privilege]
    return listed([shape, colour, say("coin")] if office.coin else [shape, colour])


def question() -> Menu:
    """Ask whether the board file is right."""
    choices = (
        Choice(say("Yes, it is"), ConfirmBoard()),
        Choice(say("Show it city by city"), CheckBoard()),
        Choice(say("No, it differs"), Open(_differs())),
    )
    return Menu(Row(say("Is this your board?"), look=Look.TITLE), choices, name=YOUR_BOARD, topic=BOARD)


def _differs() -> Menu:
    head = (Row(say("Correct the board file.")),)
    return Menu(Row(say("Board check"), look=Look.TITLE), (Choice(say("Later"), CLOSE),), head, name="differs")
