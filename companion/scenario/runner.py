"""Runs scenarios: takes a file, and returns whether it passed, or where it failed and what the table showed.

A file of another kind is refused with the command that reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Final, NamedTuple

from companion.scenario import acts, checks
from companion.scenario.checks import describe
from companion.scenario.grammar import NotUnderstood, Scenario, Step, Unmet, parse_scenario
from companion.scenario.stage import MakeTable, Stage, soft_table
from companion.shelf.box import Vocabulary
from companion.shelf.shelf import open_box
from companion.words.outside import one_line
from hardware.simulated.field import Stacking
from wiring.kits import load_kit


class Problem(NamedTuple):
    """Where a scenario failed."""

    line: int
    step: str
    expected: str
    shown: str
    table: str  # everything that the table showed at that moment


class Result(NamedTuple):
    """The result of a scenario."""

    file: str
    stacking: Stacking
    steps: int  # number of steps carried out, without the failed one
    presses: int
    seconds: float  # of virtual time
    problem: Problem | None = None

    def __str__(self) -> str:
        if self.problem is None:
            return f"{self.file}: met"
        line, step, expected, shown, table = self.problem
        step, expected, shown = map(one_line, (step, expected, shown))
        return f"{self.file}:{line}: {step}\n  expected: {expected}\n  but:      {shown}\n{table}"


Watcher = Callable[[Stage, Step], None]


def _nobody(stage: Stage, step: Step) -> None:
    del stage, step


@cache
def vocabulary_of(game: str) -> Vocabulary:
    """Return the vocabulary of a game's scenarios: the words for every table, and its own."""
    own = open_box(game).vocabulary()
    return Vocabulary(
        forms=(*acts.FORMS, *own.forms, *checks.FORMS),
        slots={**acts.SLOTS, **checks.SLOTS, **own.slots},
    )


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise NotUnderstood(f"{path}: cannot be read: {error.strerror}") from error
    if another := another_kind(content, str(path)):
        raise NotUnderstood(f"{path}: not a scenario, but {another}")
    return parse_scenario(content.decode(), str(path), vocabulary_of)


def run_scenario(
    scenario: Scenario,
    stacking: Stacking = Stacking.NONE,
    *,
    make_table: MakeTable = soft_table,
    watcher: Watcher = _nobody,
) -> Result:
    """Run a scenario, starting with the table switched off, to its end or to the first failure."""
    kit = load_kit(scenario.kit)
    done, presses, problem = 0, 0, None
    box = open_box(scenario.game)
    with Stage(kit, box, board=scenario.board, stacking=stacking, make_table=make_table) as stage:
        for step in scenario.steps:
            before = stage.presses
            problem = _problem(stage, step, partial(step.form.act, stage, **step.slots), stage.look)
            # A step may reset the count, and the scenario counts again from there.
            presses += max(0, stage.presses - before)
            if problem:
                break
            done += 1
            watcher(stage, step)
        else:
            problem = _problem(stage, scenario.steps[-1], stage.check_journal, stage.check_trace)
        seconds = stage.elapsed_s
    return Result(scenario.file, stacking, done, presses, seconds, problem)


def _problem(stage: Stage, step: Step, *parts: Callable[[], None]) -> Problem | None:
    """Carry out a step; return what was not met, if anything."""
    try:
        for part in parts:
            part()
    except Unmet as unmet:
        return Problem(step.line, step.text, unmet.expected, unmet.shown, describe(stage))
    return None


# What the beginning of a file looks like, and the command for it; the first that fits counts. Comments may come first.
_KINDS: Final = tuple(
    (re.compile(pattern, re.DOTALL), looks_like, command)
    for pattern, looks_like, command in (
        (rb"SQLite format 3\0", "a journal", "games --journal"),
        (rb"\x1f\x8b", "a packed backup", "restore"),
        (rb"(\s|#[^\n]*\n)*\w+-record \d", "the record of a game", "replay"),
        (rb'\d+ \{"', "the trace of a game", "replay --trace"),
        (rb'\{"format": ?\d+, "kit":', "a recording of parts", "check --play-back"),
        (rb"\s*[{\[]\s*[\"{\[]", "JSON, which programs send", "engine <"),
        (rb"(\s|#[^\n]*\n)*(\[[\w.\"-]+\]|[\w.\"-]+ *=)", "a TOML file", "config --config"),
    )
)


def another_kind(content: bytes, file: str) -> str:
    """Return what a file is instead of a scenario, and the command that reads it; empty if it may be a scenario."""
    for beginning, looks_like, command in _KINDS:
        if beginning.match(content):
            return f"{looks_like}; hansa-companion {command} {file} reads that"
    try:
        content.decode()
    except UnicodeDecodeError:
        return "something else than text in UTF-8; expected steps, one a line"
    return ""
