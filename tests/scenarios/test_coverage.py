"""Every refusal there is, of rules and table, is met by a player in some scenario, and every form is used."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import companion.games.hansa.table
import companion.table
from companion.games.hansa.rules.refusals import SENTENCES
from companion.scenario.grammar import Step
from companion.scenario.runner import load_scenario
from tests.kit.hansa import VOCABULARY

FILES = sorted(Path(__file__).parent.glob("*.scenario"))
# The menus that begin a game offer nothing that the rules could not set up; only a page can play past a message, and
# give players names or take a seat. Who enrols tags knows whether one is taken, and that is not the simulated table.
_OF_NAMES = {"names_alike", "name_long", "name_unclean", "no_such_player", "seat_taken", "free_seat"}
# A scenario has nobody who thinks; `tests/companion/thinking` carries whole games of the companion's seats out.
_OF_THE_COMPANION = {"not_planned", "not_asked", "thinks"}
# Said to whoever asks why not, of what nobody can try here; `tests/lab/explain` asks about everything.
_ASKED = {"ship_elsewhere", "warehouse_empty", "no_marker_to_pay", "nothing_to_sell"}
# A scenario plays a game; `tests/companion/table/test_teaching.py` goes through the lessons.
_OF_LESSONS = {"in_lesson", "not_asked_here"}
_ELSEWHERE = _OF_NAMES | _OF_THE_COMPANION | _ASKED | _OF_LESSONS
OUT_OF_REACH = {"unreadable", "read_first", "tag_taken", "not_theirs"} | _ELSEWHERE


@cache
def _steps() -> tuple[Step, ...]:
    """Return the steps of all scenarios, read when the first test asks."""
    return tuple(step for file in FILES for step in load_scenario(file).steps)


def _codes_of_the_table() -> set[str]:
    folders = [Path(package.__path__[0]) for package in (companion.table, companion.games.hansa.table)]
    sources = [file.read_text(encoding="utf-8") for folder in folders for file in folder.glob("*.py")]
    return {code for source in sources for code in re.findall(r'\bRefusal\(\s*"(\w+)"', source)}


def test_every_refusal_is_met_in_a_scenario() -> None:
    codes = set(SENTENCES) | _codes_of_the_table()
    met = {step.slots["name"] for step in _steps() if step.form.pattern == "expect refusal {name}"}
    assert len(codes) > 30
    assert codes - met == OUT_OF_REACH
    assert met <= codes


def test_every_form_is_used_in_a_scenario() -> None:
    used = {step.form.pattern for step in _steps()}
    assert {form.pattern for form in VOCABULARY.forms} == used
