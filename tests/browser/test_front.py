"""The game in front: all that is needed to play is in sight, on the thing itself, by keys and by fingers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.hansa.rules.position import Phase, Position
from companion.journal.sqlite import SqliteJournal
from tests.browser.hands import drag
from tests.browser.story import keep_game
from tests.kit.browser import SIZES, Visitor, visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

SMALLEST_TEXT_PX = 12
FINGER_PX = 44
FIRST_VIEW_BYTES = 250_000

PHASES: dict[str, Callable[[Position], bool]] = {
    "fill": lambda position: position.phase is Phase.FILL,
    "place": lambda position: position.phase is Phase.PLACE,
    "replenish": lambda position: position.phase is Phase.REPLENISH,
    "actions": lambda position: position.phase is Phase.ACTIONS and not position.acted and len(position.hands) == 4,
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

# Each is inside the window, not clipped by what it is in, and the topmost thing at its corners and its middle. Its text
# is as high as it must be, as it is painted.
OUT_OF_SIGHT = """
([needed, least]) => {
  const wrong = [];
  const isHit = (each, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && (each.contains(top) || top.contains(each));
  };
  for (const selector of needed) {
    const each = document.querySelector(selector);
    if (!each) { wrong.push(`${selector}: not there`); continue; }
    const { left, top, right, bottom } = each.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      wrong.push(`${selector}: ${[left, top, right, bottom].map(Math.round)}`);
    for (const [x, y] of [[(left + right) / 2, (top + bottom) / 2], [left + 9, top + 9], [right - 9, bottom - 9]])
      if (!isHit(each, x, y)) wrong.push(`${selector}: covered at ${Math.round(x)} ${Math.round(y)}`);
    if (each.matches("svg")) continue;
    for (const part of [each, ...each.querySelectorAll("*")]) {
      const style = getComputedStyle(part);
      const isClipped = ["hidden", "auto", "scroll"].includes(style.overflowY) && style.clipPath === "none";
      if (isClipped && part.scrollHeight > part.clientHeight + 1) wrong.push(`${selector}: cut off ${part.className}`);
    }
  }
  const walk = document.createTreeWalker(document.querySelector(".front"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest(".unseen, title, [hidden]") || !parent.getClientRects().length) continue;
    const matrix = parent.getScreenCTM?.();
    const scale = matrix && parent.closest("svg") ? Math.hypot(matrix.a, matrix.b) : 1;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size < least - 0.05) wrong.push(`${size.toFixed(1)} px: ${node.data.slice(0, 30)}`);
  }
  return [...new Set(wrong)];
}
"""


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
        while rig.state()["table"]["dialog"]["name"] != "home":
            before = rig.state()["table"]["dialog"]["id"]
            rig.choose()
            rig.until(lambda state, before=before: bool(state["table"]["dialog"]["id"] != before))  # type: ignore[misc]
        rig.post("/api/virtual/robots", {"skills": {}, "deals": False})  # somebody at the page turns the markers over
        yield request.param, rig


# What the players are called: one of them is in sight at least, as the table itself tells it.
CALLED = {"en": "Gray|Yellow|Purple|White", "it": "Grigio|Giallo|Viola|Bianco", "nl": "Grijs|Geel|Paars|Wit"}

TOO_SMALL = """least => [...document.querySelectorAll(
    "header button, .front button, .front select, .front .marker.acts, .front .city.acts .reach"
  )].filter((each) => each.getClientRects().length)
    .map((each) => [each.dataset.key ?? each.outerHTML.slice(0, 40), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < least - 0.5)
    .map(([key, { width, height }]) => `${key} ${Math.round(width)} x ${Math.round(height)}`)
"""


def _read_in(guest: Visitor, language: str) -> None:
    """Choose a language, wherever the choice is folded away, and wait until the game is told in it."""
    guest.page.evaluate(
        """code => {
          const choice = document.querySelector("#language");
          choice.value = code;
          choice.dispatchEvent(new Event("change"));
        }""",
        language,
    )
    guest.wait("names => new RegExp(names).test(document.querySelector('.front').textContent)", CALLED[language])


@pytest.mark.parametrize("size", ["notebook", "phone"])
def test_nothing_that_is_needed_is_below_the_fold_or_too_small_for_a_finger(
    browser: Browser, staged: tuple[str, PageRig], size: str
) -> None:
    phase, rig = staged
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    with visitor(browser, rig.page.address, size=size, hardware=False, **touch) as guest:
        guest.page.wait_for_selector(NEEDED[phase][-1])
        for language in CALLED:
            _read_in(guest, language)
            assert guest.page.evaluate(OUT_OF_SIGHT, [NEEDED[phase], SMALLEST_TEXT_PX]) == [], language
            assert guest.page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], language
        assert size != "phone" or guest.page.evaluate(TOO_SMALL, FINGER_PX) == []
        assert guest.complaints == []


def test_first_view_is_light(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("light")) as rig:
        rig.begin()
        with visitor(browser, rig.page.address, hardware=False) as guest:
            guest.page.wait_for_selector("svg.map")
            sent = guest.page.evaluate(
                """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
                    .map((each) => [each.name, each.transferSize])"""
            )
            stream = len(rig.client.get("/api/state?lang=en").content)
            assert sum(size for _, size in sent) + stream <= FIRST_VIEW_BYTES, sorted(sent, key=lambda each: -each[1])


def _playing(rig: PageRig, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Let robots play until a state is as wanted, then leave it to people."""
    assert rig.post("/api/virtual/begin", {"players": 2, "skill": "simple"}).is_success
    while True:
        assert rig.post("/api/virtual/robots", {"skills": {"gray": "simple", "yellow": "simple"}}).is_success
        rig.until(lambda state: bool(state["game"]) and wanted(state))
        assert rig.post("/api/virtual/robots", {"skills": {"gray": "", "yellow": ""}}).is_success
        state = rig.state()
        if wanted(state):  # no robot was quicker
            return state


def test_marker_of_ones_own_offers_what_can_be_done_with_it(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with page_rig(tmp_path_factory.mktemp("marker"), pace_s=0.01) as rig:
        state = _playing(
            rig,
            lambda state: bool(
                state["game"]
                and state["table"]["dialog"]["name"] == "home"
                and any(line["entry"] and line["entry"]["type"] == "build" for line in state["game"]["menu"])
            ),
        )
        game = state["game"]
        line = next(line for line in game["menu"] if line["entry"] and line["entry"]["type"] == "build")
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


def test_newcomer_moves_with_the_third_click(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("first"), pace_s=0.01, is_first=True) as rig,
        visitor(browser, rig.page.address, tour=True, hardware=False) as player,
    ):
        player.page.locator("[data-key=save]").click()
        player.page.locator(".welcome [data-key=begin-2]").click()
        player.page.locator(".city.lit.acts .number").first.click()
        state = rig.until(
            lambda state: any(row["who"] == "gray" and row["entry"]["type"] == "place" for row in state["log"])
        )
        assert sum(state["game"]["players"]["gray"]["booths"].values()) == 2
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
    with page_rig(tmp_path_factory.mktemp("keyboard"), pace_s=0.01) as rig:
        _playing(
            rig,
            lambda state: bool(
                state["game"]
                and state["game"]["phase"] == "actions"
                and not state["game"]["acted"]
                and state["table"]["dialog"]["name"] == "home"
            ),
        )
        with visitor(browser, rig.page.address, hardware=False) as player:
            player.page.wait_for_selector("#dialog button.line")
            keys = player.page.keyboard
            keys.press("?")
            player.page.wait_for_selector("dialog[open] kbd")
            keys.press("Escape")
            player.page.wait_for_selector("dialog", state="detached")
            steps = len(rig.state()["log"])
            keys.press("1")
            rig.until(lambda state: len(state["log"]) == steps + 1)
            first = rig.state()["log"][-1]["say"]
            keys.press("u")
            rig.until(lambda state: len(state["log"]) == steps)
            # The arrows walk to the same line.
            player.page.wait_for_selector("#dialog button.line")
            keys.press("ArrowDown")
            player.wait("() => document.activeElement.dataset.key === 'line-0'")
            keys.press("Enter")
            rig.until(lambda state: len(state["log"]) == steps + 1 and state["log"][-1]["say"] == first)
            keys.press("e")
            rig.until(lambda state: any(row["say"] == "end" for row in state["log"][steps:]))
            assert player.complaints == []


def test_what_others_did_is_told_in_the_language_of_whoever_reads(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with page_rig(tmp_path_factory.mktemp("told"), pace_s=0.01) as rig:
        _playing(
            rig,
            lambda state: bool(
                state["game"] and len(state["log"]) > 30 and state["log"][-1]["entry"]["type"] == "sail"
            ),
        )
        for language, says in (("en", " sails to "), ("it", " naviga verso "), ("nl", " vaart naar ")):
            with visitor(browser, rig.page.address, language=language, hardware=False) as guest:
                guest.page.wait_for_selector(".ticker")
                assert says in guest.page.locator(".ticker").inner_text()
                guest.wait("says => document.querySelector('#spoken').textContent.includes(says)", says)
                assert guest.page.locator("svg.map .route.sailed").count() >= 1
                assert says in guest.page.locator(".log").inner_text()
                guest.page.locator("[data-key=notation]").click()
                guest.wait("() => document.querySelector('.log').textContent.includes('sail ')")
                assert guest.complaints == []


def test_two_phones_at_once_make_one_move(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("two"), pace_s=0.01) as rig:
        _playing(
            rig, lambda state: bool(state["game"] and state["game"]["phase"] == "actions" and state["game"]["lit"])
        )
        with (
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
