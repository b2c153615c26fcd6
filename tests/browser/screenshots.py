"""`make screenshots`: pictures of the page on every kind of screen, for the README and to be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.teutonica.rules.position import Phase
from companion.hub.demo import Demo
from companion.hub.hall_page import Hub
from companion.shelf.shelf import open_box, pages
from tests.browser.map_hands import trading_table
from tests.browser.story import keep_evenings, keep_up_to
from tests.browser.trade import play_game, up_to
from tests.kit.at_terminal import at_terminal
from tests.kit.browser import chromium, visitor
from tests.kit.page import PageRig, go_on, page_rig
from tests.kit.sheet_page import as_page, size_of
from tests.kit.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent.parent
KEPT = ROOT / "docs" / "screenshots"  # in the README
OTHERS = ROOT / "build" / "screenshots"  # to be looked at


class Shot(NamedTuple):
    """One picture."""

    name: str
    size: str
    hash: str = "table"
    scheme: str = "light"
    language: str = "en"
    whole: bool = False
    kept: bool = False
    turned: int = 0  # pages on the wall


class HubShot(NamedTuple):
    """One picture of the hub."""

    name: str
    size: str
    view: str = ""
    scheme: str = "light"
    awaits: str = ".table-card"
    kept: bool = False


HUB_SHOTS = (
    HubShot("hub", "desktop", kept=True),
    HubShot("hub-phone", "phone"),
    HubShot("hub-projector", "tv", "?view=projector", "dark", kept=True),
    HubShot("hub-close-up", "desktop", "#table/demo-003", awaits="svg.map"),
    HubShot("hub-close-up-phone", "phone", "#table/demo-003", "dark", awaits="svg.map"),
    HubShot("hub-standings", "desktop", "#standings", awaits=".standings"),
)
HUB_TABLES, HUB_SEED = 20, 4

# Before anything is played.
DOOR_SHOTS = (
    Shot("door", "desktop", hash="new", kept=True),
    Shot("door-dark-dutch", "notebook", hash="new", scheme="dark", language="nl"),
    Shot("door-phone-italian", "phone", hash="new", language="it", whole=True),
    Shot("door-tablet", "tablet", hash="new"),
)
SHOTS = (
    Shot("desktop", "desktop", kept=True),
    Shot("phone", "phone", kept=True),
    Shot("notebook-dark-dutch", "notebook", scheme="dark", language="nl"),
    Shot("tablet", "tablet"),
    Shot("tv-dark", "tv", hash="tv", scheme="dark", kept=True),
    Shot("tv-italian", "tv", hash="tv", language="it"),
    Shot("tv-dutch", "tv", hash="tv", language="nl"),
    Shot("tv-dark-moves", "tv", hash="tv", scheme="dark", turned=2),
    Shot("phone-dark", "phone", scheme="dark"),
    Shot("phone-dark-italian", "phone", scheme="dark", language="it"),
    Shot("phone-dutch", "phone", language="nl"),
    Shot("replay", "desktop", hash="games/2026-10-05-00000005"),
    Shot("games", "desktop", hash="games"),
    Shot("statistics", "desktop", hash="statistics"),
    Shot("statistics-phone-dutch", "phone", hash="statistics", language="nl", whole=True),
    Shot("board-check", "desktop", hash="board"),
    Shot("phone-whole", "phone", whole=True),
)


TRADE_SHOTS = (
    Shot("teutonica", "desktop", kept=True),
    Shot("teutonica-dark-dutch", "notebook", scheme="dark", language="nl"),
    Shot("teutonica-phone", "phone", language="it", kept=True),
    Shot("teutonica-tablet", "tablet"),
    Shot("teutonica-tv", "tv", hash="tv"),
    Shot("teutonica-tv-dark-italian", "tv", hash="tv", scheme="dark", language="it"),
    Shot("teutonica-tv-dutch", "tv", hash="tv", language="nl"),
    Shot("teutonica-tv-scores", "tv", hash="tv", turned=1),
    Shot("teutonica-phone-dark", "phone", scheme="dark"),
    Shot("teutonica-phone-dark-dutch", "phone", scheme="dark", language="nl"),
    Shot("teutonica-board-check", "desktop", hash="board"),
)

# The ending, of either game.
END_SHOTS = (
    Shot("end", "desktop"),
    Shot("end-notebook-dark-italian", "notebook", scheme="dark", language="it"),
    Shot("end-phone-dark-dutch", "phone", scheme="dark", language="nl", whole=True),
    Shot("end-tv-dutch", "tv", hash="tv", language="nl"),
    Shot("end-tv-dark-more", "tv", hash="tv", scheme="dark", turned=1),
    Shot("end-statistics", "desktop", hash="statistics"),
)


@contextmanager
def demonstration() -> Iterator[Hub]:
    """Open a hub on simulated tables, and wait until all of them are there."""
    demo = Demo(HUB_TABLES, seed=HUB_SEED)
    hub = Hub(demo.make_exchange, pages(), bind="127.0.0.1", port=0)
    hub.open()
    demo.open()
    try:
        until(lambda: len(hub.hall.tables) == HUB_TABLES)
        until(lambda: any(seat.help for seat in hub.hall.tables.values()))
        yield hub
    finally:
        hub.close()
        demo.close()


def take_hub(browser: Browser) -> None:
    """Take the pictures of the hub."""
    with demonstration() as hub:
        for shot in HUB_SHOTS:
            with visitor(browser, f"{hub.address}{shot.view}", size=shot.size, color_scheme=shot.scheme) as guest:
                guest.page.wait_for_selector(shot.awaits)
                path = (KEPT if shot.kept else OTHERS) / f"{shot.name}.png"
                guest.page.screenshot(path=path)
                print(path.relative_to(ROOT), *guest.complaints)


def take(browser: Browser, rig: PageRig, shots: tuple[Shot, ...], *, hardware: bool = True) -> None:
    """Take pictures of a table's page."""
    for shot in shots:
        address = f"{rig.page.address}#{shot.hash}"
        look: dict[str, Any] = {"size": shot.size, "language": shot.language, "color_scheme": shot.scheme}
        with visitor(browser, address, hardware=hardware, **look) as guest:
            guest.page.wait_for_selector(f"main[data-view={shot.hash.partition('/')[0]}] :is(h2, svg.map)")
            for _ in range(shot.turned):
                guest.page.keyboard.press("ArrowRight")
            path = (KEPT if shot.kept else OTHERS) / f"{shot.name}.png"
            guest.page.screenshot(path=path, full_page=shot.whole, animations="disabled")
            print(path.relative_to(ROOT), *guest.complaints)


