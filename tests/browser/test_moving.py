"""Pieces that robots move are drawn on their way, and not for somebody who asked for no motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.shelf.shelf import SHELF
from tests.kit.browser import visitor
from tests.kit.page import page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

# Notes what is drawn moving: its class, where it begins and where it ends.
WATCH = """() => {
  window.moved = [];
  new MutationObserver((changes) => {
    for (const piece of document.querySelectorAll('.moving:not([data-noted])')) {
      piece.setAttribute('data-noted', '');
      const [first, last] = piece.getAnimations()[0].effect.getKeyframes();
      const colour = getComputedStyle(piece).backgroundColor;
      window.moved.push({ what: piece.className, from: first.translate, to: last.translate, colour });
    }
  }).observe(document.body, { childList: true });
}"""


@pytest.mark.parametrize("game", SHELF)
def test_pieces_that_robots_move_are_drawn_on_their_way(
    browser: Browser, game: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("moving"), game=game, pace_s=0.2) as rig,
        visitor(browser, rig.page.address) as watcher,
        visitor(browser, rig.page.address) as calm,
    ):
        watcher.page.emulate_media(reduced_motion="no-preference")
        for each in (watcher, calm):
            each.page.evaluate(WATCH)
        assert rig.post("/api/virtual/begin", {"players": 2}).is_success
        state = rig.state()
        skill = state["bench"]["robots"]["known"][0]
        assert rig.post("/api/virtual/robots", {"skills": dict.fromkeys(state["board"]["players"], skill)}).is_success
        watcher.wait("() => window.moved.length >= 4")
        rig.post("/api/virtual/robots", {"skills": {}, "pace": "step"})
        watcher.wait("() => !document.querySelector('.moving')")  # nothing stays behind
        moved = watcher.page.evaluate("window.moved")
        assert all(each["from"] != each["to"] for each in moved)
        assert {each["what"].split()[1].split("-")[0] for each in moved} >= {"seat"}
        assert all(each["colour"] not in ("rgba(0, 0, 0, 0)", "") for each in moved)
        assert calm.page.evaluate("window.moved") == []
        assert watcher.complaints == []
