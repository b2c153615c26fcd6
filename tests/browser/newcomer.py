"""A newcomer at a page that nobody has used: clicks what the banner says, from the first view to the first move."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.browser.mouse_hands import click_middle
from tests.kit.waiting import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_CLICKS = 3
COUNT = "addEventListener('click', (event) => { window.clicked = (window.clicked ?? 0) + event.isTrusted; }, true)"


class Step(NamedTuple):
    """What a banner says, as it must be read in English, and what is clicked then."""

    says: str
    clicks: tuple[str, ...]


class Way(NamedTuple):
    """The way to the first move of a game, and who makes it."""

    steps: tuple[Step, ...]
    first: str
    move: str


WAYS = {
    "hansa": Way(
        (
            Step("choose how many play", ("main [data-key=begin-2]",)),
            Step("click the city", (".city.lit.acts .number",)),
        ),
        "gray",
        "place",
    ),
    "teutonica": Way(
        (
            Step("choose how many play", ("main [data-key=begin-3]",)),
            Step("click a house on the map", ("svg.map .route.acts .house", ".offer button")),
        ),
        "blue",
        "insert",
    ),
}


def make_first_move(page: Page, game: str, state: Callable[[], Any]) -> int:
    """Do what the banner says until the table has a move, and return how many clicks that took."""
    way = WAYS[game]
    for says, clicks in way.steps:
        page.locator(".tour", has_text=says).wait_for()
        for selector in clicks:
            click_middle(page, selector)
    deadline = monotonic() + PATIENCE_S
    while not any((row["who"], row["entry"]["type"]) == (way.first, way.move) for row in state()["log"]):
        assert monotonic() < deadline, state()["table"]
    clicked: int = page.evaluate("window.clicked")
    return clicked
