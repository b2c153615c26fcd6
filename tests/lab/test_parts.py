"""`make lab`: every laboratory can be begun by its name, and whoever names another is told which there are."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from hardware.simulated.micropython_node import NodePico
from tests.kit.board import MAKERS
from tests.lab.__main__ import PARTS, ROOT, command_lines, main
from tests.lab.silicon import in_place

COMMANDS = {name: command_lines(name) for name in PARTS}


@pytest.mark.parametrize("name", PARTS)
def test_commands_of_a_laboratory_are_there(name: str) -> None:
    for line in COMMANDS[name]:
        if line[1:2] == ["-m"]:
            module = importlib.util.find_spec(line[2])
            assert module is not None
            assert module.submodule_search_locations is None or importlib.util.find_spec(f"{line[2]}.__main__")
        else:
            assert os.access(ROOT / line[0], os.X_OK)


def test_every_folder_with_a_command_is_a_laboratory() -> None:
    """Except that `make bench` has a target of its own, and `screens` is for whoever draws one."""
    folders = {path.parent.name for path in Path(__file__).parent.glob("*/__main__.py")}
    modules = [word for lines in COMMANDS.values() for line in lines for word in line if word.startswith("tests.lab.")]
    assert folders - {module.split(".")[2] for module in modules} == {"bench", "screens"}


def test_unknown_laboratory_is_answered_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kraken"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "unknown laboratory kraken; there are:"
    assert [line.split()[0] for line in told[1:-1]] == list(PARTS)


def test_laboratories_are_listed_where_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[:-1]] == list(PARTS)


@pytest.mark.process
def test_laboratory_gets_the_options_and_its_exit_code_counts(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["faults", "kraken"]) == 2
    assert "unknown part kraken" in capfd.readouterr().err


def test_emulated_pico_takes_the_place_of_another_only_in_a_run_that_asks_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every run of all tests reads every module for its examples, and this one changed what others in it ran."""
    assert MAKERS["micropython"] is NodePico
    monkeypatch.setitem(MAKERS, "micropython", NodePico)
    in_place.pytest_configure()
    assert MAKERS["micropython"] is MAKERS["rp2040"]
