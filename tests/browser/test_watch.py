"""Watching: cut off and back again, who may control, languages, and what everybody must be able to use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Build
from companion.games.hansa.rules.position import Phase
from companion.journal.sqlite import SqliteJournal
from companion.words.say import LANGUAGES
from tests.browser.axe import ALL_BUT_COLOURS, unusable
from tests.browser.story import keep_at, keep_game
from tests.kit.browser import SIZES, visitor
from tests.kit.page import PageRig, close_clients, go_on, page_rig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

# Every view, and what is widest in it.
WIDEST = {
    "table": ".area-hardware .lamps",
    "games": ".games td",
    "games/2026-10-01-00000005/120": ".replay svg.map",
    "games/2026-10-01-00000005/999": ".replay #final",
    "statistics": ".bars",
    "board": ".facts",
    "tv": ".tv-code",
}

FITS = "() => [...document.querySelectorAll('#final .scroll')].every((box) => box.scrollWidth <= box.clientWidth)"

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    with page_rig(tmp_path_factory.mktemp("watch"), pace_s=0.005) as rig:
        rig.begin()
        yield rig


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A table at which a game of four has just ended, and another one is kept."""
    folder = tmp_path_factory.mktemp("ended")
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    keep_game(journal, 4, 5, day=1)
    keep_game(journal, 4, 5, day=2, until=lambda position: position.phase is Phase.OVER)
    journal.close()
    with page_rig(folder) as rig:
        rig.choose()
        rig.until(lambda state: bool(state["table"]["dialog"]["name"] != "resume"))
        yield rig


def test_page_says_that_it_is_cut_off_and_comes_back_with_everything(browser: Browser, shared: PageRig) -> None:
    with visitor(browser, shared.page.address, script="localStorage.setItem('log', 'notation')") as guest:
        guest.context.set_offline(True)
        close_clients(shared.page.feed)
        guest.page.wait_for_selector("#live[data-status=stale]")
        assert "Cut off" in guest.page.locator("#live").inner_text()
        assert guest.page.evaluate(
            "() => (({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('#live-text'))"
        ), "said whole"
        assert "Cut off" in guest.page.locator("#spoken").inner_text()
        good = next(iter(shared.state()["game"]["fill"]["kinds"]))
        number = shared.state()["revision"]["number"]
        shared.post("/api/move", {"revision": number, "entry": {"type": "reveal", "good": good}})
        shared.until(lambda state: state["revision"]["number"] == number + 1)
        guest.context.set_offline(False)
        guest.page.wait_for_selector("#live[data-status=live]")
        guest.wait("number => Number(document.body.dataset.revision) >= number", number + 1)
        # Read aloud once, and not each second while the age grows.
        guest.wait("() => document.querySelector('#spoken').textContent.startsWith('Live')")
        assert guest.page.locator("#live[role], #live[aria-live]").count() == 0
        assert good in guest.texts(".log li")[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_speaks_every_language(browser: Browser, shared: PageRig, language: str) -> None:
    with visitor(browser, shared.page.address, language=language) as guest:
        guest.page.wait_for_selector(".seat")
        assert guest.page.locator("html").get_attribute("lang") == language
        names = {"en": "Gray", "it": "Grigio", "nl": "Grijs"}
        assert names[language] in guest.texts(".seat h3")[0]
        guest.page.locator("#language").select_option("it" if language != "it" else "nl")
        guest.wait(
            "name => document.querySelector('.seat h3').textContent.includes(name)",
            "Grijs" if language == "it" else "Grigio",
        )
        assert guest.complaints == []


def test_pin_is_refused_and_accepted(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("pin"), is_virtual=False) as rig,
        visitor(browser, rig.page.address, size="phone", language="it") as guest,
    ):
        pin = rig.page.pairing.show_pin()
        assert guest.page.locator("#dialog button").count() == 0
        guest.page.locator("[data-key=pair]").click()
        guest.page.locator("#pin").fill(f"{(int(pin) + 1) % 10**6:06}")
        guest.page.locator("#pair-ok").click()
        # In the dialog, for what lies behind it is not read aloud.
        guest.page.wait_for_selector("dialog [role=alert] .toast.bad")
        assert "Non è il PIN" in guest.page.locator(".toast.bad").inner_text()
        guest.page.locator("#pin").fill(pin)
        guest.page.locator("#pair-ok").click()
        guest.page.wait_for_selector("#dialog button.line")
        # The way to pages and tools stays where it was: on the line of the name.
        name, fold = (guest.page.locator(part).bounding_box() for part in (".brand", "#fold"))
        assert name
        assert fold
        assert fold["y"] < name["y"] + name["height"]
        before = rig.state()["table"]["dialog"]["id"]
        guest.page.locator("#dialog button.line").first.click()
        rig.until(lambda state: bool(state["table"]["dialog"]["id"] != before))
        # Whoever may play sees the next PIN, and can let somebody else in.
        phones = rig.page.phones(is_on=True)
        rig.composed.daemon.put(lambda table: table.tell(phones))
        another = rig.page.pairing.shown
        guest.wait(
            "pin => document.querySelector('#dialog').textContent.includes(pin)", f"PIN {another[:3]} {another[3:]}"
        )
        # Whoever is not paired any more learns it by the next press, and can pair again.
        rig.page.pairing.unpair_all()
        guest.page.locator("[data-key=bar-menu]").click()
        guest.page.wait_for_selector("[data-key=pair]")
        assert guest.page.locator("#dialog button").count() == 0
        # The browser itself reports the refused requests; nothing else is wrong.
        assert all("403" in complaint or "401" in complaint for complaint in guest.complaints)