def take_door(browser: Browser) -> None:
    """Take the pictures of the front door."""
    with TemporaryDirectory() as state, page_rig(Path(state)) as rig:
        take(browser, rig, DOOR_SHOTS, hardware=False)


def take_trade(browser: Browser) -> None:
    """Take the pictures of Hansa Teutonica: five players in the middle of a turn."""
    game = up_to(play_game(5, 3), lambda it: it.phase is Phase.ACTIONS and it.actions_left > 1, least=220)
    with TemporaryDirectory() as state, trading_table(Path(state), game) as rig:
        go_on(rig)
        take(browser, rig, TRADE_SHOTS, hardware=False)


def take_ends(browser: Browser) -> None:
    """Take the pictures of games that are over, with as many players as there can be."""
    with TemporaryDirectory() as state, trading_table(Path(state), play_game(5, 3)) as rig:
        go_on(rig)
        take(browser, rig, tuple(shot._replace(name=f"teutonica-{shot.name}") for shot in END_SHOTS), hardware=False)
    with TemporaryDirectory() as state:
        keep_up_to(Path(state), 4, 11, last=0)
        with page_rig(Path(state), pace_s=60) as rig:
            go_on(rig)
            take(browser, rig, END_SHOTS, hardware=False)


TERMINALS = (("hansa", "simple", 80), ("teutonica", "simple", 140))  # game, robots, from which step on
TERMINAL_SIZES = ((120, 40), (80, 24), (200, 60))  # the first is kept


def take_terminal(browser: Browser, game: str, skill: str, steps: int) -> None:
    """Take pictures of a game in a terminal, when it is the turn of whoever sits there."""
    random = Random(5)
    with TemporaryDirectory() as state, at_terminal(open_box(game), Path(state), begins_with=[skill] * 3) as table:

        def shows_much() -> bool:
            return table.is_at_home and len(table.rig.history.steps) >= steps and len(table.seat.told().asked.lines) > 4

        table.play(shows_much, random.randrange)
        for columns, lines in TERMINAL_SIZES:
            sheet = table.sheet(columns, lines)
            is_kept = (columns, lines) == TERMINAL_SIZES[0]
            name = f"terminal-{game}.png" if is_kept else f"terminal-{game}-{columns}.png"
            path = (KEPT if is_kept else OTHERS) / name
            width, height = size_of(sheet)
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(as_page(sheet))
            page.screenshot(path=path)
            page.close()
            print(path.relative_to(ROOT))


def main() -> None:
    """Take every picture."""
    for folder in (KEPT, OTHERS):
        folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for terminal in TERMINALS:
            take_terminal(browser, *terminal)
        take_door(browser)
        take_hub(browser)
        take_trade(browser)
        take_ends(browser)
    with TemporaryDirectory() as state:
        keep_evenings(Path(state))
        with page_rig(Path(state)) as rig, chromium() as browser:
            go_on(rig)
            take(browser, rig, SHOTS)


if __name__ == "__main__":
    main()
