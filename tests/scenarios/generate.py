"""Writes the long scenarios: whole games of two from boot to the final score, one for each way of playing.

    python -m tests.scenarios.generate

A game is played at random by the rules, each move made by hands at the simulated table. The lines they needed are the
scenario; what the table must show at the end of each turn is taken from the rules alone.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion.games.hansa.players.choosing import random_move
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Build, Buy, End, Move, Replenish, Sail, Sell, Skip
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.scoring import score, winning_players
from tests.scenarios.hansa_hands import HansaHands, Way, open_stage

FOLDER = Path(__file__).parent
# Games in which every verb of the rules occurs.
SEEDS = {Way.BUTTONS: 37, Way.BOARD_MARKERS: 10, Way.TAP_MARKERS: 16}
FILES = {
    Way.BUTTONS: "game-with-buttons.scenario",
    Way.BOARD_MARKERS: "game-with-board-kit.scenario",
    Way.TAP_MARKERS: "game-with-tap-kit.scenario",
}
TITLES = {
    Way.BUTTONS: "A whole game of two with the buttons alone.",
    Way.BOARD_MARKERS: "A whole game of two with the pieces of the board kit.",
    Way.TAP_MARKERS: "A whole game of two with the pad of the tap kit.",
}
_LIKING = {Sell: 12.0, Build: 3.0, Buy: 6.0, Sail: 4.0, End: 1.0, Replenish: 5.0, Skip: 1.0}


def lively_move(position: Position, random: Random) -> Move:
    """Choose a move as players like them: first the kind, then any of it; markers turn up as likely as they are."""
    if position.phase is Phase.FILL:
        return random_move(position, random)
    moves = list(legal_moves(position))
    kinds = sorted({type(move) for move in moves}, key=lambda kind: kind.__name__)
    kind = random.choices(kinds, weights=[_LIKING.get(each, 1.0) for each in kinds])[0]
    return random.choice([move for move in moves if type(move) is kind])


def write_game(way: Way) -> str:
    """Play a whole game in one way, and return it as a scenario."""
    random = Random(SEEDS[way])
    with open_stage(way) as stage:
        hands = HansaHands(stage, way)
        hands.do("boot")
        _set_up(hands)
        hands.read_notices()
        position: Position = stage.history.position
        while position.phase is not Phase.OVER:
            move = lively_move(position, random)
            hands.make(move)
            after = play(position, move).position
            assert after == stage.history.position
            if after.phase is not position.phase or after.active != position.active:
                _expect(hands, after)
            position = after
        _expect_end(hands, position)
    head = [f"# {TITLES[way]}", "# Written by `python -m tests.scenarios.generate`; do not edit.", f"kit {way.kit}"]
    if not way.has_board:
        head.append("stacks are silent  # nothing is stacked on a pad")
    return "\n".join([*head, "", *hands.lines]) + "\n"


def _set_up(hands: HansaHands) -> None:
    """Seat Gray and Yellow, who starts; leave two colours out; all with the buttons."""
    if hands.way.has_board:
        hands.do("put ship on copenhagen")
    hands.do("expect screen Seat 1")
    hands.press("ok", "ok")
    hands.do("expect cursor on That is all")
    hands.press("ok")
    hands.do("expect screen Who starts?")
    hands.press("down", "ok")
    hands.do("expect screen Leave out 2")
    hands.press("down", "ok")
    hands.do("expect screen Leave out 1")
    hands.press("down", "ok")
    hands.do("expect screen Back into the box")


def _expect(hands: HansaHands, position: Position) -> None:
    assert position.mover is not None or position.phase is Phase.OVER
    if position.mover is None:
        return
    players = position.setup.players
    hands.do("expect no refusal")
    hands.do(f"expect phase {position.phase}")
    hands.do(f"expect turn {players[position.mover]}")
    if position.phase in (Phase.REPLENISH, Phase.ACTIONS):
        hands.do(f"expect ship in {position.ship}")
        for seat, player in enumerate(players):
            hands.do(f"expect talers {player} {position.purse(seat)}")
        hands.note("")


def _expect_end(hands: HansaHands, position: Position) -> None:
    hands.note("")
    hands.do("expect phase over")
    for seat, player in enumerate(position.setup.players):
        hands.do(f"expect score {player} {score(position, seat).total}")
    hands.do(f"expect winner {' '.join(winning_players(position))}")
    hands.do("expect lamp end on red")
    hands.do("expect last entry finished")


def main() -> None:
    """Write the files."""
    for way, file in FILES.items():
        (FOLDER / file).write_text(write_game(way), encoding="utf-8")
        print(f"{file}: written")


if __name__ == "__main__":
    main()
