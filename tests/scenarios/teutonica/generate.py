"""Writes the long scenarios: whole games of two, three and five from boot to the final score, in each way of playing.

    python -m tests.scenarios.teutonica.generate

The simple player chooses the moves, and hands make them at the simulated table. The lines they needed are the scenario;
what the table must show at the end of each turn is taken from the rules alone.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.scoring import score, winning_players
from companion.scenario.stage import Stage
from companion.shelf.players import next_move
from tests.scenarios.teutonica.teutonica_hands import HANDS, Presses, Way, open_stage

FOLDER = Path(__file__).parent
PLAYER = "simple"
GAMES = [(way, players) for way in Way for players in (2, 3, 5)]
_TITLES = {
    Way.BUTTONS: "with the buttons alone",
    Way.TAP: "with the tap kit: buttons, and tagged markers on the pad",
    Way.WAND: "with chart and wand alone",
}
_NUMBERS = {2: "two", 3: "three", 5: "five"}


def file_of(way: Way, players: int) -> Path:
    """Return where the scenario of a game is kept."""
    return FOLDER / f"game-of-{_NUMBERS[players]}-with-{way}.scenario"


def write_game(way: Way, players: int) -> str:
    """Play a whole game in one way, and return it as a scenario."""
    random = Random(players)
    with open_stage(way) as stage:
        hands = HANDS[way](stage)
        hands.do("boot")
        hands.seat(players)
        position: Position = stage.history.position
        bots = BOX.players()
        while position.phase is not Phase.OVER:
            move = next_move(stage.game, bots, position, PLAYER, random)
            hands.make(move)
            after = play(position, move).position
            assert after == stage.history.position
            if after.phase is not Phase.OVER and after.mover != position.mover:
                _expect(hands, after)
            position = after
        _expect_end(hands, position)
        _check(stage, position)
    head = [
        f"# A whole game of {_NUMBERS[players]} {_TITLES[way]}, from boot to the final score.",
        f"# The moves are those of the `{PLAYER}` player with seed {players}.",
        "# Written by `python -m tests.scenarios.teutonica.generate`; do not edit.",
        "game teutonica",
        f"kit {way.kit}",
        "stacks answer",
    ]
    return "\n".join([*head, "", *hands.lines]) + "\n"


def _expect(hands: Presses, position: Position) -> None:
    hands.do(f"expect phase {position.phase}")
    hands.do(f"expect turn {position.mover_name}")
    if position.phase is Phase.ACTIONS:
        for seat, player in enumerate(position.setup.players):
            hands.do(f"expect prestige {player} {position.players[seat].prestige}")
    hands.lines.append("")


def _expect_end(hands: Presses, position: Position) -> None:
    hands.do("expect phase over")
    for seat, player in enumerate(position.setup.players):
        hands.do(f"expect score {player} {score(position, seat).total}")
    hands.do(f"expect winner {' '.join(winning_players(position))}")
    hands.do("expect last entry finished")


def _check(stage: Stage, position: Position) -> None:
    """Hold what is kept of the game to what the rules say."""
    stage.check_journal()
    with stage.reading_journal() as journal:
        finished = journal.read(stage.daemon.game_id)[-1].payload
    assert tuple(finished["winners"]) == winning_players(position)
    totals = {player: points["total"] for player, points in finished["scores"].items()}
    assert totals == {position.setup.players[seat]: score(position, seat).total for seat in position.seats}
    stage.check_trace()


def main() -> None:
    """Write the files."""
    for way, players in GAMES:
        file_of(way, players).write_text(write_game(way, players), encoding="utf-8")
        print(f"{file_of(way, players).name}: written")


if __name__ == "__main__":
    main()
