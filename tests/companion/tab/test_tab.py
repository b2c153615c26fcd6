"""The table in a tab, by the messages of its page: whole games in one loop, without a browser and without threads."""

from __future__ import annotations

import asyncio
import json
import subprocess
import threading
from typing import Any

import pytest

from companion.shelf.shelf import SHELF, open_box
from tests.kit.tab_page import TabPage, two_files, with_page

GAMES = tuple(SHELF)


@pytest.fixture(autouse=True)
def nothing_runs_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse threads and processes, as a browser does."""

    def refuse(self: Any, *_: Any, **__: Any) -> None:
        raise RuntimeError(f"{self}: there is nothing but the loop")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(subprocess.Popen, "__init__", refuse)


async def play(page: TabPage, game: str, *, seats: int = 3, people: int = 0) -> None:
    """Have a table for a game, and begin one."""
    if (await page.state())["about"]["game"] != game:
        await page.post("/api/virtual/change-game", {"game": game})
        await page.until(lambda state: bool(state["about"]["game"] == game))
    colours = open_box(game).colours[:seats]
    await page.post("/api/virtual/begin", {"players": seats, "robots": dict.fromkeys(colours[people:], "simple")})


@pytest.mark.parametrize("game", GAMES)
def test_robots_play_a_whole_game_which_is_kept_told_and_shown_again(game: str) -> None:
    files = two_files()

    async def first(page: TabPage) -> None:
        assert page.news == [{"kind": "ready", "durable": True, "unread": 0, "games": 0}]
        await play(page, game)
        over = await page.until(lambda state: bool(state["game"] and state["game"]["winners"]))
        (kept,) = (await page.get("/api/games"))["games"]
        assert (kept["game"], kept["over"], kept["winners"]) == (game, True, over["game"]["winners"])
        name = kept["id"]
        story = await page.get(f"/api/games/{name}?lang=it")
        assert (await page.get(f"/api/games/{name}/at/{story['steps']}?lang=nl"))["winners"] == kept["winners"]
        assert (await page.http("GET", f"/api/games/{name}/record")).text
        assert (await page.http("GET", f"/api/games/{name}/bg-stats.svg")).text.startswith("<svg")
        assert (await page.get(f"/api/statistics?game={game}"))["games"] == 1

    async def then(page: TabPage) -> None:
        (kept,) = (await page.get("/api/games"))["games"]
        assert kept["over"]

    with_page(first, files, pace_s=0.0)
    with_page(then, files)


@pytest.mark.parametrize("game", GAMES)
def test_game_goes_on_after_the_tab_was_loaded_again_at_any_move(game: str) -> None:
    """What was confirmed is there; the same files serve one tab after another, none of which is ever closed nicely."""
    files = two_files()
    confirmed: list[tuple[str, int]] = []

    async def begin(page: TabPage) -> None:
        await play(page, game, people=1)

    async def go_on(page: TabPage) -> None:
        state = await page.state()
        if confirmed:
            assert (state["revision"]["game"], state["revision"]["number"]) == confirmed[-1]
        dialog = state["table"]["dialog"]
        told = await page.http("POST", "/api/choose", {"dialog": dialog["id"], "line": 0})
        if told.status == 200:
            confirmed.append((told.json["game"], told.json["revision"]))
        for file in files:
            file.content = file.flushed  # the browser is killed

    with_page(begin, files, pace_s=3600.0)
    for _ in range(4):
        with_page(go_on, files, pace_s=3600.0)
    assert confirmed


def test_another_game_is_set_up_for_the_page_that_asked_and_after_it_was_loaded_again() -> None:
    files = two_files()
    first, other = GAMES[:2]

    async def change(page: TabPage) -> None:
        await play(page, first, people=1)
        _, stream = page.ask(ask="http", method="GET", target="/api/events?lang=en", body=None)
        told = await page.post("/api/virtual/change-game", {"game": other})
        assert told["game"] == other
        said = ""
        while (message := await stream.get())["kind"] != "end":
            said += message.get("text", "")
        assert "event: state" in said
        assert "event: parting" in said, "the page knows what comes before its connection ends"
        state = await page.state()
        assert (state["about"]["game"], state["game"]) == (other, None)

    async def loaded_again(page: TabPage) -> None:
        state = await page.state()
        assert (state["about"]["game"], state["game"]) == (other, None)
        door = await page.get("/api/door?lang=en")
        assert door["unfinished"]["game"] == first
        unfinished = {"game": first, "game_id": door["unfinished"]["id"]}
        await page.post("/api/virtual/change-game", unfinished)

    async def back(page: TabPage) -> None:
        state = await page.state()
        assert state["about"]["game"] == first
        assert state["game"] is not None

    with_page(change, files)
    with_page(loaded_again, files)
    with_page(back, files)


def test_stream_that_nobody_reads_any_more_is_ended() -> None:
    async def test(page: TabPage) -> None:
        number, stream = page.ask(ask="http", method="GET", target="/api/events?lang=en", body=None)
        while "event: state" not in (await stream.get()).get("text", ""):
            pass
        assert (await page.get("/health"))["watching"] == 1
        page.tab.take({"number": number, "ask": "gone"})
        await page.until(lambda _: True)
        assert (await page.get("/health"))["watching"] == 0

    with_page(test, two_files())


def test_move_that_cannot_be_kept_is_refused_and_the_page_is_told_why() -> None:
    files = two_files()

    async def test(page: TabPage) -> None:
        await play(page, GAMES[0], people=3)
        before = await page.state()
        files[0].left = 3
        choice = {"dialog": before["table"]["dialog"]["id"], "line": 0}
        refused = await page.http("POST", "/api/choose?lang=nl", choice)
        assert (refused.status, refused.json["error"]) == (503, "not_kept")
        assert "browser" in refused.json["reason"]
        state = await page.state()
        assert state["revision"] == before["revision"]
        files[0].left = None
        await page.post("/api/choose", {"dialog": state["table"]["dialog"]["id"], "line": 0})
        state = await page.state()
        await page.post("/api/choose", {"dialog": state["table"]["dialog"]["id"], "line": 0})
        assert (await page.state())["revision"]["number"] > before["revision"]["number"]

    with_page(test, files)


def test_tab_that_keeps_nothing_plays_and_says_so() -> None:
    async def test(page: TabPage) -> None:
        assert page.news[0]["durable"] is False
        await play(page, GAMES[0], people=1)
        assert (await page.told(ask="kept"))["games"] == 1

    with_page(test, ())


def test_games_are_taken_along_brought_back_and_removed() -> None:
    texts: list[str] = []

    async def along(page: TabPage) -> None:
        await play(page, GAMES[0], people=1)
        texts.append((await page.told(ask="along"))["text"])
        told = await page.told(ask="remove")
        assert "trouble" not in told
        state = await page.until(lambda state: state["game"] is None)
        assert state["revision"]["number"] == 0
        assert (await page.told(ask="kept"))["games"] == 0

    full = two_files()

    async def back_without_room(page: TabPage) -> None:
        full[0].left = 9
        told = await page.told(ask="back", text=texts[0], lang="it")
        assert "questo browser non ha più spazio per le partite" in told["trouble"][0]

    async def back(page: TabPage) -> None:
        told = await page.told(ask="back", text=texts[0])
        assert (told["added"], told["wrong"]) == (1, 0)
        for wrong in ("no JSON", "[]", json.dumps({"format": 1})):
            assert (await page.told(ask="back", text=wrong))["unfit"]
        assert (await page.told(ask="something"))["unfit"]

    with_page(along, two_files())
    with_page(back_without_room, full)
    with_page(back, two_files())


def test_game_at_the_table_goes_on_where_what_was_brought_back_has_more_of_it() -> None:
    at_home, elsewhere, texts = two_files(), two_files(), []
    ends: list[dict[str, Any]] = []

    async def move(page: TabPage) -> None:
        dialog = (await page.state())["table"]["dialog"]
        await page.post("/api/choose", {"dialog": dialog["id"], "line": 0})

    async def begin(page: TabPage) -> None:
        await play(page, GAMES[0], people=3)
        texts.append((await page.told(ask="along"))["text"])

    async def bring(page: TabPage) -> None:
        await page.told(ask="back", text=texts[0])

    async def play_on(page: TabPage) -> None:
        await move(page)
        await move(page)
        texts.append((await page.told(ask="along"))["text"])
        ends.append((await page.state())["revision"])

    async def back_home(page: TabPage) -> None:
        assert (await page.state())["revision"]["number"] < ends[0]["number"]
        assert (await page.told(ask="back", text=texts[1]))["added"] == 1
        await page.until(lambda state: bool(state["revision"] == ends[0]))
        await move(page)

    with_page(begin, at_home)
    with_page(bring, elsewhere)
    with_page(play_on, elsewhere)
    with_page(back_home, at_home)


def test_language_chosen_at_the_table_is_kept() -> None:
    files = two_files()

    async def choose(page: TabPage) -> None:
        (page.tab._folder / "language").write_text("it\n", encoding="utf-8")
        page.tab._wake()
        while "language" not in page.tab.kept.files:
            await asyncio.sleep(0)

    async def then(page: TabPage) -> None:
        assert (page.tab._folder / "language").read_text(encoding="utf-8") == "it\n"

    with_page(choose, files)
    with_page(then, files)


def test_power_cut_at_the_table_begins_another_sitting() -> None:
    async def test(page: TabPage) -> None:
        await play(page, GAMES[0], people=1)
        before = await page.state()
        await page.post("/api/virtual/fault", {"fault": "power", "on": True})
        state = await page.state()
        assert state["revision"] == before["revision"]
        assert state["game"] is not None

    with_page(test, two_files())
