"""The owner's side of the room for thinking, at a process that the test plays, with a clock of its own."""

from __future__ import annotations

import ast
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from companion.shelf.players import Plan, next_move
from companion.shelf.shelf import first_game, open_box, shipped_rules
from companion.thinking import decider, thinker
from companion.thinking.thinker import (
    FIRST_PAUSE_S,
    LATE_S,
    LEAST_CORES,
    LEAST_MEMORY,
    SILENT_S,
    Failed,
    Fault,
    Thinker,
    Thinking,
    is_too_small,
)
from tests.kit.minds import PlayedMind, PlayedMinds

BOX = open_box(first_game())
RULES = shipped_rules(BOX.id)
BOTS = BOX.players()


def decisions(count: int) -> list[Any]:
    """Return positions in which a player decides, in each among other moves."""
    random, found = Random(4), list[Any]()
    position = RULES.new(BOX.random_setup(2, random))
    while len(found) < count:
        moves = list(RULES.legal_moves(position))
        if not RULES.chances(position) and all(moves[0] not in RULES.legal_moves(each) for each in found):
            found.append(position)
        position = RULES.play(position, next_move(RULES, BOTS, position, "simple", random)).position
    return found


FIRST, SECOND = decisions(2)


def moves_at(position: Any) -> list[Any]:
    return [RULES.format_entry(next(iter(RULES.legal_moves(position))))]


class Room:
    """A thinker, its clock and its processes."""

    def __init__(self, *, is_off: bool = False) -> None:
        self.now, self.minds = 100.0, PlayedMinds()
        self.thinker = Thinker(RULES, clock=lambda: self.now, begin=self.minds.begin, is_off=is_off)

    @property
    def mind(self) -> PlayedMind:
        """The process that was started last."""
        return self.minds.begun[-1]

    def ask(self, position: Any) -> int:
        """Ask, and return the number of the question."""
        self.thinker.ask(position, "best", 7)
        number = self.mind.questions()[-1]["number"]
        assert isinstance(number, int)
        return number

    def answer(self, number: int, position: Any) -> None:
        self.mind.say({"number": number, "moves": moves_at(position), "value": 1.5, "nodes": 40})

    def fault(self) -> Fault:
        found = self.thinker.look()
        assert isinstance(found, Failed)
        return found.fault


@pytest.fixture
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.thinker.close()


def test_question_says_everything_and_its_answer_is_a_plan(room: Room) -> None:
    room.thinker.ask(FIRST, "hard", 7, 300)
    (asked,) = room.mind.questions()
    position = asked.pop("position")
    assert asked == {"number": 1, "game": BOX.id, "level": "hard", "seed": 7, "nodes": 300}
    assert RULES.parse_position(position) == FIRST
    assert room.thinker.look() == Thinking()
    room.mind.say({"number": 1, "nodes": 128, "of": 300})
    assert room.thinker.look() == Thinking(128, 300)
    room.answer(1, FIRST)
    move = next(iter(RULES.legal_moves(FIRST)))
    assert room.thinker.look() == Plan((move,), 1.5, 40)


def test_plan_goes_no_further_than_its_player_decides(room: Room) -> None:
    number = room.ask(FIRST)
    position, moves = FIRST, list[Any]()
    while len(moves) < 30 and not RULES.chances(position):
        moves.append(next(iter(RULES.legal_moves(position))))
        position = RULES.play(position, moves[-1]).position
    told = [RULES.format_entry(move) for move in moves]
    room.mind.say({"number": number, "moves": told, "value": 0, "nodes": 1})
    plan = room.thinker.look()
    assert isinstance(plan, Plan)
    assert 0 < len(plan.moves) < len(moves)


def test_late_answers_are_dropped(room: Room) -> None:
    number = room.ask(FIRST)
    other = room.ask(SECOND)
    room.answer(number, FIRST)
    room.mind.say({"number": 99, "moves": []})
    assert room.thinker.look() == Thinking()
    room.answer(other, SECOND)
    assert isinstance(room.thinker.look(), Plan)
    assert len(room.minds.begun) == 1


