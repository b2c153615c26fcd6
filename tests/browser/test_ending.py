"""How both games end, on the page and on the wall: who has won and why, source by source, city by city."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.map_hands import trading_table
from tests.browser.story import keep_up_to
from tests.browser.test_tv import CUT_OFF, SMALLER, SMALLEST_ON_THE_MAP_PX, SMALLEST_PX
from tests.browser.trade import play_game
from tests.kit.browser import visitor
from tests.kit.page import PageRig, go_on, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

# Both ended in a tie: one is broken by booths, the other by nothing.
WINNERS = {"hansa": ["purple"], "teutonica": ["blue", "purple"]}
VERDICTS = {
    ("hansa", "en"): "Tie at 50 points: Purple wins with more booths on the board (White 6, Purple 12).",
    ("hansa", "it"): "Parità a 50 punti: vince Viola con più empori sulla mappa (Bianco 6, Viola 12).",
    ("hansa", "nl"): "Gelijk met 50 punten: Lila wint met meer kramen op het speelbord (Wit 6, Lila 12).",
    ("teutonica", "en"): "Blue & Purple share the win with 37 points each: nothing breaks a tie.",
    ("teutonica", "it"): "Blu & Viola condividono la vittoria con 37 punti ciascuno: nulla decide una parità.",
    ("teutonica", "nl"): "Blauw & Lila delen de winst met elk 37 punten: niets doorbreekt een gelijke stand.",
}


@contextmanager
def _ended(game: str, folder: Path) -> Iterator[PageRig]:
    """Lay out a table whose game is over."""
    if game == "hansa":
        keep_up_to(folder, 4, 19, last=0)
    with page_rig(folder, pace_s=60) if game == "hansa" else trading_table(folder, play_game(5, 4)) as rig:
        go_on(rig)
        yield rig


@pytest.fixture(scope="module", params=WINNERS)
def ended(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, PageRig]]:
    """Each game, over."""
    with _ended(request.param, tmp_path_factory.mktemp("over")) as rig:
        assert rig.state()["game"]["winners"] == WINNERS[request.param]
        yield request.param, rig


@pytest.mark.parametrize("language", ["en", "it", "nl"])
def test_tie_break_is_spelled_out_on_the_page_and_on_the_wall(
    browser: Browser, ended: tuple[str, PageRig], language: str
) -> None:
    game, rig = ended
    for address in (rig.page.address, f"{rig.page.address}?view=tv"):
        with visitor(browser, address, size="tv", language=language) as guest:
            guest.page.wait_for_selector(".verdict")
            assert guest.texts(".verdict") == [VERDICTS[game, language]]
            assert guest.complaints == []


@pytest.mark.parametrize("language", ["en", "it", "nl"])
def test_winner_stays_on_the_wall_and_all_of_the_result_is_read_from_afar(
    browser: Browser, ended: tuple[str, PageRig], language: str
) -> None:
    _, rig = ended
    state = rig.state(language)["game"]
    winners = ", ".join(state["names"][player] for player in state["winners"])
    with visitor(browser, f"{rig.page.address}?view=tv", size="tv", language=language) as wall:
        for leaf in ("final", "more", "map", "scores"):
            wall.page.wait_for_selector(f".tv-sheet[data-leaf={leaf}]")
            assert wall.texts(".tv-turn.over .tv-name > span:last-child") == [f"{winners} ★"]
            assert wall.page.evaluate(SMALLER, [SMALLEST_ON_THE_MAP_PX, SMALLEST_PX]) == [], leaf
            assert wall.page.evaluate(CUT_OFF) == [], leaf
            wall.page.keyboard.press("ArrowRight")
        wall.page.wait_for_selector(".tv-sheet[data-leaf=final]")  # and round again
        assert wall.complaints == []


def test_points_city_by_city_add_up_to_those_by_source(browser: Browser, ended: tuple[str, PageRig]) -> None:
    game, rig = ended
    scores = rig.state()["game"]["scores"]
    sources = {"hansa": ("cities",), "teutonica": ("cities", "network")}[game]
    with visitor(browser, rig.page.address, hardware=False) as guest:
        guest.page.wait_for_selector(".by-place")
        rows = guest.page.evaluate(
            """() => [...document.querySelectorAll(".by-place tbody tr")].map((row) =>
                [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent.match(/\\d+/)?.[0] ?? 0)))"""
        )
        assert len(rows) > 8
        shown_as = "() => [...document.querySelectorAll('.by-place td')].map((cell) => getComputedStyle(cell).display)"
        assert set(guest.page.evaluate(shown_as)) == {"table-cell"}, "they stand one below the other"
        found = [sum(points) for points in zip(*rows, strict=True)]
        expected = [sum(its[source] for source in sources) for its in scores.values()]
        assert sorted(found) == sorted(expected)
        assert guest.page.locator(".ending .next a, .ending .next button").count() == 4
        assert guest.complaints == []


def test_actions_of_a_phone_do_not_lie_over_the_final_score(browser: Browser, ended: tuple[str, PageRig]) -> None:
    _, rig = ended
    with visitor(browser, rig.page.address, size="phone", hardware=False) as guest:
        guest.page.wait_for_selector(".verdict")
        covered = guest.page.evaluate(
            "() => [...document.querySelectorAll('.area-action > .bar > button')].filter((button) => {"
            "  button.scrollIntoView({ block: 'center' });"
            "  const { left, right, top, bottom } = button.getBoundingClientRect();"
            "  return [...document.querySelectorAll('.area-action > :not(.bar) *')].some((each) => {"
            "    const it = each.getBoundingClientRect();"
            "    return it.width && it.left < right && it.right > left && it.top < bottom && it.bottom > top;"
            "  });"
            "}).map((button) => button.dataset.key)"
        )
        assert covered == []
