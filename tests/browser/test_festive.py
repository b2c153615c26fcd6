"""What moves and is festive: the ship on its way, the last round called out, a result counted up, a picture to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from companion.games.hansa.rules.codec import format_entry
from companion.games.hansa.rules.moves import Move, Reveal, Sail
from companion.games.hansa.rules.position import Position
from tests.browser.map_hands import trading_table
from tests.browser.story import keep_steps, play_game
from tests.browser.trade import play_game as play_trade
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, go_on, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

PLAYERS, SEED = 4, 11

# Every animation is noted when it begins: whose, and where its keyframes are.
NOTE_TRAVELS = """() => {
  window.travels = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    if (this.matches(".ship")) window.travels.push(frames.map(({ transform }) => transform));
    return animate.call(this, frames, options);
  };
}"""
# Whatever the sums have shown, in the order in which they did, and what is called out.
NOTE_SUMS = """() => {
  [window.sums, window.called] = [[], []];
  const look = () => {
    const shown = [...document.querySelectorAll("#final .score-total")].map((each) => Number(each.textContent));
    if (shown.length && String(shown) !== String(window.sums.at(-1))) window.sums.push(shown);
    const herald = document.querySelector(".herald");
    if (herald && !window.called.includes(herald)) window.called.push(herald);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


class Evening:
    """A game of four at a table, laid out before a certain move."""

    def __init__(self, folder: Path, wanted: Callable[[Move, Position], bool], *, before: int = 0) -> None:
        _, steps = play_game(PLAYERS, SEED)
        at = next(n for n, (move, position) in enumerate(steps) if n > 60 and wanted(move, position)) - before
        while isinstance(steps[at][0], Reveal):
            at -= 1  # the table draws by itself, after the move before
        keep_steps(folder, PLAYERS, (SEED, at - 1))
        self.moves = iter([move for move, _ in steps[at:]])

    def play_on(self, rig: PageRig, guests: list[Visitor], count: int) -> None:
        """Make the next moves, and wait until everybody sees them."""
        for _ in range(count):
            number = rig.read_all()["revision"]["number"]
            move = {"revision": number, "entry": format_entry(next(self.moves))}
            assert rig.post("/api/move", move).is_success
            for guest in guests:
                guest.wait("number => Number(document.body.dataset.revision) > number", number)


@pytest.fixture
def watched(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., tuple[PageRig, Visitor, Visitor]]]:
    """A table that somebody watches who likes motion, and somebody who does not."""
    with ExitStack() as stack:

        def watch(script: str, view: str = "") -> tuple[PageRig, Visitor, Visitor]:
            rig = stack.enter_context(page_rig(tmp_path, pace_s=0.05))
            go_on(rig)
            rig.post("/api/virtual/hardware", {"open": False})  # the table draws by itself
            lively, calm = (
                stack.enter_context(visitor(browser, f"{rig.page.address}{view}", size="desktop", hardware=False))
                for _ in range(2)
            )
            lively.page.emulate_media(reduced_motion="no-preference")
            for guest in (lively, calm):
                guest.page.wait_for_selector("svg.map .ship")
                guest.page.evaluate(script)
            return rig, lively, calm

        yield watch


@pytest.mark.parametrize("view", ["", "?view=tv"], ids=["page", "wall"])
def test_ship_sails_along_the_way_that_the_map_draws(tmp_path: Path, watched: Any, view: str) -> None:
    evening = Evening(tmp_path, lambda move, _: isinstance(move, Sail))
    rig, lively, calm = watched(NOTE_TRAVELS, view)
    evening.play_on(rig, [lively, calm], 1)
    (travel,) = lively.page.evaluate("window.travels")
    assert len(travel) > 10
    assert len(set(travel)) == len(travel)
    assert travel[-1] == lively.page.locator("svg.map .ship").evaluate("ship => ship.style.transform")
    assert calm.page.evaluate("window.travels") == []
    assert lively.complaints == calm.complaints == []


def test_last_round_is_called_out_once_to_those_who_watch(tmp_path: Path, watched: Any) -> None:
    evening = Evening(tmp_path, lambda _, position: position.course.last_round)
    rig, lively, calm = watched(NOTE_SUMS)
    assert lively.page.locator(".last-round").count() == 0
    evening.play_on(rig, [lively, calm], 1)
    for guest in (lively, calm):
        guest.page.wait_for_selector(".last-round")
        assert guest.page.evaluate("window.called.length") == 1
        guest.page.reload()
        guest.page.wait_for_selector(".last-round svg.map .ship")
        assert guest.page.locator(".herald").count() == 0, "it is over for whoever comes later"
        assert guest.complaints == []


@pytest.mark.parametrize("view", ["", "?view=tv"], ids=["page", "wall"])
def test_result_is_counted_up_source_by_source(tmp_path: Path, watched: Any, view: str) -> None:
    evening = Evening(tmp_path, lambda _, position: bool(position.phase == "over"), before=1)
    rig, lively, calm = watched(NOTE_SUMS, view)
    evening.play_on(rig, [lively, calm], 2)
    scores = rig.state()["game"]["scores"].values()
    totals = sorted((each["total"] for each in scores), reverse=True)
    lively.wait("whole => String(window.sums.at(-1)) === String(whole)", totals)
    lively.wait("() => !document.querySelector('.counting')")
    sums = lively.page.evaluate("window.sums")
    assert len(sums) > 4
    counted = sums[1:] if sums[0] == totals else sums  # as it is drawn, before it is counted
    assert counted == sorted(counted), "nobody's points ever fall"
    assert counted[0] == [0] * PLAYERS
    assert calm.page.evaluate("window.sums") == [totals]
    assert lively.texts(".verdict") == calm.texts(".verdict")
    assert lively.complaints == calm.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["hansa", "teutonica"])