def test_forgotten_question_is_told_to_the_other_side_and_its_answer_dropped(room: Room) -> None:
    number = room.ask(FIRST)
    room.thinker.forget()
    assert room.mind.questions() == [{"number": number + 1}]
    room.answer(number, FIRST)
    assert room.thinker.look() is None
    room.thinker.forget()
    assert room.mind.questions() == []
    other = room.ask(FIRST)
    assert room.thinker.look() == Thinking(), "the answer before is not taken for this one's"
    room.answer(other, FIRST)
    assert isinstance(room.thinker.look(), Plan)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"\xff\xfe\n", Fault.RUBBISH),
        (b"[]\n", Fault.RUBBISH),
        (b'{"number": 1}\n', Fault.RUBBISH),
        (b'{"number": 1, "nodes": 1e999, "of": 0}\n', Fault.RUBBISH),
        (b'{"number": 1, "nodes": "many", "of": 0}\n', Fault.RUBBISH),
        (b'{"number": 1, "moves": [], "value": 0, "nodes": 1}\n', Fault.RUBBISH),
        (b'{"number": 1, "moves": 7, "value": 0, "nodes": 1}\n', Fault.RUBBISH),
        (b"[" * 60_000 + b"\n", Fault.RUBBISH),
        (b'{"number": 1, "moves": ["kraken"], "value": 0, "nodes": 1}\n', Fault.RUBBISH),
        (b'{"number": 1, "moves": [{"type": "kraken"}], "value": 0, "nodes": 1}\n', Fault.RUBBISH),
        (b'{"number": 1, "failed": "memory"}\n', Fault.MEMORY),
        (b'{"number": 1, "failed": "ValueError: weights: version 9"}\n', Fault.FAILED),
    ],
)
def test_what_is_no_plan_ends_the_process_and_is_logged(
    room: Room, caplog: pytest.LogCaptureFixture, line: bytes, fault: Fault
) -> None:
    room.ask(FIRST)
    room.mind.say(line)
    with caplog.at_level(logging.WARNING):
        assert room.fault() is fault
        assert room.fault() is fault
    assert room.mind.returncode == -9
    (told,) = caplog.messages
    assert told.startswith(f"thinking: {fault}: ")


def test_move_that_is_legal_elsewhere_is_illegal_here(room: Room) -> None:
    number = room.ask(FIRST)
    room.mind.say({"number": number, "moves": moves_at(SECOND), "value": 0, "nodes": 1})
    assert room.fault() is Fault.ILLEGAL


def test_line_without_an_end_is_rubbish(room: Room) -> None:
    room.ask(FIRST)
    for _ in range(2):
        assert room.thinker.look() == Thinking()
        room.mind.say(b"x" * 40_000)
        room.thinker.look()
    assert room.fault() is Fault.RUBBISH


def test_process_that_says_nothing_is_given_up(room: Room) -> None:
    number = room.ask(FIRST)
    room.now += SILENT_S - 1
    room.mind.say({"number": number, "nodes": 5, "of": 9})
    room.thinker.look()
    room.now += SILENT_S - 1
    assert isinstance(room.thinker.look(), Thinking)
    room.now += 1
    assert room.fault() is Fault.SILENT


def test_signs_of_life_about_another_question_are_none(room: Room) -> None:
    number = room.ask(FIRST)
    room.now += SILENT_S
    room.mind.say({"number": number - 1, "nodes": 5, "of": 9})
    assert room.fault() is Fault.SILENT


def test_process_that_thinks_for_too_long_is_given_up(room: Room) -> None:
    number, until = room.ask(FIRST), room.now + LATE_S
    while room.now < until:
        room.mind.say({"number": number, "nodes": 5, "of": 9})
        assert isinstance(room.thinker.look(), Thinking)
        room.now += SILENT_S / 2
    assert room.fault() is Fault.LATE


def test_process_that_takes_no_question_holds_nobody_up(room: Room) -> None:
    """The pipe is full in the end, and a write that waits would wait for ever."""
    for _ in range(1_000):
        room.thinker.ask(FIRST, "best", 7)
        if room.thinker.look() != Thinking():
            break
    assert room.fault() is Fault.SILENT


