"""When your turn comes the page sums up what the others did, and numbers float when they change; in both games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from companion.games.hansa.rules.codec import format_entry as format_voyage
from companion.games.hansa.rules.moves import Sail
from companion.games.hansa.rules.position import Phase as VoyagePhase
from companion.games.teutonica.rules.codec import format_entry as format_trade
from companion.games.teutonica.rules.position import Phase as TradePhase
from tests.browser import story, trade
from tests.browser.map_hands import trading_table
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, go_on, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

SINCE = {"en": "Since your last turn", "it": "Dal tuo ultimo turno", "nl": "Sinds je laatste beurt"}
# Each is noted when it comes: a float is gone again after a moment.
NOTE_FLOATS = """() => {
  window.floated = [];
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((each) => {
    if (each.classList?.contains("float")) window.floated.push(each.textContent);
  }))).observe(document.body, { childList: true });
}"""


class Moment(NamedTuple):
    """A table that waits for a move, and this move."""

    rig: PageRig
    entry: dict[str, Any]

    def play(self, guest: Visitor) -> None:
        """Make the move, and wait until the page shows it."""
        number = self.rig.state()["revision"]["number"]
        assert self.rig.post("/api/move", {"revision": number, "entry": self.entry}).is_success
        guest.wait("number => Number(document.body.dataset.revision) > number", number)


@contextmanager
def _voyage(folder: Path) -> Iterator[Moment]:
    """Hansa for two: a turn begins, and somebody pays to sail."""
    _, steps = story.play_game(2, 1)
    at = next(
        n
        for n, (_, position) in enumerate(steps)
        if n > 60
        and position.phase is VoyagePhase.ACTIONS
        and steps[n - 1][1].active != position.active
        and isinstance(steps[n + 1][0], Sail)
        and steps[n + 1][1].purse(position.active) < position.purse(position.active)
    )
    story.keep_steps(folder, 2, (1, at))
    with page_rig(folder, pace_s=60) as rig:
        go_on(rig)
        yield Moment(rig, format_voyage(steps[at + 1][0]))


@contextmanager
def _trade(folder: Path) -> Iterator[Moment]:
    """Hansa Teutonica for three: a turn begins."""
    game = trade.up_to(trade.play_game(3, 3), lambda it: it.phase is TradePhase.ACTIONS and not it.acted, least=60)
    with trading_table(folder, game) as rig:
        go_on(rig)
        yield Moment(rig, format_trade(trade.play_game(3, 3).steps[len(game.steps)][0]))


@contextmanager
def _prestige(folder: Path) -> Iterator[Moment]:
    """Hansa Teutonica for three: the next move gives somebody prestige."""
    game = trade.play_game(3, 3)
    at = next(
        n
        for n in range(60, len(game.steps))
        if [each.prestige for each in game.steps[n][1].players]
        != [each.prestige for each in game.steps[n - 1][1].players]
    )
    with trading_table(folder, trade.Game(game.first, game.steps[:at])) as rig:
        go_on(rig)
        yield Moment(rig, format_trade(game.steps[at][0]))


@pytest.mark.parametrize("moment", [_voyage, _trade], ids=["hansa", "teutonica"])
def test_what_others_did_since_ones_last_turn_is_told_when_it_is_ones_own(
    browser: Browser, tmp_path: Path, moment: Any
) -> None:
    with moment(tmp_path) as at:
        state = at.rig.state()
        mover, log = state["game"]["mover"], state["log"]
        others = [row["who"] for row in log[max(n for n, row in enumerate(log, 1) if row["who"] == mover) :]]
        assert others
        with visitor(browser, at.rig.page.address, size="desktop", hardware=False) as guest:
            for language, heading in SINCE.items():
                guest.page.evaluate(
                    """code => {
                      const choice = document.querySelector("#language");
                      choice.value = code;
                      choice.dispatchEvent(new Event("change"));
                    }""",
                    language,
                )
                guest.page.locator(".happened h2", has_text=heading).wait_for()
            told = guest.page.locator(".happened li")
            assert 0 < told.count() <= len(others)
            signs = guest.page.evaluate(
                "() => [...document.querySelectorAll('.happened li .sign')].map((each) => each.className)"
            )
            assert {sign for sign in signs if f"seat-{mover}" in sign} == set()
            at.play(guest)
            guest.page.locator(".happened h2", has_text="Wat er gebeurde").wait_for()
            assert guest.complaints == []


@pytest.mark.parametrize(
    ("moment", "floats"), [(_voyage, {"−1"}), (_prestige, {"+1"})], ids=["talers of hansa", "points of teutonica"]
)
def test_numbers_that_change_float(browser: Browser, tmp_path: Path, moment: Any, floats: set[str]) -> None:
    with moment(tmp_path) as at, visitor(browser, at.rig.page.address, size="desktop", hardware=False) as guest:
        guest.page.wait_for_selector("[data-float]")
        guest.page.evaluate(NOTE_FLOATS)
        at.play(guest)
        guest.wait("wanted => wanted.every((each) => window.floated.includes(each))", list(floats))
        assert guest.complaints == []
