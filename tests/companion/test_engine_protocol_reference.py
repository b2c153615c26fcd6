"""The engine against the plain second implementation: random games, golden games, legal-move counts."""

import ast
import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine import Engine
from tests.kit.examples import examples
from tests.lab.reference import chance, hansa
from tests.lab.reference.duel import Duel, canonical, duel
from tests.lab.reference.make_golden import SEEDS, STEERED, digest
from tests.lab.reference.position import BOARD, CITIES, COLOURS, SEATS, Json, new_game
from tests.lab.reference.talk import GOLDEN, Talk, golden

# Raise it for a longer look; ``python -m tests.lab.reference.soak`` plays any number.
GAMES = 6
SEEDS_PLAYED = [pytest.param(seed, marks=[pytest.mark.slow] * (seed > 1_001)) for seed in range(1_000, 1_000 + GAMES)]
SHORT_WALK = 2_000  # moves
GOLDEN_GAMES = [*SEEDS, STEERED[0]]
PERFT = json.loads((GOLDEN / "perft.json").read_text(encoding="utf-8"))
PERFT_CASES = [
    pytest.param(case, id=case["name"], marks=[pytest.mark.slow] * (sum(case["counts"]) > SHORT_WALK)) for case in PERFT
]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS_PLAYED)
def test_random_game_agrees_at_every_ply(seed: int) -> None:
    assert duel(Engine().answer, seed)["event over"] == 1


@st.composite
def setups(draw: st.DrawFn) -> Json:
    players = draw(st.permutations(SEATS))[: draw(st.integers(2, 4))]
    setup: Json = {
        "players": players,
        "start": draw(st.sampled_from(players)),
        "goods": draw(st.permutations(COLOURS))[: len(players) + 2],
    }
    if draw(st.booleans()):
        setup["board"] = chance.random_board(random.Random(draw(st.integers(0, 10_000))))
    return setup


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(setup=setups(), choices=st.lists(st.integers(0, 10_000), min_size=30, max_size=160))
def test_chosen_moves_agree_at_every_ply(setup: Json, choices: list[int]) -> None:
    both = Duel(Engine().answer)
    both.ask({"do": "new", **setup})
    for choice in choices:
        legal = both.ask({"do": "legal"})["moves"]
        if not legal:
            break
        both.ask({"do": "play", "move": legal[choice % len(legal)]})
    both.reload()
    for _ in both.reference.moves[:]:
        both.ask({"do": "undo"})
    both.ask({"do": "undo"})


@examples(60)
@given(setup=setups(), data=st.data())
def test_spoilt_setups_are_judged_alike(setup: Json, data: st.DataObject) -> None:
    both = Duel(Engine().answer)
    rng = random.Random(data.draw(st.integers(0, 10_000)))
    setup.setdefault("board", BOARD)
    request = json.loads(json.dumps({"do": "new", **setup}))
    city = rng.choice(request["board"]["cities"])
    match rng.randrange(6):
        case 0:
            request = chance.malformed(rng, request)
        case 1:
            city["routes"].append(rng.choice(CITIES))
        case 2:
            city["routes"].pop()
        case 3:
            city["id"] = rng.choice(CITIES)
        case 4:
            city["spaces"] = rng.choice((0, 1, 2, 3))
        case _:
            request["players"].append(rng.choice(SEATS))
    both.ask(request)
    both.ask({"do": "state"})


@pytest.mark.parametrize("name", GOLDEN_GAMES)
def test_golden_game_is_replayed_ply_by_ply(name: str) -> None:
    game = golden(name)
    talk = Talk()
    state = talk.accepted("new", **game["setup"])["state"]
    assert canonical(state) == canonical(game["begin"])
    for number, ply in enumerate(game["plies"]):
        legal = talk.moves()
        assert len(legal) == ply["legal"], number
        assert ply["move"] in legal, number
        answer = talk.accepted("play", move=ply["move"])
        assert answer["events"] == ply["events"], number
        assert answer["state"] == ply.get("state", answer["state"]), number
        assert digest(answer["state"]) == ply["digest"], number
    assert talk.state()["phase"] == "over"


@pytest.mark.slow
@pytest.mark.parametrize("name", GOLDEN_GAMES)
def test_golden_game_is_what_the_reference_plays(name: str) -> None:
    saved = golden(name)
    game = new_game(**saved["setup"])
    for ply in saved["plies"]:
        game, events = hansa.play(game, ply["move"])
        assert events == ply["events"]
        assert digest(game["state"]) == ply["digest"]


def test_golden_games_show_the_rare_situations() -> None:
    shown = {what for name in GOLDEN_GAMES for what in golden(name)["shows"]}
    promised = {what for _, whats in SEEDS.values() for what in whats} | STEERED[2]
    assert promised <= shown
    assert sorted(path.stem for path in GOLDEN.glob("*.json")) == sorted([*GOLDEN_GAMES, "perft"])


def walk(talk: Talk, depth: int, counts: list[int]) -> None:
    """Count legal moves on each level below the position, leaving it as it was."""
    moves = talk.moves()
    counts[len(counts) - depth] += len(moves)
    if depth > 1:
        for move in moves:
            talk.accepted("play", move=move)
            walk(talk, depth - 1, counts)
            talk.accepted("undo")


@pytest.mark.parametrize("case", PERFT_CASES)
def test_legal_moves_are_as_many_as_the_reference_counts(case: Json) -> None:
    talk = Talk()
    talk.accepted("new", **case["setup"])
    for move in case["moves"]:
        talk.accepted("play", move=move)
    before = talk.state()
    counts = [0] * len(case["counts"])
    walk(talk, len(counts), counts)
    assert counts == case["counts"]
    assert talk.state() == before


def test_reference_imports_nothing_of_the_project() -> None:
    speaking_to_the_engine = {"soak.py", "talk.py"}
    for path in (Path(hansa.__file__).parent).glob("*.py"):
        if path.name in speaking_to_the_engine:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.split(".")[0] in ("companion", "hardware", "firmware")]
