"""Write golden games and move counts from the reference alone: ``python -m tests.lab.reference.teutonica.make_golden``.

A golden game is a set-up and its plies: the move, the number of legal moves it was chosen from, the events, a
digest of the state after it, and now and then that state in full. There is one for each number of players and each
way to end, one in which three players link the two cities, one that fills the table of Coellen, and one on a full
board. With ``--find`` the seeds are looked for again.
"""

import argparse
import hashlib
import json
import random
from pathlib import Path

from tests.lab.reference.teutonica import features, styles, treaty, tries
from tests.lab.reference.teutonica.board import TABLE, Json
from tests.lab.reference.teutonica.perft import SEATING, counts, first_turn, opening
from tests.lab.reference.teutonica.rules import Rules

GOLDEN = Path(__file__).parents[3] / "golden" / "teutonica"
FULL_STATE_EVERY = 200
MOST_PLIES = 2_500
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}
STYLE_FOR = {"prestige": "learn", "markers": "collect", "cities": "finish"}
# Number of players and end: the seed of a game that ends so.
SEEDS: dict[tuple[int, str], int] = {
    (2, "prestige"): 0,
    (2, "markers"): 0,
    (2, "cities"): 1,
    (3, "prestige"): 0,
    (3, "markers"): 0,
    (3, "cities"): 3,
    (4, "prestige"): 0,
    (4, "markers"): 0,
    (4, "cities"): 1,
    (5, "prestige"): 0,
    (5, "markers"): 0,
    (5, "cities"): 1,
}
CROWDED_SEED = 0
TABLE_SEED = 0
# A position of this phase after this many plies of that game.
POSITIONS = [
    ("two-prestige", "actions", 100),
    ("two-markers", "walk", 60),
    ("three-prestige", "actions", 200),
    ("three-cities", "establish", 150),
    ("four-prestige", "relocate", 100),
    ("four-markers", "replace", 60),
    ("five-prestige", "actions", 150),
    ("five-cities", "move", 120),
    ("five-crowded", "relocate", 700),
    ("three-links", "establish", 300),
]
RULES = Rules()


def compact(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(state: Json) -> str:
    return hashlib.sha256(compact(state).encode()).hexdigest()[:16]


def golden_game(setup: Json, begin_with: list[Json], choose: styles.Choose, plies: int = MOST_PLIES) -> Json:
    """The given moves, then chosen ones, to the end of the game or of the allowance."""
    state = RULES.new(setup["players"], setup["start"])
    game: Json = {"setup": setup, "begin": state, "plies": []}
    shows: set[str] = set()
    while state["phase"] != "over" and len(game["plies"]) < plies:
        legal = RULES.legal(state)
        done = len(game["plies"])
        move = begin_with[done] if done < len(begin_with) else choose(state, legal)
        after, events = RULES.play(state, move)
        shows |= set(features.of_ply(state, move, after, events))
        ply: Json = {"move": move, "legal": len(legal), "events": events, "digest": digest(after)}
        if done % FULL_STATE_EVERY == 0 or after["phase"] == "over":
            ply["state"] = after
        game["plies"].append(ply)
        state = after
    game["shows"] = sorted(shows)
    return game


def styled_game(players: int, style: str, seed: int, plies: int = MOST_PLIES) -> Json:
    rng = random.Random(f"golden {players} {style} {seed}")
    setup = tries.random_setup(rng, players)
    return golden_game(setup, [], styles.random_table(rng, setup["players"], style), plies)


def links_game() -> Json:
    rng = random.Random(3)
    choose = styles.random_table(rng, treaty.SETUP["players"], "build")
    return golden_game(treaty.SETUP, treaty.moves(), choose, 2_000)


def golden_games() -> dict[str, Json]:
    games = {}
    for (players, end), seed in SEEDS.items():
        name = f"{NUMBERS[players]}-{end}"
        games[name] = styled_game(players, STYLE_FOR[end], seed)
        assert f"over by {end}" in games[name]["shows"], name
    games["three-links"] = links_game()
    assert {"link 7", "link 4", "link 2"} <= set(games["three-links"]["shows"])
    games["four-table"] = styled_game(4, "table", TABLE_SEED)
    assert {f"coellen {space}" for space in TABLE} <= set(games["four-table"]["shows"])
    games["five-crowded"] = styled_game(5, "crowd", CROWDED_SEED, 1_600)
    assert "no_room for the displaced piece" in games["five-crowded"]["shows"]
    return games


def perft_cases(games: dict[str, Json]) -> list[Json]:
    """Each position by the moves that lead to it, with its counts."""
    cases: list[Json] = []
    for players in NUMBERS:
        setup = {"game": "teutonica", "players": SEATING[:players], "start": SEATING[0]}
        found = counts(RULES, first_turn(RULES, players))
        name = f"first turn, {NUMBERS[players]} players"
        cases.append({"name": name, "setup": setup, "moves": opening(players), "counts": found})
    for name, phase, after_plies in POSITIONS:
        game = games[name]
        state = game["begin"]
        moves: list[Json] = []
        for ply in game["plies"]:
            if state["phase"] == phase and len(moves) >= after_plies:
                break
            moves.append(ply["move"])
            state = RULES.play(state, ply["move"])[0]
        assert state["phase"] == phase, (name, phase)
        case = {"name": f"{name}, {phase}", "setup": game["setup"], "moves": moves}
        cases.append({**case, "counts": counts(RULES, state)})
    return cases


def format_game(game: Json) -> str:
    """JSON with a line for each ply, so that a difference shows where it is."""
    head = ",\n".join(f'"{field}":{compact(game[field])}' for field in ("setup", "shows", "begin"))
    plies = ",\n".join(compact(ply) for ply in game["plies"])
    return f'{{\n{head},\n"plies":[\n{plies}\n]\n}}\n'


def find() -> None:
    """Print seeds for the table above."""
    for players in NUMBERS:
        for end, style in STYLE_FOR.items():
            for seed in range(200):
                game = styled_game(players, style, seed)
                if f"over by {end}" in game["shows"]:
                    print(f"    ({players}, {end!r}): {seed},  # {len(game['plies'])} plies", flush=True)
                    break
    for seed in range(50):
        if "no_room for the displaced piece" in styled_game(5, "crowd", seed, 1_600)["shows"]:
            print(f"CROWDED_SEED = {seed}")
            break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--find", action="store_true", help="look for seeds, write nothing")
    if parser.parse_args().find:
        find()
        return
    GOLDEN.mkdir(exist_ok=True)
    games = golden_games()
    for name, game in games.items():
        path = GOLDEN / f"{name}.json"
        path.write_text(format_game(game), encoding="utf-8")
        print(f"{path.name}: {len(game['plies'])} plies, {path.stat().st_size} B")
    cases = ",\n".join(compact(case) for case in perft_cases(games))
    (GOLDEN / "perft.json").write_text(f"[\n{cases}\n]\n", encoding="utf-8")
    print("perft.json")


if __name__ == "__main__":
    main()
