"""What the page explains: numbers and reasons before anything is done, for whoever watches, and nothing is changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network
ABOUT_THE_GAME = ("revision", "table", "game", "log", "people")  # besides, simulated pieces may still be put right


@pytest.fixture(scope="module")
def placing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A game in which Gray is to place two booths."""
    with page_rig(tmp_path_factory.mktemp("placing"), pace_s=60) as rig:
        rig.post("/api/virtual/begin", {"players": 2, "skill": "simple"})
        rig.until(lambda state: bool(state["game"] and state["game"]["phase"] == "place"))
        yield rig


def _ask(rig: PageRig, **query: Any) -> Any:
    return rig.client.get("/api/what-if", params={key: str(value) for key, value in query.items()})


def _of_move(rig: PageRig, entry: Any, language: str = "en") -> Any:
    number = rig.state()["revision"]["number"]
    return _ask(rig, revision=number, entry=json.dumps(entry), lang=language)


def test_move_is_told_with_what_it_changes_and_whose_and_nothing_changes(placing: PageRig) -> None:
    before = placing.state()
    told = _of_move(placing, {"type": "place", "city": "lubeck"}).json()
    (gray,) = told["players"]
    assert (gray["player"], gray["name"]) == ("gray", "Gray")
    booths = {each["id"]: (int(each["before"]), int(each["after"]), each["by"]) for each in gray["changes"]}
    assert booths["booths.lubeck"] == (0, 2, 2)
    left = before["game"]["players"]["gray"]["booths_left"]
    assert booths["booths_left"] == (left, left - 2, -2)
    assert booths["points"] == (0, 4, 4)
    assert [(each["what"], each["before"], each["after"]) for each in told["holds"]] == [
        ("majority in Lübeck", "nobody", "Gray")
    ]
    assert told["told"] == "Gray places 2 booths in Lübeck."
    assert (told["chance"], told["over"]) == (False, False)
    after = placing.state()
    assert {name: after[name] for name in ABOUT_THE_GAME} == {name: before[name] for name in ABOUT_THE_GAME}


def test_line_of_the_shown_dialog_is_told_as_its_move_is(placing: PageRig) -> None:
    state = placing.state()
    dialog = state["table"]["dialog"]
    for line, offer in enumerate(state["game"]["offers"]):
        told = _ask(placing, dialog=dialog["id"], line=line).json()
        assert told == _of_move(placing, offer["entry"]).json()


def test_what_is_told_is_told_in_the_language_that_is_asked_for(placing: PageRig) -> None:
    told = _of_move(placing, {"type": "place", "city": "lubeck"}, "it").json()
    assert told["holds"][0] == {
        "id": "majority.lubeck",
        "what": "maggioranza a Lübeck",
        "before": "nessuno",
        "after": "Grigio",
    }


def test_move_that_is_not_allowed_gets_the_reason_and_its_paragraph(placing: PageRig) -> None:
    refused = _of_move(placing, {"type": "place", "city": "copenhagen"}).json()["refused"]
    assert refused["code"] == "copenhagen_closed"
    assert refused["reason"] == "No booths may be placed in Copenhagen during the set-up."
    assert refused["paragraph"] in placing.client.get("/rules/hansa/en.json").text


@pytest.mark.parametrize(
    ("query", "status", "error"),
    [
        ({"revision": "HERE", "entry": "{"}, 422, "unreadable"),
        ({"revision": "HERE", "entry": "[" * 300}, 422, "unreadable"),
        ({"revision": "HERE", "entry": '{"type": "fly"}'}, 422, "unreadable"),
        ({"revision": "HERE"}, 422, "unreadable"),
        ({"dialog": "HERE", "line": "99"}, 422, "line"),
        ({"dialog": "HERE", "line": "-1"}, 422, "line"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(
    placing: PageRig, query: dict[str, str], status: int, error: str
) -> None:
    state = placing.state()
    here = {"revision": str(state["revision"]["number"]), "dialog": state["table"]["dialog"]["id"]}
    answer = _ask(placing, **{key: here[key] if value == "HERE" else value for key, value in query.items()})
    assert (answer.status_code, answer.json()["error"]) == (status, error)


@pytest.mark.parametrize("query", [{"revision": "0", "entry": '{"type": "end"}'}, {"dialog": "00000000", "line": "0"}])
def test_nothing_is_told_of_what_the_table_has_left(placing: PageRig, query: dict[str, str]) -> None:
    answer = _ask(placing, **query)
    assert (answer.status_code, answer.content) == (204, b"")


def test_nothing_is_told_of_a_correction(placing: PageRig) -> None:
    entry = {"type": "move-turn", "player": "yellow"}
    assert _of_move(placing, entry).json() == {}


def test_before_a_game_there_is_nothing_to_tell(real: PageRig) -> None:
    for path in ("/api/what-if?revision=0&entry={}", "/api/why-not?place=pad"):
        answer = real.client.get(path)
        assert (answer.status_code, answer.content) == (204, b"")


def _why(rig: PageRig, place: str, language: str = "en") -> Any:
    return rig.client.get("/api/why-not", params={"place": place, "lang": language}).json()


def test_place_where_nothing_is_done_has_its_reason_and_the_way_to_the_paragraph(placing: PageRig) -> None:
    (reason,) = _why(placing, "city.copenhagen", "it")["reasons"]
    assert reason["code"] == "copenhagen_closed"
    assert reason["paragraph"] == "first-booths"
    assert "Copenaghen" in reason["reason"]
    assert _why(placing, "booths.yellow")["reasons"][0] == {
        "code": "not_theirs",
        "reason": "That lies before Yellow.",
        "remedy": "Use what lies before Gray.",
        "paragraph": "whose",
    }


def test_place_where_something_is_done_says_what(placing: PageRig) -> None:
    assert _why(placing, "city.lubeck") == {"reasons": [], "possible": [{"type": "place", "city": "lubeck"}]}


@pytest.mark.parametrize("place", ["", "city", "city.atlantis", "hand.red.blue1", "hand.gray", "warehouse.x", "line."])
def test_nothing_is_said_of_what_is_no_place(placing: PageRig, place: str) -> None:
    assert _why(placing, place) == {"reasons": [], "possible": []}