def test_picture_of_the_end_is_kept(browser: Browser, tmp_path: Path, game: str, scheme: Any) -> None:
    if game == "hansa":
        keep_steps(tmp_path, PLAYERS, (SEED, len(play_game(PLAYERS, SEED)[1]) - 1))
    with page_rig(tmp_path, pace_s=60) if game == "hansa" else trading_table(tmp_path, play_trade(5, 3)) as rig:
        go_on(rig)
        with visitor(browser, rig.page.address, hardware=False, color_scheme=scheme) as guest:
            guest.page.wait_for_selector("#final")
            with guest.page.expect_download() as download:
                guest.page.locator("[data-key=picture]").click()
            assert download.value.suggested_filename.startswith(f"{game}-")
            kept = tmp_path / "kept.png"
            download.value.save_as(kept)
            with Image.open(kept) as picture:
                assert picture.size == (1600, 1240)
                # The map is there, with its paper, its sea and the colours of all that lies on it.
                colours = picture.convert("RGB").crop((100, 250, 1500, 950)).getcolors(1 << 24)
            assert colours is not None
            assert len(colours) > 500
            assert guest.complaints == []


def test_what_happened_is_told_in_its_order_turn_by_turn_and_its_end_is_in_sight(tmp_path: Path, watched: Any) -> None:
    Evening(tmp_path, lambda move, _: isinstance(move, Sail))
    rig, guest, _ = watched("() => {}")
    rows = [row for row in rig.state()["log"] if row["text"]]
    told = guest.texts(".happened p")
    assert len(told) > 3
    assert told == [row["text"] for row in rows[-len(told) :]]
    signs = guest.page.locator(".happened .sign").count()
    turns = sum(1 for n, row in enumerate(rows[-len(told) :]) if n == 0 or row["turn"])
    assert turns <= signs < len(told)
    guest.wait("""() => {
      const list = document.querySelector(".happened ol");
      return list.dataset.follow === undefined || list.scrollTop + list.clientHeight >= list.scrollHeight - 2;
    }""")
    guest.page.locator(".happened ol").evaluate("list => list.scrollTop = 0")
    guest.page.evaluate("() => document.querySelector('[data-key=scores]').click()")  # everything is drawn again
    assert guest.page.locator(".happened ol").evaluate("list => list.scrollTop") == 0, "somebody reads back"
