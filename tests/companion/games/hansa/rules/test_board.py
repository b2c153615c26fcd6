"""Boards: what one knows about its cities, and what makes one unfit to play on."""

import pickle
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from companion.games.game import GameError
from companion.games.hansa.boards import named_board, shipped_board
from companion.games.hansa.rules.board import CITY_IDS, CITY_NAMES, Board, BoardError, City, expect
from companion.games.hansa.rules.moves import End, Sail
from tests.companion.games.hansa.rules.strategies import boards
from tests.kit.examples import examples

IDS = "tonsberg, aalborg, copenhagen, lubeck, stockholm, kalmar, danzig, reval, riga"


def ring(**changes: City) -> tuple[City, ...]:
    """Nine cities, each with a route to the next and the last to the first; some cities changed."""
    return tuple(
        changes.get(city, City(city, number, 1, (CITY_IDS[number % 9],))) for number, city in enumerate(CITY_IDS, 1)
    )


def error_of(start: str, cities: tuple[City, ...]) -> str:
    with pytest.raises(BoardError) as caught:
        Board(start, cities)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@given(board=boards())
@examples(60)
def test_valid_board_knows_its_cities(board: Board) -> None:
    assert {city.id for city in board.cities} == set(CITY_IDS)
    assert [city.number for city in board.cities] == list(range(1, 10))
    assert board.space_count == sum(city.spaces for city in board.cities)
    spaces = [space for city in board.cities for space in range(board.space_count)[board.spaces[city.id]]]
    assert spaces == list(range(board.space_count))
    for city in board.cities:
        assert board.city[city.id] is city
        assert board.routes[city.id] == city.routes
        assert board.departures[city.id] == (*map(Sail, city.routes), End())
        assert len(range(board.space_count)[board.spaces[city.id]]) == city.spaces


@given(board=boards())
@examples(20)
def test_equal_boards_are_one_value(board: Board) -> None:
    twin = Board(board.start, tuple(replace(city) for city in board.cities))
    assert twin == board
    assert hash(twin) == hash(board)
    other = next(city for city in CITY_IDS if city != board.start)
    assert Board(other, board.cities) != board


@given(board=boards())
@examples(20)
def test_board_cannot_be_changed(board: Board) -> None:
    views: list[Any] = [board.city, board.routes, board.departures, board.spaces, board.cities[0].certainty]
    for view in views:
        with pytest.raises(TypeError):
            view["riga"] = ()


def test_copied_board_keeps_names_drawing_and_certainty() -> None:
    board = named_board("0.1")
    for copied in (pickle.loads(pickle.dumps(board)), deepcopy(board)):
        assert copied == board
        for one, other in zip(copied.cities, board.cities, strict=True):
            assert (one.name, one.place, one.certainty) == (other.name, other.place, other.certainty)


def test_names_and_drawing_do_not_make_another_board() -> None:
    first, *others = ring()
    named = replace(first, name="Nowhere", place=(1.0, 2.0), certainty={"spaces": "guess"})
    assert Board("danzig", (named, *others)) == Board("danzig", (first, *others))
    assert hash(Board("danzig", (named, *others))) == hash(Board("danzig", (first, *others)))
    assert Board("danzig", (replace(first, spaces=2), *others)) != Board("danzig", (first, *others))


def test_cities_have_their_names() -> None:
    assert len(CITY_IDS) == len(set(CITY_NAMES.values())) == 9
    assert (CITY_NAMES["lubeck"], CITY_NAMES["tonsberg"]) == ("Lübeck", "Tønsberg")


def test_city_without_its_place_on_the_map_lies_in_the_middle() -> None:
    city = City("riga", 9, 1, ("danzig",))
    assert (city.place, city.name, city.certainty) == ((50.0, 50.0), "", {})


def test_board_error_is_a_refusal_of_the_game() -> None:
    assert issubclass(BoardError, GameError)


