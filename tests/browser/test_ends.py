"""The end of both games, from a few moves before it to the final score: by dragging, by keys alone, and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.hansa.rules import scoring as hansa_scoring
from companion.games.teutonica.rules import scoring as teutonica_scoring
from tests.browser import map_hands, mouse_hands
from tests.browser.key_hands import KeyHands
from tests.browser.map_hands import FINGER, trading_table
from tests.browser.story import keep_up_to
from tests.browser.trade import Game, play_game
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, go_on, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

# Of each a handful of moves: a sale, a purchase, voyages and booths; pieces, a route, an office and another turn.
SAILING = {"players": 3, "seed": 6, "last": 7}
TRADING = {"players": 3, "seed": 3}
LAST_TRADES = 7
WAYS: dict[str, dict[str, Any]] = {
    "dragging": {"size": "poster"},
    "keyboard": {"size": "notebook", "hardware": False},
    "phone": {"hardware": False, **FINGER},
}


def _play(hand: Any, moves: Iterable[Any]) -> None:
    for move in moves:
        hand.play(move)
    hand.read()


def _sees_the_result(player: Visitor, totals: list[int]) -> None:
    """Hold the page to the final score, in sight."""
    player.page.wait_for_selector(".ending .verdict")
    assert sorted(player.texts("#final td.score-total")) == sorted(map(str, totals))
    assert player.page.locator("#final").bounding_box()
    assert player.complaints == []


HANSA_HANDS: dict[str, Callable[[PageRig, Visitor], Any]] = {
    "dragging": mouse_hands.MouseHands,
    "keyboard": KeyHands,
    "phone": mouse_hands.Fingers,
}


@pytest.mark.parametrize("way", WAYS)
def test_hansa_is_played_to_its_end(browser: Browser, tmp_path: Path, way: str) -> None:
    end, moves = keep_up_to(tmp_path, **SAILING)
    with page_rig(tmp_path, pace_s=60) as rig:
        go_on(rig)
        with visitor(browser, rig.page.address, **WAYS[way]) as player:
            _play(HANSA_HANDS[way](rig, player), moves)
            _sees_the_result(player, [hansa_scoring.score(end, seat).total for seat in range(len(end.hands))])


TEUTONICA_HANDS: dict[str, Callable[[PageRig, Visitor], Any]] = {
    "dragging": map_hands.DraggingHands,
    "keyboard": KeyHands,
    "phone": map_hands.Fingers,
}


@pytest.mark.parametrize("way", WAYS)
def test_hansa_teutonica_is_played_to_its_end(browser: Browser, tmp_path: Path, way: str) -> None:
    game = play_game(**TRADING)
    end = game.steps[-1][1]
    with trading_table(tmp_path, Game(game.first, game.steps[:-LAST_TRADES])) as rig:
        go_on(rig)
        with visitor(browser, rig.page.address, **WAYS[way]) as player:
            hand = TEUTONICA_HANDS[way](rig, player)
            _play(hand, [move for move, _ in game.steps[-LAST_TRADES:]])
            assert way != "dragging" or hand.dragged == 4
            _sees_the_result(player, [teutonica_scoring.score(end, seat).total for seat in end.seats])