@pytest.mark.needs("npm")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_is_usable_by_everybody(browser: Browser, ended: PageRig, scheme: str) -> None:
    with visitor(browser, ended.page.address, bypass_csp=True, color_scheme=scheme) as guest:
        for hash_, sign in WIDEST.items():
            guest.page.goto(f"{ended.page.address}#{hash_}")
            guest.page.wait_for_selector(sign)
            assert unusable(guest) == [], hash_


@pytest.mark.needs("npm")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_game_that_goes_on_is_usable_by_everybody(browser: Browser, shared: PageRig, scheme: str) -> None:
    with visitor(browser, shared.page.address, bypass_csp=True, color_scheme=scheme) as guest:
        guest.page.wait_for_selector(".keys")
        assert unusable(guest) == []


@pytest.mark.needs("npm")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_turn_and_all_that_opens_over_it_are_usable_by_everybody(browser: Browser, tmp_path: Path, scheme: str) -> None:
    keep_at(tmp_path, lambda _, position: any(isinstance(move, Build) for move in legal_moves(position)))
    with (
        page_rig(tmp_path, pace_s=60) as rig,
        visitor(browser, rig.page.address, bypass_csp=True, color_scheme=scheme, hardware=False) as guest,
    ):
        go_on(rig)
        guest.page.wait_for_selector(".city.acts")
        assert unusable(guest) == []
        for key in ("keys", "names"):
            guest.page.locator(f"[data-key={key}]").click()
            guest.page.wait_for_selector("dialog[open]")
            assert unusable(guest) == [], key
            guest.page.keyboard.press("Escape")
            guest.page.wait_for_selector("dialog[open]", state="detached")
        guest.page.locator(".seat.mine .marker.acts").first.click()
        guest.page.wait_for_selector(".offer")
        assert unusable(guest) == []
        guest.page.goto(f"{rig.page.address}?view=tv")
        for leaf in ("map", "scores", "moves"):
            guest.page.wait_for_selector(f".tv-sheet[data-leaf={leaf}] > *")
            assert unusable(guest) == [], leaf
            guest.page.keyboard.press("ArrowRight")


@pytest.mark.needs("npm")
def test_every_view_on_a_phone_is_usable_by_everybody(browser: Browser, ended: PageRig, shared: PageRig) -> None:
    phone: dict[str, Any] = {"size": "phone", "has_touch": True, "is_mobile": True, "bypass_csp": True}
    with visitor(browser, ended.page.address, **phone) as guest:
        for hash_, sign in WIDEST.items():
            guest.page.goto(f"{ended.page.address}#{hash_}")
            guest.page.wait_for_selector(sign)
            assert unusable(guest, ALL_BUT_COLOURS) == [], hash_
    with visitor(browser, shared.page.address, hardware=False, **phone) as guest:
        guest.page.wait_for_selector(".keys")
        guest.page.locator("#fold").click()
        assert unusable(guest) == []


@pytest.mark.parametrize(("size", "language"), list(zip(SIZES, ("nl", "it", "it", "en", "nl", "it"), strict=True)))
def test_no_view_is_wider_than_its_screen_and_the_result_is_seen_at_once(
    browser: Browser, ended: PageRig, size: str, language: str
) -> None:
    with visitor(browser, ended.page.address, size=size, language=language) as guest:
        result = guest.page.locator("#final").bounding_box()
        assert result
        assert result["y"] + result["height"] <= SIZES[size][1]
        # All of its columns, too: nobody looks for what decides a tie by scrolling sideways.
        assert guest.page.evaluate(FITS)
        for hash_, sign in WIDEST.items():
            guest.page.goto(f"{ended.page.address}#{hash_}")
            guest.page.wait_for_selector(sign)
            width = guest.page.evaluate("document.documentElement.scrollWidth")
            assert width <= SIZES[size][0], hash_
            assert guest.page.evaluate(FITS), hash_
        assert guest.complaints == []


def test_slow_start_looks_for_no_word_before_it_is_there(browser: Browser, shared: PageRig) -> None:
    at_once = "const later = setInterval; window.setInterval = (call, ms) => { call(); return later(call, ms); };"
    with visitor(browser, shared.page.address, script=at_once) as guest:
        assert guest.complaints == []


def test_piece_that_no_reader_sees_is_told_apart_on_the_map(browser: Browser, ended: PageRig) -> None:
    with visitor(browser, ended.page.address) as guest:
        guest.page.wait_for_selector("svg.map .ship.known-seen")  # helpful hands have put it on its reader
        for piece in [each for each in ended.state()["bench"]["lying"] if each.startswith("booth.")]:
            assert ended.post("/api/virtual/lift", {"piece": piece}).is_success
        stack = guest.page.locator("svg.map .stack.known-declared").first
        stack.wait_for()
        assert stack.locator(".face").evaluate("rect => getComputedStyle(rect).strokeDasharray") != "none"
        assert "no reader sees it" in (stack.locator("title").text_content() or "")
        assert "Dashed" in guest.page.locator("svg.map .caption").inner_html()


def test_arrows_that_are_guessed_are_told_at_the_board_check(browser: Browser, ended: PageRig) -> None:
    board = ended.client.get("/api/board").json()
    board["cities"][0]["guesses"] = ["routes"]
    with visitor(browser, ended.page.address) as guest:
        guest.page.route("**/api/board", lambda route: route.fulfill(json=board))
        guest.page.goto(f"{ended.page.address}#board")
        guest.page.wait_for_selector(".facts .guess")
        told = guest.page.locator(".boardcheck .map-box li").first.text_content()
        assert "Arrows lead to: a guess" in (told or "")
        assert guest.complaints == []