def test_city_that_is_none_is_refused() -> None:
    said = error_of("danzig", ring(riga=City("visby", 9, 1, ("tonsberg",))))
    assert said == f"city 'visby': id: 'visby' given, expected one of {IDS}"


def test_city_given_twice_is_refused() -> None:
    said = error_of("danzig", ring(riga=City("danzig", 9, 1, ("tonsberg",))))
    assert said == "city 'danzig': id: 'danzig' given, expected each id once"


def test_missing_city_is_refused() -> None:
    said = error_of("danzig", ring()[:7])
    assert said.startswith("cities: [")
    assert said.endswith("expected all nine; missing: reval, riga")


def test_start_that_is_no_city_is_refused() -> None:
    assert error_of("visby", ring()) == f"start: 'visby' given, expected one of {IDS}"


@pytest.mark.parametrize("numbers", [(1, 1), (2, 1), (0, 2), (1, 10)])
def test_numbers_that_are_not_one_to_nine_in_order_are_refused(numbers: tuple[int, int]) -> None:
    first, second, *others = ring()
    cities = (replace(first, number=numbers[0]), replace(second, number=numbers[1]), *others)
    said = error_of("danzig", cities)
    assert said == f"numbers: [{numbers[0]}, {numbers[1]}, 3, 4, 5, 6, 7, 8, 9] given, expected 1 to 9, each once"


@pytest.mark.parametrize("spaces", [0, 3, -1])
def test_city_without_one_or_two_spaces_is_refused(spaces: int) -> None:
    said = error_of("danzig", ring(kalmar=City("kalmar", 6, spaces, ("danzig",))))
    assert said == f"city 'kalmar': spaces: {spaces} given, expected 1 or 2"


@pytest.mark.parametrize("spaces", [1, 2])
def test_city_with_one_or_two_spaces_is_fine(spaces: int) -> None:
    board = Board("danzig", ring(kalmar=City("kalmar", 6, spaces, ("danzig",))))
    assert board.space_count == 8 + spaces


@pytest.mark.parametrize(
    ("routes", "said"),
    [
        ((), "city 'kalmar': routes: [] given, expected at least one"),
        (("danzig", "visby"), f"city 'kalmar': routes: 'visby' given, expected only {IDS}"),
        (("danzig", "kalmar"), "city 'kalmar': routes: 'kalmar' given, expected no route from a city to itself"),
        (("danzig", "riga", "danzig"), "city 'kalmar': routes: 'danzig' given, expected no route twice"),
    ],
)
def test_routes_that_cannot_be_are_refused(routes: tuple[str, ...], said: str) -> None:
    assert error_of("danzig", ring(kalmar=City("kalmar", 6, 1, routes))) == said


def test_city_that_cannot_be_reached_is_refused() -> None:
    kalmar = City("kalmar", 6, 1, ("reval",))
    said = error_of("copenhagen", ring(kalmar=kalmar))
    assert said == "routes: ['danzig'] given, expected that every city can be reached from copenhagen"


def test_city_that_does_not_lead_back_is_refused() -> None:
    cities = ring(
        riga=City("riga", 9, 1, ("reval",)),
        reval=City("reval", 8, 1, ("riga",)),
        danzig=City("danzig", 7, 1, ("reval", "tonsberg")),
    )
    said = error_of("copenhagen", cities)
    assert said == "routes: ['reval', 'riga'] given, expected that every city leads back to copenhagen"


def test_line_of_an_error_stays_one_line_and_short() -> None:
    with pytest.raises(BoardError) as caught:
        expect(False, "here", "a\nb" * 100, "sense")
    said = str(caught.value)
    assert said.startswith("here: 'a\\nba\\nb")
    assert said.endswith(" given, expected sense")
    assert len(said) < 100
    expect(True, "here", "anything", "anything")


def test_shipped_board_may_start_anywhere() -> None:
    for city in CITY_IDS:
        assert Board(city, shipped_board().cities).start == city
