"""Write golden games and move counts from the reference alone: ``python -m tests.lab.reference.make_golden``.

A golden game is a set-up and its plies: the move, the number of legal moves it was chosen from, the events, a
digest of the state after it, and now and then that state in full.
"""

import hashlib
import json
import random
from pathlib import Path

from tests.lab.reference import chance, empty_bank, hansa
from tests.lab.reference.features import features_of
from tests.lab.reference.perft import perft_cases
from tests.lab.reference.position import Json, new_game

GOLDEN = Path(__file__).parent.parent.parent / "golden"
FULL_STATE_EVERY = 20
SEEDS = {
    "two-shared-win": (97, {"shared win"}),
    "two-tie-break": (403, {"tie broken by booths", "supply runs out while filling"}),
    "three-shared-win": (460, {"shared win", "automatic loss after a choice"}),
    "three-empty-supply": (425, {"must replenish", "supply runs out while filling"}),
    "three-alike-discarded": (430, {"automatic discard", "must replenish"}),
    "four-two-colours": (437, {"two colours in one sale", "a choice follows a choice"}),
    "four-other-board": (456, {"a choice follows a choice", "supply runs out while filling"}),
}
STEERED = ("four-empty-bank", 5, {"short income", "bank dry"})


def compact(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(state: Json) -> str:
    return hashlib.sha256(compact(state).encode()).hexdigest()[:16]


def golden_game(setup: Json, opening: list[Json], choose: chance.Choose) -> Json:
    """The opening, then chosen moves to the end of the game."""
    game = new_game(**setup)
    begin = game["state"]
    plies: list[Json] = []
    shows: set[str] = set()
    while game["state"]["phase"] != "over":
        legal = hansa.legal_moves(game)
        move = opening[len(plies)] if len(plies) < len(opening) else choose(legal)
        after, events = hansa.play(game, move)
        shows |= features_of(game, move, after, events)
        ply: Json = {"move": move, "legal": len(legal), "events": events, "digest": digest(after["state"])}
        if len(plies) % FULL_STATE_EVERY == 0 or after["state"]["phase"] == "over":
            ply["state"] = after["state"]
        plies.append(ply)
        game = after
    return {"setup": setup, "shows": sorted(shows), "begin": begin, "plies": plies}


def golden_games() -> dict[str, Json]:
    games = {}
    for name, (seed, promised) in SEEDS.items():
        rng = random.Random(seed)
        setup = chance.random_setup(rng)
        games[name] = golden_game(setup, [], chance.random_habits(rng))
        assert promised <= set(games[name]["shows"]), name
    name, seed, promised = STEERED
    rng = random.Random(seed)
    games[name] = golden_game(empty_bank.SETUP, empty_bank.steered_moves(rng), chance.random_habits(rng))
    assert promised <= set(games[name]["shows"]), name
    return games


def format_game(game: Json) -> str:
    """JSON with a line for each ply, so that a difference shows where it is."""
    head = ",\n".join(f'"{field}":{compact(game[field])}' for field in ("setup", "shows", "begin"))
    plies = ",\n".join(compact(ply) for ply in game["plies"])
    return f'{{\n{head},\n"plies":[\n{plies}\n]\n}}\n'


def main() -> None:
    for name, game in golden_games().items():
        path = GOLDEN / f"{name}.json"
        path.write_text(format_game(game), encoding="utf-8")
        print(f"{path.name}: {len(game['plies'])} plies, {path.stat().st_size} B: {', '.join(game['shows'])}")
    cases = ",\n".join(compact(case) for case in perft_cases())
    (GOLDEN / "perft.json").write_text(f"[\n{cases}\n]\n", encoding="utf-8")
    print("perft.json")


if __name__ == "__main__":
    main()
