"""How the board must look: expected pieces, the restore walk, mismatches in words, the board check."""

from __future__ import annotations

import pytest
from hypothesis import given

from companion.games.hansa.rules.position import Position
from companion.table.belief import Belief, Mismatch
from companion.table.screen import Row
from tests.companion.games.hansa.rules.strategies import positions
from tests.companion.games.hansa.rules.table import situation
from tests.companion.games.hansa.table.playing import GAME_TABLE
from tests.kit.examples import examples


@given(positions(any_board=False))
@examples(60)
def test_every_booth_and_the_ship_are_expected_where_the_position_has_them(position: Position) -> None:
    expected = GAME_TABLE.expected(position)
    assert expected["ship"] == {f"city.{position.ship}": 1}
    for seat, player in enumerate(position.setup.players):
        assert sum(expected[f"booth.{player}"].values()) == 15 - position.booths_left(seat)
        for place, count in expected[f"booth.{player}"].items():
            assert count == position.booths_in(place.removeprefix("city."), seat) > 0


@given(positions(any_board=False))
@examples(30)
def test_board_laid_as_the_restore_walk_says_is_no_mismatch(position: Position) -> None:
    belief = Belief()
    for group, places in GAME_TABLE.expected(position).items():
        number = 0
        for place, count in places.items():
            for _ in range(count):
                number += 1
                belief = belief.seen(group if group == "ship" else f"{group}.{number:02}", place)
    assert belief.mismatches(GAME_TABLE.expected(position)) == ()


@given(positions(any_board=False))
@examples(30)
def test_restore_walk_visits_every_city_once_and_lights_it(position: Position) -> None:
    walk = GAME_TABLE.restore(position)
    assert [notice.place for notice in walk] == [f"city.{city}" for city in position.setup.board.city]


def words(mismatch: Mismatch) -> str:
    rows = GAME_TABLE.mismatch(mismatch).rows
    return " | ".join(row.left.in_language() for row in rows if isinstance(row, Row))


@pytest.mark.parametrize(
    ("mismatch", "said"),
    [
        (Mismatch("ship", "city.riga", ("city.danzig",)), ("the ship", "Riga", "Danzig")),
        (Mismatch("booth.gray.07", "city.riga", ()), ("Gray", "booth", "Riga", "off the board")),
    ],
)
def test_mismatch_names_the_piece_where_it_is_and_where_it_belongs(mismatch: Mismatch, said: tuple[str, ...]) -> None:
    assert all(word in words(mismatch) for word in said)


def test_board_check_shows_number_spaces_and_arrows_of_every_city() -> None:
    check = GAME_TABLE.board_check()
    cities = situation().position.setup.board.cities
    assert len(check) == len(cities)
    for notice, city in zip(check, cities, strict=True):
        assert notice.place == f"city.{city.id}"
        assert len(notice.rows) == 2 + len(city.routes)
