"""News from the table: the page changes under a finger without taking away what the finger is on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.hansa.rules.position import Phase
from companion.journal.sqlite import SqliteJournal
from tests.browser.mouse_hands import drag_over, note_toasts, wait_for_toasts
from tests.browser.story import keep_game
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

MARKED = "() => [...document.querySelectorAll('[data-key], .faults, .log')]"


@pytest.fixture
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    with page_rig(tmp_path_factory.mktemp("news")) as rig:
        rig.begin()
        yield rig


@pytest.fixture
def placing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A table at which booths are placed."""
    folder = tmp_path_factory.mktemp("placing")
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    keep_game(journal, 2, 5, day=1, until=lambda position: position.phase is Phase.PLACE, least=0)
    journal.close()
    with page_rig(folder) as rig:
        rig.choose()
        rig.until(lambda state: bool(state["table"]["dialog"]["name"] == "home"))
        yield rig


def _tell(rig: PageRig, player: Visitor) -> None:
    """Let the table tell something that has nothing to do with what is asked: robots take their time."""
    assert rig.post("/api/virtual/robots", {"skills": {}, "pace": "slow"}).is_success
    player.wait("() => document.querySelector('[data-key=pace]').value === 'slow'")


def _play(rig: PageRig, player: Visitor, entry: dict[str, Any]) -> None:
    """Let somebody else make a move, and wait until the page shows it."""
    number = rig.state()["revision"]["number"]
    assert rig.post("/api/move", {"revision": number, "entry": entry}).is_success
    player.wait("number => Number(document.body.dataset.revision) > number", number)


class Posts(list[str]):
    """All that a page sends from now on."""

    def __init__(self, player: Visitor) -> None:
        super().__init__()
        player.page.on("request", lambda asked: self._note(asked.url) if asked.method == "POST" else None)

    def _note(self, url: str) -> None:
        self.append(url.split("/api/")[1].split("?")[0])


def test_press_outlives_news(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, rig.page.address) as player:
        good = next(iter(rig.state()["game"]["fill"]["kinds"]))
        player.page.locator(f"[data-key='good-{good}']").hover()
        player.page.mouse.down()
        _tell(rig, player)
        player.page.mouse.up()
        rig.until(lambda state: [row["say"] for row in state["log"]] == [f"reveal {good}"])
        assert player.complaints == []


# Each is the answer to what is shown, and would be another one to what is shown next.
@pytest.mark.parametrize("pressed", ["good", "bar-menu"])
def test_press_means_nothing_once_another_question_is_asked(browser: Browser, rig: PageRig, pressed: str) -> None:
    with visitor(browser, rig.page.address) as player:
        first, second, *_ = rig.state()["game"]["fill"]["kinds"]
        player.page.locator(f"[data-key='{f'good-{first}' if pressed == 'good' else pressed}']").hover()
        player.page.mouse.down()
        _play(rig, player, {"type": "reveal", "good": first})
        posts = Posts(player)
        player.page.mouse.up()
        # Had the press been taken for an answer, it would have been sent before this one.
        player.page.locator(f"[data-key='good-{second}']").click()
        rig.until(lambda state: len(state["log"]) == 2)
        assert posts == ["move"]


@pytest.mark.parametrize("pressed", ["city", "line"])
def test_city_that_was_meant_for_one_player_is_not_taken_by_the_next(
    browser: Browser, placing: PageRig, pressed: str
) -> None:
    with visitor(browser, placing.page.address) as player:
        game = placing.state()["game"]
        mine, theirs = game["lit"][:2]
        player.page.locator(f"[data-key=city-{mine}] .number" if pressed == "city" else "[data-key=line-0]").hover()
        player.page.mouse.down()
        _play(placing, player, {"type": "place", "city": theirs})
        assert placing.state()["game"]["mover"] != game["mover"]
        player.page.wait_for_selector(f"[data-key=city-{mine}]")  # the next player may choose it, too
        posts = Posts(player)
        player.page.mouse.up()
        player.page.locator(f"[data-key=city-{mine}] .number").click()
        placing.until(lambda state: bool(state["game"]["mover"] == game["mover"]))
        assert posts == ["move"]


def test_page_keeps_what_it_shows_when_news_come(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, rig.page.address) as player:
        player.page.locator(".faults summary").click()
        player.page.locator("[data-key=skill-gray]").focus()
        player.page.evaluate(f"() => {{ for (const each of ({MARKED})()) each.isMarked = true; }}")
        _tell(rig, player)
        assert player.page.evaluate(f"() => ({MARKED})().filter((each) => !each.isMarked).length") == 0
        assert player.page.evaluate("() => document.querySelector('.faults').open")
        assert player.page.evaluate("() => document.activeElement.dataset.key") == "skill-gray"


