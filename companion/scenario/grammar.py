"""The language of scenarios: parses text into steps that are ready to run, and runs none of them.

There is one step on each line. The possible lines are a list of *forms* such as `put {piece} on {place}`: words, and
slots for what varies. `[the]` is optional. Each slot defines how it is read and what is expected there, so that all
lines of a file are understood before the first is carried out.

    ScenarioError
    ├── NotUnderstood   a line that is not a step; names file, line, what is there and what is expected
    └── Unmet           a step that could not be carried out, or an expectation that was not met
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple

from companion.shelf.box import Form, Slot, Vocabulary
from companion.shelf.shelf import SHELF, first_game, open_box
from hardware.simulated.field import Stacking
from wiring.kits import shipped_kits

KITS = shipped_kits()
KIT_UNLESS_SAID = "tap"
STACKS = {"answer": Stacking.LOWEST, "are silent": Stacking.NONE}
# The headings before the first step, and their values.
HEADINGS: Mapping[str, Callable[[str], Sequence[str]]] = {  # in a scenario of this game
    "game": lambda _: tuple(SHELF),
    "board": lambda game: tuple(open_box(game).shipped_boards),
    "kit": lambda _: KITS,
    "stacks": lambda _: tuple(STACKS),
}


class ScenarioError(Exception):
    """Base of all errors of a scenario."""


class NotUnderstood(ScenarioError):
    """A line that is not a step."""


class Unmet(ScenarioError):
    """An expectation that the table did not meet, and what it showed instead."""

    def __init__(self, expected: str, shown: str) -> None:
        super().__init__(f"expected {expected}; {shown}")
        self.expected, self.shown = expected, shown


class Step(NamedTuple):
    """One line that was understood."""

    line: int
    text: str
    form: Form
    slots: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole file."""

    file: str
    game: str
    board: str  # the name of one that ships; empty in a game without boards
    kit: str
    stackings: tuple[Stacking, ...]  # with each of which it is to be run
    steps: tuple[Step, ...]


_COMMENT = re.compile(r"(^|\s)#.*")
_SLOT = re.compile(r"\\\{(\w+)\\\}")
_OPTIONAL = re.compile(r"\\\[(\w+)\\\]\\ ")


def parse_scenario(text: str, file: str, vocabulary_of: Callable[[str], Vocabulary]) -> Scenario:
    """Return a scenario with every line understood, in the vocabulary of its game, or raise NotUnderstood."""
    parser = _Parser(file, vocabulary_of)
    for number, line in _lines(text):
        parser.read(number, line)
    if not parser.steps:
        raise NotUnderstood(f"{file}: nothing happens in it; expected steps, one a line")
    stackings = (STACKS[parser.headings["stacks"]],) if "stacks" in parser.headings else tuple(Stacking)
    kit = parser.headings.get("kit", KIT_UNLESS_SAID)
    return Scenario(file, parser.game, parser.board, kit, stackings, tuple(parser.steps))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        said = " ".join(_COMMENT.sub("", line).split())
        if said:
            yield number, said


class _Parser:
    def __init__(self, file: str, vocabulary_of: Callable[[str], Vocabulary]) -> None:
        self._file, self._vocabulary_of = file, vocabulary_of
        self.headings: dict[str, str] = {}
        self.steps: list[Step] = []

    @property
    def game(self) -> str:
        """The game that is played."""
        return self.headings.get("game", first_game())

    @property
    def board(self) -> str:
        """The board of the scenario: the oldest unless another is named, so that old scenarios stay valid."""
        return self.headings.get("board") or next(iter(open_box(self.game).shipped_boards), "")

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        """The vocabulary, once the headings have named the game."""
        return self._vocabulary_of(self.game)

    @cached_property
    def _forms(self) -> list[tuple[Form, re.Pattern[str]]]:
        return [(form, _expression(form.pattern, self._vocabulary.slots)) for form in self._vocabulary.forms]

    def read(self, number: int, line: str) -> None:
        """Understand one line."""
        head, _, rest = line.partition(" ")
        if head in HEADINGS:
            self._read_heading(number, line, head, rest)
        else:
            self.steps.append(self._step(number, line))

    def _read_heading(self, number: int, line: str, head: str, rest: str) -> None:
        if self.steps:
            raise self._complain(number, line, f"{head!r} stands before the first step")
        if head == "game" and "board" in self.headings:
            raise self._complain(number, line, "'game' stands before 'board'")
        allowed = HEADINGS[head](self.game)
        if rest not in allowed:
            raise self._complain(number, line, f"expected {' or '.join(f'{head} {word}' for word in allowed)}")
        self.headings[head] = rest

    def _step(self, number: int, line: str) -> Step:
        furthest, why = -1, ""
        for form, expression in self._forms:
            match = expression.fullmatch(line)
            if not match:
                continue
            values, mistake = self._read_slots(match)
            if not mistake:
                return Step(number, line, form, values)
            if len(values) > furthest:
                furthest, why = len(values), mistake
        raise self._complain(number, line, why or self._nearest(line))

    def _read_slots(self, match: re.Match[str]) -> tuple[dict[str, Any], str]:
        """Read the slots of a form; return what was read, and what could not be read."""
        values: dict[str, Any] = {}
        for name, given in match.groupdict().items():
            slot = self._vocabulary.slots[name]
            try:
                values[name] = slot.read(given)
            except (KeyError, ValueError):
                return values, f"{given!r:.60}: expected {slot.expected}"
        return values, ""

    def _nearest(self, line: str) -> str:
        patterns = [form.pattern for form in self._vocabulary.forms]
        words = line.split()
        for length in (2, 1):
            alike = [pattern for pattern in patterns if pattern.split()[:length] == words[:length]]
            if alike:
                return f"expected {' or '.join(alike)}"
        firsts = list(dict.fromkeys(pattern.split()[0] for pattern in patterns))
        near = get_close_matches(words[0], firsts, 1)
        return f"did you mean {near[0]!r}?" if near else f"expected a step that begins with {', '.join(firsts)}"

    def _complain(self, number: int, line: str, why: str) -> NotUnderstood:
        return NotUnderstood(f"{self._file}:{number}: {line!r:.80} is not a step: {why}")


def _expression(pattern: str, slots: Mapping[str, Slot]) -> re.Pattern[str]:
    """Return a form as a regular expression: `{slot}` takes as little as possible, `[word]` is optional."""

    def group(match: re.Match[str]) -> str:
        return f"(?P<{match[1]}>{r'[^ ]+' if slots[match[1]].one_word else '.+?'})"

    return re.compile(_SLOT.sub(group, _OPTIONAL.sub(r"(?:\1 )?", re.escape(pattern))))
