"""A journal with games of two kinds: each is told in its own words and colours, and drawn by its own module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.journal.sqlite import SqliteJournal
from tests.browser.story import keep_game
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

PEARLS = Path(__file__).parent.parent / "toygame" / "page" / "static"
KINDS = {".js": "text/javascript", ".css": "text/css", ".json": "application/json"}
STATE = {"bag": 3, "names": {"red": "Rita", "blue": "Bob"}, "mover": "red", "phase_name": "Draw", "winners": None}
ROW = {
    "id": "p1",
    "game": "pearls",
    "created": "2026-10-02T20:00:00+00:00",
    "entries": 2,
    "ended": True,
    "scores": {"red": 4, "blue": 2},
    "winners": ["red"],
    "over": True,
}
STORY = {
    "id": "p1",
    "game": "pearls",
    "board": {"players": ["red", "blue"]},
    "steps": 2,
    "log": [{"say": "draw white"}, {"say": "lay reef"}],
    "plot": [[0, 0], [4, 2]],
}
SUMS = {"games": 1, "drawn": 6}

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    folder = tmp_path_factory.mktemp("kinds")
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    keep_game(journal, 2, 5, day=1)
    journal.close()
    with page_rig(folder) as started:
        yield started


def _with(change: Callable[[Any], None]) -> Callable[[Route], None]:
    """Answer what the page itself answers, and something more."""

    def handle(route: Route) -> None:
        told = route.fetch().json()
        change(told)
        route.fulfill(json=told)

    return handle


def _telling(answer: Any) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=answer)


def _pearls_file(route: Route) -> None:
    path = PEARLS / route.request.url.partition("/games/pearls/")[2]
    route.fulfill(body=path.read_text(), content_type=KINDS[path.suffix])


def add_pearls(guest: Visitor) -> None:
    """Put a second game on the shelf, and one that was played of it into the journal."""
    answers: dict[str, Any] = {
        "**/api/games/p1": STORY,
        "**/api/games/p1/at/**": STATE,
        "**/api/games/p1/bg-stats": {"link": None},
        "**/api/statistics?game=pearls": SUMS,
    }
    page = guest.page
    title = {"title": "Pearls", "seats": [2], "drawn": True}
    page.route("**/api/shelf", _with(lambda told: told["games"].update(pearls=title)))
    page.route("**/api/games", _with(lambda told: told["games"].insert(0, ROW)))
    page.route("**/games/pearls/**", _pearls_file)
    for pattern, answer in answers.items():
        page.route(pattern, _telling(answer))
    page.reload()
    page.wait_for_selector("[data-status=live]")


def test_list_names_the_games_where_they_differ(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, f"{rig.page.address}#games") as guest:
        guest.page.wait_for_selector(".games tbody tr")
        assert guest.page.locator(".games .kind").count() == 0
        add_pearls(guest)
        guest.page.wait_for_selector(".games .kind")
        assert [text.strip() for text in guest.texts(".games .kind")] == ["Pearls", "Hansa"]
        assert "won by Red" in guest.texts(".games tbody tr")[0]
        colours = guest.page.eval_on_selector_all(
            ".games .pair:first-child .sign", "signs => signs.map((sign) => getComputedStyle(sign).backgroundColor)"
        )
        assert colours[0] == "rgb(200, 0, 0)"
        assert colours[1] == "rgb(109, 120, 134)"
        assert guest.complaints == []


def test_game_of_another_kind_is_drawn_by_its_own_module(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, rig.page.address) as guest:
        add_pearls(guest)
        guest.page.goto(f"{rig.page.address}#games/p1")
        guest.page.wait_for_selector(".replay .bag")
        assert guest.texts(".replay .bag") == ["3 pearls are in the bag"]
        assert guest.texts(".replay .seat") == ["Rita", "Bob"]
        assert guest.texts(".replay .log li") == ["draw white", "lay reef"]
        guest.page.locator("#language").select_option("it")
        guest.wait("() => document.querySelector('.replay .bag').textContent === '3 perle nel sacco'")
        assert guest.complaints == []


def test_statistics_are_told_of_each_kind(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, f"{rig.page.address}#statistics") as guest:
        guest.page.wait_for_selector(".wide h2")
        assert guest.page.locator(".kinds").count() == 0
        add_pearls(guest)
        guest.page.wait_for_selector(".kinds")
        assert guest.texts(".kinds a") == ["Hansa", "Pearls"]
        guest.page.locator(".kinds a").last.click()
        guest.page.wait_for_selector(".sums")
        assert guest.texts(".sums") == ["6 pearls drawn"]
        assert guest.texts(".kinds [aria-current]") == ["Pearls"]
        assert guest.complaints == []
