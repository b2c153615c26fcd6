"""What is told for a moment: on a phone it lies over the head of the page, and over nothing that is played with."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.games.teutonica.rules.position import Phase
from companion.words.say import LANGUAGES
from tests.browser.map_hands import FINGER, trading_table
from tests.browser.sight import read_in
from tests.browser.story import keep_steps
from tests.browser.trade import play_game, up_to
from tests.kit.browser import visitor
from tests.kit.page import PageRig, go_on, page_rig
from tests.lab.clicks.__main__ import WHERE_NOTHING_IS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

# Tells whatever the page may have to tell, one after the other and once two at a time, and returns what covers the
# game. A toast lets presses through; so that it is found where it lies, it does not do so here.
COVERED = """async () => {
  const { REFUSED, toast } = await import("/static/api.js");
  const { t } = await import("/static/words.js");
  const box = document.querySelector("#toasts");
  const said = [...Object.values(REFUSED), "The table cannot be reached.", "You may play from here now."];
  const told = said.map((each) => t(each));
  const wrong = [];
  const look = (text) => {
    box.querySelectorAll("*").forEach((each) => (each.style.pointerEvents = "auto"));
    for (const part of [".map-box", ".seat.mine", "#dialog"]) {
      const { left, top, width, height } = document.querySelector(part).getBoundingClientRect();
      for (let x = 2; x < width; x += 40)
        for (let y = 2; y < height; y += 20)
          if (document.elementFromPoint(left + x, top + y)?.closest(".toast")) return wrong.push(`${part}: ${text}`);
    }
  };
  for (const text of told) {
    box.replaceChildren();
    toast(text, "bad");
    look(text);
  }
  toast(told[0], "bad");
  look("two at a time");
  return told.length ? wrong : ["nothing was told"];
}"""


def _sailing(folder: Path) -> AbstractContextManager[PageRig]:
    keep_steps(folder, 4, (1, 161))
    return page_rig(folder, pace_s=60)


def _trading(folder: Path) -> AbstractContextManager[PageRig]:
    return trading_table(folder, up_to(play_game(5, 3), lambda it: it.phase is Phase.ACTIONS, least=60))


@pytest.mark.parametrize("lay_out", [_sailing, _trading])
def test_toast_on_a_phone_covers_neither_map_nor_hand_nor_actions(
    browser: Browser, tmp_path: Path, lay_out: Callable[[Path], AbstractContextManager[PageRig]]
) -> None:
    with lay_out(tmp_path) as rig, visitor(browser, rig.page.address, hardware=False, **FINGER) as guest:
        go_on(rig)
        guest.page.wait_for_selector("#dialog button.line")
        for language in LANGUAGES:
            read_in(guest, language)
            assert guest.page.evaluate(COVERED) == [], language
        assert guest.complaints == []


@pytest.mark.parametrize("lay_out", [_sailing, _trading])
def test_refusal_of_the_table_on_a_phone_lies_over_the_head_alone(
    browser: Browser, tmp_path: Path, lay_out: Callable[[Path], AbstractContextManager[PageRig]]
) -> None:
    with lay_out(tmp_path) as rig, visitor(browser, rig.page.address, hardware=False, **FINGER) as guest:
        go_on(rig)
        assert rig.post("/api/press", {"button": "end"}).json()["error"] == "hold"
        for language in LANGUAGES:
            read_in(guest, language)
            refusal = guest.page.locator("#banner .over").bounding_box()
            game = guest.page.locator(".map-box").bounding_box()
            assert refusal
            assert game
            assert refusal["y"] + refusal["height"] <= game["y"], language


@pytest.mark.parametrize("size", ["desktop", "notebook"])
def test_refusal_of_the_table_next_to_the_map_is_seen_once_and_read_aloud_once(
    browser: Browser, tmp_path: Path, size: str
) -> None:
    with _trading(tmp_path) as rig, visitor(browser, rig.page.address, hardware=False, tour=True, size=size) as guest:
        go_on(rig)
        guest.page.wait_for_selector("#dialog button.line")
        assert rig.post("/api/press", {"button": "end"}).json()["error"] == "hold"
        reason = rig.state()["table"]["refusal"]["reason"]
        guest.page.locator("#dialog.tone-refusal", has_text=reason).wait_for()
        alert = guest.page.locator("#banner[role=alert] .refusal", has_text=reason)
        alert.wait_for()  # a screen reader reads it,
        box = alert.bounding_box()
        assert box
        assert max(box["width"], box["height"]) <= 2  # and nobody sees it
        assert alert.locator("a").count() == 0  # nor comes to a link that nobody sees
        assert reason not in guest.page.locator("#spoken").inner_text()
        assert "not possible" not in guest.page.locator(".tour").inner_text()
        # Whoever is further down the page sees no panel, and is told there.
        guest.page.locator("#dialog button").first.click()
        guest.page.wait_for_selector("#banner .refusal", state="detached")
        guest.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
        guest.wait("() => document.querySelector('.area-action').getBoundingClientRect().top < 0")
        assert rig.post("/api/press", {"button": "end"}).json()["error"] == "hold"
        guest.page.wait_for_selector("#banner .refusal:not(.unseen)")
        assert guest.complaints == []


@pytest.mark.parametrize("lay_out", [_sailing, _trading])
def test_press_where_nothing_can_be_done_is_answered_and_does_nothing(
    browser: Browser, tmp_path: Path, lay_out: Callable[[Path], AbstractContextManager[PageRig]]
) -> None:
    with (
        lay_out(tmp_path) as rig,
        visitor(browser, rig.page.address, size="notebook", hardware=False) as player,
        visitor(browser, rig.page.address, hardware=False, language="it", **FINGER) as phone,
    ):
        go_on(rig)
        before, posts = rig.state()["revision"], list[str]()
        for guest, says in ((player, "The rule"), (phone, "La regola")):  # with the reason
            guest.page.wait_for_selector("svg.map .acts")
            guest.page.on("request", lambda asked: posts.append(asked.url) if asked.method == "POST" else None)
            at = guest.page.evaluate(WHERE_NOTHING_IS)[0]
            press = guest.page.touchscreen.tap if guest is phone else guest.page.mouse.click
            press(*at)
            guest.page.locator("#toasts .toast.bad", has_text=says).wait_for()
            assert guest.complaints == []
        assert posts == []
        assert rig.state()["revision"] == before
