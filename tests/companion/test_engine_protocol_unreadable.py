"""The engine protocol: what cannot be read is refused as such, before anything else, and changes nothing."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.lab.reference.duel import assert_refusal, canonical
from tests.lab.reference.position import BOARD, Json
from tests.lab.reference.talk import OPEN_SEA, TWO, Talk

NOT_REQUESTS = {
    "nothing": "",
    "blanks": " \t ",
    "line end": "\n",
    "word": "legal",
    "half an object": '{"do":"legal"',
    "two objects": '{"do":"state"}{"do":"state"}',
    "trailing comma": '{"do":"state",}',
    "single quotes": "{'do':'state'}",
    "comment": '{"do":"state"} // now',
    "list": '["do","state"]',
    "string": '"state"',
    "number": "1",
    "true": "true",
    "null": "null",
    "empty object": "{}",
    "NaN": '{"do":NaN}',
    "NaN beside a good request": '{"do":"state","x":NaN}',
    "Infinity": '{"do":"new","players":Infinity}',
    "number too large": '{"do":"state","x":1e999999}',
    "number of 5,000 digits": '{"do":"state","x":' + "9" * 5_000 + "}",
    "control character": '{"do":"sta\tte"}',
    "byte order mark": '\ufeff{"do":"state"}',
    "10,000 brackets": "[" * 10_000,
    "10,000 brackets, closed": "[" * 10_000 + "]" * 10_000,
    "10,000 brackets in a field": '{"do":"play","move":' + "[" * 10_000 + "]" * 10_000 + "}",
    "10,000 objects in a field": '{"do":"play","move":' + '{"a":' * 10_000 + "1" + "}" * 10_001,
    "lone surrogate, escaped": '{"do":"\\ud800"}',
    "lone surrogate, raw": '{"do":"\udc80"}',
    "lone surrogate as a key": '{"do":"state","\\udfff":1}',
    "unknown request": '{"do":"resign"}',
    "request in capitals": '{"do":"State"}',
    "request padded": '{"do":"state "}',
    "request null": '{"do":null}',
    "request true": '{"do":true}',
    "request list": '{"do":["state"]}',
    "request object": '{"do":{"do":"state"}}',
    "field capitalised": '{"Do":"state"}',
}
SPOILT_REQUESTS = [
    '{"do":"state","x":1}',
    '{"do":"state","game":"hansa"}',
    '{"do":"legal","moves":[]}',
    '{"do":"undo","moves":1}',
    '{"do":"save","record":""}',
    '{"do":"quit","now":true}',
    '{"do":"load"}',
    '{"do":"load","record":null}',
    '{"do":"load","record":1}',
    '{"do":"load","record":["1"]}',
    '{"do":"load","record":"","x":1}',
    '{"do":"load","record":""}',
    '{"do":"load","record":"this is no record"}',
    '{"do":"load","record":"\\ud800"}',
    '{"do":"load","record":"\\u0000"}',
    '{"do":"play"}',
    '{"do":"play","move":null}',
    '{"do":"play","move":"end"}',
    '{"do":"play","move":["end"]}',
    '{"do":"play","move":{}}',
    '{"do":"play","move":{"type":"end"},"x":1}',
    '{"do":"play","type":"end"}',
]
NO_PLACES: list[Any] = [None, True, 3, ["riga"], {}, "", "Riga", "riga ", "atlantis", "Tønsberg", "\ud800"]
NO_SALES: list[Any] = [
    *(None, True, 2, "orange1", {"orange1": 2}, ["orange1", None], ["orange1", 1], ["orange1", True]),
    *(["orange1", ["orange1"]], ["orange1", "orange4"], ["red1", "red1"], [""]),
]
NO_GOODS: list[Any] = [None, 4, "blue", True, {}, [], ["blue"]]
NO_BOARDS: list[Any] = [None, True, 1, "board.toml", [], {}, BOARD["cities"]]
SPOILT_MOVES: list[Any] = [
    {"type": None},
    {"type": True},
    {"type": ["end"]},
    {"type": {"type": "end"}},
    {"type": "pass"},
    {"type": "End"},
    {"type": "end", "x": None},
    {"type": "replenish", "good": "orange1"},
    {"type": "skip", "city": "riga"},
    *({"type": verb} for verb in ("reveal", "place", "sail", "buy", "build", "sell", "lose", "discard")),
    *({"type": "place", "city": city} for city in NO_PLACES),
    {"type": "place", "to": "riga"},
    {"type": "place", "city": "riga", "to": "riga"},
    *({"type": "sail", "to": city} for city in NO_PLACES),
    {"type": "sail", "city": "riga"},
    *(
        {"type": verb, "good": good}
        for verb in ("reveal", "buy", "build", "lose", "discard")
        for good in (None, True, 1, ["orange1"], "", "orange", "orange0", "orange4", "orange11", "orange 1", "1orange")
    ),
    {"type": "buy", "good": "red1"},
    {"type": "buy", "good": "gray1"},
    {"type": "buy", "good": "Orange1"},
    {"type": "buy", "good": "orange¹"},
    {"type": "buy", "good": "orange١"},
    {"type": "buy", "good": "orange-1"},
    {"type": "buy", "good": "orange1\n"},
    {"type": "buy", "goods": ["orange1"]},
    *({"type": "sell", "goods": goods} for goods in NO_SALES),
    {"type": "sell", "good": "orange1"},
    {"type": "move-ship", "to": "riga"},  # a correction, which only a record can hold
    {"type": "leave", "player": "gray"},
]
NAMES = ["gray", "yellow"]
SPOILT_SETUPS: list[Json] = [
    *({"players": players} for players in (None, "gray", 2, True, {}, [], ["gray"], {"gray": 1, "yellow": 2})),
    {"players": ["gray", "gray"]},
    {"players": ["gray", "yellow", "gray"], "goods": ["blue", "brown", "green", "orange", "pink"]},
    {"players": ["gray", "red"]},
    {"players": ["gray", "Yellow"]},
    {"players": ["gray", None]},
    {"players": ["gray", True]},
    {"players": ["gray", ["yellow"]]},
    {"players": ["gray", {}]},
    {"players": [*NAMES, "purple"]},
    {"players": [*NAMES, "purple", "white"]},
    {"players": [*NAMES, "purple", "white", "gray"], "goods": ["blue", "brown", "green", "orange", "pink", "yellow"]},
    *({"start": start} for start in (None, True, 0, "", "purple", "Gray", ["gray"], {"gray": 1})),
    *({"goods": goods} for goods in NO_GOODS),
    {"goods": ["blue", "brown", "green"]},
    {"goods": ["blue", "brown", "green", "orange", "pink"]},
    {"goods": ["blue", "brown", "green", "green"]},
    {"goods": ["blue", "brown", "green", "green", "orange"]},
    {"goods": ["blue", "brown", "green", "red"]},
    {"goods": ["blue", "brown", "green", "orange1"]},
    {"goods": ["blue", "brown", "green", None]},
    {"goods": ["blue", "brown", "green", ["orange"]]},
    *({"game": game} for game in (None, True, "", "Hansa", "teutonica", ["hansa"])),
    {"seed": 1},
    {"do": "New"},
    *({"board": board} for board in NO_BOARDS),
]


def change(path: str, value: Any) -> Callable[[Json], None]:
    def spoil(board: Json) -> None:
        part: Any = board
        *way, last = path.split(".")
        for step in way:
            part = part[int(step)] if isinstance(part, list) else part[step]
        part[int(last) if isinstance(part, list) else last] = value

    return spoil


def reval_and_riga_keep_the_ship(board: Json) -> None:
    board["cities"][8]["routes"] = ["reval"]


def nothing_leads_to_riga(board: Json) -> None:
    board["cities"][7]["routes"] = ["danzig"]


SPOILT_BOARDS: dict[str, Callable[[Json], object]] = {
    "no start": lambda board: board.pop("start"),
    "no cities": lambda board: board.pop("cities"),
    "a field more": change("name", "mine"),
    "start unknown": change("start", "atlantis"),
    "start null": change("start", None),
    "start list": change("start", ["riga"]),
    "cities object": change("cities", {}),
    "cities empty": change("cities", []),
    "eight cities": lambda board: board["cities"].pop(),
    "a city twice": lambda board: board["cities"].append(copy.deepcopy(board["cities"][0])),
    "a city instead of another": change("cities.0.id", "riga"),
    "a city unknown": change("cities.0.id", "visby"),
    "city id null": change("cities.0.id", None),
    "city id list": change("cities.0.id", ["tonsberg"]),
    "city null": change("cities.0", None),
    "city a name": change("cities.0", "tonsberg"),
    "city without id": lambda board: board["cities"][0].pop("id"),
    "city without spaces": lambda board: board["cities"][0].pop("spaces"),
    "city without routes": lambda board: board["cities"][0].pop("routes"),
    "city with a number": change("cities.0.number", 1),
    "city with a name": change("cities.0.name", "Tonsberg"),
    "no space": change("cities.0.spaces", 0),
    "three spaces": change("cities.0.spaces", 3),
    "minus one space": change("cities.0.spaces", -1),
    "half a space": change("cities.0.spaces", 1.5),
    "spaces true": change("cities.0.spaces", True),
    "spaces text": change("cities.0.spaces", "2"),
    "spaces null": change("cities.0.spaces", None),
    "spaces listed": change("cities.0.spaces", [1]),
    "no route": change("cities.0.routes", []),
    "routes null": change("cities.0.routes", None),
    "routes text": change("cities.0.routes", "riga"),
    "routes number": change("cities.0.routes", 1),
    "route null": change("cities.0.routes", [None]),
    "route list": change("cities.0.routes", [["riga"]]),
    "route to itself": change("cities.0.routes", ["tonsberg", "riga"]),
    "route twice": change("cities.0.routes", ["riga", "riga"]),
    "route unknown": change("cities.0.routes", ["riga", "visby"]),
    "a place without return": reval_and_riga_keep_the_ship,
    "a place out of reach": nothing_leads_to_riga,
}


def assert_unreadable_in_every_situation(line: str) -> None:
    """With no game, and in one: where another refusal would follow, this one comes first."""
    talk = Talk()
    assert_refusal(talk.line(line), "unreadable")
    assert_refusal(talk.ask("state"), "no_game")
    talk.accepted("new", **TWO)
    before = canonical(talk.play("reveal orange1")["state"])
    answer = talk.engine.answer(line)
    answer.encode("utf-8")
    assert_refusal(json.loads(answer), "unreadable")
    assert canonical(talk.state()) == before
    assert talk.engine.finished is False


@pytest.mark.parametrize("line", NOT_REQUESTS.values(), ids=NOT_REQUESTS)
def test_line_that_is_no_request_is_unreadable(line: str) -> None:
    assert_unreadable_in_every_situation(line)


@pytest.mark.parametrize("line", SPOILT_REQUESTS)
def test_request_with_wrong_fields_is_unreadable(line: str) -> None:
    assert_unreadable_in_every_situation(line)


@pytest.mark.parametrize("move", SPOILT_MOVES, ids=json.dumps)
def test_move_with_wrong_fields_is_unreadable(move: Any) -> None:
    assert_unreadable_in_every_situation(json.dumps({"do": "play", "move": move}))


@pytest.mark.parametrize("spoilt", SPOILT_SETUPS, ids=lambda spoilt: json.dumps(spoilt)[:60])
def test_new_with_wrong_fields_is_unreadable_and_keeps_the_game(spoilt: Json) -> None:
    assert_unreadable_in_every_situation(json.dumps({"do": "new", **TWO, **spoilt}))


@pytest.mark.parametrize("field", ["do", "players", "start", "goods"])
def test_new_without_a_field_is_unreadable(field: str) -> None:
    request = {"do": "new", **TWO}
    del request[field]
    assert_unreadable_in_every_situation(json.dumps(request))


@pytest.mark.parametrize("spoil", SPOILT_BOARDS.values(), ids=SPOILT_BOARDS)
def test_new_with_a_bad_board_is_unreadable_and_keeps_the_game(spoil: Callable[[Json], object]) -> None:
    board = copy.deepcopy(BOARD)
    spoil(board)
    assert canonical(board) != canonical(BOARD)
    assert_unreadable_in_every_situation(json.dumps({"do": "new", **TWO, "board": board}))


@pytest.mark.parametrize("spaces", [1, 2])
def test_new_takes_any_total_of_spaces_and_two_way_routes(spaces: int) -> None:
    board = copy.deepcopy(OPEN_SEA)
    for city in board["cities"]:
        city["spaces"] = spaces
    state = Talk().accepted("new", **TWO, board=board)["state"]
    assert sum(state["piles"]) == 52 - 9 * spaces


def test_line_of_a_mebibyte_is_read_and_a_longer_one_refused() -> None:
    talk = Talk()
    talk.accepted("new", **TWO)
    request = '{"do":"state"}'
    longest = request + " " * (1024 * 1024 - len(request))
    assert talk.line(longest)["ok"] is True
    assert_refusal(talk.line(longest + " "), "unreadable")
    assert_refusal(talk.line(" " * (3 * 1024 * 1024)), "unreadable")
    assert talk.line(request)["ok"] is True


def test_length_of_a_line_is_counted_in_bytes() -> None:
    talk = Talk()
    talk.accepted("new", **TWO)
    before = talk.state()
    record = talk.accepted("save")["record"]
    request = json.dumps({"do": "load", "record": record + "# " + "é" * 600_000}, ensure_ascii=False)
    assert len(request) < 1024 * 1024
    assert_refusal(talk.line(request), "unreadable")
    assert talk.state() == before


LONG = "x" * 10_000
LONG_ANSWERS_FOR = [
    {"do": LONG},
    {"do": "state", LONG: 1},
    {"do": "play", "move": {"type": LONG}},
    {"do": "play", "move": {"type": "end", LONG: 1}},
    {"do": "play", "move": {"type": "sail", "to": LONG}},
    {"do": "new", **TWO, LONG: 1},
    {"do": "new", **TWO, "players": [LONG] * 9},
    {"do": "new", **TWO, "start": LONG},
    {"do": "new", **TWO, "goods": [LONG] * 9},
    {"do": "new", **TWO, "game": LONG},
    {"do": "new", **TWO, "board": {"start": LONG, "cities": []}},
    {"do": "new", **TWO, "board": {"start": "riga", "cities": [{"id": LONG, "spaces": 1, "routes": [LONG]}] * 9}},
    {"do": "new", **TWO, "board": {"start": "riga", "cities": [{LONG: 1}]}},
    {"do": "load", "record": LONG},
]


@pytest.mark.parametrize("request_", LONG_ANSWERS_FOR, ids=lambda request: json.dumps(request)[:60])
def test_long_nonsense_is_not_repeated_in_the_refusal(request_: Json) -> None:
    answer = Talk().line(json.dumps(request_))
    assert answer["refusal"]["code"] == "unreadable"
    assert len(answer["refusal"]["message"]) < 400
    assert "\n" not in answer["refusal"]["message"]


def test_blanks_around_and_inside_a_request_do_no_harm() -> None:
    talk = Talk()
    talk.accepted("new", **TWO)
    assert talk.line(' \t{ "do" :\t"state" } \r\n')["ok"] is True
    assert talk.line('{"\\u0064o":"st\\u0061te"}')["ok"] is True


@pytest.mark.parametrize("do", ["legal", "undo", "state", "save"])
def test_request_without_a_game_is_refused(do: str) -> None:
    assert_refusal(Talk().ask(do), "no_game")


def test_move_without_a_game_is_refused() -> None:
    assert_refusal(Talk().ask("play", move={"type": "end"}), "no_game")
    assert_refusal(Talk().ask("play", move={"type": "buy", "good": "pink1"}), "no_game")
