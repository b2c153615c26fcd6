"""Names of the players, typed at the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kit.browser import visitor
from tests.kit.page import page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.needs("chromium")

CHOOSE = """code => {
  const choice = document.querySelector("#language");
  choice.value = code;
  choice.dispatchEvent(new Event("change"));
}"""


def test_names_are_typed_where_a_game_begins_and_changed_while_it_goes_on(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with page_rig(tmp_path_factory.mktemp("names"), pace_s=60) as rig, visitor(browser, rig.page.address) as player:
        player.page.locator("[data-key=seating-hansa] > summary").click()
        player.page.locator("[data-key=count-hansa-2]").click()
        field = player.page.locator("[data-key=called-gray]")
        field.type("Anna")
        # What the table says meanwhile takes neither the letters nor the focus away.
        player.page.evaluate("window.typed = document.activeElement")
        before = rig.page.feed.snapshot
        rig.choose()
        player.page.locator("[data-key=who-yellow]").wait_for()
        assert rig.page.feed.snapshot is not before
        field.press_sequentially("-Lena")
        assert player.page.evaluate("window.typed === document.activeElement")
        held: list[Route] = []
        player.page.route("**/api/virtual/begin?*", lambda route: held.append(route))
        with player.page.expect_request("**/api/virtual/begin?*"):
            player.page.locator("[data-key=play-hansa]").click()
        for language in ("nl", "en"):  # all is drawn again, while what was typed is not yet a name
            player.page.evaluate(CHOOSE, language)
            player.wait("code => document.documentElement.lang === code", language)
        held[0].continue_()
        player.page.locator(".seat.mine h3", has_text="Anna-Lena").wait_for()
        # Two alike are refused in the reader's words, and the dialog stays open to put it right.
        rig.until(lambda state: bool(state["bench"]["robots"]["skills"]))
        rig.post("/api/virtual/robots", {"skills": {"yellow": ""}})
        player.wait("() => document.querySelector('[data-key=skill-yellow]')?.value === ''")
        player.page.locator("[data-key=names]").click()
        player.page.locator("dialog [data-key=name-yellow]").fill("anna-lena")
        player.page.locator("[data-key=names-ok]").click()
        player.page.locator("dialog .toast.bad", has_text="the same name").wait_for()
        player.page.locator("dialog [data-key=name-yellow]").fill("Bruno")
        player.page.locator("[data-key=names-ok]").click()
        player.page.wait_for_selector("dialog", state="detached")
        player.wait(
            "() => [...document.querySelectorAll('.seat h3')].some((each) => each.textContent.includes('Bruno'))"
        )
        # Another game begins with what was typed for this one.
        player.page.locator("[data-key=new-game]").click()
        player.page.locator("[data-key=seating-hansa] > summary").click()
        assert player.page.locator("[data-key=called-gray]").input_value() == "Anna-Lena"
        assert all("409" in complaint for complaint in player.complaints)
