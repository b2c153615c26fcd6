"""Board files on disk: the one that ships, an owner's copy, and files that cannot be read."""

from pathlib import Path

import pytest

from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.boards import load_board, named_board, save_board, shipped_board
from companion.games.hansa.rules.board import BoardError

TEXT = SHIPPED["0.2"].read_text(encoding="utf-8")


def error_of(path: Path) -> str:
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_shipped_board_has_fourteen_spaces_and_starts_in_copenhagen() -> None:
    board = shipped_board()
    assert (board.start, board.space_count, len(board.cities)) == ("copenhagen", 14, 9)
    assert board is shipped_board()
    assert {city: routes for city, routes in board.routes.items() if len(routes) > 1} == {
        "copenhagen": ("danzig", "lubeck", "tonsberg"),
        "stockholm": ("reval", "kalmar"),
        "danzig": ("kalmar", "reval"),
    }


def test_board_of_0_1_stays_what_it_was() -> None:
    board = named_board("0.1")
    differing = {
        one.id: (one.spaces, other.spaces)
        for one, other in zip(board.cities, named_board("0.2").cities, strict=True)
        if one != other
    }
    assert differing == {"aalborg": (1, 2), "danzig": (2, 1)}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_board_that_ships_is_found_by_its_name(name: str) -> None:
    assert load_board(SHIPPED[name]) == named_board(name)


def test_no_board_file_is_left_out() -> None:
    folder = SHIPPED["0.1"].parent
    assert sorted(folder.glob("*.toml")) == sorted(SHIPPED.values())


def test_copy_of_a_shipped_board_is_the_same_board(tmp_path: Path) -> None:
    copy = tmp_path / "my-board.toml"
    copy.write_text(TEXT, encoding="utf-8")
    assert load_board(copy) == named_board("0.2")


def test_copy_with_a_byte_order_mark_is_the_same_board(tmp_path: Path) -> None:
    copy = tmp_path / "my-board.toml"
    copy.write_text(TEXT, encoding="utf-8-sig")
    assert load_board(copy) == named_board("0.2")


def test_corrected_copy_is_another_board(tmp_path: Path) -> None:
    copy = tmp_path / "my-board.toml"
    copy.write_text(TEXT.replace('routes = ["riga"]', 'routes = ["riga", "stockholm"]'), encoding="utf-8")
    board = load_board(copy)
    assert board.routes["reval"] == ("riga", "stockholm")
    assert board != named_board("0.2")


def test_bad_copy_is_named_in_the_error(tmp_path: Path) -> None:
    copy = tmp_path / "my-board.toml"
    copy.write_text(TEXT.replace("spaces = 2", "spaces = 5", 1), encoding="utf-8")
    assert error_of(copy) == f"{copy}: city 'tonsberg': spaces: 5 given, expected 1 or 2"


def test_missing_file_is_named_in_the_error(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    assert error_of(path) == f"{path}: cannot be read: No such file or directory"


def test_folder_is_no_board_file(tmp_path: Path) -> None:
    assert error_of(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"


def test_file_that_is_not_text_is_no_board_file(tmp_path: Path) -> None:
    path = tmp_path / "photo.toml"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    assert error_of(path) == f"{path}: cannot be read: not a text file in UTF-8"


def test_board_that_its_owner_has_looked_at_is_saved_whole_and_without_guesses(tmp_path: Path) -> None:
    save_board(tmp_path / "state" / "board.toml", shipped_board())
    saved = load_board(tmp_path / "state" / "board.toml")
    assert saved == shipped_board()
    assert [(city.name, city.place) for city in saved.cities] == [
        (city.name, city.place) for city in shipped_board().cities
    ]
    assert not any("guess" in city.certainty.values() for city in saved.cities)
    assert [path.name for path in (tmp_path / "state").iterdir()] == ["board.toml"]
