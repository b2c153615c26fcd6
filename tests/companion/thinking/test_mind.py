"""What thinks, in the other process: answers the newest question, and drops it when there is another."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from companion.shelf.players import next_move
from companion.shelf.shelf import SHELF, open_box, shipped_rules
from companion.thinking.mind import GLANCE_S, Mind, thought

FEW = 300


def question(game: str, number: int, level: str = "best", **more: Any) -> dict[str, Any]:
    """Return a question about a position in the middle of a game."""
    box, rules, random = open_box(game), shipped_rules(game), Random(3)
    position, players = rules.new(box.random_setup(2, random)), box.players()
    for _ in range(60):
        position = rules.play(position, next_move(rules, players, position, "simple", random)).position
    while rules.chances(position):
        position = rules.play(position, next_move(rules, players, position, "simple", random)).position
    asked = {"number": number, "game": game, "position": rules.format_position(position), "level": level}
    return {**asked, "seed": 5, "nodes": FEW, **more}


class Talk:
    """A mind in this very thread, and the pipes to it."""

    def __init__(self) -> None:
        asked, self._asks = os.pipe()
        self._hears, told = os.pipe()
        self._all = [asked, self._asks, self._hears, told]
        self.now, self.ticks = 0.0, 0
        self.at: dict[int, Callable[[], None]] = {}
        self._mind = Mind(asked, told, self._tick)

    def _tick(self) -> float:
        """Let something happen while it thinks."""
        self.ticks += 1
        self.now += GLANCE_S
        self.at.pop(self.ticks, lambda: None)()
        return self.now

    def ask(self, told: dict[str, Any]) -> None:
        os.write(self._asks, json.dumps(told).encode() + b"\n")

    def hang_up(self) -> None:
        os.close(self._asks)
        self._all.remove(self._asks)

    def answers(self) -> list[dict[str, Any]]:
        """Let it think until nothing more is asked; return what it said."""
        self._mind.run(idle_s=0)
        os.set_blocking(self._hears, False)
        try:
            return [json.loads(line) for line in os.read(self._hears, 1 << 20).splitlines()]
        except BlockingIOError:
            return []

    def close(self) -> None:
        for each in self._all:
            os.close(each)


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.close()


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "best"])
def test_answer_is_what_the_player_plans_and_being_watched_changes_nothing(game: str, level: str) -> None:
    asked, told = question(game, 1, level), list[tuple[int, int]]()
    rules = shipped_rules(game)
    plan = open_box(game).players().plan(rules.parse_position(asked["position"]), level, Random(5), FEW)
    answer = thought(asked, lambda looked, most: told.append((looked, most)))
    assert answer == {
        "moves": [rules.format_entry(move) for move in plan.moves],
        "value": plan.value,
        "nodes": plan.nodes,
    }
    assert told
    assert {most for _, most in told} == {FEW}
    assert [looked for looked, _ in told] == sorted(looked for looked, _ in told)


@pytest.mark.parametrize("game", SHELF)
def test_signs_of_life_come_before_the_answer(talk: Talk, game: str) -> None:
    talk.ask(question(game, 8, nodes=3_000))
    *signs, answer = talk.answers()
    assert {each["number"] for each in (*signs, answer)} == {8}
    assert signs[0] == {"number": 8, "nodes": 0, "of": 0}
    assert signs[-1]["of"] == 3_000
    assert answer["moves"]


def test_only_the_newest_question_is_answered(talk: Talk) -> None:
    for number in range(1, 4):
        talk.ask(question("hansa", number))
    assert {each["number"] for each in talk.answers()} == {3}


@pytest.mark.parametrize("game", SHELF)
def test_question_that_comes_while_it_thinks_ends_the_one_before(talk: Talk, game: str) -> None:
    talk.at[3] = lambda: talk.ask(question(game, 2))
    talk.ask(question(game, 1, nodes=1_000_000))
    answered = [each["number"] for each in talk.answers() if "moves" in each]
    assert answered == [2]
    assert talk.ticks < 1_000, "it went on with the first"


def test_question_that_is_taken_back_is_not_answered(talk: Talk) -> None:
    talk.at[3] = lambda: talk.ask({"number": 2})
    talk.ask(question("hansa", 1, nodes=1_000_000))
    assert not any("moves" in each for each in talk.answers())
    talk.ask(question("hansa", 3))
    assert talk.answers()[-1]["moves"]


def test_end_of_the_input_ends_it_while_it_thinks(talk: Talk) -> None:
    talk.at[3] = talk.hang_up
    talk.ask(question("hansa", 1, nodes=1_000_000))
    assert not any("moves" in each for each in talk.answers())


def test_player_that_fails_is_told_and_the_next_question_answered(talk: Talk) -> None:
    talk.ask(question("hansa", 1, "kraken"))
    *_, answer = talk.answers()
    assert answer == {"number": 1, "failed": "KeyError: 'kraken'"}
    talk.ask(question("hansa", 2))
    assert talk.answers()[-1]["moves"]


def test_lack_of_memory_is_told_as_such(talk: Talk) -> None:
    def starve() -> None:
        raise MemoryError

    talk.at[3] = starve
    talk.ask(question("hansa", 1, nodes=1_000_000))
    assert talk.answers()[-1] == {"number": 1, "failed": "memory"}
