"""The reference held to counts made elsewhere, and to what no move may ever change."""

import random
from collections import Counter

import pytest

from tests.lab.reference.teutonica import styles, treaty, tries
from tests.lab.reference.teutonica.board import (
    ALL_ROUTES,
    CITIES,
    COLOURS,
    KINDS,
    MARKERS,
    PROVINCES,
    SIDES,
    TRACKS,
    Json,
    borders_between,
    ends_of,
)
from tests.lab.reference.teutonica.perft import FIRST_TURN, first_turn, perft
from tests.lab.reference.teutonica.protocol import FIELDS_OF_MOVE, FIELDS_OF_USE, VALUES
from tests.lab.reference.teutonica.rules import Rules

RULES = Rules()


@pytest.mark.parametrize("players", FIRST_TURN)
def test_counts_of_the_first_turn(players: int) -> None:
    state = first_turn(RULES, players)
    assert [perft(RULES, state, depth) for depth in (1, 2)] == FIRST_TURN[players][:2]


@pytest.mark.slow
def test_counts_of_three_moves() -> None:
    assert perft(RULES, first_turn(RULES, 2), 3) == FIRST_TURN[2][2]


def pieces_of(state: Json, player: str) -> Counter[str]:
    """Every piece of a player, wherever it is."""
    mine = state["players"][player]
    found: Counter[str] = Counter(trader=1)  # on the prestige track
    for place in ("supply", "stock"):
        found.update({kind: mine[place][f"{kind}s"] for kind in KINDS})
    for ability, level in mine["levels"].items():
        found["merchant" if ability == "book" else "trader"] += len(TRACKS[ability]) - 1 - level
    step = state["step"] or {}
    board = [piece for houses in state["routes"].values() for piece in houses if piece]
    board += [piece for city in state["offices"].values() for piece in city["extra"] + city["spaces"] if piece]
    board += [f"{owner} merchant" for owner in state["coellen"].values() if owner]
    board += [f"{state['mover']} {kind}" for kind in step.get("hand", [])]
    board += [step["displaced"]] if "displaced" in step else []
    found.update(piece.split()[1] for piece in board if piece.split()[0] == player)
    return found


def markers_of(state: Json) -> int:
    step = state["step"] or {}
    seen = len(state["markers"]) + state["pile"] + sum(step.get(field) is not None for field in ("taken", "marker"))
    if state["phase"] == "taverns":
        seen += 3 - len(state["markers"])
    seen += sum(len(mine["markers"] + mine["used"]) + mine["plate"] for mine in state["players"].values())
    return int(seen)


def check(state: Json) -> None:
    for player in state["players"]:
        assert pieces_of(state, player) == {"trader": 27, "merchant": 4}
    assert markers_of(state) == sum(MARKERS.values()) == 16
    for route in state["markers"]:
        assert state["phase"] == "taverns" or route in state["routes"]
    for offices in state["offices"].values():
        filled = [space is not None for space in offices["spaces"]]
        assert filled == sorted(filled, reverse=True)
        assert not offices["extra"] or filled[0]
    full = sum(None not in offices["spaces"] for offices in state["offices"].values())
    assert state["completed"] == full
    assert (state["mover"] is None) == (state["phase"] == "over")
    assert state["mover"] == state["active"] or state["phase"] == "relocate"
    assert state["phase"] in ("establish", "over") or state["ending"] == []
    assert (state["winners"] is not None) == (state["phase"] == "over")
    assert all(score["total"] == sum(score.values()) - score["total"] for score in state["scores"].values())
    assert all(mine["prestige"] <= 27 for mine in state["players"].values())


@pytest.mark.parametrize("style", styles.AIMS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_is_ever_lost(style: str, players: int) -> None:
    rng = random.Random(f"{style} {players}")
    setup = tries.random_setup(rng, players)
    choose = styles.random_table(rng, setup["players"], style)
    state = RULES.new(setup["players"], setup["start"])
    for _ in range(300):
        check(state)
        moves = RULES.legal(state)
        if not moves:
            assert state["phase"] == "over"
            break
        move = choose(state, moves)
        before = repr(state)
        after = RULES.play(state, move)[0]
        assert repr(state) == before
        state = after


def test_three_players_link_one_after_the_other() -> None:
    state = RULES.new(treaty.SETUP["players"], treaty.SETUP["start"])
    for move in treaty.moves():
        assert RULES.refusal(state, move) is None
        state = RULES.play(state, move)[0]
        check(state)
    assert state["links"] == ["red", "blue", "green"]


def every_readable_move() -> list[Json]:
    moves: list[Json] = []
    for verb, fields in FIELDS_OF_MOVE.items():
        found: list[Json] = [{"type": verb}]
        for field in sorted(fields):
            found = [{**move, field: value} for move in found for value in VALUES[field]]
        moves += found
    for marker, fields in FIELDS_OF_USE.items():
        found = [{"type": "use", "marker": marker}]
        moves.remove(found[0])
        for field in sorted(fields):
            found = [{**move, field: value} for move in found for value in VALUES[field]]
        moves += found
    return moves


def test_legal_is_all_that_is_not_refused() -> None:
    everything = every_readable_move()
    rng = random.Random(5)
    for players in (2, 5):
        setup = tries.random_setup(rng, players)
        choose = styles.random_table(rng, setup["players"], "learn")
        state = RULES.new(setup["players"], setup["start"])
        for _ in range(60):
            legal = RULES.legal(state)
            accepted = [move for move in everything if RULES.refusal(state, move) is None]
            assert sorted(map(str, map(sorted, map(dict.items, legal)))) == sorted(
                map(str, map(sorted, map(dict.items, accepted)))
            )
            state = RULES.play(state, choose(state, legal))[0]


def test_the_board_has_what_was_counted_on_it() -> None:
    assert len(CITIES) == 27
    assert len(COLOURS) == 5
    assert {side: len(facts["routes"]) for side, facts in SIDES.items()} == {"2-3": 32, "4-5": 34}
    assert {side: sum(facts["routes"].values()) for side, facts in SIDES.items()} == {"2-3": 101, "4-5": 107}
    offices = {side: [words for city in facts["cities"].values() for words in city] for side, facts in SIDES.items()}
    assert {side: len(words) for side, words in offices.items()} == {"2-3": 57, "4-5": 62}
    assert {side: sum("coin" in text for text in words) for side, words in offices.items()} == {"2-3": 6, "4-5": 4}
    assert all(set(ends_of(route)) <= set(CITIES) for route in ALL_ROUTES)
    assert len(PROVINCES) == 16
    routes = Counter(route for province in PROVINCES.values() for route in province["routes"])
    assert set(routes) == set(SIDES["2-3"]["routes"])
    assert Counter(routes.values()) == {2: 22, 1: 10}
    soldiers = 0
    for name, province in PROVINCES.items():
        for other in province["neighbours"]:
            assert name in PROVINCES[other]["neighbours"]
            soldiers += not set(province["routes"]) & set(PROVINCES[other]["routes"])
    assert soldiers == 2 * 4
    assert borders_between("north-west", "south-east") > 2
