"""What a move would change, told next to it before it is made: by pointer, by keyboard, and by a finger that rests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import unusable
from tests.browser.map_hands import FINGER
from tests.kit.browser import visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from httpx import Response
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.needs("chromium")

LINE = "#dialog button.line:last-of-type"  # makes a move at once
TOLD = "#explained:not([hidden])"
# Whether it is in the window, and not on top of what it is about.
IN_SIGHT = """selector => {
  const box = document.querySelector("#explained").getBoundingClientRect();
  const its = document.querySelector(selector).getBoundingClientRect();
  const isIn = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  const isOff = box.right <= its.left || its.right <= box.left || box.bottom <= its.top || its.bottom <= box.top;
  return isIn && isOff;
}"""
REST = """async selector => {
  const element = document.querySelector(selector);
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = { bubbles: true, pointerType: "touch", clientX: x + width / 2, clientY: y + height / 2 };
  element.dispatchEvent(new PointerEvent("pointerdown", at));
  while (document.querySelector("#explained").hidden) await new Promise((go) => requestAnimationFrame(go));
  element.dispatchEvent(new PointerEvent("pointerup", at));
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}"""


@pytest.fixture(scope="module", params=["hansa", "teutonica"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A game in which whoever is at the page decides."""
    with page_rig(tmp_path_factory.mktemp("explained"), game=request.param, pace_s=60) as rig:
        rig.post("/api/virtual/begin", {"players": 3, "skill": "simple"})
        mine = ("place", "actions")
        rig.until(lambda state: bool(state["game"] and state["game"]["phase"] in mine and state["decides"]["may"]))
        yield rig


def _asked(page: Page) -> str:
    """Find a place of the map that says what it would change."""
    page.wait_for_selector(".area-map [data-what-if]", state="attached")  # a road may be as flat as a line
    key = page.locator(".area-map [data-what-if]").first.get_attribute("data-key")
    return f"[data-key='{key}']"


def _point(page: Page, place: str) -> None:
    box = page.evaluate("selector => document.querySelector(selector).getBoundingClientRect().toJSON()", place)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_what_a_move_would_change_is_told_where_it_would_be_made(browser: Browser, played: PageRig) -> None:
    with visitor(browser, played.page.address, hardware=False, bypass_csp=True) as guest:
        page = guest.page
        before = played.state()["revision"]
        place = _asked(page)
        _point(page, place)
        page.wait_for_selector(TOLD)
        assert {"Blue", "Gray"} & set((told := page.locator(TOLD).inner_text()).split())
        assert "→" in told
        guest.wait(IN_SIGHT, place)
        assert unusable(guest, within=TOLD) == []
        page.mouse.move(1, 1)
        page.wait_for_selector(TOLD, state="hidden")
        # The lines of the menu say the same to whoever comes with the keyboard; Escape and `w` end it.
        page.locator(LINE).focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.wait_for_selector(TOLD)
        page.keyboard.press("w")
        page.wait_for_selector(TOLD, state="hidden")
        page.keyboard.press("ArrowDown")
        _point(page, place)
        page.keyboard.press("w")
        page.wait_for_selector(TOLD)
        page.keyboard.press("Escape")
        page.wait_for_selector(TOLD, state="hidden")
        assert played.state()["revision"] == before  # nothing is done by looking
        assert guest.complaints == []


def test_finger_that_rests_asks_and_does_not_press(browser: Browser, played: PageRig) -> None:
    with visitor(browser, played.page.address, hardware=False, **FINGER) as guest:
        page = guest.page
        before = played.state()["revision"]
        page.wait_for_selector(LINE)
        page.dispatch_event("body", "pointerover")  # what explains is brought
        page.wait_for_selector("#explained", state="attached")
        page.evaluate(REST, LINE)
        page.wait_for_selector(TOLD)
        guest.wait(IN_SIGHT, LINE)
        assert played.state()["revision"] == before
        assert guest.complaints == []


def test_press_where_nothing_can_be_done_says_why_not_and_leads_to_the_rule(browser: Browser, played: PageRig) -> None:
    """What lies before another player is not used, on any map; the rest the contract of the games asks about."""
    with visitor(browser, played.page.address, hardware=False) as guest:
        page = guest.page
        page.wait_for_selector(LINE)
        theirs = page.locator(".area-seats .seat:not(.mover) [data-why]").first
        theirs.click()
        toast = page.locator(".toast.bad")
        toast.wait_for()
        assert "lies before" in toast.inner_text()
        toast.locator(".rule-link").click()
        page.wait_for_selector("#rulebook #rule-whose.here")
        assert guest.complaints == []


def test_every_sign_is_explained_in_a_list_and_where_somebody_points(browser: Browser, played: PageRig) -> None:
    with visitor(browser, played.page.address, hardware=False, bypass_csp=True) as guest:
        page = guest.page
        page.locator(".glossary summary").press("Enter")
        page.wait_for_selector(".glossary dd")
        drawn = "() => [...document.querySelectorAll('[data-sign]')].map(each => each.dataset.sign)"
        game = played.state()["about"]["game"]
        told = page.evaluate(
            "async of => (await import(of)).glossary().map(each => each.id)", f"/games/{game}/glossary.js"
        )
        signs = page.evaluate(drawn)
        assert set(signs) <= set(told)
        assert len(page.locator(".glossary dt").all()) == len(told) >= 7
        assert unusable(guest, within=".glossary") == []
        page.locator(".area-seats [data-sign]").first.hover()
        page.wait_for_selector(TOLD)
        assert page.locator(f"{TOLD} p").count() == 2
        assert guest.complaints == []


def test_answer_to_what_the_table_has_left_meanwhile_is_no_error(browser: Browser, tmp_path: Path) -> None:
    with page_rig(tmp_path, pace_s=60) as rig, visitor(browser, rig.page.address, hardware=False) as guest:
        rig.post("/api/virtual/begin", {"players": 3, "skill": "simple"})
        rig.until(lambda state: bool(state["decides"]["may"]))
        made: list[Response] = []

        def overtake(route: Route) -> None:
            """Let the table go on before it is asked."""
            if not made:
                made.append(rig.choose())
            route.continue_()

        guest.page.route("**/api/what-if*", overtake)
        with guest.page.expect_response("**/api/what-if*"):
            _point(guest.page, _asked(guest.page))
        guest.wait("() => document.querySelector('#explained').hidden")
        assert made[0].is_success
        assert guest.complaints == []
