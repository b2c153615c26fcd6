"""Board files and descriptions: valid ones are read, every kind of bad one gets one line that says where and what."""

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.boards import named_board, shipped_board
from companion.games.hansa.rules.board import Board, BoardError
from companion.games.hansa.rules.boardfile import board_from_json, board_to_json, parse_board
from tests.companion.games.hansa.rules.strategies import boards, json_values, spoilt
from tests.kit.examples import examples

TEXT = SHIPPED["0.2"].read_text(encoding="utf-8")
IDS = "tonsberg, aalborg, copenhagen, lubeck, stockholm, kalmar, danzig, reval, riga"
KALMAR = """id = "kalmar"
name = "Kalmar"
number = 6
spaces = 1
routes = ["copenhagen"]
map = [50, 48]
certainty = { number = "guess", spaces = "guess", routes = "sources" }
"""


def as_toml(board: Board) -> str:
    """The board as an owner would write it."""
    lines = [f"start = {json.dumps(board.start)}", "format = 1"]
    for city in reversed(board.cities):
        lines += ["[[city]]", f'id = "{city.id}"', f"number = {city.number}", f"spaces = {city.spaces}"]
        lines.append(f"routes = {json.dumps(list(city.routes))}")
    return "\n".join(lines)


def error_of(text: str) -> str:
    with pytest.raises(BoardError) as caught:
        parse_board(text, source="my-board.toml")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def error_with_kalmar(old: str, new: str) -> str:
    assert KALMAR.count(old) == TEXT.count(KALMAR) == 1
    return error_of(TEXT.replace(KALMAR, KALMAR.replace(old, new)))


@given(board=boards())
@examples(40)
def test_any_valid_board_is_read_from_its_file_in_any_order(board: Board) -> None:
    assert parse_board(as_toml(board)) == board


@given(board=boards())
@examples(40)
def test_any_valid_board_comes_back_from_its_description(board: Board) -> None:
    assert board_from_json(json.loads(json.dumps(board_to_json(board)))) == board


def test_shipped_file_gives_names_map_and_certainty() -> None:
    kalmar = parse_board(TEXT).city["kalmar"]
    assert (kalmar.name, kalmar.number, kalmar.spaces, kalmar.routes) == ("Kalmar", 6, 1, ("copenhagen",))
    assert kalmar.place == (50.0, 48.0)
    assert dict(kalmar.certainty) == {"number": "guess", "spaces": "guess", "routes": "sources"}


def test_name_map_and_certainty_may_be_left_out() -> None:
    bare = 'id = "kalmar"\nnumber = 6\nspaces = 1\nroutes = ["copenhagen"]\n'
    kalmar = parse_board(TEXT.replace(KALMAR, bare)).city["kalmar"]
    assert (kalmar.name, kalmar.place, dict(kalmar.certainty)) == ("Kalmar", (50.0, 50.0), {})


def test_owner_may_call_a_city_otherwise() -> None:
    board = parse_board(TEXT.replace('name = "Kalmar"', 'name = "Calmar"'))
    assert board.city["kalmar"].name == "Calmar"
    assert board == named_board("0.2")


BAD_FILES: dict[str, tuple[str, str]] = {
    "not TOML": ("format = ", "not a TOML file: Invalid value (at end of document)"),
    "no format": (TEXT.replace("format = 1\n", ""), "file: format: missing, expected format = 1"),
    "another format": (TEXT.replace("format = 1\n", "format = 2\n"), "format: 2 given, expected 1"),
    "format as a word": (
        TEXT.replace("format = 1\n", 'format = "1"\n'),
        "file: format: '1' given, expected format = 1",
    ),
    "format as a truth": (
        TEXT.replace("format = 1\n", "format = true\n"),
        "file: format: True given, expected format = 1",
    ),
    "no start": (TEXT.replace('start = "copenhagen"', ""), "file: start: missing, expected the id of a city"),
    "start as a number": (
        TEXT.replace('start = "copenhagen"', "start = 3"),
        "file: start: 3 given, expected the id of a city",
    ),
    "start nowhere": (
        TEXT.replace('start = "copenhagen"', 'start = "visby"'),
        f"start: 'visby' given, expected one of {IDS}",
    ),
    "unknown key": ("sea = 1\n" + TEXT, "file: 'sea': unknown, expected only format, start, city"),
    "no cities": ('format = 1\nstart = "riga"\n', "file: city: missing, expected nine [[city]] tables"),
    "one city": ('format = 1\nstart = "riga"\ncity = 1\n', "file: city: 1 given, expected nine [[city]] tables"),
    "city that is no table": ('format = 1\nstart = "riga"\ncity = [1]\n', "city 1: 1 given, expected a [[city]] table"),
    "city without id": (
        'format = 1\nstart = "riga"\n[[city]]\nnumber = 1\n',
        "city 1: id: missing, expected the id of a city",
    ),
    "second city with a wrong id": (
        TEXT.replace('id = "aalborg"', "id = 2"),
        "city 2: id: 2 given, expected the id of a city",
    ),
}


