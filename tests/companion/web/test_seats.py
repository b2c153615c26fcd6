"""Seats with owners on the page: who decides is told, and nobody else is obeyed, whichever route they try."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from httpx import Response

from companion.table.owners import NOT_YOURS
from companion.web.control import COOKIE
from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network
ELSEWHERE = {"x_forwarded_for": "10.1.1.1"}  # whoever comes through a proxy is not at this machine


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A table without cardboard, where robots wait for a minute before they move."""
    with page_rig(tmp_path_factory.mktemp("seats"), pace_s=60) as started:
        assert started.post("/api/virtual/hardware", {"open": False}).is_success
        yield started


@pytest.fixture
def robots_turn(rig: PageRig) -> dict[str, Any]:
    """Anna, who is gray, has moved: it is a robot's turn."""
    assert rig.post("/api/virtual/begin", {"players": 3, "names": {"gray": "Anna"}}).is_success
    rig.until(lambda state: state["decides"]["may"] == ["here"])
    assert rig.choose().is_success
    return rig.until(lambda state: state["game"]["mover"] == "yellow")


@pytest.fixture
def phone(rig: PageRig) -> Iterator[None]:
    """Let a phone pair; requests with `ELSEWHERE` are its own."""
    answer = rig.post("/api/pair", {"pin": rig.page.pairing.show_pin()}, **ELSEWHERE)
    assert answer.is_success
    rig.client.cookies.set(COOKIE, answer.cookies[COOKIE])
    yield
    rig.client.cookies.clear()


def everything(state: dict[str, Any], language: str = "") -> dict[str, dict[str, Any]]:
    """Return every request that would decide for whoever is on."""
    revision, dialog = state["revision"]["number"], state["table"]["dialog"]["id"]
    entry = next(offer["entry"] for offer in state["game"]["offers"] if offer["entry"])
    query = f"?lang={language}" if language else ""
    return {
        f"/api/choose{query}": {"dialog": dialog, "line": 0},
        f"/api/move{query}": {"revision": revision, "entry": entry},
        f"/api/press{query}": {"button": "ok"},
        f"/api/press{query or '?'}&": {"button": "end", "held": True, "revision": revision},
    }


def expect_refused(answer: Response) -> dict[str, Any]:
    told: dict[str, Any] = answer.json()
    assert (answer.status_code, told["error"], told["shown"]) == (409, NOT_YOURS, False)
    return told


def test_nothing_decides_for_a_robot_and_the_answer_says_who_does(rig: PageRig, robots_turn: dict[str, Any]) -> None:
    for path, body in everything(robots_turn).items():
        assert expect_refused(rig.post(path, body))["reason"] == "Yellow decides: the companion."
    assert rig.state()["log"] == robots_turn["log"]
    assert rig.state()["table"] == robots_turn["table"]


@pytest.mark.parametrize(
    ("language", "reason"), [("it", "Decide Giallo: il companion."), ("nl", "Geel beslist: de companion.")]
)
def test_answer_is_in_the_readers_language(
    rig: PageRig, robots_turn: dict[str, Any], language: str, reason: str
) -> None:
    for path, body in everything(robots_turn, language).items():
        assert expect_refused(rig.post(path, body))["reason"] == reason


def test_page_is_told_whose_the_seats_are_and_who_decides(rig: PageRig, robots_turn: dict[str, Any]) -> None:
    assert rig.client.get("/api/me").json()["asks"] == "here"
    assert robots_turn["seats"] == {"gray": "here", "yellow": "robot", "purple": "robot"}
    assert robots_turn["decides"] == {"player": "yellow", "may": [], "text": "Yellow decides: the companion."}
    assert robots_turn["take_back"] == ["here"]


def test_phone_plays_the_seat_it_takes_and_no_other(rig: PageRig, robots_turn: dict[str, Any], phone: None) -> None:
    asks = rig.client.get("/api/me", headers={"x-forwarded-for": "10.1.1.1"}).json()["asks"]
    for path, body in everything(robots_turn).items():
        expect_refused(rig.post(path, body, **ELSEWHERE))
    expect_refused(rig.post("/api/take-back", {"revision": robots_turn["revision"]["number"]}, **ELSEWHERE))
    assert rig.post("/api/virtual/robots", {"skills": {"gray": ""}}, **ELSEWHERE).json()["error"] == "seat_taken"
    assert rig.post("/api/virtual/robots", {"skills": {"yellow": ""}}, **ELSEWHERE).is_success
    state = rig.until(lambda state: state["seats"]["yellow"] == asks)
    assert state["decides"]["may"] == [asks]
    assert expect_refused(rig.choose())["reason"] == "Yellow decides: on a phone."
    dialog = {"dialog": state["table"]["dialog"]["id"], "line": 0}
    assert rig.post("/api/choose", dialog, **ELSEWHERE).is_success
    refused = expect_refused(rig.post("/api/take-back", {"revision": rig.state()["revision"]["number"]}))
    assert refused["reason"] == "Yellow decided that."


