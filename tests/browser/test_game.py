"""A game at the virtual table from its first question, all of it by the mouse, with a second browser watching."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, get_args

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
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

PLAYERS = ("gray", "yellow")
GOODS = ("blue", "brown", "green", "orange")
# With two spaces in every city fewer markers are left for the piles. Of the games of simple players on such a board
# this is one that soon has every kind of move.
BOARD = Board(shipped_board().start, tuple(replace(city, spaces=2) for city in shipped_board().cities))
SEED = 366
EVERY_KIND = 57  # moves; `make lab PART=clicks` plays on, to the end
COARSE = 0.5  # nobody looks: a quarter of the pixels is painted in half the time


def moves_of_the_game(most: int | None) -> tuple[Position, list[Move]]:
    """Play the game by the rules alone, to its end or this many moves."""
    random, moves = Random(SEED), list[Move]()
    position = new_game(BOARD, PLAYERS, start="gray", goods=GOODS)
    while position.phase is not Phase.OVER and len(moves) != most:
        moves.append(choose(position, "simple", random))
        position = play(position, moves[-1]).position
    return position, moves


def play_by_mouse(browser: Browser, folder: Path, *, most: int | None = None) -> None:
    """Play it at the page, to its end or this many moves; raise AssertionError where anybody sees anything else."""
    last, moves = moves_of_the_game(most)
    assert {type(move) for move in moves} == set(get_args(Move))
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
        is_over = last.phase is Phase.OVER
        for guest in (player, watcher):
            guest.wait("number => Number(document.body.dataset.revision) === number", revision)
            shown = sorted(guest.texts("#final td.score-total"))
            assert shown == (sorted(map(str, totals.values())) if is_over else [])
        for part in (*["#final"] * is_over, ".log", ".ledger", ".seats"):
            assert player.page.locator(part).text_content() == watcher.page.locator(part).text_content(), part
        assert player.complaints == watcher.complaints == []


@pytest.mark.slow
def test_every_kind_of_move_is_made_by_the_mouse_while_another_browser_watches(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    play_by_mouse(browser, tmp_path_factory.mktemp("game"), most=EVERY_KIND)