def test_answer_that_came_before_the_end_counts(room: Room) -> None:
    number = room.ask(FIRST)
    room.answer(number, FIRST)
    room.mind.end(-9)
    assert isinstance(room.thinker.look(), Plan)
    room.ask(SECOND)
    assert len(room.minds.begun) == 2
    assert room.thinker.look() == Thinking(), "it ended when nothing was asked: no fault"


def test_process_that_ends_while_it_is_asked_is_a_fault(room: Room) -> None:
    room.ask(FIRST)
    room.mind.end(None)
    assert isinstance(room.thinker.look(), Thinking), "nobody knows yet how it ends"
    room.mind.returncode = 1
    assert room.fault() is Fault.ENDED


def test_process_that_had_nothing_to_do_and_ends_just_now_is_replaced_once(room: Room) -> None:
    room.ask(FIRST)
    room.mind.end(0)
    assert room.thinker.look() == Thinking()
    assert len(room.minds.begun) == 2
    (again,) = room.mind.questions()
    room.answer(again["number"], FIRST)
    assert isinstance(room.thinker.look(), Plan)
    room.ask(SECOND)
    room.mind.end(0)
    room.thinker.look()
    room.mind.end(0)
    assert room.fault() is Fault.ENDED


def test_it_is_started_again_after_longer_and_longer_pauses(room: Room) -> None:
    pause = FIRST_PAUSE_S
    for begun in range(1, 4):
        room.ask(FIRST)
        assert len(room.minds.begun) == begun
        room.mind.say(b"x\n")
        assert room.fault() is Fault.RUBBISH
        room.now += pause - 0.1
        room.thinker.ask(FIRST, "best", 7)
        assert room.fault() is Fault.RUBBISH
        assert len(room.minds.begun) == begun, "not yet"
        room.now += 0.1
        pause *= 2
    room.answer(room.ask(FIRST), FIRST)
    assert isinstance(room.thinker.look(), Plan)
    room.mind.say(b"x\n")
    room.ask(SECOND)
    room.thinker.look()
    room.now += FIRST_PAUSE_S
    room.ask(SECOND)
    assert len(room.minds.begun) == 5, "an answer made the pause short again"


def test_process_that_cannot_be_started_is_a_fault() -> None:
    def fail() -> Any:
        raise OSError(11, "Resource temporarily unavailable")

    thinker = Thinker(RULES, begin=fail)
    thinker.ask(FIRST, "best", 7)
    assert thinker.look() == Failed(Fault.ENDED)
    thinker.forget()
    thinker.close()


def test_machine_that_is_too_small_starts_nothing() -> None:
    room = Room(is_off=True)
    room.thinker.ask(FIRST, "best", 7)
    assert room.fault() is Fault.SMALL
    assert room.minds.begun == []
    assert is_too_small(LEAST_CORES - 1, LEAST_MEMORY)
    assert is_too_small(LEAST_CORES, LEAST_MEMORY - 1)
    assert not is_too_small(LEAST_CORES, LEAST_MEMORY)


def test_closing_ends_the_process(room: Room) -> None:
    room.ask(FIRST)
    room.thinker.close()
    assert room.mind.returncode == -9
    assert room.thinker.look() is None


WAITING = {"wait", "join", "sleep", "communicate", "readline", "readlines", "select", "acquire", "result"}


@pytest.mark.parametrize("module", [thinker, decider])
def test_owner_never_waits_except_to_close(module: ModuleType) -> None:
    """Whoever asks and looks may be the thread that owns the table."""
    tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
    imported = {
        name for each in ast.walk(tree) if isinstance(each, ast.Import) for name in (a.name for a in each.names)
    }
    assert imported & {"threading", "select", "asyncio", "queue"} == set()
    waits = [
        f"{function.name}: {ast.unparse(call)}"
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in WAITING
    ]
    assert waits == (["close: process.wait()"] if module is thinker else [])
