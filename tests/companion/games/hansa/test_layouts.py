"""The layouts of Hansa: every kit that ships is laid out for every board that ships, and owners keep theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.boards import named_board, save_board
from companion.games.hansa.layouts import layout_files
from companion.games.hansa.rules.board import Board, City
from companion.games.hansa.table.lamps import places
from hardware.kit.layout import choose_layout
from tests.kit.kits import hansa_kit
from wiring.kits import load_kit

KIT_OF_0_1 = Path(__file__).parents[3] / "version_0_1" / "files" / "kit.toml"


@pytest.mark.parametrize("name", SHIPPED)
def test_board_kit_has_every_lamp_and_reader_of_a_board_and_no_others(name: str) -> None:
    kit, wanted = hansa_kit("board", name), places(named_board(name))
    assert kit.missing(wanted) == ()
    assert kit.unused(wanted) == ()
    assert set(kit.readers) - {"pad"} == {lamp for lamp in kit.lamp_names if lamp.startswith("city.")}


@pytest.mark.parametrize("name", SHIPPED)
def test_tap_kit_has_the_lamps_of_cities_seats_and_the_end(name: str) -> None:
    wanted = [place for place in places(named_board(name)) if not place.startswith(("warehouse.", "pile."))]
    assert sorted(hansa_kit("tap", name).lamp_names) == sorted(wanted)


def test_rails_differ_by_two_lamps() -> None:
    old, new = (hansa_kit("board", name).lamp_names for name in ("0.1", "0.2"))
    assert set(old) - set(new) == {"warehouse.danzig.2"}
    assert set(new) - set(old) == {"warehouse.aalborg.2"}
    rest = [[lamp for lamp in lamps if lamp in set(old) & set(new)] for lamps in (old, new)]
    assert rest[0] == rest[1]


def layout_of(board: Path | None) -> str:
    return layout_files(board)[1].name


@pytest.mark.parametrize("name", SHIPPED)
def test_table_keeps_the_layout_of_the_board_it_keeps(tmp_path: Path, name: str) -> None:
    save_board(tmp_path / "board.toml", named_board(name))
    assert layout_of(tmp_path / "board.toml") == f"board-{name}.toml"


def test_layout_is_the_newest_without_a_board_and_with_one_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("city = 3\n", encoding="utf-8")
    (tmp_path / "nested.toml").write_text(f"city = {'[' * 100_000}", encoding="utf-8")
    for name in ("none.toml", "board.toml", "nested.toml"):
        assert layout_of(tmp_path / name) == layout_of(None) == "board-0.2.toml"


def test_own_board_has_the_layout_that_is_most_like_it(tmp_path: Path) -> None:
    first = named_board("0.1")
    cities = tuple(
        City(one.id, one.number, 2 if one.id == "kalmar" else one.spaces, one.routes) for one in first.cities
    )
    save_board(tmp_path / "board.toml", Board(first.start, cities))
    assert layout_of(tmp_path / "board.toml") == "board-0.1.toml"


def test_kit_file_of_0_1_is_still_read() -> None:
    kit = load_kit(KIT_OF_0_1)
    assert choose_layout(kit, layout_files(None)) is None
    assert "city.danzig" in kit.lamp_names
