"""Counts of legal moves by depth, reveals included: ``python -m tests.lab.reference.teutonica.perft 3``."""

import argparse

from tests.lab.reference.teutonica.board import FIRST_MARKERS, Json
from tests.lab.reference.teutonica.rules import Rules

SEATING = ["red", "blue", "green", "yellow", "purple"]
# Counts after the set-up, by number of players.
FIRST_TURN = {
    2: [33, 767, 5_720, 35_624],
    3: [66, 3_396, 13_063, 468_373],
    4: [70, 3_812, 14_695, 556_341],
    5: [70, 3_812, 14_695, 556_341],
}


def perft(rules: Rules, state: Json, depth: int) -> int:
    """The number of move sequences of this length; one that ends the game earlier does not count."""
    moves = rules.legal(state)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, rules.play(state, move)[0], depth - 1) for move in moves)


def opening(players: int) -> list[Json]:
    moves: list[Json] = [{"type": "reveal", "marker": marker} for marker in FIRST_MARKERS]
    return moves + ([{"type": "pawn", "to": "north"}] if players == 2 else [])


def first_turn(rules: Rules, players: int) -> Json:
    state = rules.new(SEATING[:players], SEATING[0])
    for move in opening(players):
        state = rules.play(state, move)[0]
    return state


# How many positions a walk may visit: the engine walks them again in every test run.
MOST_NODES = 1_500


def counts(rules: Rules, state: Json) -> list[int]:
    """The counts for depth 1, 2, … as far as the walk stays short."""
    result = [perft(rules, state, 1)]
    while result[-1] and result[-1] <= MOST_NODES and len(result) < 6:
        result.append(perft(rules, state, len(result) + 1))
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("depth", type=int)
    depth = parser.parse_args().depth
    rules = Rules()
    for players, expected in FIRST_TURN.items():
        counts = [perft(rules, first_turn(rules, players), ply) for ply in range(1, depth + 1)]
        print(players, "players:", counts, "as expected" if counts == expected[:depth] else f"instead of {expected}")


if __name__ == "__main__":
    main()
