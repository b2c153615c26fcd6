"""Names of cities: those that ship are said as a language's rule book writes them, an owner's own stay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.hansa.boards import shipped_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.refusals import refusal_of
from companion.games.hansa.table.hansatable import HansaTable
from companion.shelf.shelf import catalogues
from companion.table import notices
from companion.table.belief import Mismatch
from companion.table.dialog import Notice
from companion.table.screen import Row
from companion.words.language import load_language
from hardware.trouble import Trouble

SHORT = Trouble("check the disk")


def told(notice: Notice, language: str) -> str:
    translate = load_language(language, catalogues())
    return " / ".join(
        words.in_language(translate)
        for row in (notice.title, *notice.rows)
        if isinstance(row, Row)
        for words in (row.left, row.right)
    )


def called(name: str) -> HansaTable:
    """Return a table whose owner has written this name into the board file."""
    board = shipped_board()
    cities = (replace(city, name=name) if city.id == "copenhagen" else city for city in board.cities)
    return HansaTable(Hansa(Board(board.start, tuple(cities))))


def everywhere(table: HansaTable, language: str) -> list[str]:
    """Say a city where it is shown: board check, misplaced piece, fault, and the walk that lays out a board."""
    position = table.game.new(
        {"players": ["gray", "white"], "goods": ["blue", "brown", "green", "pink"], "start": "gray"}
    )
    there = "city.copenhagen"
    return [
        told(next(page for page in table.board_check() if page.place == there), language),
        told(table.mismatch(Mismatch("ship", "city.riga", (there, "city.kalmar"))), language),
        told(notices.fault(table, there, SHORT, SHORT), language),
        told(next(page for page in table.restore(position) if page.place == there), language),
    ]


@pytest.mark.parametrize(("language", "name"), [("en", "Copenhagen"), ("it", "Copenaghen"), ("nl", "Kopenhagen")])
def test_city_that_ships_is_called_as_the_rule_book_of_the_language_calls_it(language: str, name: str) -> None:
    for text in everywhere(HansaTable(Hansa(shipped_board())), language):
        assert name in text


@pytest.mark.parametrize("language", ["en", "it", "nl"])
@pytest.mark.parametrize("name", ["København", "Table", "{city}"])
def test_owners_own_name_stays_as_it_is_in_every_language(language: str, name: str) -> None:
    for text in everywhere(called(name), language):
        assert name in text


@pytest.mark.parametrize(("language", "name"), [("it", "Copenaghen"), ("nl", "Kopenhagen")])
def test_refusal_names_the_cities_in_the_language(language: str, name: str) -> None:
    table = HansaTable(Hansa(shipped_board()))
    for refusal in (
        refusal_of("no_route", ship="Copenhagen", city="Riga", exits="Danzig"),
        refusal_of("no_route", ship="Kalmar", city="Riga", exits="Copenhagen"),
        refusal_of("copenhagen_closed", city="Copenhagen"),
        refusal_of("no_such_marker", good="blue1", place="in Copenhagen", choice="none"),
    ):
        text = told(notices.refused(table, refusal, "", None), language)
        assert name in text
        assert "Copenhagen" not in text


def test_owners_own_name_stays_in_a_game_that_was_kept() -> None:
    game = called("Hafnia").game
    first = game.new({"players": ["gray", "white"], "goods": ["blue", "brown", "green", "pink"], "start": "gray"})
    kept = game.parse_position(game.format_position(first))
    recorded = game.parse_record(game.format_record(first, ())).first
    assert [position.setup.board.city["copenhagen"].name for position in (kept, recorded)] == ["Hafnia", "Hafnia"]
    assert kept == recorded == first
