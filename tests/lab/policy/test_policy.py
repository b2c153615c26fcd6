"""The laboratory that tunes: better factors are found, by second look only, and a run goes on where it stopped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from companion.games.teutonica.players.features import numbers_of, parse_weights, shipped_weights
from tests.lab.policy.__main__ import read_state, write_state
from tests.lab.policy.strategy import Mover, State, child_of, fitness, next_state
from tests.lab.policy.teutonica import FINISH, LEAST, MOST, TunedTeutonica, character


class Hill:
    """A game whose lead is largest where one factor is 2 and the other a half; with luck, as games have."""

    groups = ("up", "down")

    def __init__(self) -> None:
        self.seeds: list[str] = []

    def mover(self, factors: Mapping[str, float]) -> Mover:
        height = -abs(factors["up"] - 2) - abs(factors["down"] - 0.5)
        return lambda position, random: height

    def opponent(self, random: Random) -> Mover:
        return lambda position, random: random.random()

    def lead(self, players: int, seed: str, mover: Mover, opponents: list[Mover]) -> float:
        self.seeds.append(seed)
        assert len(opponents) == players - 1
        luck = Random(seed)
        lead: float = 10 * mover(None, luck) + luck.random()
        return lead


def test_factors_climb_to_where_the_lead_is_largest() -> None:
    state = State(0, {"up": 1.0, "down": 1.0}, 0)
    for _ in range(40):
        state, _, _ = next_state(Hill(), state, "climb", 2, (2, 3))
    assert state.factors == pytest.approx({"up": 2.0, "down": 0.5}, abs=0.15)
    assert 0 < state.accepted < state.generation == 40


def test_parent_and_children_play_the_same_games_and_the_second_look_is_at_fresh_ones() -> None:
    hill = Hill()
    state, _, _ = next_state(hill, State(0, {"up": 1.0, "down": 1.0}, 0), "same", 1, (2, 3))
    assert state.accepted == 1
    first, again = hill.seeds[:10], hill.seeds[10:]
    assert set(first) == {"tune same 1 0 2", "tune same 1 0 3"}
    assert set(again) == {"tune same 1 0 again 2", "tune same 1 0 again 3"}


def test_child_that_was_only_lucky_is_not_taken() -> None:
    class Luck(Hill):
        def lead(self, players: int, seed: str, mover: Mover, opponents: list[Mover]) -> float:
            lead: float = float("again" not in seed) * mover(None, Random(0))
            return lead

    start = State(0, {"up": 1.0, "down": 1.0}, 0)
    assert next_state(Luck(), start, "luck", 1, (2,))[0] == State(1, start.factors, 0)


def test_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    assert read_state(file, Hill.groups) == State(0, {"up": 1.0, "down": 1.0}, 0)
    stopped, _, _ = next_state(Hill(), read_state(file, Hill.groups), "run", 1, (2,))
    write_state(file, stopped)
    assert read_state(file, Hill.groups) == stopped
    assert next_state(Hill(), read_state(file, Hill.groups), "run", 1, (2,))[0].generation == 2
    with pytest.raises(SystemExit, match="factors of other groups than kraken"):
        read_state(file, ("kraken",))


def test_child_differs_in_some_factors() -> None:
    parent = dict.fromkeys("abcdefgh", 1.0)
    child = child_of(parent, Random(3))
    assert 0 < sum(child[name] != 1.0 for name in parent) < len(parent)
    assert all(factor > 0 for factor in child.values())


def test_characters_are_the_simple_player_with_other_weights_and_the_same_for_the_same_name() -> None:
    simple, drawn = numbers_of(shipped_weights("simple")), numbers_of(character("somebody"))
    assert character("somebody") == character("somebody") != character("somebody else")
    factors = [drawn[name] / number for name, number in simple.items() if number]
    assert LEAST <= min(factors) < 1 < max(factors) <= MOST


@pytest.mark.slow
def test_game_is_played_and_its_weights_are_written() -> None:
    tuned = TunedTeutonica()
    factors = dict.fromkeys(tuned.groups, 1.0)
    assert fitness(tuned, factors, ["one"], (2,)) == fitness(tuned, factors, ["one"], (2,))
    written = parse_weights(tuned.text(factors, "For a test."), "test")
    assert written == shipped_weights("simple")._replace(finish=FINISH)
