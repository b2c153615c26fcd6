"""The first start: the board is asked about before the first game, and the answer on the page counts at once."""

from __future__ import annotations

import errno
from typing import Any

import pytest

from companion.games.hansa.boards import OWN, load_board, shipped_board
from companion.games.hansa.page import board_editor
from companion.web import server
from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network


def _board(rig: PageRig) -> dict[str, Any]:
    told = rig.client.get("/api/board").json()
    cities = [{key: city[key] for key in ("id", "spaces", "routes")} for city in told["cities"]]
    return {"start": told["start"], "cities": cities}


def test_board_that_is_put_right_on_the_page_is_played_on_at_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("first")
    with page_rig(folder, is_first=True) as rig:
        assert rig.state()["asks_board"]
        board = _board(rig)
        board["cities"][0]["spaces"] = 3 - board["cities"][0]["spaces"]
        assert rig.post("/api/board/save", board).status_code == 200
        assert rig.until(lambda state: not state["asks_board"])["table"]["dialog"]["name"] == "seats"
        assert load_board(folder / OWN).cities[0].spaces == board["cities"][0]["spaces"]
        assert not any(city["guesses"] for city in rig.client.get("/api/board").json()["cities"])
        begun = rig.begin()
        assert begun["board"]["cities"][0]["spaces"] == board["cities"][0]["spaces"]


def test_board_is_confirmed_on_the_page_while_the_small_screen_walks_from_city_to_city(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("walk")
    with page_rig(folder, is_first=True) as rig:
        asked = rig.state()["table"]["dialog"]["id"]
        rig.choose(1)
        rig.until(lambda state: bool(state["table"]["dialog"]["id"] != asked))
        assert rig.state()["table"]["dialog"]["name"] == "board check"
        rig.post("/api/board/save", _board(rig))
        assert rig.until(lambda state: not state["asks_board"])["table"]["dialog"]["name"] == "seats"
    assert load_board(folder / OWN) == shipped_board()


def test_phone_hears_no_where_the_disk_does_not_keep_that_the_board_is_right(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    folder = tmp_path_factory.mktemp("full")
    with page_rig(folder, is_first=True) as rig:
        with monkeypatch.context() as patched:
            patched.setattr(board_editor, "save_board", full)
            answer = rig.choose(0)
        assert answer.status_code == 503
        assert answer.json()["error"] == "not_kept"
        assert answer.json()["reason"] == f"{folder / OWN}: the disk is full"
        assert rig.state()["asks_board"]
        rig.choose(0)  # read
        assert rig.choose(0).status_code == 200
        assert load_board(folder / OWN) == shipped_board()


def test_who_says_that_the_board_differs_lets_phones_in_with_one_choice(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "lan_address", lambda: "127.0.0.2")
    with page_rig(tmp_path_factory.mktemp("differs"), is_first=True) as rig:
        rig.choose(2)
        rig.until(lambda state: bool(state["table"]["dialog"]["name"] == "differs"))
        rig.choose(0)
        shown = rig.until(lambda state: bool(state["table"]["dialog"]["name"] == "phones"))
        assert shown["table"]["dialog"]["rows"][1]["text"].startswith("PIN ")
        assert shown["asks_board"], "until it is put right on the page"


@pytest.mark.parametrize("line", [0, 1, 2])
def test_game_begins_from_wherever_somebody_was(tmp_path_factory: pytest.TempPathFactory, line: int) -> None:
    with page_rig(tmp_path_factory.mktemp("begin"), is_first=True) as rig:
        asked = rig.state()["table"]["dialog"]["id"]
        rig.choose(line)
        rig.until(lambda state: bool(state["table"]["dialog"]["id"] != asked))
        assert rig.post("/api/virtual/begin", {"players": 3, "skill": ""}).status_code == 200
        state = rig.until(lambda state: state["game"] is not None)
        assert state["board"]["players"] == ["gray", "yellow", "purple"]
