"""`make clicks`: whole games of Hansa Teutonica, every move a click on the map, a desk or a line, in a real browser.

Each number of players and language once; at the first moment of every phase all that is needed is in sight, there and
on a phone that watches.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.games.teutonica.rules.position import Phase
from companion.words.say import LANGUAGES
from tests.browser.map_hands import FINGER, MapHands, see, trading_table
from tests.browser.trade import Game, play_game
from tests.kit.browser import chromium, visitor
from tests.kit.page import go_on

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PLAYERS = (2, 3, 4, 5)


def play(browser: Browser, players: int, seed: int, language: str) -> str:
    """Play a whole game, and say how; raise AssertionError where something is out of sight or cannot be pressed."""
    game = play_game(players, seed)
    with (
        TemporaryDirectory() as folder,
        trading_table(Path(folder), Game(game.first, ())) as rig,
        visitor(browser, rig.page.address, size="notebook", hardware=False, language=language) as player,
        visitor(browser, rig.page.address, hardware=False, language=language, **FINGER) as phone,
    ):
        rig.post("/api/virtual/robots", {"skills": {}, "deals": False})
        go_on(rig)
        hands, seen = MapHands(rig, player), set[Phase]()
        for index, (move, position) in enumerate(game.steps):
            hands.play(move)
            # Nothing is worth telling before the first action.
            if position.phase not in seen and position.phase is not Phase.OVER and index > 2 * players:
                seen.add(position.phase)
                hands.read()
                see(player, rig, "notebook")
                see(phone, rig, "phone")
        hands.read()
        assert rig.state()["game"]["winners"]
        assert player.complaints == phone.complaints == []
        return (
            f"{players} players, {language}: {len(game.steps)} moves, {hands.on_the_map} on the map or a desk, "
            f"{hands.in_the_menu} in the menu; in sight: {', '.join(sorted(seen))}"
        )


def main() -> None:
    """Play the games that were asked for."""
    parser = ArgumentParser(prog="python -m tests.lab.clicks")
    parser.add_argument("--players", type=int, choices=PLAYERS, action="append")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--seed", type=int, default=4)
    given = parser.parse_args()
    with chromium() as browser:
        for players in given.players or PLAYERS:
            for language in given.language or LANGUAGES:
                print(play(browser, players, given.seed, language), flush=True)


if __name__ == "__main__":
    main()
