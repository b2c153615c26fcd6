"""Control from the page: who may, what is refused, and that nothing changes by what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.assembly.game_parts import translator
from companion.display.draw import draw
from companion.table.dialog import Notice
from companion.table.intents import LetPhones
from companion.web import server
from companion.web.control import COOKIE
from companion.web.document import format_frame
from companion.words.say import LANGUAGES
from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network

POSTS: dict[str, dict[str, Any]] = {
    "/api/choose": {"dialog": "x", "line": 0},
    "/api/move": {"revision": 0, "entry": {"type": "end"}},
    "/api/take-back": {"revision": 0},
    "/api/press": {"button": "ok"},
    "/api/names": {"names": {"gray": "Eva"}},
    "/api/board/save": {},
}


def _paired(rig: PageRig) -> PageRig:
    assert rig.post("/api/pair", {"pin": rig.page.pairing.show_pin()}).status_code == 200
    return rig


@pytest.mark.parametrize("path", POSTS)
def test_watcher_cannot_change_anything(real: PageRig, path: str) -> None:
    before = real.state()
    answer = real.post(path, POSTS[path])
    assert (answer.status_code, answer.json()["error"]) == (401, "not_paired")
    assert real.state() == before
    assert not real.client.get("/api/me").json()["may_control"]


def test_virtual_table_is_not_there_at_a_real_one(real: PageRig) -> None:
    assert _paired(real).post("/api/virtual/put", {"piece": "ship", "place": "pad"}).status_code == 404


def test_pin_opens_control_with_a_session_that_scripts_cannot_read(real: PageRig) -> None:
    pin = real.page.pairing.show_pin()
    answer = real.post("/api/pair", {"pin": pin})
    cookie = answer.headers["set-cookie"].lower()
    assert answer.status_code == 200
    assert all(word in cookie for word in ("httponly", "samesite=strict", "max-age=", "path=/"))
    told = real.client.get("/api/me").json()
    kind, client = told.pop("asks").split()
    assert told == {"may_control": True, "paired": True, "open": False}
    assert (kind, client) == ("phone", real.page.pairing.client(answer.cookies[COOKIE]))
    assert answer.cookies[COOKIE] not in client
    assert real.choose().status_code == 200


def test_pin_opens_control_once_only(real: PageRig) -> None:
    pin = real.page.pairing.show_pin()
    assert real.post("/api/pair", {"pin": pin}).status_code == 200
    assert real.post("/api/pair", {"pin": pin}).json()["error"] == "no_pin"


def test_unpairing_leaves_a_watcher(real: PageRig) -> None:
    _paired(real).post("/api/unpair")
    assert real.choose().status_code == 401


def test_made_up_session_is_no_session(real: PageRig) -> None:
    real.client.cookies.set(COOKIE, "0" * 64)
    assert real.choose().status_code == 401


@pytest.mark.parametrize("pin", [123456, None, [], {}])
def test_pin_of_another_kind_is_refused(real: PageRig, pin: Any) -> None:
    assert real.post("/api/pair", {"pin": pin}).status_code == 422


def test_wrong_pins_spend_the_pin(real: PageRig) -> None:
    pin = real.page.pairing.show_pin()
    wrong = f"{(int(pin) + 1) % 10**6:06}"
    answers = [real.post("/api/pair", {"pin": wrong}).json()["error"] for _ in range(5)]
    assert answers == ["wrong_pin"] * 5
    assert real.post("/api/pair", {"pin": pin}).json()["error"] == "too_often"


@pytest.mark.network
def test_whoever_is_at_a_table_without_a_screen_plays_on_its_page(tmp_path: Path) -> None:
    with page_rig(tmp_path, kit="usb", is_virtual=False) as rig:
        assert rig.client.get("/api/me").json() == {
            "may_control": True,
            "paired": False,
            "open": True,
            "asks": "here",
        }
        for header in ("X-Forwarded-For", "X-Real-IP", "Via"):
            assert not rig.client.get("/api/me", headers={header: "10.1.1.1"}).json()["may_control"]
            assert rig.client.get("/api/pin", headers={header: "10.1.1.1"}).status_code == 401
        assert rig.post("/api/press", {"button": "ok"}, X_Forwarded_For="10.1.1.1").status_code == 401
        assert rig.post("/api/press", {"button": "ok"}, X_Real_IP="10.1.1.1").status_code == 401
        rig.begin()
        assert rig.post("/api/virtual/lift", {"piece": "ship"}).status_code == 404


def _choose_line(rig: PageRig, text: str) -> dict[str, Any]:
    """Choose the line that says this, and wait for what comes of it."""
    dialog = rig.until(lambda state: any(text == line["text"] for line in state["table"]["dialog"]["lines"]))
    lines = [line["text"] for line in dialog["table"]["dialog"]["lines"]]
    assert rig.choose(lines.index(text)).status_code == 200
    return rig.until(lambda state: bool(state["table"]["dialog"]["id"] != dialog["table"]["dialog"]["id"]))


@pytest.mark.parametrize(("kit", "is_virtual"), [("board", True), ("usb", False)])
def test_phones_are_let_in_from_the_table_menu_and_the_pin_lets_one_play(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, kit: str, is_virtual: bool
) -> None:
    # Another address of this machine stands for the local network, and for a phone there.
    monkeypatch.setattr(server, "lan_address", lambda: "127.0.0.2")
    phone = httpx.HTTPTransport(local_address="127.0.0.2", retries=5)
    with page_rig(tmp_path_factory.mktemp("phones"), kit=kit, is_virtual=is_virtual) as rig:
        rig.begin()
        rig.post("/api/press", {"button": "back"})
        _choose_line(rig, "Phones")
        address, pin, code = _choose_line(rig, "Let phones in")["table"]["dialog"]["rows"]
        assert code["code"] == f"http://{address['text']}/"
        assert (pin["text"], pin["secret"]) == ("PIN *******", True)
        digits = rig.client.get("/api/pin").json()["pin"]
        with httpx.Client(base_url=code["code"], transport=phone) as client:
            there = replace(rig, client=client)
            assert not client.get("/api/me").json()["may_control"]
            assert there.choose().status_code == 401
            assert client.get("/api/pin").status_code == 401
            assert there.post("/api/pair", {"pin": digits}).status_code == 200
            assert there.choose().status_code == 200
            rig.page.let_in(phones=False)
            assert not rig.page.pairing.is_paired(client.cookies[COOKIE])


@pytest.mark.parametrize("is_virtual", [True, False])
def test_nobody_who_watches_is_told_the_pin(tmp_path_factory: pytest.TempPathFactory, is_virtual: bool) -> None:
    with page_rig(tmp_path_factory.mktemp("watched"), is_virtual=is_virtual) as rig:
        shown = rig.page.phones(is_on=True)
        rig.composed.daemon.put(lambda table: table.tell(shown))
        rig.until(lambda state: bool(state["table"]["dialog"]["name"] == "phones"))
        pin = rig.page.pairing.shown
        for language in LANGUAGES:
            state = rig.state(language)
            assert pin not in json.dumps(state).replace(" ", "")
            # Not in pixels either.
            assert state["panel"] == format_frame(draw(shown.screen().blotted(), translator(language, {})))
            assert state["panel"] != format_frame(draw(shown.screen(), translator(language, {})))


def test_system_is_asked_for_the_network_when_phones_are_let_in(
    real: PageRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("HANSA_PHONES", str(tmp_path / "phones"))
    real.page.let_in(phones=False)
    assert not (tmp_path / "phones").exists()
    monkeypatch.setattr(real.page._server, "let_in", lambda *, phones: None)
    real.page.let_in(phones=True)
    assert (tmp_path / "phones").exists()
    monkeypatch.setenv("HANSA_PHONES", str(tmp_path / "gone" / "phones"))
    real.page.let_in(phones=True)
    assert "phones cannot be let in: No such file or directory" in caplog.text


@pytest.mark.parametrize("switch", ["", "no"])
def test_page_is_told_whether_phones_can_be_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, switch: str
) -> None:
    monkeypatch.setenv("HANSA_PHONES", switch)
    with page_rig(tmp_path) as rig:
        assert rig.state()["table"]["phones"] is (switch != "no")


def test_phones_can_be_let_in_before_there_is_a_game(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("early")) as rig:
        assert _choose_line(rig, "Phones")["table"]["dialog"]["name"] == "phones"


def test_phones_are_let_in_only_when_somebody_says_so(real: PageRig) -> None:
    shown = real.page.phones()
    assert next(iter(getattr(shown, "choices", ()))).action == LetPhones(True)
    told = real.page.phones(is_on=True)
    assert isinstance(told, Notice)
    assert str(real.page.pairing.show_pin())[:3] in told.rows[1].left.in_language()  # type: ignore[union-attr]


# --- what is asked for ---


def test_game_begins_by_choosing_lines(virtual: PageRig) -> None:
    virtual.begin_if_needed()
    state = virtual.state()
    assert state["game"]["phase"] == "fill"
    assert state["board"]["players"] == ["gray", "yellow"]


def test_answer_to_a_dialog_that_is_gone_is_refused(virtual: PageRig) -> None:
    before = virtual.state()
    answer = virtual.post("/api/choose", {"dialog": "00000000", "line": 0})
    assert (answer.status_code, answer.json()["error"]) == (409, "stale")
    assert virtual.state() == before


@pytest.mark.parametrize("line", [-1, 99])
def test_line_that_is_not_there_is_refused(virtual: PageRig, line: int) -> None:
    answer = virtual.choose(line)
    assert (answer.status_code, answer.json()["error"]) == (409, "stale")


@pytest.mark.parametrize(
    "body", [{}, {"dialog": 1, "line": 0}, {"dialog": "x", "line": "0"}, {"dialog": "x", "line": True}]
)
def test_fields_of_another_kind_are_refused(virtual: PageRig, body: dict[str, Any]) -> None:
    assert virtual.post("/api/choose", body).status_code == 422


@pytest.mark.parametrize("entry", [{}, {"type": "fly"}, {"type": "reveal", "good": "orange9"}, {"type": "end", "x": 1}])
def test_move_that_cannot_be_read_is_refused(virtual: PageRig, entry: dict[str, Any]) -> None:
    before = virtual.state()
    answer = virtual.post("/api/move", {"revision": before["revision"]["number"], "entry": entry})
    assert answer.status_code == 422
    assert answer.json()["reason"]
    assert virtual.state() == before


def test_move_of_an_old_revision_is_refused(virtual: PageRig) -> None:
    answer = virtual.post("/api/move", {"revision": 10_000, "entry": {"type": "end"}})
    assert (answer.status_code, answer.json()["error"]) == (409, "stale")


def test_button_that_was_pressed_for_an_old_revision_is_refused(virtual: PageRig) -> None:
    virtual.begin_if_needed()
    before = virtual.state()
    answer = virtual.post("/api/press", {"button": "end", "held": True, "revision": 10_000})
    assert (answer.status_code, answer.json()["error"]) == (409, "stale")
    assert virtual.state() == before


def test_move_that_the_rules_refuse_is_told_with_its_remedy_in_the_language_asked_for(virtual: PageRig) -> None:
    virtual.begin_if_needed()
    before = virtual.state()
    body = {"revision": before["revision"]["number"], "entry": {"type": "end"}}
    answer = virtual.post("/api/move?lang=it", body)
    english = virtual.post("/api/move", body)
    assert answer.status_code == english.status_code == 409
    assert english.json()["reason"] != answer.json()["reason"]
    assert english.json()["remedy"]
    assert virtual.state() == before


def test_move_from_the_page_is_played_and_taken_back_only_if_that_is_fair(virtual: PageRig) -> None:
    virtual.begin_if_needed()
    before = virtual.state()
    number = before["revision"]["number"]
    good = next(iter(before["game"]["fill"]["kinds"]))
    assert virtual.post("/api/move", {"revision": number, "entry": {"type": "reveal", "good": good}}).status_code == 200
    state = virtual.until(lambda state: state["revision"]["number"] == number + 1)
    assert state["log"][-1]["say"] == f"reveal {good}"
    refused = virtual.post("/api/take-back", {"revision": number + 1})
    assert (refused.status_code, refused.json()["error"]) == (409, "marker_seen")
    assert refused.json()["remedy"]
    assert virtual.state()["revision"]["number"] == number + 1


def test_button_that_is_none_is_refused(virtual: PageRig) -> None:
    assert virtual.post("/api/press", {"button": "reset"}).status_code == 422


def test_language_that_is_not_spoken_is_refused(virtual: PageRig) -> None:
    assert virtual.client.get("/api/state?lang=tlh").status_code == 422
    assert virtual.client.get("/api/events?lang=tlh").status_code == 422


def _move(rig: PageRig, entry: dict[str, Any]) -> dict[str, Any]:
    number = rig.state()["revision"]["number"]
    assert rig.post("/api/move", {"revision": number, "entry": entry}).status_code == 200
    return rig.until(lambda state: state["revision"]["number"] > number)


def test_settlement_under_an_open_menu_is_not_passed_over(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("unsettled")) as rig:
        state = rig.begin()
        while state["game"]["phase"] == "fill":
            state = _move(rig, {"type": "reveal", "good": next(iter(state["game"]["fill"]["kinds"]))})
        while state["game"]["phase"] == "place":
            state = _move(rig, state["game"]["offers"][0]["entry"])
        state = _move(rig, {"type": "end"})
        assert state["table"]["dialog"]["kind"] == "notice"
        rig.composed.daemon.put(lambda table: table.tell(rig.page.phones()))
        state = rig.until(lambda state: state["table"]["dialog"]["name"] == "phones")
        move = {"revision": state["revision"]["number"], "entry": state["game"]["offers"][0]["entry"]}
        answer = rig.post("/api/move", move)
        assert (answer.status_code, answer.json()["error"]) == (409, "read_first")
        assert rig.state()["revision"] == state["revision"]
