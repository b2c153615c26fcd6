"""Legal-move counts by depth from fixed positions, a reveal being a move like any other."""

import random

from tests.lab.reference import chance, hansa
from tests.lab.reference.position import Json, new_game

# How many positions a walk may visit: the engine walks them again in every test run.
MOST_NODES = 1_500


def perft(game: Json, depth: int) -> int:
    """The number of move sequences of this length; one that ends the game earlier does not count."""
    moves = hansa.legal_moves(game)
    if depth == 1:
        return len(moves)
    return sum(perft(hansa.play(game, move)[0], depth - 1) for move in moves)


def counts(game: Json) -> list[int]:
    """The counts for depth 1, 2, … as far as the walk stays short."""
    result = [perft(game, 1)]
    while result[-1] and result[-1] <= MOST_NODES and len(result) < 6:
        result.append(perft(game, len(result) + 1))
    return result


def line_to(phase: str, seed: int, after_plies: int, *, last_round: bool = False) -> tuple[Json, list[Json], Json]:
    """A random game up to the first position of that phase after this many plies: set-up, moves, game."""
    rng = random.Random(seed)
    setup = chance.random_setup(rng)
    choose = chance.random_habits(rng)
    game = new_game(**setup)
    moves: list[Json] = []
    while True:
        state = game["state"]
        assert state["phase"] != "over", (phase, seed)
        if state["phase"] == phase and len(moves) >= after_plies and state["last_round"] == last_round:
            return setup, moves, game
        moves.append(choose(hansa.legal_moves(game)))
        game = hansa.play(game, moves[-1])[0]


def perft_cases() -> list[Json]:
    """Each position by the moves that lead to it, with its counts."""
    lines = {
        "new, two players": line_to("fill", 97, 0),
        "new, four players": line_to("fill", 5, 0),
        "first placement": line_to("place", 0, 0),
        "first turn, two players": line_to("actions", 97, 0),
        "first turn, three players": line_to("actions", 0, 0),
        "first turn, four players": line_to("actions", 6, 0),
        "middle, two players": line_to("actions", 97, 120),
        "middle, three players": line_to("actions", 7, 150),
        "middle, four players": line_to("actions", 5, 200),
        "middle, other board": line_to("actions", 2, 100),
        "replenish": line_to("replenish", 6, 60),
        "fill": line_to("fill", 7, 60),
        "lose, three players": line_to("lose", 460, 0),
        "lose, four players": line_to("lose", 437, 0),
        "discard, two players": line_to("discard", 2, 0),
        "discard, four players": line_to("discard", 6, 0),
        "last round, three players": line_to("actions", 0, 0, last_round=True),
        "last round, four players": line_to("actions", 437, 0, last_round=True),
    }
    return [
        {"name": name, "setup": setup, "moves": moves, "counts": counts(game)}
        for name, (setup, moves, game) in lines.items()
    ]
