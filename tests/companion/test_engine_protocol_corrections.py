"""Corrections as the engine meets them, inside a loaded record: whatever they move, the game stays a game."""

import random
from collections import Counter

import pytest

from tests.lab.reference import chance
from tests.lab.reference.duel import assert_refusal, canonical
from tests.lab.reference.position import CITIES, KINDS, MARKERS_BY_BARRELS, Json, barrels_of, scores
from tests.lab.reference.talk import TWO, Talk

GAMES = 6
STOCK = """
orange1 orange2  blue1  brown1  orange3 orange1  brown2 brown3  green1  orange2 orange2  blue2  blue3 green2
"""


def assert_sound(state: Json) -> None:
    """What no correction may break: 22 talers, 15 booths a player, real markers and no more than there are."""
    players = state["players"].values()
    purses = [state["bank"], *(player["talers"] for player in players)]
    assert min(purses) >= 0
    assert sum(purses) == 22
    for player in players:
        assert player["booths_left"] >= 0
        assert player["booths_left"] + sum(player["booths"].values()) == 15
        assert all(count > 0 for count in player["booths"].values())
    markers = Counter(marker for spaces in state["warehouses"].values() for marker in spaces if marker)
    for player in players:
        markers.update(player["goods"] + player["sold"])
    for marker, count in markers.items():
        assert marker in KINDS
        assert count <= MARKERS_BY_BARRELS[barrels_of(marker)]
    assert len(state["piles"]) == 5
    assert min(state["piles"]) >= 0
    assert canonical(state["scores"]) == canonical(scores(state))
    assert (state["phase"] == "over") is (state["mover"] is None) is (state["winners"] is not None)


def random_correction(rng: random.Random, state: Json) -> str:
    """The words of a correction, possible or not."""
    seats = list(state["players"])
    spaces = {
        f"{city}.{number}": marker
        for city, markers in state["warehouses"].items()
        for number, marker in enumerate(markers, 1)
    }
    lying = [(marker, space) for space, marker in spaces.items() if marker]
    for seat, player in state["players"].items():
        lying += [(marker, seat) for marker in player["goods"]] + [
            (marker, f"{seat}.sold") for marker in player["sold"]
        ]
    lying += [(rng.choice(KINDS), place) for place in ("unseen", "unseen", "out")]
    places = ["unseen", "out", *seats, *(f"{seat}.sold" for seat in seats), *spaces]
    purses = ["bank", *seats]
    booths = ["supply", *CITIES]
    match rng.randrange(8):
        case 0:
            return f"move-talers {rng.choice((1, 2, 3, 9))} {rng.choice(purses)} {rng.choice(purses)}"
        case 1:
            return f"move-booth {rng.choice(seats)} {rng.choice(booths)} {rng.choice(booths)}"
        case 2 | 3:
            return f"move-marker {' '.join(rng.choice(lying))} {rng.choice(places)}"
        case 4:
            return f"swap-markers {' '.join(rng.choice(lying))} {' '.join(rng.choice(lying))}"
        case 5:
            return f"move-ship {rng.choice(CITIES)}"
        case 6:
            return f"move-turn {rng.choice(seats)}"
        case _:
            return f"move-pile {rng.randint(1, 3)} {rng.randint(1, 5)} {rng.randint(1, 5)}"


def corrected(talk: Talk, words: str) -> Json:
    """The answer to the game's own record with a correction added to it."""
    return talk.ask("load", record=f"{talk.accepted('save')['record']}\n{words}\n")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
def test_game_with_corrections_stays_sound_and_can_be_played_and_taken_back(seed: int) -> None:
    rng = random.Random(seed)
    talk = Talk()
    states = [talk.accepted("new", **chance.random_setup(rng))["state"]]
    choose = chance.random_habits(rng)
    while states[-1]["phase"] != "over":
        assert len(states) < 5_000
        if rng.random() < 0.05:
            answer = corrected(talk, words := random_correction(rng, states[-1]))
            if answer["ok"]:
                states.append(answer["state"])
                assert_sound(states[-1])
                assert states[-1]["phase"] == "over" or talk.moves(), words
                continue
            assert_refusal(answer, "unreadable")
            assert canonical(talk.state()) == canonical(states[-1])
        states.append(talk.accepted("play", move=choose(talk.moves()))["state"])
        assert_sound(states[-1])
    for state in reversed(states[:-1]):
        assert canonical(talk.accepted("undo")["state"]) == canonical(state)


def first_turn() -> Talk:
    talk = Talk()
    talk.begin(TWO, STOCK, "danzig tonsberg lubeck danzig riga stockholm")
    talk.play("buy brown1; sail danzig; buy orange2")
    return talk


def test_marker_moved_into_a_warehouse_lies_there() -> None:
    state = corrected(first_turn(), "move-marker brown1 gray copenhagen.1")["state"]
    assert state["warehouses"]["copenhagen"] == ["brown1"]
    assert state["players"]["gray"]["goods"] == ["orange2"]


def test_markers_swapped_between_warehouses_change_places() -> None:
    state = corrected(first_turn(), "swap-markers orange1 tonsberg.1 blue1 aalborg.1")["state"]
    assert state["warehouses"]["tonsberg"] == ["blue1", "orange2"]
    assert state["warehouses"]["aalborg"] == ["orange1"]


def test_marker_moved_into_a_warehouse_can_be_bought() -> None:
    talk = first_turn()
    corrected(talk, "move-marker blue3 unseen danzig.1")
    state = talk.play("end; skip; buy blue3")["state"]
    assert state["players"]["yellow"]["goods"] == ["blue3"]
    assert state["warehouses"]["danzig"] == [None, "orange2"]
