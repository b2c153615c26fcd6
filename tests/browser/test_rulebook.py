"""The rule book next to the table: opened, searched, linked to, led to by a refusal, and in nobody's way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import unusable
from tests.browser.map_hands import FINGER
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

BOOK = "#rulebook"
# As a press on the map does, where there is no such offer.
ASK_FOR_COPENHAGEN = """async () => {
  const { post } = await import("/static/api.js");
  const { store } = await import("/static/store.js");
  const { number } = store.document.revision;
  await post("/api/move", { revision: number, entry: { type: "place", city: "copenhagen" } });
}"""
# The links to paragraphs are addresses, and no ways past anything.
NO_SKIP_LINKS = {"skip-link": {"enabled": False}}
FOCUSED = "selector => document.activeElement.matches(selector)"


@pytest.fixture(scope="module")
def placing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A game with a house rule, in which Gray is to place two booths."""
    with page_rig(tmp_path_factory.mktemp("rules"), pace_s=60) as rig:
        rig.post("/api/virtual/begin", {"players": 2, "skill": "simple", "house_rules": ["fewer_booths"]})
        rig.until(lambda state: bool(state["game"] and state["game"]["phase"] == "place"))
        yield rig


def _refuse(rig: PageRig, guest: Visitor) -> None:
    """Press a button that must be held, at the table: all who watch see that it is refused."""
    assert rig.post("/api/press", {"button": "end"}).json()["paragraph"] == "messages"
    guest.page.wait_for_selector("#dialog .rule-link")


def test_rules_are_searched_and_read_next_to_a_table_that_goes_on(browser: Browser, placing: PageRig) -> None:
    with visitor(browser, placing.page.address, hardware=False, bypass_csp=True, color_scheme="light") as guest:
        page, book = guest.page, guest.page.locator(BOOK)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "rule" in request.url else None)
        page.wait_for_selector("#dialog")
        assert asked == []  # the first view is free of it
        page.locator("[data-key=rules]").click()
        guest.wait(FOCUSED, f"{BOOK} input")
        page.keyboard.type("bárrel fewer")  # letters with marks or without, and any words
        guest.wait("() => document.querySelectorAll('#rulebook mark').length > 1")
        assert book.locator(".rule h4").all_inner_texts() == ["All its barrels"]
        assert {text.lower() for text in book.locator("mark").all_inner_texts()} == {"barrel", "fewer"}
        assert "(in force)" in book.locator(".house.on").inner_text()
        assert unusable(guest, NO_SKIP_LINKS, within=BOOK) == []
        # A ruling is a link away; going back leads to the table, which was there all the time.
        page.evaluate("window.shown = document.querySelector('#dialog')")
        book.get_by_text("Ruling 11").click()
        guest.wait(FOCUSED, "#rule-ruling-11.here")
        assert page.evaluate("location.hash") == "#rules/ruling-11"
        page.go_back()
        page.go_back()
        page.wait_for_selector(BOOK, state="detached")
        assert page.evaluate("window.shown === document.querySelector('#dialog')")
        # What is refused to this page leads to its rule, and so does what is refused at the table.
        page.evaluate(ASK_FOR_COPENHAGEN)
        page.locator(".toast.bad .rule-link").click()
        guest.wait(FOCUSED, "#rule-first-booths.here")
        _refuse(placing, guest)
        page.locator("#dialog .rule-link").click()
        guest.wait(FOCUSED, "#rule-messages.here")
        page.keyboard.press("e")  # no key that is pressed in the book plays
        page.keyboard.press("Escape")
        page.wait_for_selector(BOOK, state="detached")
        assert page.evaluate("location.hash") == "#table"
        assert len(asked) == 3, asked  # its script, its looks and its text, once each
        assert all("409" in complaint for complaint in guest.complaints)


def test_phone_opens_at_the_paragraph_of_an_address_in_its_own_language(browser: Browser, placing: PageRig) -> None:
    address = f"{placing.page.address}#rules/visit"
    look = {**FINGER, "bypass_csp": True, "color_scheme": "dark"}
    with visitor(browser, address, hardware=False, language="nl", **look) as guest:
        page = guest.page
        guest.wait(FOCUSED, "#rule-visit.here")
        page.wait_for_selector(f"{BOOK} .house.on")  # the table tells later than the book opens
        assert page.locator(f"{BOOK} h2").inner_text() == "Regels van Hansa"
        assert page.evaluate(f"document.querySelector('{BOOK}').getBoundingClientRect().width") == 390
        assert page.evaluate(f"document.querySelector('{BOOK}').matches(':modal')")
        assert unusable(guest, NO_SKIP_LINKS, within=BOOK) == []
        page.locator(f"{BOOK} button").tap()
        page.wait_for_selector(BOOK, state="detached")
        page.wait_for_selector("#dialog")
        # Once more from the menu, which folds itself, and back to the table.
        page.locator("#fold").tap()
        page.locator("[data-key=rules]").tap()
        guest.wait(FOCUSED, f"{BOOK} h2")
        assert not page.locator("#folded").is_visible()
        page.go_back()
        page.wait_for_selector(BOOK, state="detached")
        guest.wait(FOCUSED, "#main")
        assert page.evaluate("location.hash") == "#table"
        assert guest.complaints == []
