"""`make lab PART=clicks`: whole games, every move a click on the map, a hand or desk, or a line, in a real browser.

Each number of players and language once; now and then a click where nothing can be done, of which nothing may come
but a word. At the first moment of every phase all that is needed is in sight, there and on a phone that watches. One
game of Hansa is played by dragging pieces.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.games.hansa.rules import codec as sailed
from companion.games.hansa.rules.position import Phase as VoyagePhase
from companion.games.teutonica.rules import codec as traded
from companion.games.teutonica.rules.position import Phase as TradePhase
from companion.shelf.shelf import open_box
from companion.words.say import LANGUAGES
from tests.browser import test_front
from tests.browser.map_hands import FINGER, MapHands, see, trading_table
from tests.browser.mouse_hands import Clicks
from tests.browser.sight import out_of_sight
from tests.browser.story import keep_beginning
from tests.browser.test_game import play_by_mouse
from tests.browser.trade import Game, play_game
from tests.kit.browser import Visitor, chromium, visitor
from tests.kit.page import PageRig, go_on, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FIRST_TOLD = 20  # moves of Hansa after which something is told whatever is asked
WRONG_EVERY = 5  # moves before which somebody clicks where nothing can be done
SHOWN = "number => Number(document.body.dataset.revision) === number"
# The middle of every city of the map where nothing can be done, if it is the topmost thing there.
WHERE_NOTHING_IS = """() => [...document.querySelectorAll("svg.map .city:not(.acts)")].flatMap((city) => {
  const { left, top, width, height } = city.getBoundingClientRect();
  const at = [left + width / 2, top + height / 2];
  return city.contains(document.elementFromPoint(...at)) ? [at] : [];
})"""


def click_wrongly(rig: PageRig, player: Visitor, random: Random) -> int:
    """Click on a city where nothing can be done, if there is one; return how many clicks that were."""
    player.wait(SHOWN, rig.state()["revision"]["number"])
    places = player.page.evaluate(WHERE_NOTHING_IS)
    if places:
        player.page.mouse.click(*random.choice(places))
        assert not player.page.locator(".offer").count()
    return min(1, len(places))


def sail(browser: Browser, players: int, seed: int, language: str) -> str:
    """Play a whole game of Hansa, and say how; raise AssertionError where something cannot be pressed or seen."""
    with TemporaryDirectory() as folder:
        steps = keep_beginning(Path(folder), players, seed)
        with (
            page_rig(Path(folder), pace_s=60) as rig,
            visitor(browser, rig.page.address, size="notebook", hardware=False, language=language) as player,
            visitor(browser, rig.page.address, hardware=False, language=language, **FINGER) as phone,
        ):
            go_on(rig)
            rig.post("/api/virtual/robots", {"skills": {}, "deals": False})  # somebody at the page turns markers over
            hands, seen, wrong_clicks, random = Clicks(rig, player), set[VoyagePhase](), 0, Random(seed)
            for index, (move, position) in enumerate(steps):
                if index % WRONG_EVERY == 0:
                    hands.read()
                    wrong_clicks += click_wrongly(rig, player, random)
                hands.play(move)
                if position.phase not in seen and position.phase is not VoyagePhase.OVER and index >= FIRST_TOLD:
                    seen.add(position.phase)
                    hands.read()
                    number = rig.state()["revision"]["number"]
                    for guest, size in ((player, "notebook"), (phone, "phone")):
                        guest.wait(SHOWN, number)
                        wrong = out_of_sight(guest, test_front.NEEDED[position.phase], size)
                        assert not wrong, (position.phase, size, wrong)
            hands.read()
            assert [row["entry"] for row in rig.state()["log"]] == [sailed.format_entry(move) for move, _ in steps]
            assert player.complaints == phone.complaints == []
            return _told(rig, "hansa", language, hands, wrong_clicks, sorted(seen))


def trade(browser: Browser, players: int, seed: int, language: str) -> str:
    """Play a whole game of Hansa Teutonica in the same way."""
    game = play_game(players, seed)
    with (
        TemporaryDirectory() as folder,
        trading_table(Path(folder), Game(game.first, ())) as rig,
        visitor(browser, rig.page.address, size="notebook", hardware=False, language=language) as player,
        visitor(browser, rig.page.address, hardware=False, language=language, **FINGER) as phone,
    ):
        rig.post("/api/virtual/robots", {"skills": {}, "deals": False})
        go_on(rig)
        hands, seen, wrong_clicks, random = MapHands(rig, player), set[TradePhase](), 0, Random(seed)
        for index, (move, position) in enumerate(game.steps):
            if index % WRONG_EVERY == 0:
                hands.read()
                wrong_clicks += click_wrongly(rig, player, random)
            hands.play(move)
            # Nothing is worth telling before the first action.
            if position.phase not in seen and position.phase is not TradePhase.OVER and index > 2 * players:
                seen.add(position.phase)
                hands.read()
                see(player, rig, "notebook")
                see(phone, rig, "phone")
        hands.read()
        assert [row["entry"] for row in rig.state()["log"]] == [traded.format_entry(move) for move, _ in game.steps]
        assert player.complaints == phone.complaints == []
        return _told(rig, "teutonica", language, hands, wrong_clicks, sorted(seen))


def _told(rig: PageRig, game: str, language: str, hands: Clicks | MapHands, wrong_clicks: int, seen: list[str]) -> str:
    """Say how a game was played that has ended."""
    state = rig.state()
    players, winners = state["game"]["players"], state["game"]["winners"]
    assert winners
    return (
        f"{game}, {len(players)} players, {language}: {len(state['log'])} moves, {hands.on_the_map} on the map, a hand "
        f"or a desk, {hands.in_the_menu} in the menu; {hands.clicks} clicks and {wrong_clicks} wrong ones; "
        f"{' and '.join(winners)} won; in sight: {', '.join(seen)}"
    )


# Who plays each game, and the seed of the game that is played.
PLAYED = {"hansa": (sail, 1), "teutonica": (trade, 4)}


def main() -> None:
    """Play the games that were asked for."""
    parser = ArgumentParser(prog="python -m tests.lab.clicks")
    parser.add_argument("--game", choices=PLAYED, action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--seed", type=int)
    given = parser.parse_args()
    with chromium() as browser:
        for game in given.game or PLAYED:
            play, seed = PLAYED[game]
            for players in open_box(game).seats:
                if given.players and players not in given.players:
                    continue
                for language in given.language or LANGUAGES:
                    print(play(browser, players, given.seed or seed, language), flush=True)
        if not (given.game or given.players or given.language):
            with TemporaryDirectory() as folder:
                play_by_mouse(browser, Path(folder))
            print("hansa, 2 players, en: by dragging, while another browser watched", flush=True)


if __name__ == "__main__":
    main()
