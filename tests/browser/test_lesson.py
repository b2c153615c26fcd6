"""The lesson in a real browser: done on the map, kept, gone back, skipped, and led into a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import unusable
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

AT = "at => document.querySelector('.lesson-card .hint')?.textContent.startsWith(at)"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PageRig]:
    """A virtual table at which nothing is played: a lesson leads into a game."""
    with page_rig(tmp_path, pace_s=60) as rig:
        yield rig


def _says(guest: Visitor, kind: str) -> str:
    guest.page.wait_for_selector(f".lesson-said .{kind}")
    return guest.page.locator(".lesson-said").inner_text()


def test_lesson_begins_at_its_title_wherever_the_door_was_scrolled_to(browser: Browser, table: PageRig) -> None:
    with visitor(browser, table.page.address, size="phone", hardware=False) as guest:
        guest.page.locator("[data-key=learn-teutonica]").click()  # the second game: far down on a phone
        guest.wait(AT, "1 ")
        guest.wait("() => document.getElementById('main').dataset.view === 'learn'")
        head = guest.page.locator("#head").bounding_box()
        title = guest.page.locator("#lesson-title").bounding_box()
        assert head
        assert title
        assert title["y"] >= head["y"] + head["height"]
        guest.wait("() => !document.getElementById('live-text').textContent")  # no move of a table


def test_lesson_is_done_on_the_map_kept_and_led_into_a_game(browser: Browser, table: PageRig) -> None:
    with visitor(browser, table.page.address, hardware=False, bypass_csp=True) as guest:
        page = guest.page
        page.locator("[data-key=learn-hansa]").click()
        guest.wait(AT, "1 ")
        page.locator("[data-key='city-kalmar']").click()
        assert "choose that" in _says(guest, "other")
        page.locator("[data-place='city.copenhagen'] .number").click()
        assert "during the set-up" in _says(guest, "refused")
        assert unusable(guest, within=".lesson-card") == []
        page.locator("[data-key='city-danzig']").click()
        assert "You alone lead there" in _says(guest, "done")
        page.locator("[data-key=lesson-next]").click()
        guest.wait(AT, "2 ")
        page.reload()  # it goes on where somebody was
        guest.wait(AT, "2 ")
        page.locator("[data-key=lesson-back]").click()
        guest.wait(AT, "1 ")
        for step in range(2, 11):
            page.locator("[data-key=lesson-skip]").click()
            guest.wait(AT, f"{step} ")
        page.locator(".lesson-card .moves button", has_text="Sell both").click()  # by the list alone
        assert "Yellow lost" in _says(guest, "done")
        guest.wait("() => document.activeElement?.dataset.key === 'lesson-next'")  # the line is gone
        assert page.locator(".lesson-said[role=status][aria-live=polite] a.rule-link").count() == 4
        assert unusable(guest, within=".lesson-card") == []
        page.locator("[data-key=lesson-next]").click()
        page.locator("[data-key=lesson-play]").click()
        table.until(lambda state: bool(state["game"]))
        assert len(table.state()["game"]["players"]) == 2
        assert guest.complaints == []
