"""A whole short game at the virtual table, all of it by the mouse, with a second browser watching."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.games.hansa.boards import OWN, save_board, shipped_board
from companion.games.hansa.players.choosing import choose
from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.moves import Move
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.scoring import score
from companion.games.hansa.rules.setup import new_game
from tests.browser.mouse_hands import MouseHands, statements
from tests.kit.browser import visitor
from tests.kit.page import page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

PLAYERS = ("gray", "yellow")
GOODS = ("blue", "brown", "green", "orange")
# With two spaces in every city fewer markers are left for the piles. Of the games of simple players on such a board
# this is a short one, of twelve turns, and there is every kind of move in it.
BOARD = Board(shipped_board().start, tuple(replace(city, spaces=2) for city in shipped_board().cities))
SEED = 23
COARSE = 0.5  # nobody looks: a quarter of the pixels is painted in half the time


def play_short_game() -> tuple[Position, list[Move]]:
    """Play the game by the rules alone."""
    random, moves = Random(SEED), []
    position = new_game(BOARD, PLAYERS, start="gray", goods=GOODS)
    while position.phase is not Phase.OVER:
        moves.append(choose(position, "simple", random))
        position = play(position, moves[-1]).position
    return position, moves


@pytest.mark.slow
def test_whole_game_is_played_by_the_mouse_while_another_browser_watches(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    last, moves = play_short_game()
    assert {type(move).__name__ for move in moves} >= {"Reveal", "Place", "Buy", "Sail", "Build", "Sell", "End"}
    folder = tmp_path_factory.mktemp("game")
    save_board(folder / OWN, BOARD)
    with (
        page_rig(folder, is_first=True) as rig,
        visitor(browser, f"{rig.page.address}#own", size="poster", device_scale_factor=COARSE) as player,
        visitor(browser, rig.page.address, size="phone", device_scale_factor=COARSE) as watcher,
    ):
        player.page.locator("[data-key=deals]").click()
        rig.until(lambda state: not state["bench"]["robots"]["deals"])
        hands = MouseHands(rig, player)
        # Gray and yellow, that is all, gray starts, without pink and yellow.
        for line in (0, 0, 0, 0, 5, 4):
            hands.choose(line)
        for move in moves:
            hands.play(move)
        hands.read()
        assert [row["say"] for row in rig.state()["log"]] == statements(moves)
        totals = {name: score(last, seat).total for seat, name in enumerate(PLAYERS)}
        assert {name: its["total"] for name, its in rig.state()["game"]["scores"].items()} == totals
        revision = rig.state()["revision"]["number"]
        for guest in (player, watcher):
            guest.wait("number => Number(document.body.dataset.revision) === number", revision)
            assert sorted(guest.texts("#final td.score-total")) == sorted(map(str, totals.values()))
        for part in ("#final", ".log", ".ledger", ".seats"):
            assert player.page.locator(part).text_content() == watcher.page.locator(part).text_content(), part
        assert player.complaints == watcher.complaints == []
