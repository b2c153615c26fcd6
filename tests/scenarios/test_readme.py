"""The page for players is true: its examples are met, and its list of forms is the language's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.scenario.grammar import parse_scenario
from companion.scenario.report import forms_table
from companion.scenario.runner import run_scenario, vocabulary_of

README = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```scenario\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_example_is_met(text: str) -> None:
    scenario = parse_scenario(text, "README.md", vocabulary_of)
    for stacking in scenario.stackings:
        result = run_scenario(scenario, stacking)
        assert result.problem is None, f"\n{result}"


def test_examples_are_there() -> None:
    assert len(EXAMPLES) == README.count("```") // 2 > 4


def test_list_of_forms_is_complete() -> None:
    """Mend it with `hansa-companion scenario --forms`."""
    listed = README.partition("<!-- forms -->\n")[2].partition("<!-- end of forms -->")[0]
    assert listed.strip() == forms_table("hansa")
