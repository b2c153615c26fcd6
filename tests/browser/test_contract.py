"""Every box of the shelf, and Pearls, in a real browser: played, read later, and seen from the hub."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.hub.demo import DemoTable
from companion.hub.hall_page import Hub
from companion.shelf.box import GameBox
from companion.shelf.shelf import open_box, pages
from companion.words.say import LANGUAGES
from tests.kit.browser import Visitor, visitor
from tests.kit.kept_games import keep_mixed
from tests.kit.meeting import Meeting
from tests.kit.page import PageRig, page_rig
from tests.kit.shelf import GAMES, shelved
from tests.kit.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")
PEOPLE = ("Anna", "Bruno", "Carla", "Dirk", "Elena")


@pytest.fixture(params=GAMES)
def box(request: pytest.FixtureRequest) -> Iterator[GameBox]:
    with shelved():
        yield open_box(request.param)


# In one go: hands at the virtual table tidy up meanwhile, and may change what is asked between looking and clicking.
CLICK = """dialog => {
  const shown = document.querySelector(`[data-dialog="${dialog}"]`);
  shown?.querySelector(".primary, [data-key=line-0]").click();
  return Boolean(shown);
}"""


def _click_through(rig: PageRig, player: Visitor, clicks: int) -> None:
    """Answer the dialog by clicks, always with its first line, and wait for what comes of each."""

    def moment(state: dict[str, Any]) -> tuple[Any, ...]:
        return state["revision"], state["table"]["dialog"]["id"]

    for _ in range(clicks):
        before = moment(rig.state())
        while not player.page.evaluate(CLICK, before[1]):
            before = moment(rig.state())  # the page has not shown it yet, or it has changed
        rig.until(lambda now, before=before: moment(now) != before)  # type: ignore[misc]


def test_game_is_begun_and_played_by_clicks_and_told_in_every_language(
    browser: Browser, box: GameBox, tmp_path_factory: pytest.TempPathFactory
) -> None:
    seats = box.seats[-1]
    with (
        page_rig(tmp_path_factory.mktemp("game"), pace_s=0.005, game=box.id) as rig,
        visitor(browser, rig.page.address, size="poster") as player,
    ):
        rig.post("/api/virtual/robots", {"skills": {}, "deals": False})
        player.page.locator(f"[data-key=seating-{box.id}] > summary").click()
        player.page.locator(f"[data-key=count-{box.id}-{seats}]").click()
        player.page.locator(f"[data-key=play-{box.id}]").click()
        player.page.wait_for_selector(".seats .seat")
        assert player.page.locator(".seats .seat").count() == seats
        rig.post("/api/virtual/robots", {"skills": dict.fromkeys(box.colours[:seats], "")})
        _click_through(rig, player, 25)
        state = rig.state()
        assert len(state["log"]) > 4
        number = state["revision"]["number"]
        player.wait("number => Number(document.body.dataset.revision) >= number", number)
        for language in LANGUAGES:
            player.page.locator("#language").select_option(language)
            player.wait("language => document.documentElement.lang === language", language)
        player.page.goto(f"{rig.page.address}?view=tv")
        for leaf in ("map", "scores", "moves"):
            player.page.wait_for_selector(f".tv-sheet[data-leaf={leaf}] > *")
            player.page.keyboard.press("ArrowRight")
        assert player.complaints == []


def test_games_of_a_mixed_journal_are_listed_replayed_and_summed_up(
    browser: Browser, box: GameBox, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    ids = keep_mixed(folder)
    with page_rig(folder, game=box.id) as rig, visitor(browser, f"{rig.page.address}#games") as guest:
        guest.page.wait_for_selector(".games .kind")
        kinds = [text.strip() for text in guest.texts(".games .kind")]
        assert sorted(kinds) == sorted(open_box(game).title for game in GAMES for _ in range(2))
        guest.page.goto(f"{rig.page.address}#games/{ids[box.id][0]}")
        guest.page.wait_for_selector(f"[data-game='{box.id}'] .seat")
        assert guest.page.locator(".replay .seat").count() >= box.seats[-1]
        guest.page.goto(f"{rig.page.address}#statistics")
        guest.page.wait_for_selector(".kinds a")
        guest.page.locator(".kinds a", has_text=box.title).first.click()
        guest.wait("title => document.querySelector('.kinds [aria-current]')?.textContent.trim() === title", box.title)
        assert guest.complaints == []


def test_card_and_close_up_at_the_hub_are_drawn_by_the_game_itself(browser: Browser, box: GameBox) -> None:
    meeting = Meeting()
    exchange = meeting.exchange(ttl_s=3600)
    table = DemoTable(box, 7, PEOPLE, Random(5), lambda: 0.0, exchange)
    table.play_earlier()  # before the hub listens: what is told in that very moment is heard only at the next beat
    hub = Hub(meeting.exchange, pages(), bind="127.0.0.1", port=0)
    hub.open()
    hub.wait()
    try:
        with visitor(browser, hub.address) as guest:
            until(lambda: len(hub.hall.tables) == 1)
            guest.page.wait_for_selector("[data-key=card-demo-007]")
            players = table.observer.announcement().players
            assert guest.page.locator("[data-table=demo-007] .swatch").count() == len(players)
            guest.page.click("[data-key=card-demo-007]")
            table.voice.beat()  # what nobody looked at is shown at leisure
            guest.page.wait_for_selector(
                f".close-up [data-game='{box.id}'] .seat, .close-side[data-game='{box.id}'] .seat"
            )
            assert guest.page.locator(".close-side .seat").count() == len(players)
            assert guest.page.locator(".plain-state").count() == 0
            assert guest.complaints == []
    finally:
        hub.close()
        meeting.close()
