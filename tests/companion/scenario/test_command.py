"""`hansa-companion scenario`: exit codes, summary, JSON and drawings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import FAILED, OK, USAGE
from tests.kit.hansa import VOCABULARY

GOOD = "boot\nexpect screen Seat 1\n"
BAD = "boot\nexpect screen Utopia\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "good.scenario").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.scenario").write_text(BAD, encoding="utf-8")
    (tmp_path / "odd.scenario").write_text("boot\njump\n", encoding="utf-8")
    return tmp_path


def test_met_scenarios_are_counted(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(files / "good.scenario")]) == OK
    assert capsys.readouterr().out == "1 scenario, 2 runs, 4 steps: all met\n"


def test_unmet_scenario_is_told_and_fails(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["scenario", "--stacks", "silent", str(files / "good.scenario"), str(files / "bad.scenario")]
    assert main(arguments) == FAILED
    out = capsys.readouterr().out
    assert f"{files / 'bad.scenario'}:2: expect screen Utopia" in out
    assert "stacks: silent" in out
    assert out.endswith("2 scenarios, 2 runs, 3 steps: 1 not met\n")


def test_json_tells_every_run(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["scenario", "--json", "--stacks", "answer", str(files / "good.scenario"), str(files / "bad.scenario")]
    assert main(arguments) == FAILED
    told = json.loads(capsys.readouterr().out)
    assert told["met"] is False
    assert [(run["stacks"], run["met"], run["steps"]) for run in told["runs"]] == [
        ("answer", True, 2),
        ("answer", False, 1),
    ]
    assert told["runs"][1]["problem"]["line"] == 2


def test_show_draws_a_screen_only_when_it_changes(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--show", "--stacks", "silent", str(files / "good.scenario")]) == OK
    out = capsys.readouterr().out
    assert "   1  boot\n┌" in out
    assert out.count("┌") == 1


def test_line_that_is_no_step_is_one_line_on_standard_error(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(files / "odd.scenario")]) == FAILED
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"hansa-companion: {files / 'odd.scenario'}:2: 'jump' is not a step")
    assert captured.err.count("\n") == 1


@pytest.mark.slow
def test_scenario_says_itself_which_stacks_it_is_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "silent.scenario"
    file.write_text(f"stacks are silent\n{GOOD}", encoding="utf-8")
    assert main(["scenario", "--stacks", "answer", "--json", str(file)]) == OK
    assert [run["stacks"] for run in json.loads(capsys.readouterr().out)["runs"]] == ["silent"]


def test_silicon_runs_the_real_drivers(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--silicon", "--stacks", "silent", str(files / "good.scenario")]) == OK


def test_no_file_is_a_mistake_of_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario"]) == USAGE
    assert "no FILE given" in capsys.readouterr().err


def test_forms_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--forms"]) == OK
    out = capsys.readouterr().out
    assert all(f"`{form.pattern}`" in out for form in VOCABULARY.forms)