@pytest.mark.parametrize(("text", "said"), BAD_FILES.values(), ids=BAD_FILES)
def test_bad_file_gets_one_line_with_file_key_and_expectation(text: str, said: str) -> None:
    assert error_of(text) == f"my-board.toml: {said}"


KEYS = "id, name, number, spaces, routes, map, certainty"
BAD_CITIES: list[tuple[str, str, str]] = [
    ('id = "kalmar"', 'id = "visby"', f"city 'visby': id: 'visby' given, expected one of {IDS}"),
    ('id = "kalmar"', 'id = "riga"', "city 'riga': id: 'riga' given, expected each id once"),
    ('name = "Kalmar"', "name = 6", "city 'kalmar': name: 6 given, expected the city's name"),
    ("number = 6", "", "city 'kalmar': number: missing, expected a number from 1 to 9"),
    ("number = 6", "number = 6.0", "city 'kalmar': number: 6.0 given, expected a number from 1 to 9"),
    ("number = 6", "number = 5", "numbers: [1, 2, 3, 4, 5, 5, 7, 8, 9] given, expected 1 to 9, each once"),
    ("spaces = 1", "", "city 'kalmar': spaces: missing, expected 1 or 2"),
    ("spaces = 1", "spaces = 3", "city 'kalmar': spaces: 3 given, expected 1 or 2"),
    ("spaces = 1", "spaces = true", "city 'kalmar': spaces: True given, expected 1 or 2"),
    ('routes = ["copenhagen"]', "", "city 'kalmar': routes: missing, expected a list of city ids"),
    (
        'routes = ["copenhagen"]',
        'routes = "copenhagen"',
        "city 'kalmar': routes: 'copenhagen' given, expected a list of city ids",
    ),
    (
        '["copenhagen"]',
        '["copenhagen", 3]',
        "city 'kalmar': routes: ['copenhagen', 3] given, expected a list of city ids",
    ),
    ('["copenhagen"]', "[]", "city 'kalmar': routes: [] given, expected at least one"),
    ('["copenhagen"]', '["visby"]', f"city 'kalmar': routes: 'visby' given, expected only {IDS}"),
    ("map = [50, 48]", "map = [50]", "city 'kalmar': map: [50] given, expected two numbers from 0 to 100"),
    ("map = [50, 48]", "map = 50", "city 'kalmar': map: 50 given, expected two numbers from 0 to 100"),
    ("[50, 48]", "[50, 100.5]", "city 'kalmar': map: [50, 100.5] given, expected two numbers from 0 to 100"),
    ("[50, 48]", "[-1, 5]", "city 'kalmar': map: [-1, 5] given, expected two numbers from 0 to 100"),
    ("[50, 48]", '["5", 5]', "city 'kalmar': map: ['5', 5] given, expected two numbers from 0 to 100"),
    ("[50, 48]", "[true, 5]", "city 'kalmar': map: [True, 5] given, expected two numbers from 0 to 100"),
    ("[50, 48]", "[nan, 5]", "city 'kalmar': map: [nan, 5] given, expected two numbers from 0 to 100"),
    ("map = [50, 48]", "sea = 1", f"city 'kalmar': 'sea': unknown, expected only {KEYS}"),
    (
        'routes = "sources"',
        'routes = "hearsay"',
        "city 'kalmar': certainty.routes: 'hearsay' given, expected one of rulebook, sources, derived, guess",
    ),
    (
        'routes = "sources"',
        'name = "guess"',
        "city 'kalmar': certainty: 'name': unknown, expected only number, spaces, routes",
    ),
    (
        '{ number = "guess", spaces = "guess", routes = "sources" }',
        '"guess"',
        "city 'kalmar': certainty: 'guess' given, expected a table",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), BAD_CITIES, ids=[new or f"no {old}" for old, new, _ in BAD_CITIES])
