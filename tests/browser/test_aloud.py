"""What hands carry out for the companion, on the page of a real table: to be read, and said aloud on request."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.shelf.players import deal
from companion.table.dialog import Notice
from companion.table.intents import BeginGame, Choose, Equip, Intend, Play
from tests.kit.browser import visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")
LISTENS = """
window.said = [];
speechSynthesis.speak = (words) => said.push([words.text, words.lang]);
"""
ASKED = "Shall this page say aloud what the companion asks your hands to do?"


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A real table, on which the companion has every seat."""
    with page_rig(tmp_path_factory.mktemp("aloud"), kit="tap", is_virtual=False) as started:
        daemon, box = started.composed.daemon, started.composed.parts.box
        setup = box.random_setup(2, Random(1))
        daemon.post(Equip(companions=("simple",)))
        daemon.post(BeginGame(setup, robots=tuple((player, "simple") for player in setup["players"])))
        started.until(lambda state: bool(state["game"]))
        yield started


def press_ok(rig: PageRig) -> None:
    """Choose the first line, as the button at the table does."""
    before = rig.composed.daemon.view.dialog
    rig.composed.daemon.post(Choose("", 0))
    rig.until(lambda _: rig.composed.daemon.view.dialog is not before)


def come_to_a_step(rig: PageRig) -> str:
    """Let chance decide, and mean a move; return what the screen asks for."""
    daemon, game, random = rig.composed.daemon, rig.composed.daemon.table.game, Random(2)
    while daemon.view.carried is None:
        while isinstance(daemon.view.dialog, Notice):
            press_ok(rig)
        before = daemon.revision
        history = daemon.view.kept.history
        assert history
        if game.chances(history.position):
            daemon.post(Play(deal(game, history.position, random)))
        rig.until(lambda _, before=before: daemon.revision > before or daemon.view.carried is not None)  # type: ignore[misc]
    history = daemon.view.kept.history
    assert history
    daemon.post(Intend((rig.composed.parts.box.players().decide(history.position, "simple", random),)))
    told = rig.until(lambda state: bool(state["table"]["dialog"]["name"] == "carry"))
    row, *_ = told["table"]["dialog"]["rows"]
    return " ".join(filter(None, (row["text"], row["right"])))


def test_step_is_said_aloud_once_somebody_has_said_yes(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, rig.page.address, script=LISTENS) as guest:
        step = come_to_a_step(rig)
        question = guest.page.locator("[data-key=aloud]", has_text=ASKED)
        question.wait_for()
        assert guest.page.evaluate("said") == [], "nothing is said aloud unasked"
        guest.page.locator("#spoken", has_text=step).wait_for(state="attached")
        question.locator("[data-key=aloud-yes]").click()
        guest.wait("(step) => said.some(([text]) => text.includes(step))", step)
        assert guest.page.evaluate("said.at(-1)[1]") == "en"
        assert guest.page.locator("[data-key=speak]").get_attribute("aria-pressed") == "true"
        question.wait_for(state="detached")
        guest.page.locator("[data-key=speak]").evaluate("tool => tool.click()")
        count = len(guest.page.evaluate("said"))
        press_ok(rig)  # done
        step = come_to_a_step(rig)
        guest.page.locator("#spoken", has_text=step).wait_for(state="attached")
        assert len(guest.page.evaluate("said")) == count, "switched off"
        assert guest.complaints == []


def test_step_is_said_in_the_language_of_the_page(browser: Browser, rig: PageRig) -> None:
    script = LISTENS + "localStorage.setItem('speaks', 'yes');"
    with visitor(browser, rig.page.address, script=script, language="it") as guest:
        come_to_a_step(rig)
        (row, *_) = rig.state("it")["table"]["dialog"]["rows"]
        guest.wait("(step) => said.some(([text, tongue]) => tongue === 'it' && text.includes(step))", row["text"])
        assert guest.page.locator("[data-key=aloud]").count() == 0, "asked once"
        assert guest.complaints == []
