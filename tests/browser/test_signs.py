"""Signs of life: a press shows that it was taken and then that it waits; a silent table is told within seconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from companion.web import feed
from tests.kit.browser import visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A table where robots wait for a minute before they move."""
    with page_rig(tmp_path_factory.mktemp("signs"), pace_s=60) as started:
        yield started


@pytest.fixture
def begun(rig: PageRig) -> PageRig:
    assert rig.post("/api/virtual/hardware", {"open": False}).is_success
    assert rig.post("/api/virtual/begin", {"players": 3}).is_success
    return rig


def test_press_is_marked_until_the_table_has_answered(browser: Browser, begun: PageRig) -> None:
    held: list[Route] = []
    with visitor(browser, begun.page.address, hardware=False) as guest:
        guest.page.route("**/api/choose*", lambda route: held.append(route))
        shown = begun.until(lambda state: state["decides"]["may"] == ["here"])["table"]["dialog"]["id"]
        guest.page.locator(f"#dialog[data-dialog='{shown}'] button.line").first.click()
        guest.page.wait_for_selector("#dialog button.line[data-sent]")
        guest.page.wait_for_selector("#dialog button.line[data-sent=waits]")
        guest.page.locator("#live-text", has_text="Waiting for the table").wait_for()
        begun.page.feed.refresh()  # what is drawn again keeps the mark
        guest.wait("() => document.querySelectorAll('[data-sent=waits]').length === 1")
        (route,) = held
        route.continue_()
        guest.page.wait_for_selector("[data-sent]", state="detached")
        guest.page.locator("#live-text", has_text="Live").wait_for()
        assert guest.complaints == []


def test_what_cannot_be_used_now_says_why(browser: Browser, begun: PageRig) -> None:
    with visitor(browser, begun.page.address, hardware=False) as guest:
        guest.page.locator("[data-key=bar-back][aria-disabled=true]").click(force=True)
        guest.page.locator("#toasts .bad").wait_for()
        assert not guest.page.locator("#toasts .bad", has_text="Nothing can be done").count()
        assert begun.choose().is_success  # a robot's turn
        guest.page.locator("[data-key=bar-end][aria-disabled=true]").click(force=True)
        guest.page.locator("#toasts .bad", has_text="Yellow decides: the companion.").wait_for()


def test_silent_table_is_told_and_a_beat_ends_it(
    browser: Browser, begun: PageRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visitor(browser, begun.page.address, hardware=False) as guest:
        monkeypatch.setattr(feed, "BEAT_S", 3600.0)  # as if the table were stopped
        guest.page.wait_for_selector("#live[data-status=quiet]")
        guest.page.locator("#live-text", has_text="No sign of the table").wait_for()
        monkeypatch.undo()
        begun.server._call(begun.page.feed._beat)
        guest.page.wait_for_selector("#live[data-status=live]")
        assert guest.complaints == []
