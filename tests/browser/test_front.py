"""The game in front: all that is needed to play is in sight, on the thing itself, by keys and by fingers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Build, Move, Sail
from companion.games.hansa.rules.position import Phase, Position
from companion.journal.sqlite import SqliteJournal
from companion.words.say import LANGUAGES
from tests.browser.mouse_hands import drag, note_toasts, wait_for_toasts
from tests.browser.sight import FIRST_VIEW_BYTES, out_of_sight, read_in, sent, too_small
from tests.browser.story import keep_at, keep_game, keep_steps
from tests.kit.browser import visitor
from tests.kit.cut_off import answers_lost
from tests.kit.page import PageRig, go_on, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


PHASES: dict[str, Callable[[Position], bool]] = {
    "fill": lambda position: position.phase is Phase.FILL,
    "place": lambda position: position.phase is Phase.PLACE,
    "replenish": lambda position: position.phase is Phase.REPLENISH,
    "actions": lambda position: position.phase is Phase.ACTIONS and not position.acted,
    "lose": lambda position: position.phase is Phase.LOSE,
    "discard": lambda position: position.phase is Phase.DISCARD,
    "over": lambda position: position.phase is Phase.OVER,
}

# What must be in sight, whatever is asked.
NEEDED = {
    "fill": (".map", ".seat.mine", "#dialog", ".keys"),
    "place": (".map", ".seat.mine", "#dialog", ".ticker"),
    "replenish": (".map", ".seat.mine .hand", "#dialog", ".ticker"),
    "actions": (".map", ".seat.mine .hand", "#dialog", ".ticker"),
    "lose": (".map", ".seat.mine .hand", "#dialog", ".ticker"),
    "discard": (".map", ".seat.mine .hand", "#dialog", ".ticker"),
    "over": ("#final", ".verdict", "#final tbody tr:last-child", ".ending .next"),
}

# What is pressed is about what the page shows.
SHOWN = "number => Number(document.body.dataset.revision) === number"


def _table(folder: Any, phase: str) -> None:
    """Keep a game of four that has come to a phase."""
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    least = {"fill": 3, "place": 18}.get(phase, 150)  # after the first booths have been placed
    keep_game(journal, 4, 5, day=1, until=PHASES[phase], least=least)
    journal.close()


@pytest.fixture(scope="module", params=PHASES)
def staged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, PageRig]]:
    folder = tmp_path_factory.mktemp("staged")
    _table(folder, request.param)
    with page_rig(folder, pace_s=60) as rig:
        go_on(rig)
        rig.post("/api/virtual/robots", {"skills": {}, "deals": False})  # somebody at the page turns the markers over
        yield request.param, rig


@pytest.mark.parametrize("size", ["notebook", "phone"])
def test_nothing_that_is_needed_is_below_the_fold_or_too_small_for_a_finger(
    browser: Browser, staged: tuple[str, PageRig], size: str
) -> None:
    phase, rig = staged
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    with visitor(browser, rig.page.address, size=size, hardware=False, **touch) as guest:
        guest.page.wait_for_selector(NEEDED[phase][-1])
        for language in LANGUAGES:
            read_in(guest, language)
            assert out_of_sight(guest, NEEDED[phase], size) == [], language
        assert size != "phone" or too_small(guest) == []
        assert guest.complaints == []


def test_long_menu_on_a_tablet_held_upright_is_all_in_sight(browser: Browser, tmp_path: Path) -> None:
    keep_steps(tmp_path, 3, (1, 61))  # ten lines, and two rows of markers in hand
    with (
        page_rig(tmp_path, pace_s=60) as rig,
        visitor(browser, rig.page.address, size="tablet", hardware=False, has_touch=True, is_mobile=True) as guest,
    ):
        go_on(rig)
        guest.page.wait_for_selector(NEEDED["actions"][-1])
        for language in LANGUAGES:
            read_in(guest, language)
            assert out_of_sight(guest, NEEDED["actions"], "tablet") == [], language


def test_first_view_is_light(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("light")) as rig:
        rig.begin()
        with visitor(browser, rig.page.address, hardware=False) as guest:
            guest.page.wait_for_selector("svg.map")
            bytes_ = sent(guest, rig)
            assert sum(bytes_.values()) <= FIRST_VIEW_BYTES, sorted(bytes_.items(), key=lambda each: -each[1])


@contextmanager
def _going_on(folder: Path, wanted: Callable[[Move, Position], bool]) -> Iterator[PageRig]:
    """Lay a table out at which people go on with a game that has come to a moment."""
    keep_at(folder, wanted)
    with page_rig(folder, pace_s=60) as rig:
        go_on(rig)
        yield rig


def _begins_to_act(_: Move, position: Position) -> bool:
    return position.phase is Phase.ACTIONS and not position.acted


def test_marker_of_ones_own_offers_what_can_be_done_with_it(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with _going_on(
        tmp_path_factory.mktemp("marker"),
        lambda _, position: any(isinstance(move, Build) for move in legal_moves(position)),
    ) as rig:
        state = rig.state()
        game = state["game"]
        line = next(line for line in game["offers"] if line["entry"] and line["entry"]["type"] == "build")
        good, mover, ship = line["entry"]["good"], game["mover"], game["ship"]
        booths = game["players"][mover]["booths"].get(ship, 0)
        with visitor(browser, rig.page.address, hardware=False) as player:
            player.page.locator(f".seat.mine [data-key^='{mover}-{good}-']").first.click()
            offered = player.texts(".offer button")
            assert any(line["text"] in text for text in offered)
            player.page.keyboard.press("Escape")
            assert player.page.locator(".offer").count() == 0
            player.page.keyboard.press("Enter")  # for the focus is on the marker again
            player.page.locator(".offer button", has_text=line["text"]).click()
            rig.until(lambda state: state["game"]["players"][mover]["booths"].get(ship, 0) > booths)
            assert player.complaints == []


def test_booth_that_lies_astray_is_drawn_there_and_can_be_taken(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("astray")) as rig,
        visitor(browser, rig.page.address, size="poster") as player,
    ):
        rig.begin()
        drag(player, "[data-piece='booth.yellow']", "[data-place='city.kalmar']")
        stray = player.page.locator("svg.map .stray")
        stray.wait_for()
        piece = stray.get_attribute("data-piece")
        assert piece
        assert "Kalmar" in (stray.get_attribute("aria-label") or "")
        # From there to another city, and back before its player.
        drag(player, "svg.map .stray", "[data-place='city.riga']")
        rig.until(lambda state: bool(state["bench"]["lying"].get(piece) == "city.riga"))
        player.wait("() => document.querySelector('.stray')?.getAttribute('aria-label').includes('Riga')")
        drag(player, "svg.map .stray", "[data-key=seat-yellow] h3")
        rig.until(lambda state: piece not in state["bench"]["lying"])
        stray.wait_for(state="detached")
        assert player.complaints == []


def test_hardware_is_in_a_drawer_that_stays_as_it_was_left(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("drawer")) as rig,
        visitor(browser, rig.page.address, hardware=False) as player,
    ):
        rig.begin()
        player.page.wait_for_selector(".front .seat")
        assert player.page.locator("#oled, .knob, .pad, .lamps, .faults").count() == 0
        player.page.locator("[data-key=hardware]").click()
        player.page.wait_for_selector("#hardware #oled")
        player.page.reload()
        player.page.wait_for_selector("#hardware .knob-ok")
        player.page.locator("[data-key=hardware]").click()
        player.page.wait_for_selector("#hardware", state="hidden")
        assert player.complaints == []


def test_few_tabs_lead_to_another_game(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("tabs")) as rig,
        visitor(browser, rig.page.address, hardware=False) as player,
    ):
        rig.begin()
        player.page.wait_for_selector("[data-key=new-game]")
        pressed = 0
        while player.page.evaluate("() => document.activeElement.dataset.key") != "new-game":
            player.page.keyboard.press("Tab")
            pressed += 1
            assert pressed <= 6


def test_keyboard_alone_plays_takes_back_and_ends_the_turn(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        _going_on(tmp_path_factory.mktemp("keyboard"), _begins_to_act) as rig,
        visitor(browser, rig.page.address, hardware=False) as player,
    ):
        player.page.wait_for_selector("#dialog button.line")
        keys = player.page.keyboard
        keys.press("?")
        player.page.wait_for_selector("dialog[open] kbd")
        keys.press("Escape")
        player.page.wait_for_selector("dialog", state="detached")
        steps = len(rig.state()["log"])
        keys.press("1")
        state = rig.until(lambda state: len(state["log"]) == steps + 1)
        first = state["log"][-1]["say"]
        player.wait(SHOWN, state["revision"]["number"])
        keys.press("u")
        state = rig.until(lambda state: len(state["log"]) == steps)
        player.wait(SHOWN, state["revision"]["number"])
        # The arrows walk to the same line.
        keys.press("ArrowDown")
        player.wait("() => document.activeElement.dataset.key === 'line-0'")
        keys.press("Enter")
        state = rig.until(lambda state: len(state["log"]) == steps + 1 and state["log"][-1]["say"] == first)
        player.wait(SHOWN, state["revision"]["number"])
        keys.press("e")
        rig.until(lambda state: any(row["say"] == "end" for row in state["log"][steps:]))
        assert player.complaints == []


def test_what_others_did_is_told_in_the_language_of_whoever_reads(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        _going_on(tmp_path_factory.mktemp("told"), lambda move, _: isinstance(move, Sail)) as rig,
        visitor(browser, rig.page.address, hardware=False) as guest,
    ):
        for language, says in (("en", " sails to "), ("it", " naviga verso "), ("nl", " vaart naar ")):
            read_in(guest, language)
            guest.wait("says => document.querySelector('.ticker').textContent.includes(says)", says)
            guest.wait("says => document.querySelector('#spoken').textContent.includes(says)", says)
            assert guest.page.locator("svg.map .route.sailed").count() >= 1
            assert says in guest.page.locator(".log").inner_text()
            guest.page.locator("[data-key=notation]").click()
            guest.wait("() => document.querySelector('.log').textContent.includes('sail ')")
            guest.page.locator("[data-key=notation]").click()
        assert guest.complaints == []


def test_two_phones_at_once_make_one_move(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        _going_on(tmp_path_factory.mktemp("two"), _begins_to_act) as rig,
        visitor(browser, rig.page.address, size="phone", hardware=False) as one,
        visitor(browser, rig.page.address, size="phone", hardware=False) as other,
    ):
        for guest in (one, other):
            guest.page.wait_for_selector("#dialog button.line")
        steps = len(rig.state()["log"])
        # The second one presses what it was shown before the first one had moved.
        line = "#dialog [data-key=line-0]"
        other.page.evaluate("line => { window.pressed = document.querySelector(line).onclick; }", line)
        one.page.locator(line).click()
        rig.until(lambda state: len(state["log"]) == steps + 1)
        other.page.evaluate("() => window.pressed({})")
        other.page.wait_for_selector(".toast.bad")
        assert "gone on meanwhile" in other.page.locator(".toast.bad").inner_text()
        assert len(rig.state()["log"]) == steps + 1


def test_connection_that_is_lost_in_a_step_is_told_and_nothing_is_done_twice(browser: Browser, tmp_path: Path) -> None:
    with (
        _going_on(tmp_path, _begins_to_act) as rig,
        visitor(browser, rig.page.address, size="notebook", hardware=False) as player,
    ):
        line = player.page.locator("#dialog [data-key=line-0]")
        line.wait_for()
        steps = len(rig.state()["log"])
        with answers_lost(rig, player, "**/api/choose*") as answers:
            note_toasts(player)
            for times in (1, 2):  # for nobody knows whether the first one was heard
                line.click()
                wait_for_toasts(player, *["The table cannot be reached."] * times)
        assert answers == [200, 409]
        player.wait(SHOWN, rig.state()["revision"]["number"])
        assert len(rig.state()["log"]) == steps + 1
