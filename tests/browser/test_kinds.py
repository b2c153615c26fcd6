"""A journal with games of two kinds: each is shown in its own words and colours, and drawn by its own module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from companion.shelf.shelf import open_box, shipped_rules
from tests.kit.browser import visitor
from tests.kit.kept_games import keep, whole_game
from tests.kit.page import PageRig, page_rig
from tests.kit.shelf import shelved

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A journal with games of one kind."""
    folder = tmp_path_factory.mktemp("alone")
    with shelved():
        keep(folder, open_box("hansa"), whole_game(open_box("hansa")), "h1")
        with page_rig(folder, game="hansa") as started:
            yield started


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A journal with games of two kinds."""
    folder = tmp_path_factory.mktemp("kinds")
    with shelved():
        keep(folder, open_box("hansa"), whole_game(open_box("hansa")), "h1")
        keep(folder, open_box("pearls"), whole_game(open_box("pearls")), "p1")
        with page_rig(folder, game="hansa") as started:
            yield started


def test_list_and_statistics_name_no_kind_where_there_is_only_one(browser: Browser, alone: PageRig) -> None:
    with visitor(browser, f"{alone.page.address}#games") as guest:
        guest.page.wait_for_selector(".games tbody tr")
        assert guest.page.locator(".games .kind").count() == 0
        guest.page.goto(f"{alone.page.address}#statistics")
        guest.page.wait_for_selector(".wide h2")
        assert guest.page.locator(".kinds").count() == 0
        assert guest.complaints == []


def test_list_names_the_games_where_they_differ(browser: Browser, rig: PageRig) -> None:
    winner = (shipped_rules("pearls").winners(whole_game(open_box("pearls")).last) or ("",))[0]
    with visitor(browser, f"{rig.page.address}#games") as guest:
        guest.page.wait_for_selector(".games .kind")
        assert [text.strip() for text in guest.texts(".games .kind")] == ["Pearls", "Hansa"]
        assert f"won by {winner.capitalize()}" in guest.texts(".games tbody tr")[0]
        colours = guest.page.eval_on_selector_all(
            ".games .pair .sign", "signs => signs.map((sign) => getComputedStyle(sign).backgroundColor)"
        )
        assert "rgb(200, 0, 0)" in colours, "the red of Pearls"
        assert "rgb(109, 120, 134)" in colours, "the gray of Hansa"
        assert guest.complaints == []


def test_game_of_another_kind_is_drawn_by_its_own_module(browser: Browser, rig: PageRig) -> None:
    count = sum(whole_game(open_box("pearls")).first.bag)  # a game kept opens at its beginning
    with visitor(browser, f"{rig.page.address}#games/p1") as guest:
        guest.page.wait_for_selector(".replay .bag")
        assert guest.texts(".replay .bag") == [f"{count} pearls are in the bag"]
        assert len(guest.texts(".replay .seat")) == 5
        guest.page.locator("#language").select_option("it")
        guest.wait("told => document.querySelector('.replay .bag').textContent === told", f"{count} perle nel sacco")
        assert guest.complaints == []


def test_statistics_are_told_of_each_kind(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, f"{rig.page.address}#statistics") as guest:
        guest.page.wait_for_selector(".kinds")
        assert guest.texts(".kinds a") == ["Hansa", "Pearls"]
        guest.page.locator(".kinds a").last.click()
        guest.page.wait_for_selector("[data-game=pearls] .bars")
        assert guest.texts(".legend .key") == ["pearls"]
        assert guest.texts(".kinds [aria-current]") == ["Pearls"]
        assert guest.complaints == []