def test_bad_city_gets_one_line_with_file_key_and_expectation(old: str, new: str, said: str) -> None:
    assert error_with_kalmar(old, new) == f"my-board.toml: {said}"


@pytest.mark.parametrize("edge", ["[0, 100]", "[0.5, 99.9]"])
def test_map_goes_to_its_edges(edge: str) -> None:
    left, top = tomllib.loads(f"edge = {edge}")["edge"]
    kalmar = parse_board(TEXT.replace("[50, 48]", edge)).city["kalmar"]
    assert kalmar.place == (left, top)


@pytest.mark.parametrize("text", ["x = " + "[" * 20_000, "x = " + "1" * 20_000, "\ufeffformat = 1", "\0"])
def test_text_that_breaks_a_reader_is_not_a_toml_file(text: str) -> None:
    assert error_of(text).startswith("my-board.toml: not a TOML file: ")


def test_error_without_a_source_speaks_of_the_board() -> None:
    with pytest.raises(BoardError, match=r"^board: not a TOML file: "):
        parse_board("=")


@given(text=st.text(max_size=40))
@example("[[city]]")
def test_no_text_gives_anything_but_a_board_error(text: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(text)
    assert "\n" not in str(caught.value)


def test_description_is_what_other_programs_send() -> None:
    described = board_to_json(shipped_board())
    assert list(described) == ["start", "cities"]
    assert described["start"] == "copenhagen"
    assert described["cities"][2] == {"id": "copenhagen", "spaces": 1, "routes": ["danzig", "lubeck", "tonsberg"]}
    board = board_from_json(described)
    assert board == shipped_board()
    assert board.city["lubeck"].name == "Lübeck"
    assert board.city["lubeck"].number == 4


def _spoil(change: Callable[[Any], Any]) -> Any:
    described = board_to_json(shipped_board())
    change(described)
    return described


BAD_DESCRIPTIONS: list[tuple[Any, str]] = [
    (None, "board: None given, expected an object"),
    ([1], "board: [1] given, expected an object"),
    (_spoil(lambda d: d.update(x=1)), "board: 'x': unknown, expected only start, cities"),
    (_spoil(lambda d: d.pop("start")), "board: start: missing, expected the id of a city"),
    (_spoil(lambda d: d.pop("cities")), "board: cities: missing, expected a list of nine cities"),
    (_spoil(lambda d: d.update(cities={})), "board: cities: {} given, expected a list of nine cities"),
    (_spoil(lambda d: d.update(start=1)), "board: start: 1 given, expected the id of a city"),
    (_spoil(lambda d: d["cities"].__setitem__(1, 7)), "board: city 2: 7 given, expected an object"),
    (
        _spoil(lambda d: d["cities"][1].update(x=1)),
        "board: city 2: 'x': unknown, expected only id, spaces, routes",
    ),
    (_spoil(lambda d: d["cities"][0].pop("id")), "board: city 1: id: missing, expected the id of a city"),
    (_spoil(lambda d: d["cities"][0].update(id=1)), "board: city 1: id: 1 given, expected the id of a city"),
    (_spoil(lambda d: d["cities"][0].update(spaces="1")), "board: city 1: spaces: '1' given, expected 1 or 2"),
    (
        _spoil(lambda d: d["cities"][0].update(routes=[1])),
        "board: city 1: routes: [1] given, expected a list of city ids",
    ),
]


@pytest.mark.parametrize(("value", "said"), BAD_DESCRIPTIONS, ids=range(len(BAD_DESCRIPTIONS)))
def test_bad_description_gets_one_line_with_key_and_expectation(value: Any, said: str) -> None:
    with pytest.raises(BoardError) as caught:
        board_from_json(value)
    assert str(caught.value) == said


@given(board=boards(), data=st.data())
@examples(80)
def test_spoilt_description_is_refused_or_another_board(board: Board, data: st.DataObject) -> None:
    value = data.draw(spoilt(json.loads(json.dumps(board_to_json(board)))))
    try:
        read = board_from_json(value)
    except BoardError:
        return
    assert board_to_json(read) == value


@given(value=json_values)
def test_no_json_but_a_description_is_read(value: Any) -> None:
    with pytest.raises(BoardError):
        board_from_json(value)
