"""The front door of a virtual table, asked as its page asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.shelf.shelf import SHELF
from tests.kit.page import PageRig, page_rig
from tests.kit.shelf import shelved

pytestmark = pytest.mark.network


def test_every_game_is_told_in_the_reader_s_language_with_what_can_be_chosen(virtual: PageRig) -> None:
    games = {game["id"]: game for game in virtual.client.get("/api/door?lang=nl").json()["games"]}
    assert list(games) == list(SHELF)
    for game in games.values():
        assert game["cover"]
        assert game["sentence"]
        assert len(game["rules"]) > 5
        assert len(game["players"]) == game["seats"][-1]
        assert virtual.client.get(f"/games/{game['id']}/cover.svg").status_code == 200
    assert games["hansa"]["rules"][-1][0] == "Punten"
    assert games["hansa"]["characters"]["toll-keeper"] == {
        "name": "Tollenaar",
        "sentence": "Koop waar je wilt. Het geld komt bij mij terecht.",
    }
    assert [rule["id"] for rule in games["hansa"]["house_rules"]] == ["fewer_booths"]


def test_game_that_tells_nothing_of_itself_has_its_title_and_its_seats(virtual: PageRig) -> None:
    with shelved():
        (*_, plain) = virtual.client.get("/api/door").json()["games"]
    assert (plain["id"], plain["title"], plain["cover"]) == ("pearls", "Pearls", False)
    assert "sentence" not in plain


def test_change_to_a_game_that_is_not_there_or_not_here_is_refused(virtual: PageRig) -> None:
    unknown = virtual.post("/api/virtual/change-game", {"game": "chess"})
    assert (unknown.status_code, unknown.json()["error"]) == (422, "game")
    assert all(game in unknown.json()["reason"] for game in SHELF)
    # This table has nobody who would set it up again.
    alone = virtual.post("/api/virtual/change-game", {"game": "hansa"})
    assert (alone.status_code, alone.json()["error"]) == (409, "one_game")


def test_who_plays_by_itself_is_chosen_for_each_seat(tmp_path: Path) -> None:
    with page_rig(tmp_path, pace_s=60) as rig:
        wrong = rig.post("/api/virtual/begin", {"players": 2, "robots": {"white": "simple"}})
        assert (wrong.status_code, wrong.json()["error"]) == (422, "robots")
        rig.post("/api/virtual/begin", {"players": 3, "robots": {"gray": "random", "purple": "simple"}})
        state = rig.until(lambda state: bool(state["game"] and state["bench"]["robots"]["skills"]))
        assert state["bench"]["robots"]["skills"] == {"gray": "random", "purple": "simple"}
    # After a start they play on.
    with page_rig(tmp_path, pace_s=60) as rig:
        state = rig.until(lambda state: bool(state["bench"]["robots"]["skills"]))
        assert state["bench"]["robots"]["skills"] == {"gray": "random", "purple": "simple"}