def test_phone_has_no_pieces_and_buttons_of_this_machine(
    rig: PageRig, robots_turn: dict[str, Any], phone: None
) -> None:
    for path, body in {
        "put": {"piece": "ship", "place": "city.riga"},
        "lift": {"piece": "ship"},
        "touch": {"piece": "ship"},
        "tidy": {},
        "button": {"button": "ok"},
        "fault": {"fault": "deaf", "what": "pad", "on": True},
        "hardware": {"open": True},
    }.items():
        answer = rig.post(f"/api/virtual/{path}", body, **ELSEWHERE)
        assert (answer.status_code, answer.json()["error"]) == (403, "not_here"), path


def test_robots_of_a_game_that_is_begun_are_told_with_it(rig: PageRig) -> None:
    assert rig.post("/api/virtual/begin", {"players": 2}).is_success
    rig.until(lambda state: len(state["seats"]) == 2 and state["bench"]["robots"]["skills"].keys() == {"yellow"})
    assert rig.post("/api/virtual/robots", {"skills": {"yellow": "", "gray": "simple"}}).is_success
    rig.until(lambda state: state["seats"] == {"gray": "robot", "yellow": "here"})
    assert rig.state()["people"]["robots"] == {"gray": "simple"}


def test_open_hardware_is_the_bench_with_all_its_chores(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("bench"), pace_s=60) as rig:
        assert rig.post("/api/virtual/begin", {"players": 2, "skill": ""}).is_success
        _to_the_end_of_a_turn(rig)
        assert rig.state()["table"]["dialog"]["name"] == "settlement"
        assert rig.post("/api/virtual/hardware", {"open": False}).is_success
        state = rig.until(lambda state: state["table"]["at_home"])
        assert (state["table"]["cardboard"], state["unseen"]) == (False, {})
        _to_the_end_of_a_turn(rig)
        assert rig.state()["table"]["at_home"]
        assert rig.post("/api/virtual/hardware", {"open": True}).is_success
        _to_the_end_of_a_turn(rig)
        assert rig.state()["table"]["dialog"]["name"] == "settlement"


def _ends(state: dict[str, Any]) -> int:
    return sum(row["say"] == "end" for row in state["log"])


def _to_the_end_of_a_turn(rig: PageRig) -> None:
    """Play in the shortest way until a turn is ended."""
    state = rig.read_all()
    ends = _ends(state)
    while _ends(state) == ends:
        entries = [offer["entry"] for offer in state["game"]["offers"] if offer["entry"]]
        entry = next((entry for entry in entries if entry["type"] in ("end", "skip")), entries[0])
        answer = rig.post("/api/move", {"revision": state["revision"]["number"], "entry": entry})
        assert answer.is_success, answer.text
        state = rig.state()


def test_piece_that_is_dropped_where_it_does_not_belong_goes_back_by_itself(
    rig: PageRig, robots_turn: dict[str, Any]
) -> None:
    ship = f"city.{robots_turn['game']['ship']}"
    rig.until(lambda state: state["bench"]["lying"].get("ship") == ship)
    elsewhere = next(place for place in robots_turn["bench"]["readers"] if place.startswith("city.") and place != ship)
    assert rig.post("/api/virtual/put", {"piece": "ship", "place": elsewhere}).is_success
    state = rig.until(lambda state: state["bench"]["lying"]["ship"] == ship)
    assert state["table"]["dialog"]["about"] != "mismatch"


def test_piece_is_a_move_however_long_it_must_lie_until_its_reader_has_read_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with page_rig(tmp_path_factory.mktemp("slow"), pace_s=60, times="[times]\nsettle_ms = 700") as rig:
        assert rig.post("/api/virtual/hardware", {"open": False}).is_success
        assert rig.post("/api/virtual/begin", {"players": 2, "skill": ""}).is_success
        state = rig.until(lambda state: state["decides"]["may"] == ["here"] and state["game"]["mover"] == "gray")
        moves = len(state["log"])
        city = next(offer["entry"]["city"] for offer in state["game"]["offers"] if offer["entry"])
        assert rig.post("/api/virtual/put", {"piece": "booth.gray", "place": f"city.{city}"}).is_success
        assert len(rig.state()["log"]) == moves + 1


def test_robot_is_not_called_by_the_name_of_whoever_sat_there_before(rig: PageRig) -> None:
    named = {"gray": "Anna", "yellow": "Berta"}
    assert rig.post("/api/virtual/begin", {"players": 3, "names": named, "skill": ""}).is_success
    assert rig.until(lambda state: state["people"]["names"] == named)
    robots = {"yellow": "simple", "purple": "simple"}
    assert rig.post("/api/virtual/begin", {"players": 3, "robots": robots}).is_success
    assert rig.until(lambda state: state["people"]["robots"] == robots)["people"]["names"] == {"gray": "Anna"}
    assert rig.post("/api/virtual/begin", {"players": 3, "robots": robots, "names": {"purple": "Hal"}}).is_success
    assert rig.until(lambda state: "purple" in state["people"]["names"])["people"]["names"]["purple"] == "Hal"
