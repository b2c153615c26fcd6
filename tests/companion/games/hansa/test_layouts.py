"""The layouts of Hansa: every kit that ships is laid out for every board that ships, and owners keep theirs."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copyfile

import pytest

from companion.games.hansa.board_files import SHIPPED, boards_in
from companion.games.hansa.boards import named_board, save_board
from companion.games.hansa.layouts import layout_files, rail_layout
from companion.games.hansa.rules.board import Board, City
from companion.games.hansa.table.lamps import places
from hardware.kit.layout import choose_layout
from tests.kit.kits import hansa_kit, newest_board
from wiring.kits import load_kit

# As 0.1.0 had them; its cities are in the order of their wires.
CITIES = ("tonsberg", "aalborg", "copenhagen", "lubeck", "stockholm", "kalmar", "danzig", "reval", "riga")
CITY_LAMPS = (4, 14, 15, 17, 18, 27, 22, 23, 24)
OTHER_LAMPS = {"seat.gray": 7, "seat.yellow": 12, "seat.purple": 16, "seat.white": 20, "end": 21}
READERS = range(2, 11)


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


@pytest.mark.parametrize("name", SHIPPED)
def test_every_lamp_and_reader_is_at_the_pin_that_0_1_had_for_it(name: str) -> None:
    places = [f"city.{city}" for city in CITIES]
    assert hansa_kit("tap", name).lamps == {**dict(zip(places, CITY_LAMPS, strict=True)), **OTHER_LAMPS}
    (pico,) = hansa_kit("board", name).picos
    assert pico.selects == dict(zip(places, READERS, strict=True))


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
        assert layout_of(tmp_path / name) == layout_of(None) == f"board-{newest_board()}.toml"


def test_own_board_has_the_layout_that_is_most_like_it(tmp_path: Path) -> None:
    first = named_board("0.1")
    cities = tuple(
        City(one.id, one.number, 2 if one.id == "kalmar" else one.spaces, one.routes) for one in first.cities
    )
    save_board(tmp_path / "board.toml", Board(first.start, cities))
    assert layout_of(tmp_path / "board.toml") == "board-0.1.toml"


@pytest.fixture
def rails(tmp_path: Path) -> Path:
    """A folder with the layouts of the rail that ship."""
    folder = tmp_path / "layouts"
    folder.mkdir()
    for name in SHIPPED:
        (folder / f"board-{name}.toml").touch()
    return folder


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """A folder with the boards that ship, and one more by which Kalmar has two spaces and Riga has one."""
    folder = tmp_path / "boards"
    folder.mkdir()
    for path in SHIPPED.values():
        copyfile(path, folder / path.name)
    last, corrected = named_board(newest_board()), {"kalmar": 2, "riga": 1}
    cities = (City(one.id, one.number, corrected.get(one.id, one.spaces), one.routes) for one in last.cities)
    save_board(folder / "9.10.toml", Board(last.start, tuple(cities)))
    return folder


def test_corrected_fact_is_a_board_file_and_its_layout(boards: Path, rails: Path) -> None:
    (rails / "board-9.10.toml").touch()
    shipped = boards_in(boards)
    assert list(shipped) == [*SHIPPED, "9.10"], "the newest comes last, and is played"
    assert rail_layout(None, shipped, rails).name == "board-9.10.toml"
    assert [rail_layout(path, shipped, rails).stem for path in shipped.values()] == [
        f"board-{name}" for name in shipped
    ]


def test_corrected_fact_that_moves_no_lamp_is_a_board_file_alone(boards: Path, rails: Path) -> None:
    copyfile(SHIPPED[newest_board()], boards / "9.10.toml")
    assert rail_layout(None, boards_in(boards), rails).name == f"board-{newest_board()}.toml"


def test_boards_are_in_the_order_of_their_releases(tmp_path: Path) -> None:
    for name in ("0.10", "0.9", "1.0", "0.1"):
        (tmp_path / f"{name}.toml").touch()
    assert list(boards_in(tmp_path)) == ["0.1", "0.9", "0.10", "1.0"]


def test_kit_file_may_name_its_lamps_itself(tmp_path: Path) -> None:
    text = (Path(__file__).parents[4] / "wiring/tap.toml").read_text(encoding="utf-8")
    own = tmp_path / "kit.toml"
    own.write_text(re.sub(r'"led\.(\d+)"', r'"city.danzig\1"', text), encoding="utf-8")
    kit = load_kit(own)
    assert choose_layout(kit, layout_files(None)) is None
    assert "city.danzig1" in kit.lamp_names
