"""A whole short game at the virtual table, by dragging and pressing, with a second browser watching."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.journal.sqlite import SqliteJournal
from tests.browser.rig import Visitor, visitor
from tests.browser.story import keep_game
from tests.companion.web.rig import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


def _drag(player: Visitor, source: str, target: str) -> None:
    """Drag one thing onto another as a hand does, step by step."""
    start, end = player.page.locator(source).first.bounding_box(), player.page.locator(target).first.bounding_box()
    assert start
    assert end
    player.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    player.page.mouse.down()
    player.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    player.page.mouse.up()


def _press(player: Visitor, button: str) -> None:
    player.page.locator(f".knob-{button}").click()


def _hold(player: Visitor, button: str) -> None:
    """Hold a button until the page says that it is held."""
    knob = player.page.locator(f".knob-{button}")
    box = knob.bounding_box()
    assert box
    player.page.mouse.move(box["x"] + 5, box["y"] + 5)
    player.page.mouse.down()
    player.page.wait_for_selector(f".knob-{button}.held")
    player.page.mouse.up()


def _next(rig: PageRig, player: Visitor, before: int) -> dict[str, Any]:
    """Wait until the table has gone on, and the page shows it."""
    state = rig.until(lambda state: state["revision"]["number"] > before)
    player.wait(
        "number => Number(document.body.dataset.revision) >= number",
        state["revision"]["number"],
    )
    return state


@pytest.mark.slow
def test_game_is_begun_placed_sailed_and_ended_by_hand_while_another_browser_watches(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("game"), pace_s=0.005) as rig,
        visitor(browser, rig.page.address, tour=True) as player,
        visitor(browser, rig.page.address, size="phone") as watcher,
    ):
        assert "Begin a game" in player.page.locator(".tour").inner_text()
        player.page.locator("[data-key=begin-2]").first.click()
        player.page.wait_for_selector("#dialog .primary")
        while rig.state()["table"]["dialog"]["kind"] == "notice":
            before = rig.state()["table"]["dialog"]["id"]
            _press(player, "ok")
            rig.until(lambda state, before=before: bool(state["table"]["dialog"]["id"] != before))  # type: ignore[misc]
        # The dealer stocks the warehouses; three times each player places two booths.
        for _ in range(3):
            state = rig.until(lambda state: state["game"]["phase"] == "place" and state["game"]["mover"] == "gray")
            number, city = state["revision"]["number"], state["game"]["lit"][0]
            player.page.wait_for_selector(f"[data-place='city.{city}'].lit")
            _drag(player, "[data-piece='booth.gray']", f"[data-place='city.{city}']")
            state = _next(rig, player, number)
            assert state["game"]["players"]["gray"]["booths"][city] == 2
        # The first turn.
        state = rig.until(
            lambda state: state["game"]["phase"] in ("replenish", "actions") and state["game"]["mover"] == "gray"
        )
        if state["game"]["phase"] == "replenish":
            line = next(n for n, line in enumerate(state["game"]["menu"]) if line["entry"]["type"] == "skip")
            player.page.locator(f"#dialog [data-key=line-{line}]").click()
            state = _next(rig, player, state["revision"]["number"])
        number, city = state["revision"]["number"], state["game"]["lit"][0]
        player.page.wait_for_selector(f"[data-place='city.{city}'].lit")
        _drag(player, "[data-piece=ship]", f"[data-place='city.{city}']")
        state = _next(rig, player, number)
        assert state["game"]["ship"] == city
        watcher.wait(
            "city => document.querySelector(`[data-place='city.${city}']`).classList.contains('harbour')", city
        )
        _hold(player, "end")
        rig.until(lambda state: state["table"]["dialog"]["name"] != "home" or state["game"]["mover"] != "gray")
        # From here on a robot plays gray too, to the end.
        rig.post("/api/virtual/robots", {"skills": {"gray": "simple"}})
        rig.read_all()
        assert any(row["say"] == f"sail {city}" for row in rig.state()["log"])
        assert player.complaints == watcher.complaints == []


def test_click_and_keyboard_do_what_dragging_does(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("keys")) as rig, visitor(browser, rig.page.address) as player:
        state = rig.begin()
        good = next(iter(state["game"]["fill"]["kinds"]))
        player.page.locator(f"[data-key='good-{good}']").press("Enter")
        state = _next(rig, player, state["revision"]["number"])
        assert state["log"][-1]["say"] == f"reveal {good}"
        assert player.texts(".log li")[0].endswith(f"reveal {good}")
        # A piece is taken in hand and put down with the keyboard alone.
        player.page.locator("[data-piece='booth.gray']").press("Enter")
        player.page.wait_for_function("() => document.querySelector('.pad-label').textContent.includes('booth of Gray')")
        player.page.locator(".pad-label").press("Enter")
        player.page.wait_for_selector("#banner .refusal")
        assert player.complaints == []


def test_refusal_is_shown_with_its_remedy(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("refused")) as rig, visitor(browser, rig.page.address) as player:
        rig.begin()
        player.page.wait_for_selector("[data-piece='booth.gray']")
        _drag(player, "[data-piece='booth.yellow']", "[data-place=pad]")
        player.page.wait_for_selector("#banner .refusal")
        assert "booth" in player.page.locator("#banner").inner_text()
        assert player.complaints == []


def test_last_round_is_played_by_hand_up_to_the_final_score(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("end")
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    keep_game(journal, 2, 2, day=1, until=lambda position: position.course.last_round)
    journal.close()
    with page_rig(folder) as rig, visitor(browser, rig.page.address) as player:
        rig.post("/api/virtual/robots", {"skills": {}, "deals": False})
        player.page.wait_for_selector("#banner .last")
        while (state := rig.state())["game"]["phase"] != "over":
            shown = state["table"]["dialog"]["id"], state["revision"]["number"]
            player.page.wait_for_selector(f"#dialog[data-dialog='{shown[0]}']")
            if state["table"]["dialog"]["kind"] == "notice":
                _press(player, "ok")
            elif state["table"]["dialog"]["name"] == "home" and state["game"]["phase"] == "fill":
                player.page.locator(".keypad button:enabled").first.click()
            elif state["table"]["dialog"]["name"] == "home" and state["game"]["phase"] == "actions":
                _hold(player, "end")
            else:
                lines = player.page.locator("#dialog .line")
                (lines.last if state["table"]["dialog"]["name"] == "home" else lines.first).click()
            rig.until(lambda state, shown=shown: _shown(state) != shown)  # type: ignore[misc]
        player.page.wait_for_selector("#final .verdict")
        scores = rig.state()["game"]["scores"]
        assert sorted(player.texts("#final td.score-total")) == sorted(str(its["total"]) for its in scores.values())
        assert player.complaints == []


def _shown(state: dict[str, Any]) -> tuple[str, int]:
    return state["table"]["dialog"]["id"], state["revision"]["number"]
