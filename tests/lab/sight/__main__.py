"""`make lab PART=sight`: every phase of both games, for each number of players, in three languages, on a notebook,
a phone and a tablet held upright.

Map, hand, actions and the last message are inside the window, not covered, not cut off in height or width, with text of
12 px at least; on a phone whatever can be pressed is as large as a finger. Ends with 1 where something is not.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.teutonica.rules.position import Phase as TradePhase
from companion.shelf.shelf import open_box
from companion.words.say import LANGUAGES
from tests.browser import map_hands, story, test_front, trade
from tests.browser.map_hands import FINGER
from tests.browser.sight import out_of_sight, read_in, too_small
from tests.kit.browser import chromium, visitor
from tests.kit.page import PageRig, go_on, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WINDOWS: dict[str, dict[str, Any]] = {
    "notebook": {"size": "notebook"},
    "phone": FINGER,
    "tablet": {"size": "tablet", "has_touch": True, "is_mobile": True},  # held upright
}


class Moment(NamedTuple):
    """A game that has come to a phase, and what must be in sight there."""

    game: str
    players: int
    phase: str
    kept: Any  # the game up to there
    needed: tuple[str, ...]

    def table(self, folder: Path) -> AbstractContextManager[PageRig]:
        """Lay out a table that goes on with it."""
        if isinstance(self.kept, trade.Game):
            return map_hands.trading_table(folder, self.kept)
        story.keep_steps(folder, self.players, self.kept)
        return page_rig(folder, pace_s=60)


def voyages() -> Iterator[Moment]:
    """Find the first moment of each phase of Hansa once something can be told, for each number of players."""
    for players in open_box("hansa").seats:
        wanted = dict(test_front.PHASES)
        for seed in range(1, 20):
            _, steps = story.play_game(players, seed)
            for phase, is_it in list(wanted.items()):
                least = {"fill": 3, "place": 15}.get(phase, 60)
                found = next((n for n, (_, position) in enumerate(steps) if n > least and is_it(position)), None)
                if found is not None:
                    del wanted[phase]
                    yield Moment("hansa", players, phase, (seed, found), test_front.NEEDED[phase])
        _tell_missing("hansa", players, wanted)


def trades() -> Iterator[Moment]:
    """Find the first moment of each phase of Hansa Teutonica after the first actions, for each number of players."""
    for players in open_box("teutonica").seats:
        wanted = set(TradePhase)
        if players > 2:
            wanted -= {TradePhase.PAWN, TradePhase.WALK}
        for seed in range(1, 13):
            late = trade.late_game(players, seed, back=60, varied=50)
            steps = (*late.before.steps, *late.steps)
            for n, (_, position) in enumerate(steps):
                is_early = position.phase in (TradePhase.TAVERNS, TradePhase.PAWN)
                if position.phase in wanted and (is_early or n > 2 * players):
                    wanted.remove(position.phase)
                    needed = map_hands.needed_in(position.phase)
                    yield Moment(
                        "teutonica", players, position.phase, trade.Game(late.before.first, steps[: n + 1]), needed
                    )
            if not wanted:
                break
        _tell_missing("teutonica", players, wanted)


def _tell_missing(game: str, players: int, phases: Iterable[str]) -> None:
    if phases:
        print(f"{game}, {players} players: no game came to {', '.join(sorted(phases))}", flush=True)


def look(browser: Browser, moment: Moment, windows: Collection[str] = WINDOWS) -> list[str]:
    """Return what is wrong in any window and language."""
    wrong: list[str] = []
    with TemporaryDirectory() as folder, moment.table(Path(folder)) as rig:
        go_on(rig)
        rig.post("/api/virtual/robots", {"skills": {}, "deals": False})  # somebody at the page turns markers over
        for window in windows:
            with visitor(browser, rig.page.address, hardware=False, **WINDOWS[window]) as guest:
                guest.page.wait_for_selector(moment.needed[-1])
                for language in LANGUAGES:
                    read_in(guest, language)
                    found = out_of_sight(guest, moment.needed, window)
                    found += too_small(guest) if window == "phone" else []
                    wrong += [f"{window}, {language}: {each}" for each in found]
                wrong += guest.complaints
    return wrong


MOMENTS = {"hansa": voyages, "teutonica": trades}


def main() -> int:
    """Look at every moment that is asked for."""
    parser = ArgumentParser(prog="python -m tests.lab.sight")
    parser.add_argument("--game", choices=MOMENTS, action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--phase", action="append")
    parser.add_argument("--window", choices=WINDOWS, action="append")
    given = parser.parse_args()
    windows = given.window or list(WINDOWS)
    looked = bad = 0
    with chromium() as browser:
        for moment in (moment for game in given.game or MOMENTS for moment in MOMENTS[game]()):
            if (given.players and moment.players not in given.players) or (
                given.phase and moment.phase not in given.phase
            ):
                continue
            wrong = look(browser, moment, windows)
            looked += len(windows) * len(LANGUAGES)
            bad += bool(wrong)
            print(
                f"{moment.game}, {moment.players} players, {moment.phase}: {'; '.join(wrong) or 'all is in sight'}",
                flush=True,
            )
    print(f"{looked} windows looked at, {bad} moments with something out of sight")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
