"""The hub in a real browser: tables appear, score, are looked at and vanish; on every screen, for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.hub.announcement import Fault, Player, Refused
from companion.hub.demo import DemoTable
from companion.hub.hall_page import Hub
from companion.shelf.shelf import pages
from tests.browser.axe import unusable
from tests.kit import hansa
from tests.kit.browser import SIZES, visitor
from tests.kit.meeting import Meeting, announced, tell
from tests.kit.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")
VIEWS = ("", "#standings", "#table/demo-007", "#table/plain", "?view=projector")


class Hall:
    """A hub, and one table that plays when it is told to."""

    def __init__(self) -> None:
        self.meeting = Meeting()
        self.exchange = self.meeting.exchange(ttl_s=3600)
        self.hub = Hub(self.meeting.exchange, pages(), bind="127.0.0.1", port=0)
        self.hub.open()
        self.hub.wait()
        self.table = DemoTable(hansa.BOX, 7, ("Anna", "Bruno", "Carla", "Dirk"), Random(3), lambda: 0.0, self.exchange)

    def assemble(self) -> None:
        """Have tables of all kinds: in a game, in trouble, of another game, ended."""
        self.table.play_earlier()
        tell(self.exchange, announced("two", faults=(Fault("Pad", "deaf", "Mend it."),), calls=True))
        tell(self.exchange, announced("plain", game="pearls", refusals=(Refused("No pearl there.", "Dive.", 5.0),)))
        tell(self.exchange, announced("over", winners=("gray",), mover=None))
        until(lambda: len(self.hub.hall.tables) == 4 and self.hub.hall.evening.games)

    def close(self) -> None:
        self.hub.close()


@pytest.fixture(scope="module", autouse=True)
def _patience() -> Iterator[None]:
    """Let tables be silent between two tests, however long those take."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.hub.hall.STALE_S", 3600.0)
        yield


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


@pytest.fixture(scope="module")
def furnished() -> Iterator[Hall]:
    hall = Hall()
    hall.assemble()
    yield hall
    hall.close()


def test_table_appears_scores_and_vanishes(browser: Browser, hall: Hall) -> None:
    with visitor(browser, hall.hub.address) as guest:
        guest.page.wait_for_selector("text=No table has announced itself yet.")
        looks = guest.page.locator("link[href^='/games/']")
        assert looks.count() == 0
        tell(hall.exchange, announced())
        guest.page.wait_for_selector("[data-table=one]")
        assert looks.count() == 1
        assert guest.texts("[data-table=one] .score") == ["12", "9"]
        players = (Player("gray", "Anna", True, 12), Player("white", "Dirk", True, 15))
        tell(hall.exchange, announced(number=2, revision=8, mover="white", players=players))
        guest.page.wait_for_selector("[data-table=one][data-revision='8']")
        assert guest.texts("[data-table=one] .score") == ["12", "15"]
        assert guest.texts("[data-table=one] .moves .who")[0].startswith("Dirk")
        tell(hall.exchange, announced(number=3, revision=9, players=players, winners=("white",)))
        guest.page.click("[data-key=tab-standings]")
        guest.wait("() => document.querySelector('.standings tbody .col-name')?.textContent === 'Dirk'")
        guest.page.click("[data-key=tab-tables]")
        hall.exchange.withdraw("one")
        guest.page.wait_for_selector("[data-table=one]", state="detached")
        assert guest.complaints == []


def test_close_up_follows_its_table_and_says_when_it_has_left(browser: Browser, hall: Hall) -> None:
    hall.table.play_earlier()
    with visitor(browser, hall.hub.address) as guest:
        guest.page.click("[data-key=card-demo-007]")
        hall.table.voice.beat()  # what nobody looked at is shown at leisure
        guest.page.wait_for_selector(".close-up svg.map")
        before = guest.page.get_attribute(".close-up", "data-revision")
        for _ in range(4):
            hall.table.act()
        hall.table.voice.beat()
        guest.wait("before => Number(document.querySelector('.close-up').dataset.revision) > Number(before)", before)
        assert len(guest.texts(".close-side .seat")) >= 2
        hall.table.voice.withdraw()
        guest.page.wait_for_selector("text=This table has left.")
        # A question about the table may have crossed its farewell; the browser notes every 404.
        assert [complaint for complaint in guest.complaints if "404 (Not Found)" not in complaint] == []


def test_help_that_is_needed_is_seen_first_and_leads_to_the_table(browser: Browser, furnished: Hall) -> None:
    with visitor(browser, furnished.hub.address) as guest:
        guest.page.wait_for_selector(".help-strip h2")
        assert guest.texts(".help-strip h2")[0].upper() == "NEEDS HELP: 1"
        guest.page.click("[data-key=help-two]")
        guest.page.wait_for_selector(".troubles .fault")
        assert "Pad – deaf: Mend it." in guest.texts(".troubles .fault")
        assert guest.page.url.endswith("#table/two")


