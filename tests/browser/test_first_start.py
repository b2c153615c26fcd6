"""The first start in a browser: the board as a map, put right with clicks, and then the way into a game is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.hansa.boards import OWN, load_board, shipped_board
from tests.kit.browser import visitor
from tests.kit.page import page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.needs("chromium")


# Which city is the first, as a screen reader tells it.
RIGA_IS_FIRST = "() => document.querySelector('.area-map .map-box')?.textContent.includes('1 Riga;')"


def test_board_is_shown_as_a_map_put_right_with_clicks_and_kept(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("first")
    with (
        page_rig(folder, is_first=True) as rig,
        visitor(browser, f"{rig.page.address}#own", tour=True) as guest,
        visitor(browser, f"{rig.page.address}#own", size="phone") as watcher,
    ):
        guest.page.wait_for_selector(".boardcheck svg.map")
        assert "Compare the board below with yours" in guest.page.locator(".own-board").inner_text()
        assert guest.page.locator("[data-key=save]").inner_text() == "Yes, this is my board"
        marked = guest.page.locator(".facts span.guess").count()
        assert guest.page.locator("svg.map .badge").count() == marked  # on the map too
        guest.page.locator("[data-key=spaces-danzig]").click()
        guest.page.locator("[data-key=route-riga-kalmar]").click()
        assert guest.page.locator(".facts span.guess").count() < marked
        assert guest.page.locator("svg.map .badge").count() == guest.page.locator(".facts span.guess").count()
        assert guest.page.locator("[data-key=save]").inner_text() == "Save as my board"
        # What the small screen says meanwhile does not undo what was put right.
        guest.page.locator(".knob-down").click()
        rig.until(lambda state: bool(state["table"]["dialog"]["cursor"] == 1))
        guest.wait("() => document.querySelector('#dialog .line.here').textContent.includes('city by city')")
        assert guest.page.locator("[data-key=route-riga-kalmar]").get_attribute("aria-pressed") == "true"
        guest.page.locator("[data-key=save]").click()
        guest.page.wait_for_selector(".boardcheck", state="detached")
        watcher.page.wait_for_selector(".boardcheck", state="detached")
        # Corrected once more, the map at rest shows the new numbers, on this page and on any other.
        assert not guest.page.evaluate(RIGA_IS_FIRST)
        guest.page.goto(f"{rig.page.address}#board")
        guest.page.locator("[data-key=number-riga]").select_option("1")
        held: list[Route] = []
        guest.page.route("**/api/board/save*", lambda route: held.append(route))
        guest.page.locator("[data-key=save]").click()
        with guest.page.expect_response("**/api/board"):
            guest.page.goto(f"{rig.page.address}#own")  # before the table has even been asked to save it
        held[0].continue_()
        guest.wait(RIGA_IS_FIRST)
        watcher.page.reload()
        watcher.wait(RIGA_IS_FIRST)
        assert guest.complaints == watcher.complaints == []
    saved, shipped = load_board(folder / OWN), shipped_board()
    assert saved.city["danzig"].spaces == 3 - shipped.city["danzig"].spaces
    assert set(saved.routes["riga"]) == {*shipped.routes["riga"], "kalmar"}


def test_scores_are_hidden_where_the_table_is_configured_so_until_a_browser_wants_them(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with page_rig(tmp_path_factory.mktemp("hidden"), web="scores = false") as rig:
        rig.begin()
        with visitor(browser, rig.page.address, size="tv") as screen:
            screen.page.wait_for_selector(".seat .points")
            assert all(text.startswith("–") for text in screen.texts(".seat .points"))
            screen.page.locator("[data-key=scores]").click()
            screen.wait("() => document.querySelector('.seat .points').textContent.startsWith('0')")
            screen.page.reload()
            screen.page.wait_for_selector(".seat .points")
            assert all(text.startswith("0") for text in screen.texts(".seat .points"))
            assert screen.complaints == []
