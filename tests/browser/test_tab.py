"""The table in a tab, built and served from a sub-path: first moves, without a network, two tabs, nothing kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.shelf.shelf import SHELF
from tests.kit.browser import Visitor, visitor
from tests.kit.tab_site import built, tab_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The compiler of the tab runs in node.
pytestmark = [pytest.mark.needs("chromium", "node"), pytest.mark.micropython, pytest.mark.slow]
GAMES = tuple(SHELF)
# As in a window that keeps nothing.
REFUSES = 'navigator.storage.getDirectory = () => Promise.reject(new DOMException("", "SecurityError"));'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("site"))


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with tab_site(folder) as address:
        yield address


def begin(player: Visitor, game: str) -> int:
    """Begin a game, make a move with the menu, and return the revision that the page shows then."""
    player.page.locator(f"[data-key=play-{game}]").click()
    player.page.wait_for_selector("#dialog button.line")
    return move(player)


def move(player: Visitor) -> int:
    """Choose the first line until a move is made: a line may lead to another menu."""
    before = revision(player)
    player.wait(
        """before => {
            if (Number(document.body.dataset.revision) > before) return true;
            document.querySelector("#dialog button.line")?.click();
            return false;
        }""",
        before,
    )
    return revision(player)


def revision(player: Visitor) -> int:
    return int(player.page.evaluate("Number(document.body.dataset.revision)"))


def load_again(player: Visitor) -> None:
    player.page.reload(wait_until="commit")
    player.page.wait_for_selector("[data-status=live]")
    player.page.wait_for_selector("body[data-tab]")


@pytest.mark.parametrize("game", GAMES)
def test_first_move_is_made_and_is_there_after_loading_again_without_a_network(
    browser: Browser, folder: Path, game: str
) -> None:
    with ExitStack() as visit:
        with tab_site(folder) as address:
            player = visit.enter_context(visitor(browser, address, hardware=False))
            player.page.wait_for_selector("body[data-tab=kept]")
            made = begin(player, game)
        load_again(player)  # the host is gone
        player.wait("made => Number(document.body.dataset.revision) >= made", made)
        player.page.locator("[data-key=tab-games]").click()
        player.page.wait_for_selector(f"tr[data-game={game}]")
        assert player.complaints == []


def test_only_what_a_tab_can_do_is_offered_and_its_links_stay_in_it(browser: Browser, address: str) -> None:
    with visitor(browser, address, hardware=False) as player:
        player.page.wait_for_selector("body[data-tab=kept]")
        seats = player.page.locator(f"[data-key=seating-{GAMES[0]}] option")
        assert "phone" not in seats.evaluate_all("found => found.map((option) => option.value)")
        begin(player, GAMES[0])
        player.page.wait_for_selector("[data-key=call-ways]")
        assert player.page.locator("[data-key=phones-tool], [data-key=phones]").count() == 0
        player.page.locator("[data-key=tv]").click()
        player.page.wait_for_selector(".tv-standing")
        assert player.page.url == f"{address}?view=tv"
        assert "Phones" not in player.page.locator("body").inner_text()
        assert player.complaints == []


def test_lesson_chosen_far_down_the_door_begins_at_its_top(browser: Browser, address: str) -> None:
    with visitor(browser, address, size="phone", hardware=False) as player:
        player.page.wait_for_selector("body[data-tab=kept]")
        player.page.locator(f"[data-key=learn-{GAMES[-1]}]").click()
        player.page.wait_for_selector("main[data-view=learn]")
        assert player.page.evaluate("scrollY") == 0


def test_second_tab_says_so_and_goes_on_when_the_first_is_closed(browser: Browser, address: str) -> None:
    with visitor(browser, address, hardware=False) as first:
        first.page.wait_for_selector("body[data-tab=kept]")
        made = begin(first, GAMES[0])
        second = first.context.new_page()
        second.goto(address, wait_until="commit")
        note = second.locator("#tab-note", has_text="The table is open in another tab.")
        note.wait_for()
        assert move(first) > made, "the first tab has not noticed"
        first.page.close()
        second.wait_for_selector("[data-status=live]")
        note.wait_for(state="hidden")
        second.wait_for_function("made => Number(document.body.dataset.revision) > made", arg=made)
        assert first.complaints == []


def test_browser_that_keeps_nothing_plays_and_says_not_kept_here(browser: Browser, address: str) -> None:
    with visitor(browser, address, hardware=False, language="it", service_workers="block") as player:

        def refuse(route: object) -> None:
            answer = route.fetch()  # type: ignore[attr-defined]
            route.fulfill(response=answer, body=f"{REFUSES}\n{answer.text()}")  # type: ignore[attr-defined]

        player.context.route("**/worker.js", refuse)
        load_again(player)
        player.page.locator("#tab-note", has_text="Non conservato qui").wait_for()
        assert player.page.locator("body").get_attribute("data-tab") == "not-kept"
        begin(player, GAMES[0])
        player.page.locator("#tab-note", has_text="Non conservato qui").wait_for()


def test_games_are_taken_along_removed_and_brought_back(browser: Browser, address: str, tmp_path: Path) -> None:
    with visitor(browser, address, hardware=False, accept_downloads=True) as player:
        player.page.wait_for_selector("body[data-tab=kept]")
        made = begin(player, GAMES[0])
        with player.page.expect_download() as saving:
            player.page.locator("[data-key=along]").click()
        along = tmp_path / "games.json"
        saving.value.save_as(along)
        (game,) = json.loads(along.read_text(encoding="utf-8"))["games"]
        assert len(game["entries"]) >= made
        player.page.on("dialog", lambda asked: asked.accept())
        player.page.locator("[data-key=remove]").click()
        player.wait("() => Number(document.body.dataset.revision) === 0")
        with player.page.expect_file_chooser() as choosing:
            player.page.locator("[data-key=back]").click()
        choosing.value.set_files(along)
        player.page.get_by_text("1 game brought back.").wait_for()
        player.page.locator("[data-key=tab-games]").click()
        player.page.locator(f"tr[data-game={GAMES[0]}] a").click()
        with player.page.expect_download() as noting:
            player.page.locator(".export a.chip").first.click()
        assert noting.value.suggested_filename.startswith(game["game"])
        assert player.complaints == []