def test_skip_link_leads_to_the_view_that_is_open(browser: Browser, furnished: Hall) -> None:
    with visitor(browser, f"{furnished.hub.address}#standings") as guest:
        guest.page.wait_for_selector(".evening")
        guest.page.focus(".skip")
        guest.page.keyboard.press("Enter")
        guest.wait("() => location.hash === '#main' && document.activeElement.id === 'main'")
        guest.page.select_option("#language", "it")
        guest.wait("() => document.querySelector('[data-key=tab-tables]').textContent === 'Tavoli'")
        assert guest.page.locator(".evening").count() == 1


def test_scores_that_are_kept_back_are_not_on_the_card(browser: Browser, hall: Hall) -> None:
    players = (Player("gray", "Anna", True, None), Player("white", "Dirk", True, None))
    tell(hall.exchange, announced(players=players))
    with visitor(browser, hall.hub.address) as guest:
        guest.page.wait_for_selector("[data-table=one]")
        assert guest.texts("[data-table=one] .score") == ["–", "–"]
        assert guest.complaints == []


def test_table_or_player_is_found_by_name(browser: Browser, furnished: Hall) -> None:
    with visitor(browser, furnished.hub.address) as guest:
        guest.page.wait_for_selector("[data-table=plain]")
        guest.page.fill("input[type=search]", "table 7")
        guest.wait("() => document.querySelectorAll('.table-card').length === 1")
        assert guest.page.locator(".table-name").all_text_contents() == ["Table 7"]
        guest.page.fill("input[type=search]", "nobody of that name")
        guest.page.wait_for_selector("text=No table and nobody of that name.")


def test_game_that_cannot_be_drawn_is_told_in_words(browser: Browser, furnished: Hall) -> None:
    furnished.exchange.show("plain", b'{"game": {"bag": 3}, "game_id": "plain-1", "revision": 7}')
    with visitor(browser, f"{furnished.hub.address}#table/plain") as guest:
        guest.page.wait_for_selector(".plain-state dt")
        assert guest.texts(".plain-state dt") == ["bag"]
        assert "No pearl there." in guest.texts(".troubles")[0]
        assert guest.complaints == []


@pytest.mark.redis
def test_server_that_does_not_answer_is_told_and_found_again(browser: Browser) -> None:
    from companion.hub.exchange import Exchange
    from tests.kit.redis_server import redis_server

    with redis_server() as server:
        hub = Hub(lambda: Exchange(server.url), pages(), bind="127.0.0.1", port=0)
        hub.open()
        hub.wait()
        with visitor(browser, hub.address) as guest:
            guest.page.wait_for_selector("body[data-link=there]")
            server.kill()
            guest.page.wait_for_selector("#banner .refusal")
            server.start()
            guest.page.wait_for_selector("body[data-link=there]")
        hub.close()


@pytest.mark.parametrize("language", ["it", "nl"])
def test_page_speaks_the_language_of_its_reader(browser: Browser, furnished: Hall, language: str) -> None:
    with visitor(browser, furnished.hub.address, language=language) as guest:
        expected = {"it": "Tavoli", "nl": "Tafels"}[language]
        guest.wait("word => document.querySelector('[data-key=tab-tables]')?.textContent === word", expected)
        guest.page.select_option("#language", "en")
        guest.wait("() => document.querySelector('[data-key=tab-tables]').textContent === 'Tables'")
        assert guest.complaints == []


def test_wall_has_nothing_to_press_and_nothing_to_scroll(browser: Browser, furnished: Hall) -> None:
    with visitor(browser, f"{furnished.hub.address}?view=projector", size="tv") as guest:
        guest.page.wait_for_selector(".wall .table-card")
        assert guest.page.locator("main a, main button, main input").count() == 0
        assert guest.page.evaluate("document.documentElement.scrollHeight") <= SIZES["tv"][1]
        assert guest.page.locator(".pages span").count() == 2, "the standings have a page of their own"
        # A card has room for five players, too.
        assert guest.page.evaluate(
            """() => {
              const card = document.querySelector(".wall .table-card"), players = card.querySelector(".players");
              while (players.children.length < 5) players.append(players.lastElementChild.cloneNode(true));
              return card.scrollHeight <= card.clientHeight;
            }"""
        )
        assert guest.complaints == []


@pytest.mark.needs("npm")
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_is_usable_by_everybody(browser: Browser, furnished: Hall, view: str, scheme: str) -> None:
    with visitor(browser, f"{furnished.hub.address}{view}", bypass_csp=True, color_scheme=scheme) as guest:
        guest.page.wait_for_selector("main :is(h1, h2)")
        assert unusable(guest) == []


@pytest.mark.parametrize("size", SIZES)
def test_no_view_is_wider_than_its_screen(browser: Browser, furnished: Hall, size: str) -> None:
    with visitor(browser, furnished.hub.address, size=size) as guest:
        for view in VIEWS:
            guest.page.goto(f"{furnished.hub.address}{view}")
            guest.page.wait_for_selector("main :is(h1, h2)")
            assert guest.page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], view
