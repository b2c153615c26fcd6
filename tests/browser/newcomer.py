"""A newcomer at a page that nobody has used: chooses a game at the front door, and then clicks what the banner says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.browser.mouse_hands import click_middle
from tests.kit.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLICKS = 2  # to the first move
# The page is loaded again where another game is set up.
COUNT = """addEventListener("click", ({ isTrusted }) => {
  sessionStorage.clicked = Number(sessionStorage.clicked ?? 0) + isTrusted;
}, true)"""


class Way(NamedTuple):
    """The way to the first move of a game, once it is begun, and who makes it."""

    says: str  # the banner, as it must be read in English
    click: str
    first: str
    move: str


WAYS = {
    "hansa": Way("click the city", ".city.lit.acts .number", "gray", "place"),
    "teutonica": Way("click a house on the map", "svg.map .route.acts .house", "blue", "insert"),
}


def make_first_move(page: Page, game: str, state: Callable[[], Any]) -> int:
    """Choose a game, do what the banner says until the table has a move, and return how many clicks that took."""
    way = WAYS[game]
    page.locator(f"[data-key=play-{game}]").click()
    page.locator(".tour", has_text=way.says).wait_for()
    click_middle(page, way.click)
    until(lambda: any((row["who"], row["entry"]["type"]) == (way.first, way.move) for row in state()["log"]))
    return int(page.evaluate("sessionStorage.clicked"))
