"""The engine protocol: bots choose and plan, for any game, and bad levels, nodes and seeds are refused by name."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.engine import Engine
from companion.shelf.shelf import SHELF, open_box
from tests.lab.reference.talk import TWO
from tests.toygame.game import Pearls
from tests.toygame.players import PearlsPlayers

FIELDS = "expected exactly do, level, and if you like nodes, seed"


def ask(engine: Engine, **request: Any) -> dict[str, Any]:
    answer = json.loads(engine.answer(json.dumps(request)))
    assert isinstance(answer, dict)
    return answer


def refusal(engine: Engine, **request: Any) -> dict[str, str]:
    before = engine.answer('{"do":"state"}')
    answer = ask(engine, **request)
    assert answer["ok"] is False
    assert engine.answer('{"do":"state"}') == before
    refused = answer["refusal"]
    assert isinstance(refused, dict)
    return refused


def in_turn(engine: Engine) -> None:
    """Begin a game of Hansa, and let the simple bot play until a turn has begun."""
    ask(engine, do="new", **TWO)
    seed = 0
    while ask(engine, do="state")["state"]["phase"] in ("fill", "place"):
        move = ask(engine, do="choose", level="simple", seed=seed)["move"]
        assert ask(engine, do="play", move=move)["ok"]
        seed += 1


@pytest.mark.parametrize("level", ["random", "simple", "easy", "best", "medium:builder"])
def test_bot_chooses_a_legal_move_and_nothing_is_played(level: str) -> None:
    engine = Engine()
    in_turn(engine)
    before = ask(engine, do="state")
    answer = ask(engine, do="choose", level=level, nodes=200)
    assert list(answer) == ["ok", "move"]
    assert answer["move"] in ask(engine, do="legal")["moves"]
    assert ask(engine, do="state") == before
    assert ask(engine, do="play", move=answer["move"])["ok"]


def test_plan_can_be_played_and_keeps_to_its_nodes() -> None:
    engine = Engine()
    in_turn(engine)
    plan = ask(engine, do="plan", level="best", nodes=900, seed=3)
    assert list(plan) == ["ok", "moves", "value", "nodes"]
    assert 0 < plan["nodes"] <= 900
    assert isinstance(plan["value"], float)
    assert ask(engine, do="plan", level="best", nodes=900, seed=3) == plan
    mover = ask(engine, do="legal")["mover"]
    for move in plan["moves"]:
        assert ask(engine, do="legal")["mover"] == mover
        assert ask(engine, do="play", move=move)["ok"]


def test_chances_of_winning_are_even_at_first_and_certain_in_the_end() -> None:
    engine = Engine()
    in_turn(engine)
    answer = ask(engine, do="winning")
    assert list(answer) == ["ok", "chances"]
    assert list(answer["chances"]) == ["gray", "yellow"]
    assert sum(answer["chances"].values()) == pytest.approx(1.0)
    assert all(0.3 < chance < 0.7 for chance in answer["chances"].values())
    assert ask(Engine(), do="winning")["refusal"]["code"] == "no_game"
    seed = 0
    while (state := ask(engine, do="state")["state"])["phase"] != "over":
        ask(engine, do="play", move=ask(engine, do="choose", level="simple", seed=seed)["move"])
        seed += 1
    shares = {player: float(player in state["winners"]) / len(state["winners"]) for player in answer["chances"]}
    assert ask(engine, do="winning")["chances"] == shares


def test_seed_decides_what_chance_brings() -> None:
    engine = Engine()
    ask(engine, do="new", **TWO)
    drawn = [ask(engine, do="choose", level="random", seed=seed)["move"]["good"] for seed in range(40)]
    assert len(set(drawn)) > 5
    assert ask(engine, do="choose", level="best", seed=7)["move"]["good"] == drawn[7]
    assert refusal(engine, do="plan", level="best")["code"] == "chance_decides"


@pytest.mark.parametrize("do", ["choose", "plan"])
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"level": 3}, "level 3: expected a text"),
        ({"level": "kraken"}, "level 'kraken': expected one of "),
        ({"level": "easy:kraken"}, "level 'easy:kraken': expected one of "),
        ({"level": "simple:trader"}, "level 'simple:trader': expected one of "),
        ({"level": "best", "nodes": 0}, "nodes 0: expected a whole number from 1 to 1000000"),
        ({"level": "best", "nodes": 1_000_001}, "nodes 1000001: expected"),
        ({"level": "best", "nodes": True}, "nodes True: expected"),
        ({"level": "best", "nodes": None}, "nodes None: expected"),
        ({"level": "best", "nodes": 1.5}, "nodes 1.5: expected"),
        ({"level": "best", "seed": "x"}, "seed 'x': expected a whole number of at most 9223372036854775807"),
        ({"level": "best", "seed": 1 << 70}, "seed 1180591620717411303424: expected"),
        (
            {"level": "best", "speed": 1},
            "fields ['level', 'speed']: expected exactly do, level, and if you like nodes, seed",
        ),
        ({}, "fields []: expected exactly do, level, and if you like nodes, seed"),
    ],
)
def test_bad_level_nodes_and_seed_are_refused_by_name(do: str, fields: dict[str, Any], why: str) -> None:
    engine = Engine()
    in_turn(engine)
    refused = refusal(engine, do=do, **fields)
    assert refused["code"] == "unreadable"
    assert refused["message"].startswith(why)


def test_nobody_chooses_without_a_game_or_when_it_is_over() -> None:
    engine = Engine()
    for do in ("choose", "plan"):
        assert ask(engine, do=do, level="best")["refusal"]["code"] == "no_game"
    in_turn(engine)
    seed = 0
    while ask(engine, do="state")["state"]["phase"] != "over":
        ask(engine, do="play", move=ask(engine, do="choose", level="simple", seed=seed)["move"])
        seed += 1
    for do in ("choose", "plan"):
        assert refusal(engine, do=do, level="best")["code"] == "game_over"


def test_game_without_levels_offers_its_skills_for_choose_alone() -> None:
    engine = Engine({"pearls": Pearls()}, lambda _: PearlsPlayers())
    ask(engine, do="new", pearls=2)
    assert ask(engine, do="choose", level="greedy")["ok"]
    assert refusal(engine, do="choose", level="best")["message"] == "level 'best': expected one of random, greedy"
    assert "nobody plans ahead in this game" in refusal(engine, do="plan", level="greedy")["message"]


@pytest.mark.parametrize("game", SHELF)
def test_bots_of_every_game_on_the_shelf_play_through_the_engine(game: str) -> None:
    engine, box = Engine(), open_box(game)
    skills = box.players().skills
    assert ask(engine, do="new", game=game, **box.random_setup(box.seats[0], Random(1)))["ok"]
    for number in range(30):
        move = ask(engine, do="choose", level=skills[number % len(skills)], seed=number)["move"]
        assert ask(engine, do="play", move=move)["ok"]
