"""`make lab PART=usable`: axe on every view of Hansa Teutonica, light and dark, on a desktop and a phone.

Map and desks with the hardware, what a press offers, the archive, replay, statistics, board check, TV and final score;
at the hub the card, close-up, standings and the wall. Ends with 1 where something keeps somebody from using it. Tests
hold the views of Hansa to the same (`tests/browser/test_watch.py`, `test_hub.py`).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from companion.games.teutonica.game import RULES
from companion.games.teutonica.rules.moves import Insert
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.rules.position import Position
from companion.hub.demo import DemoTable
from companion.hub.hall_page import Hub
from companion.shelf.shelf import open_box, pages
from tests.browser.axe import unusable
from tests.browser.map_hands import FINGER, trading_table
from tests.browser.trade import keep_game, play_game, up_to
from tests.kit.browser import chromium, visitor
from tests.kit.meeting import Meeting
from tests.kit.page import PageRig, go_on, page_rig
from tests.kit.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PLAYERS = (2, 5)
PARTS = ("end", "turn", "hub")
KEPT = "2026-11-15-00000001"
# Every view of a table at which a game has ended, and what is drawn last in it.
AFTER_THE_END = {
    "table": "#final",
    "games": ".games td",
    f"games/{KEPT}/120": ".replay svg.map",
    f"games/{KEPT}/9999": ".replay #final",
    "statistics": ".bars",
    "board": ".boardcheck",
    "tv": ".tv-code",
}
LEAVES = 3  # of the TV, while a game goes on
WINDOWS: dict[str, dict[str, Any]] = {"desktop": {"size": "desktop"}, "phone": FINGER}
PEOPLE = ("Anna", "Bruno", "Carla", "Dirk", "Eva")
AT_THE_HUB = {
    "": ".table-card",
    "#table/demo-005": ".close-up svg.map",
    "#standings": ".evening",
    "?view=projector": ".wall .table-card",
}


def offers_two(position: Position) -> bool:
    """Return whether a press on a free route may mean two things: either kind of piece."""
    return {move.piece for move in RULES.legal_moves(position) if isinstance(move, Insert)} == set(Kind)


@contextmanager
def ended_table(folder: Path, players: int) -> Iterator[PageRig]:
    """Lay a table out at which a game has just ended, and another one is kept."""
    game = play_game(players, 3)
    keep_game(folder, game, KEPT, is_left=True)
    keep_game(folder, game)
    with page_rig(folder, pace_s=60, game="teutonica", begins=False) as rig:
        go_on(rig)
        yield rig


def views_after_the_end(
    browser: Browser,
    rig: PageRig,
    window: dict[str, Any],
    rules: dict[str, Any] | None = None,
    views: Iterable[str] = AFTER_THE_END,
) -> list[tuple[str, Any]]:
    """Return what is wrong with views of a table at which a game has ended."""
    wrong = []
    with visitor(browser, rig.page.address, bypass_csp=True, **window) as guest:
        for view in views:
            guest.page.goto(f"{rig.page.address}#{view}")
            guest.page.wait_for_selector(AFTER_THE_END[view])
            wrong += [(view, each) for each in unusable(guest, rules)]
    return wrong


def views_of_a_turn(browser: Browser, rig: PageRig, window: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return what is wrong with map, desks, hardware, what a press offers, and the TV, in the middle of a turn."""
    wrong = []
    with visitor(browser, rig.page.address, bypass_csp=True, **window) as guest:
        guest.page.wait_for_selector("svg.map .route.acts")
        wrong += [("turn", each) for each in unusable(guest)]
        if "is_mobile" not in window:  # a phone offers the same in the same box
            guest.page.locator("svg.map .route.acts .hit").first.press("Enter")
            guest.page.wait_for_selector(".offer")
            wrong += [("offer", each) for each in unusable(guest)]
        guest.page.goto(f"{rig.page.address}?view=tv")
        guest.page.wait_for_selector(".tv")
        for leaf in range(LEAVES):
            wrong += [(f"leaf {leaf} of the TV", each) for each in unusable(guest)]
            guest.page.keyboard.press("ArrowRight")
    return wrong


@contextmanager
def hall() -> Iterator[tuple[Hub, DemoTable]]:
    """Open a hub at which one table of five has played."""
    meeting = Meeting()
    hub = Hub(meeting.exchange, pages(), bind="127.0.0.1", port=0)
    hub.open()
    hub.wait()
    exchange = meeting.exchange(ttl_s=3600)
    table = DemoTable(open_box("teutonica"), 5, PEOPLE, Random(4), lambda: 0.0, exchange)
    table.play_earlier()
    until(lambda: hub.hall.tables)
    try:
        yield hub, table
    finally:
        hub.close()


def views_of_the_hub(browser: Browser, hub: Hub, table: DemoTable, window: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return what is wrong with each view of the hub."""
    wrong = []
    with visitor(browser, hub.address, bypass_csp=True, **window) as guest:
        for view, sign in AT_THE_HUB.items():
            guest.page.goto(f"{hub.address}{view}")
            table.voice.beat()  # what nobody looked at is shown at leisure
            guest.page.wait_for_selector(sign)
            wrong += [(f"hub {view}", each) for each in unusable(guest)]
    return wrong


def main() -> int:
    """Look at every view that is asked for, in every window and scheme."""
    parser = ArgumentParser(prog="python -m tests.lab.usable")
    parser.add_argument("--players", type=int, choices=PLAYERS, action="append")
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--window", choices=WINDOWS, action="append")
    given = parser.parse_args()
    parts, looked, all_wrong = given.part or PARTS, 0, 0

    def tell(where: str, count: int, wrong: list[tuple[str, Any]]) -> None:
        nonlocal looked, all_wrong
        looked, all_wrong = looked + count, all_wrong + len(wrong)
        print(f"{where}: {count} views, {wrong or 'all can be used'}", flush=True)

    windows = {
        f"{name}, {scheme}": {**WINDOWS[name], "color_scheme": scheme}
        for name in given.window or WINDOWS
        for scheme in ("light", "dark")
    }
    with chromium() as browser:
        for players in given.players or PLAYERS:
            if "end" in parts:
                with TemporaryDirectory() as folder, ended_table(Path(folder), players) as rig:
                    for name, window in windows.items():
                        wrong = views_after_the_end(browser, rig, window)
                        tell(f"{players} players, after the end, {name}", len(AFTER_THE_END), wrong)
            if "turn" in parts:
                turn = up_to(play_game(players, 3), offers_two, least=60)
                with TemporaryDirectory() as folder, trading_table(Path(folder), turn) as rig:
                    go_on(rig)
                    for name, window in windows.items():
                        count = LEAVES + (1 if "is_mobile" in window else 2)
                        tell(f"{players} players, in a turn, {name}", count, views_of_a_turn(browser, rig, window))
        if "hub" in parts:
            with hall() as (hub, table):
                for name, window in windows.items():
                    tell(f"hub, {name}", len(AT_THE_HUB), views_of_the_hub(browser, hub, table, window))
    print(f"{looked} views looked at, {all_wrong} things that somebody cannot use")
    return 1 if all_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
