"""The board check: the board file shown city by city, so that players can compare it with their own board."""

from __future__ import annotations

from companion.hansa.rules.board import Board
from companion.hansa.table import names
from companion.table.dialog import Notice
from companion.table.say import say
from companion.table.screen import Look, Row


def board_check(board: Board) -> tuple[Notice, ...]:
    """Describe each city: its number, its warehouse spaces and where its arrows lead."""
    return tuple(
        Notice(
            Row(say("{city}", city=city.name), say("number {number}", number=city.number), Look.TITLE),
            (
                Row(say("spaces"), say("{spaces}", spaces=city.spaces)),
                Row(say("arrows to")),
                *(Row(say("  {city}", city=board.city[to].name)) for to in city.routes),
            ),
            place=names.city_place(city.id),
            name="board check",
        )
        for city in board.cities
    )