def test_refusal_moves_nothing_and_what_lasts_waits_until_the_hand_is_empty(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, rig.page.address, size="poster") as player:
        map_ = player.page.locator("svg.map")
        player.page.locator("[data-piece='booth.gray']").hover()
        player.page.mouse.down()
        player.page.locator("[data-place='city.danzig']").hover()
        before = map_.bounding_box()
        assert rig.post("/api/virtual/put", {"piece": "booth.yellow", "place": "pad"}).is_success
        player.page.wait_for_selector("#banner .refusal")
        assert rig.post("/api/virtual/fault", {"fault": "unplugged", "what": "", "on": True}).is_success
        rig.until(lambda state: bool(state["table"]["faults"]))
        player.wait("() => document.querySelector('[data-key=f-unplugged]').checked")
        assert map_.bounding_box() == before
        assert player.page.locator("#banner .fault").count() == 0
        player.page.mouse.up()
        player.page.wait_for_selector("#banner .fault")


def test_piece_that_somebody_else_moves_is_not_put_down_by_the_hand_that_held_it(
    browser: Browser, rig: PageRig
) -> None:
    with visitor(browser, rig.page.address, size="poster") as player:
        player.page.wait_for_selector("[data-piece=ship].known-seen")
        drag_over(player, "[data-piece=ship] .hull", "[data-place='city.riga'] .disc")
        player.page.wait_for_selector("[data-place='city.riga'].target")
        assert rig.post("/api/virtual/put", {"piece": "ship", "place": "city.danzig"}).is_success
        player.page.wait_for_selector("svg.map .ship.astray")
        posts = Posts(player)
        note_toasts(player)
        player.page.mouse.up()
        wait_for_toasts(player, "The table has gone on meanwhile. Look again.")
        assert posts == []
        assert rig.state()["bench"]["lying"]["ship"] == "city.danzig"
        assert player.complaints == []


def test_many_faults_leave_room_for_the_table(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, rig.page.address, size="phone") as player:
        assert rig.post("/api/virtual/fault", {"fault": "cut", "what": "", "on": True}).is_success
        rig.until(lambda state: len(state["table"]["faults"]) == 9)
        player.page.locator("#banner .fault", has_text="and 6 more").wait_for()
        assert player.page.locator("#banner .fault").count() == 4


def test_buttons_of_the_box_stay_where_they_are_whatever_is_asked(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, rig.page.address, size="poster") as player:
        knob = player.page.locator(".knob-back")
        before, asked = knob.bounding_box(), rig.state()["table"]["dialog"]["id"]
        knob.click()
        player.wait("asked => document.querySelector('#dialog').dataset.dialog !== asked", asked)
        assert knob.bounding_box() == before


@pytest.mark.parametrize("key", ["Enter", "1"])
def test_key_that_is_held_answers_once_and_the_focus_goes_on(browser: Browser, rig: PageRig, key: str) -> None:
    with visitor(browser, rig.page.address) as player:
        assert rig.post("/api/virtual/put", {"piece": "booth.yellow", "place": "pad"}).is_success
        player.page.locator("[data-key=dialog-ok]").focus()
        posts = Posts(player)
        player.page.keyboard.down(key)
        player.wait("() => document.activeElement.dataset.key?.startsWith('good-')")
        player.page.keyboard.down(key)  # again, for it is held
        player.page.keyboard.up(key)
        _tell(rig, player)
        assert posts == ["choose"]


def test_view_that_comes_late_does_not_take_the_place_of_another(browser: Browser, rig: PageRig) -> None:
    with visitor(browser, rig.page.address) as player:
        held: list[Any] = []
        player.page.route("**/api/games", lambda route: held.append(route))
        player.page.locator("[data-key=tab-games]").click()
        player.wait("() => document.querySelector('[data-key=tab-games][aria-current]')")
        player.page.evaluate("location.hash = 'board'")
        player.page.wait_for_selector(".facts")
        with player.page.expect_response("**/api/games"):
            held[0].continue_()
        player.page.locator(".skip").focus()
        player.page.keyboard.press("Enter")
        player.wait("() => location.hash === '#main' && document.activeElement.id === 'main'")
        assert player.page.locator(".facts").count() == 1
        assert player.complaints == []


def test_map_follows_the_shape_of_the_screen_and_corrections_stay(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("turned"), is_first=True) as rig,
        visitor(browser, f"{rig.page.address}#own") as guest,
    ):
        guest.page.locator("[data-key=route-riga-kalmar]").click()
        wide = guest.page.locator("svg.map").get_attribute("viewBox")
        guest.page.set_viewport_size({"width": 600, "height": 900})
        guest.wait("wide => document.querySelector('svg.map').getAttribute('viewBox') !== wide", wide)
        assert guest.page.locator("[data-key=route-riga-kalmar]").get_attribute("aria-pressed") == "true"
        guest.page.locator("[data-key=save]").click()
        guest.page.wait_for_selector(".boardcheck", state="detached")
        guest.page.set_viewport_size({"width": 1200, "height": 900})
        guest.wait("wide => document.querySelector('svg.map').getAttribute('viewBox') === wide", wide)
        assert guest.complaints == []
