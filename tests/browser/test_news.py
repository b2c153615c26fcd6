"""News from the table: the page changes under a finger without taking away what the finger is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.rig import Visitor, visitor
from tests.companion.web.rig import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

MARKED = "() => [...document.querySelectorAll('[data-key], .faults, .log')]"


def _tell(rig: PageRig, player: Visitor) -> None:
    """Let the table tell something that has nothing to do with what is asked: another plays for yellow."""
    assert rig.post("/api/virtual/robots", {"skills": {"yellow": "simple"}}).is_success
    player.wait("() => document.querySelector('[data-key=skill-yellow]').value === 'simple'")


def test_press_outlives_news(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("news")) as rig, visitor(browser, rig.page.address) as player:
        good = next(iter(rig.begin()["game"]["fill"]["kinds"]))
        player.page.locator(f"[data-key='good-{good}']").hover()
        player.page.mouse.down()
        _tell(rig, player)
        player.page.mouse.up()
        rig.until(lambda state: [row["say"] for row in state["log"]] == [f"reveal {good}"])
        assert player.complaints == []


def test_press_means_nothing_once_another_question_is_asked(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with page_rig(tmp_path_factory.mktemp("asked")) as rig, visitor(browser, rig.page.address) as player:
        first, second, *_ = rig.begin()["game"]["fill"]["kinds"]
        player.page.wait_for_selector(f"[data-key='good-{first}']")
        player.page.locator("#dialog [data-key=line-0]").hover()
        player.page.mouse.down()
        before = player.page.locator("#dialog").get_attribute("data-dialog")
        entry = {"type": "reveal", "good": first}
        assert rig.post("/api/move", {"revision": rig.state()["revision"]["number"], "entry": entry}).is_success
        player.wait("before => document.querySelector('#dialog').dataset.dialog !== before", before)
        posts: list[str] = []
        player.page.on("request", lambda asked: posts.append(asked.url) if asked.method == "POST" else None)
        player.page.mouse.up()
        # Had the press been taken for an answer, it would have been sent before this one.
        player.page.locator(f"[data-key='good-{second}']").click()
        rig.until(lambda state: len(state["log"]) == 2)
        assert [url.split("/api/")[1].split("?")[0] for url in posts] == ["move"]


def test_page_keeps_what_it_shows_when_news_come(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("kept")) as rig, visitor(browser, rig.page.address) as player:
        rig.begin()
        player.page.locator(".faults summary").click()
        player.page.locator("[data-key=skill-gray]").focus()
        player.page.evaluate(f"() => {{ for (const each of ({MARKED})()) each.isMarked = true; }}")
        _tell(rig, player)
        assert player.page.evaluate(f"() => ({MARKED})().filter((each) => !each.isMarked).length") == 0
        assert player.page.evaluate("() => document.querySelector('.faults').open")
        assert player.page.evaluate("() => document.activeElement.dataset.key") == "skill-gray"
