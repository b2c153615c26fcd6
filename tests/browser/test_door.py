"""The front door of a virtual table: a picture for each game, two clicks to a first move, and the way between games."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from companion.shelf.shelf import SHELF, boxes
from tests.browser import trade
from tests.browser.axe import unusable
from tests.browser.newcomer import CLICKS, COUNT, make_first_move
from tests.kit.browser import visitor
from tests.kit.page import page_rig
from tests.kit.processes import running
from tests.kit.shelf import shelved
from tests.kit.waiting import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

# What the head says of the connection, kept while the page is loaded again.
NOTE = """addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const said = document.getElementById("live").dataset.status;
  sessionStorage.said = `${sessionStorage.said ?? ""} ${said}`;
}).observe(document.getElementById("live"), { attributes: true }))"""


@contextmanager
def played(state: Path, *options: str) -> Iterator[str]:
    """Play as somebody does who types the command, and return the address that it prints."""
    command = [sys.executable, "-m", "companion", "play", "--page", "--no-browser", "--state", str(state), *options]
    with running(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "HOME": str(state)}) as process:
        try:
            assert process.stdout
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            yield found[0]
        finally:
            process.terminate()


@pytest.mark.network
@pytest.mark.process
def test_game_that_is_not_at_the_table_is_set_up_and_begun_with_one_click(browser: Browser, tmp_path: Path) -> None:
    (*_, other) = boxes()
    with (
        played(tmp_path) as address,
        visitor(browser, address, tour=True, hardware=False, script=f"{COUNT}; {NOTE}") as newcomer,
        httpx.Client(base_url=address, timeout=PATIENCE_S) as client,
    ):
        page = newcomer.page
        assert page.locator("#brand").inner_text() == "Hansa companion"
        assert make_first_move(page, other.id, lambda: client.get("/api/state").json()) == CLICKS
        said = page.evaluate("sessionStorage.said").split()
        assert "parting" in said  # it is told calmly that another game comes,
        assert "stale" not in said  # and not as if the table were lost
        assert page.locator("#brand").inner_text() == other.title
        assert page.title().startswith(other.title)
        # Nothing of the door is left below the game, nor of its head, which does not say how long ago something was.
        assert not page.locator(".front-door").is_visible()
        assert page.locator("#live .dot").is_visible()
        # A new game leads to the same door, with every game and the way back to this one.
        page.locator("[data-key=new-game]").click()
        page.wait_for_selector("[data-key=go-on]")
        assert [page.locator(f"[data-key=play-{game}]").count() for game in SHELF] == [1] * len(SHELF)
        page.locator("[data-key=go-on]").click()
        page.wait_for_selector(".seat.mine")


@pytest.mark.network
@pytest.mark.process
def test_newest_game_that_is_not_over_goes_on_with_one_click(browser: Browser, tmp_path: Path) -> None:
    whole = trade.play_game(3, 3)
    trade.keep_game(tmp_path, trade.Game(whole.first, whole.steps[:40]))
    (first, *_) = SHELF
    with played(tmp_path, "--game", first, "--new") as address, visitor(browser, address, hardware=False) as player:
        assert "Hansa Teutonica" in player.page.locator(".go-on").inner_text()
        player.page.locator("[data-key=go-on]").click()
        player.page.wait_for_selector(".seat.mine")
        player.page.wait_for_selector("[data-means] >> text=Welcome back", state="detached")
        assert player.page.locator("#brand").inner_text() == "Hansa Teutonica"


def test_seats_are_chosen_and_the_choice_is_proposed_again(browser: Browser, tmp_path: Path) -> None:
    with page_rig(tmp_path, pace_s=60) as rig, visitor(browser, rig.page.address, hardware=False) as player:
        page = player.page
        page.locator("[data-key=seating-hansa] > summary").click()
        page.locator("[data-key=count-hansa-4]").click()
        # Those who decide at once are set apart from those who think, of whom the weakest comes first.
        groups = page.locator("#who-hansa-gray optgroup").evaluate_all(
            "groups => groups.map(({ children }) => [...children].map(({ value }) => value))"
        )
        assert groups == [["random", "simple"], ["beginner", "easy", "medium", "hard", "expert", "best"]]
        assert page.locator("#who-hansa-yellow").input_value() == "simple"  # a first game waits for nobody
        page.locator("#who-hansa-gray").select_option("random")
        page.locator("#who-hansa-white").select_option("me")
        page.locator("#who-hansa-yellow").select_option("easy")
        page.locator("[data-key=character-yellow]").select_option("builder")
        page.locator("[data-key=sits-yellow]", has_text="A booth of mine in every city").wait_for()
        page.locator("#who-hansa-purple").select_option("other")
        page.locator("[data-key=game-hansa] [data-key=called-white]").fill("Wanda")
        page.locator("[data-key=play-hansa]").click()
        state = rig.until(lambda state: bool(state["game"] and state["bench"]["robots"]["skills"]))
        assert state["bench"]["robots"]["skills"] == {"gray": "random", "yellow": "easy:builder"}
        assert state["game"]["names"]["white"] == "Wanda"
        page.locator("[data-key=new-game]").click()
        page.locator("[data-key=seating-hansa] > summary", has_text="4 players: 2 people, 2 companions").wait_for()
        assert player.complaints == []


def test_own_board_is_behind_the_door_with_board_check_and_seats(browser: Browser, tmp_path: Path) -> None:
    with page_rig(tmp_path, is_first=True) as rig, visitor(browser, rig.page.address, hardware=False) as owner:
        page = owner.page
        page.wait_for_selector(".cover")
        assert page.locator(".boardcheck, #dialog, [data-key=tab-board]").count() == 0
        page.locator("[data-key=own-hansa]").click()
        page.locator("[data-key=save]").click()
        page.locator("#dialog", has_text="Seat 1").wait_for()
        page.locator("[data-key=tab-board]").wait_for()
        assert owner.complaints == []


def test_game_without_a_picture_has_a_plain_one_and_its_name(browser: Browser, tmp_path: Path) -> None:
    with (
        shelved(),
        page_rig(tmp_path) as rig,
        visitor(browser, rig.page.address, hardware=False) as guest,
    ):
        plain = guest.page.locator("[data-key=game-pearls] .cover.plain")
        assert "Pearls" in (plain.text_content() or "")
        assert plain.locator("circle").count() == 5
        assert guest.complaints == []


@pytest.mark.needs("npm")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_door_is_usable_by_everybody(browser: Browser, tmp_path: Path, scheme: str) -> None:
    options = {"bypass_csp": True, "color_scheme": scheme, "hardware": False}
    with page_rig(tmp_path) as rig, visitor(browser, rig.page.address, **options) as guest:  # type: ignore[arg-type]
        guest.page.locator("[data-key=seating-hansa] > summary").click()
        assert unusable(guest) == []
        guest.page.locator("[data-key=rules-hansa]").click()
        guest.page.wait_for_selector("dialog[open]")
        assert unusable(guest) == []


def test_door_fits_every_window_in_every_language_and_enlarged(browser: Browser, tmp_path: Path) -> None:
    script = """() => [...document.querySelectorAll(".front-door *")].filter((each) =>
      each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible" && each.clientWidth
    ).map((each) => each.outerHTML.slice(0, 80)).concat(
      document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the window"] : [])"""
    with page_rig(tmp_path) as rig:
        for size in ("small phone", "tablet", "notebook"):
            for language in ("en", "it", "nl"):
                with visitor(browser, rig.page.address, size=size, language=language, hardware=False) as guest:
                    guest.page.wait_for_selector(".cover")
                    guest.page.locator("[data-key=seating-teutonica] > summary").click()
                    assert guest.page.evaluate(script) == [], (size, language)
        with visitor(browser, rig.page.address, size="notebook", hardware=False) as guest:
            play = guest.page.locator("[data-key=play-hansa]")
            box = play.bounding_box()
            assert box
            assert box["y"] + box["height"] <= 720, json.dumps(box)
