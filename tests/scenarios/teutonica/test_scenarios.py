"""Runs every scenario of Hansa Teutonica; together they meet every refusal and use every word of the game."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

import companion.games.teutonica.table
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.refusals import SENTENCES, refusal_of
from companion.games.teutonica.scenario.forms import VOCABULARY
from companion.scenario.grammar import Step
from companion.scenario.report import forms_table
from companion.scenario.runner import load_scenario, run_scenario
from tests.scenarios.teutonica.generate import GAMES, file_of

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.scenario"))
LONG = frozenset(file_of(*game) for game in GAMES)
HOLD_BACK = ("hold {button}", "back")


@cache
def _steps() -> tuple[Step, ...]:
    """Return the steps of all scenarios, read when the first test asks."""
    return tuple(step for file in FILES for step in load_scenario(file).steps)


@pytest.mark.parametrize(
    "file", [pytest.param(file, id=file.stem, marks=[pytest.mark.slow] * (file in LONG)) for file in FILES]
)
def test_scenario_is_met(file: Path) -> None:
    scenario = load_scenario(file)
    result = run_scenario(scenario, scenario.stackings[0])
    assert result.problem is None, f"\n{result}"


def test_every_refusal_is_met_in_a_scenario() -> None:
    folder = Path(companion.games.teutonica.table.__path__[0])
    sources = [file.read_text(encoding="utf-8") for file in folder.glob("*.py")]
    own = {code for source in sources for code in re.findall(r'\bRefusal\(\s*"(\w+)"', source)}
    codes = {refusal_of(key).code for key in SENTENCES} | own
    met = {step.slots["name"] for step in _steps() if step.form.pattern == "expect refusal {name}"}
    asked = {"marker_used", "on_plate"}  # said to whoever asks why not, of what nobody can try here
    assert codes - met == asked


def test_every_kind_of_move_is_taken_back_in_a_scenario() -> None:
    back = set()
    done = [step for step in _steps() if not step.form.pattern.startswith("expect ")]
    for step, then in pairwise(done):
        if step.form.pattern == "play {moves}" and (then.form.pattern, then.slots.get("button")) == HOLD_BACK:
            back.add(type(step.slots["moves"][-1]))
    assert set(get_args(Move)) - back == set()


@pytest.mark.parametrize("kit", ["tap", "chart"])
def test_power_goes_in_every_phase_in_a_scenario(kit: str) -> None:
    met: set[Phase] = set()
    for scenario in map(load_scenario, FILES):
        if scenario.kit != kit:
            continue
        is_cut = False  # and since then no phase was expected
        for step in scenario.steps:
            match step.form.pattern:
                case "cut [the] power":
                    is_cut = True
                case "expect phase {phase}" if is_cut:
                    met.add(step.slots["phase"])
                    is_cut = False
    assert set(Phase) - met == set()


def test_every_form_is_used_in_a_scenario() -> None:
    used = {step.form.pattern for step in _steps()}
    assert {form.pattern for form in VOCABULARY.forms} - used == set()


def test_list_of_forms_is_complete() -> None:
    """Mend it with `hansa-companion scenario --forms --game teutonica`."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    listed = text.partition("<!-- forms -->\n")[2].partition("<!-- end of forms -->")[0]
    assert listed.strip() == forms_table("teutonica")
