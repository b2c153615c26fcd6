"""A steered opening in which the bank cannot pay a full income.

It takes four players who fill one another's purses, and cities close together that belong to the one who is
paid. Purple holds the western ring, white the southern one; gray and yellow only pay.
"""

import random

from tests.lab.reference import hansa
from tests.lab.reference.position import Json, new_game

SETUP: Json = {
    "players": ["gray", "yellow", "purple", "white"],
    "start": "gray",
    "goods": ["blue", "brown", "green", "orange", "pink", "yellow"],
    "board": {
        "start": "copenhagen",
        "cities": [
            {"id": "tonsberg", "spaces": 2, "routes": ["reval", "stockholm"]},
            {"id": "aalborg", "spaces": 2, "routes": ["danzig"]},
            {"id": "copenhagen", "spaces": 1, "routes": ["tonsberg", "riga"]},
            {"id": "lubeck", "spaces": 2, "routes": ["aalborg", "tonsberg"]},
            {"id": "stockholm", "spaces": 2, "routes": ["tonsberg", "kalmar"]},
            {"id": "kalmar", "spaces": 2, "routes": ["reval"]},
            {"id": "danzig", "spaces": 2, "routes": ["lubeck", "copenhagen"]},
            {"id": "reval", "spaces": 2, "routes": ["kalmar", "lubeck"]},
            {"id": "riga", "spaces": 1, "routes": ["copenhagen"]},
        ],
    },
}
PLACEMENTS = [
    *("riga", "riga", "tonsberg", "lubeck"),
    *("kalmar", "kalmar", "stockholm", "aalborg"),
    *("reval", "reval", "kalmar", "danzig"),
]
# One line a turn, in seating order; a word is a verb or the city to sail to.
TURNS = """
end
end
tonsberg buy reval build end
end
end
end
buy kalmar build end
replenish reval lubeck end
buy aalborg buy end
buy danzig buy end
buy lubeck buy end
tonsberg buy stockholm buy tonsberg buy stockholm buy kalmar end
buy reval buy end
buy kalmar buy end
"""


def steered_moves(rng: random.Random) -> list[Json]:
    """The opening move by move, up to and with the income that falls short."""
    game = new_game(**SETUP)
    moves: list[Json] = []

    def play(move: Json) -> None:
        nonlocal game
        moves.append(move)
        game = hansa.play(game, move)[0]

    def choose(verb: str) -> None:
        play(rng.choice([move for move in hansa.legal_moves(game) if move["type"] == verb]))

    def fill() -> None:
        while game["state"]["phase"] == "fill":
            three_barrels = [move for move in hansa.legal_moves(game) if move["good"].endswith("3")]
            # The first city's markers must pay for three booths.
            play(three_barrels[0]) if len(moves) < 2 else choose("reveal")

    fill()
    for city in PLACEMENTS:
        play({"type": "place", "city": city})
    for word in TURNS.split():
        if game["state"]["phase"] == "discard":
            choose("discard")
        if game["state"]["phase"] == "replenish" and word != "replenish":
            choose("skip")
        if word in game["state"]["warehouses"]:
            play({"type": "sail", "to": word})
        else:
            choose(word)
        fill()
        while game["state"]["phase"] == "discard":
            choose("discard")
    return moves
