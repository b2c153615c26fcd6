"""The screen on the wall: large enough for four metres, turning by itself, following the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.map_hands import trading_table
from tests.browser.story import keep_middle
from tests.browser.trade import late_game
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, go_on, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

# On a screen of 43 inches and 1920 pixels a pixel is half a millimetre: 22 are 11 mm, which from four metres look as
# high as 1.1 mm, small print, from 40 cm. What the frame itself says is larger.
SMALLEST_ON_THE_MAP_PX, SMALLEST_PX = 22, 28
LEAVES = ("map", "scores", "moves")

SMALLER = """
([map, least]) => {
  const small = [], walk = document.createTreeWalker(document.querySelector(".tv"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest(".unseen, title") || !parent.getClientRects().length) continue;
    const matrix = parent.closest("svg") && parent.getScreenCTM();
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : parent.currentCSSZoom;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size < (parent.closest("svg.map") ? map : least)) small.push(`${size.toFixed(1)} px: ${node.data}`);
  }
  return small;
}
"""
CUT_OFF = """
() => [...document.querySelectorAll(".tv, .tv *")]
  .filter((each) => !each.closest("svg, .unseen") && getComputedStyle(each).clipPath === "none")
  .filter((each) => {
    const { right, bottom } = each.getBoundingClientRect();
    return right > innerWidth + 1 || bottom > innerHeight + 1 || each.scrollHeight > each.clientHeight + 1
      && getComputedStyle(each).overflowY === "hidden";
  }).map((each) => each.outerHTML.slice(0, 80))
  .concat([...document.querySelectorAll(".tv .plot text")].filter((each) => each.getBoundingClientRect().right
    > each.closest("svg").getBoundingClientRect().right).map((each) => each.textContent))
"""


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A table in the middle of a game of four."""
    folder = tmp_path_factory.mktemp("tv")
    keep_middle(folder)
    with page_rig(folder, pace_s=60) as started:
        go_on(started)
        yield started


def _wall(rig: PageRig) -> str:
    """Return the address on this machine, whether or not phones are let in, too."""
    return f"http://127.0.0.1:{rig.page.port}/?view=tv"


def _read_from_afar(wall: Visitor) -> None:
    """Leaf through all there is."""
    for leaf in LEAVES:
        wall.page.wait_for_selector(f".tv-sheet[data-leaf={leaf}]")
        assert wall.page.evaluate(SMALLER, [SMALLEST_ON_THE_MAP_PX, SMALLEST_PX]) == [], leaf
        assert wall.page.evaluate(CUT_OFF) == [], leaf
        wall.page.keyboard.press("ArrowRight")
    wall.page.wait_for_selector(".tv-sheet[data-leaf=map]")  # and round again
    assert wall.complaints == []


@pytest.mark.parametrize("language", ["en", "it", "nl"])
def test_everything_is_in_sight_and_can_be_read_from_afar(browser: Browser, rig: PageRig, language: str) -> None:
    with visitor(browser, _wall(rig), size="tv", language=language) as wall:
        _read_from_afar(wall)


LONG_NAMES = (
    "Anna-Maria van Dijck",
    "Wilhelmina Brouwer-W",
    "Maximilian Grossmann",
    "Bartolomeo Alessandr",
    "Konstantin Wagenkne.",
)


@pytest.mark.parametrize("names", [(), LONG_NAMES], ids=["colours", "long names"])
def test_five_desks_and_their_map_can_be_read_from_afar(
    browser: Browser, tmp_path: Path, names: tuple[str, ...]
) -> None:
    with trading_table(tmp_path, late_game(5, 3, back=30, varied=1).before) as rig:
        go_on(rig)
        said = dict(zip(rig.state()["board"]["players"], names, strict=False))
        assert rig.post("/api/names", {"names": said}).is_success
        with visitor(browser, _wall(rig), size="tv", language="it") as wall:
            _read_from_afar(wall)


def test_points_stay_in_sight_behind_long_names(browser: Browser, tmp_path: Path) -> None:
    keep_middle(tmp_path)
    with page_rig(tmp_path, pace_s=60) as rig:
        go_on(rig)
        said = dict(zip(rig.state()["board"]["players"], LONG_NAMES, strict=False))
        assert rig.post("/api/names", {"names": said}).is_success
        with visitor(browser, _wall(rig), size="tv") as wall:
            _read_from_afar(wall)


def test_pages_turn_by_themselves_and_follow_the_table(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, f"{_wall(rig)}&turn=0.2", size="tv") as wall:
        for leaf in (*LEAVES, *LEAVES):
            wall.page.wait_for_selector(f".tv-sheet[data-leaf={leaf}]")
    with visitor(browser, _wall(rig), size="tv") as wall:
        ship, places = wall.page.locator("svg.map .ship"), []
        for take in ("/api/move", "/api/take-back"):
            number = rig.state()["revision"]["number"]
            sail = next(line["entry"] for line in rig.state()["game"]["offers"] if line["entry"]["type"] == "sail")
            places.append(ship.bounding_box())
            assert rig.post(take, {"revision": number, "entry": sail}).is_success
            wall.wait("number => Number(document.body.dataset.revision) > number", number)
        assert places[0] != places[1]
        assert ship.bounding_box() == places[0]  # taken back
        assert wall.complaints == []


def test_wall_says_how_to_watch_once_phones_are_let_in(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, _wall(rig), size="tv", language="nl") as wall:
        wall.page.locator(".tv-code", has_text="kies Telefoons").wait_for()
        assert wall.page.locator(".tv-code img").count() == 0
    rig.page.let_in(phones=True)
    try:
        rig.until(lambda _: rig.client.get("/api/watch").json()["address"] is not None)
        with visitor(browser, _wall(rig), size="tv") as wall:
            wall.page.wait_for_selector(".tv-code img")
            wall.wait("() => document.querySelector('.tv-code img').naturalWidth > 0")
            assert rig.page.address.removeprefix("http://").rstrip("/") in wall.page.locator(".tv-code").inner_text()
            assert wall.complaints == []
    finally:
        rig.page.let_in(phones=False)


def test_wall_hides_the_points_where_the_table_is_configured_so(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with page_rig(tmp_path_factory.mktemp("hidden"), web="scores = false") as rig:
        rig.begin()
        with visitor(browser, _wall(rig), size="tv") as wall:
            wall.page.wait_for_selector(".tv-turn")
            assert wall.page.locator(".tv-dots span").count() == 2
            assert wall.page.locator(".tv-standing").count() == 0
            wall.page.keyboard.press("ArrowRight")
            wall.page.wait_for_selector(".tv-sheet[data-leaf=moves]")
