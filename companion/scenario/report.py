"""The command `scenario`: takes files, prints progress and a summary, and returns an exit code."""

from __future__ import annotations

import argparse
import json
import sys
from importlib.util import find_spec
from pathlib import Path

from companion.display.picture import render_blocks
from companion.errors import FAILED, OK, USAGE, UserError
from companion.games.game import Json
from companion.scenario.grammar import Scenario, ScenarioError, Step
from companion.scenario.runner import Result, load_scenario, run_scenario, vocabulary_of
from companion.scenario.stage import MakeTable, Stage, silicon_table, soft_table
from companion.words.outside import one_line
from companion.words.progress import Progress
from hardware.ports import Frame
from hardware.simulated.field import Stacking

_LIBRARIES = ("gpiozero", "luma", "mfrc522")
_STACKS = {"answer": (Stacking.LOWEST,), "silent": (Stacking.NONE,), "both": tuple(Stacking)}


def run(options: argparse.Namespace) -> int:
    """Carry out `hansa-companion scenario`."""
    if options.forms:
        print(forms_table(options.game))
        return OK
    if not options.files:
        raise UserError("scenario: no FILE given; expected scenario files, or --forms", USAGE)
    try:
        scenarios = [load_scenario(Path(file)) for file in options.files]
    except ScenarioError as error:
        raise UserError(str(error)) from error
    runs = [(each, stacking) for each in scenarios for stacking in _stackings(each, options.stacks)]
    make_table = _silicon() if options.silicon else soft_table
    results = []
    with Progress(len(runs), "runs", sys.stderr) as progress:
        for scenario, stacking in runs:
            show = _Shower() if options.show else _show_nothing
            results.append(run_scenario(scenario, stacking, make_table=make_table, watcher=show))
            progress.advance()
    print(json.dumps(_json(results), indent=2) if options.json else _summary(results))
    return FAILED if any(result.problem for result in results) else OK


def _stackings(scenario: Scenario, wanted: str) -> list[Stacking]:
    """Return the stackings to run: those of the scenario take precedence over the command line."""
    both = [each for each in scenario.stackings if each in _STACKS[wanted]]
    return both or list(scenario.stackings)


def _silicon() -> MakeTable:
    missing = [name for name in _LIBRARIES if find_spec(name) is None]
    if missing:
        raise UserError(f"--silicon runs the drivers' own libraries, which are not installed: {', '.join(missing)}")
    return silicon_table


class _Shower:
    """Draws the screen whenever it changes."""

    def __init__(self) -> None:
        self._frame: Frame | None = None

    def __call__(self, stage: Stage, step: Step) -> None:
        """Print the step, and draw what it changed."""
        print(one_line(f"{step.line:>4}  {step.text}"))
        frame = stage.table.frame()
        if frame != self._frame:
            print(render_blocks(frame))
            self._frame = frame


def _show_nothing(stage: Stage, step: Step) -> None:
    del stage, step


def _summary(results: list[Result]) -> str:
    failed = [result for result in results if result.problem]
    lines = [f"{result}\nstacks: {_stacks(result.stacking)}\n" for result in failed]
    steps = sum(result.steps for result in results)
    files = len({result.file for result in results})
    lines.append(
        f"{_counted(files, 'scenario')}, {_counted(len(results), 'run')}, {_counted(steps, 'step')}: "
        + (f"{len(failed)} not met" if failed else "all met")
    )
    return "\n".join(lines)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _stacks(stacking: Stacking) -> str:
    return "answer" if stacking is Stacking.LOWEST else "silent"


def _json(results: list[Result]) -> Json:
    return {
        "met": not any(result.problem for result in results),
        "runs": [
            {
                "file": result.file,
                "stacks": _stacks(result.stacking),
                "met": result.problem is None,
                "steps": result.steps,
                "presses": result.presses,
                "seconds": round(result.seconds, 2),
                "problem": result.problem and result.problem._asdict(),
            }
            for result in results
        ],
    }


def forms_table(game: str) -> str:
    """Return every form of a game's scenarios with its meaning, as a Markdown table."""
    rows = [f"| `{form.pattern}` | {form.meaning} |" for form in vocabulary_of(game).forms]
    return "\n".join(["| line | meaning |", "|---|---|", *rows])
