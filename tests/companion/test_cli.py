"""The command line: help with examples, exit codes, and nothing loaded before it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main

NAMES = [command.__name__.rpartition(".")[2] for command in COMMANDS]


@pytest.mark.parametrize("name", NAMES)
def test_help_of_each_command_has_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert f"hansa-companion {name}" in shown
    assert "examples:\n" in shown


def test_help_lists_commands_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert all(f"    {name} " in shown for name in NAMES)
    for code in ("0  ", "1  ", "2  ", "65 ", "78 "):
        assert f"\n  {code}" in shown


def test_command_line_that_is_not_understood_exits_2() -> None:
    with pytest.raises(SystemExit) as left:
        main(["dance"])
    assert left.value.code == 2


def test_command_line_is_read_before_anything_else_is_loaded() -> None:
    code = "import sys, companion.cli; companion.cli._parser(); print(*sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    loaded = answer.stdout.split()
    own = {name for name in loaded if name.split(".")[0] in ("companion", "hardware", "firmware", "wiring")}
    assert {name for name in own if not name.startswith("companion.commands")} == {"companion", "companion.cli"}
    assert not {"sqlite3", "asyncio", "PIL", "redis", "starlette"} & set(loaded)
