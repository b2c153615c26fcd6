"""The simulated table with its hardware out of sight: a newcomer reads no word of it, and nothing waits for `ok`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.words.say import LANGUAGES
from tests.browser.sight import read_in
from tests.kit.box_words import words_of_the_box
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
MOVES = 40


def begin(rig: PageRig, player: Visitor, game: str) -> None:
    """Begin a game of three, and wait until it is one's turn."""
    player.page.locator(f"[data-key=play-{game}]").click()
    state = rig.until(lambda state: state["game"] is not None and state["decides"]["may"] == ["here"])
    player.page.wait_for_selector(f"#dialog[data-dialog='{state['table']['dialog']['id']}'] button.line")


@pytest.mark.parametrize("game", ["hansa", "teutonica"])
def test_newcomer_plays_without_a_word_of_the_hardware(browser: Browser, tmp_path: Path, game: str) -> None:
    with (
        page_rig(tmp_path, game=game, pace_s=0.002) as rig,
        visitor(browser, rig.page.address, tour=True, hardware=False) as player,
    ):
        assert rig.post("/api/virtual/hardware", {"open": False}).is_success
        begin(rig, player, game)
        for language in LANGUAGES:
            read_in(player, language)
            until = len(rig.state()["log"]) + MOVES
            while len(rig.state()["log"]) < until and not rig.state()["game"]["winners"]:
                player.page.wait_for_function(
                    "() => document.querySelector('#dialog button.line') || document.querySelector('.ending')"
                )
                assert player.page.locator("[data-key=dialog-ok]").count() == 0, "nothing waits to be read"
                assert words_of_the_box(language, player.page.inner_text("body")) == []
                player.page.evaluate("() => [...document.querySelectorAll('#dialog button.line')].at(-1)?.click()")
        assert [each for each in player.complaints if "409" not in each] == []  # where a robot was quicker than a click


def test_menu_of_another_is_shown_and_cannot_be_pressed(browser: Browser, tmp_path: Path) -> None:
    with page_rig(tmp_path, pace_s=60) as rig, visitor(browser, rig.page.address, hardware=False) as player:
        assert rig.post("/api/virtual/hardware", {"open": False}).is_success
        begin(rig, player, "hansa")
        player.page.locator("#dialog button.line").first.click()
        player.page.wait_for_selector("#dialog.theirs .whose")
        assert player.page.locator(".whose").inner_text() == "Yellow decides: the companion."
        assert player.page.locator("#dialog li.line").count() > 0
        assert player.page.locator("#dialog button").count() == 0
        assert player.page.locator("[data-key=bar-end]").is_disabled()
        assert player.page.locator("[data-key=bar-back]").is_enabled()  # what gray has done goes back
        revision = rig.state()["revision"]["number"]
        for key in ("1", "e"):
            player.page.keyboard.press(key)
        player.page.locator("[data-key=bar-back]").click()
        rig.until(lambda state: bool(state["revision"]["number"] > revision and state["game"]["mover"] == "gray"))
        player.page.wait_for_selector("#dialog button.line")
        assert player.page.locator(".whose").count() == 0
        assert player.complaints == []


def test_hardware_lays_the_cardboard_out_and_clears_it_away(browser: Browser, tmp_path: Path) -> None:
    with page_rig(tmp_path, pace_s=60) as rig, visitor(browser, rig.page.address, hardware=False) as player:
        assert rig.post("/api/virtual/hardware", {"open": False}).is_success
        for is_there in (True, False):
            player.page.locator("[data-key=hardware]").click()
            rig.until(lambda state, is_there=is_there: state["table"]["cardboard"] is is_there)  # type: ignore[misc]
        assert player.complaints == []
