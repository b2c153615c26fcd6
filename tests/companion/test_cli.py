"""The command line: help with examples, exit codes, and nothing loaded before it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main
from companion.errors import FAILED

# A command's module is called like it; a word more tells it from another module that has the name already.
NAMES = [command.__name__.rpartition(".")[2].partition("_")[0] for command in COMMANDS]


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
    for code in ("0  ", "1  ", "2  ", "65 ", "78 ", "130"):
        assert f"\n  {code}" in shown


def test_verb_that_there_is_not_is_told_as_the_usage_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["games", "burn"])
    shown = capsys.readouterr().err
    assert "[list|show|export] [GAME]" in shown
    assert "argument list|show|export: invalid choice: 'burn'" in shown


def test_command_line_that_is_not_understood_exits_2() -> None:
    with pytest.raises(SystemExit) as left:
        main(["dance"])
    assert left.value.code == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", "--gmes", "2"), "--gmes 2; did you mean --games?"),
        (("hub", "--dmo=3"), "--dmo=3; did you mean --demo?"),
        (("engine", "quickly"), "quickly"),
    ],
)
def test_argument_that_a_command_does_not_know_is_refused_with_its_own_usage(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"usage: hansa-companion {words[0]} ")
    assert shown.endswith(f"hansa-companion {words[0]}: error: unrecognized arguments: {told}\n")


@pytest.mark.parametrize("command", ["play", "hub"])
@pytest.mark.parametrize("number", ["0", "65536", "-1", "80a", "²", "9" * 5000])
def test_port_that_is_none_is_refused(command: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, f"--port={number}"])
    assert left.value.code == 2
    assert capsys.readouterr().err.endswith("expected a number from 1 to 65535\n")


@pytest.mark.process
@pytest.mark.parametrize("command", ["config --default", "scenario --forms", "engine"])
def test_output_that_does_not_fit_the_disk_is_one_line(command: str) -> None:
    answer = _in_shell(f"echo '{{}}' | {command} > /dev/full")
    assert answer.returncode == 1
    assert answer.stderr == "hansa-companion: the output cannot be written: No space left on device\n"


@pytest.mark.process
@pytest.mark.parametrize(("closed", "code"), [("config >&-", 0), ("config --colour 2>&-", 2), ("engine <&-", 0)])
def test_stream_that_is_closed_is_no_fault(closed: str, code: int) -> None:
    answer = _in_shell(closed)
    assert (answer.returncode, answer.stderr) == (code, "")


def _in_shell(command: str) -> subprocess.CompletedProcess[str]:
    program = f"{sys.executable} -c 'from companion.cli import main; raise SystemExit(main())'"
    before, pipe, after = command.rpartition("| ")
    return subprocess.run(
        ["sh", "-c", f"{before}{pipe}{program} {after}"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.process
def test_command_line_is_read_before_anything_else_is_loaded() -> None:
    code = "import sys, companion.cli; companion.cli._parser(); print(*sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    loaded = answer.stdout.split()
    own = {name for name in loaded if name.split(".")[0] in ("companion", "hardware", "firmware", "wiring")}
    light = {"companion", "companion.cli", "companion.errors", "companion.words", "companion.words.outside"}
    light |= {f"companion.running{name}" for name in ("", ".as_owner", ".commit")}
    assert {name for name in own if not name.startswith("companion.commands")} == light
    assert not {"sqlite3", "asyncio", "PIL", "redis", "starlette"} & set(loaded)


def test_package_that_has_the_place_of_one_of_ours_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    info = tmp_path / "kraken_hardware-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kraken-hardware\nVersion: 1.0\n")
    (info / "top_level.txt").write_text("hardware\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "hardware.kit.layout", None)  # as where another `hardware` has no such part
    assert main(["config", "--kit", "tap"]) == FAILED
    (line,) = capsys.readouterr().err.splitlines()
    assert "kraken-hardware has the same name" in line
    assert "of its own" in line


def test_import_that_fails_for_another_reason_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "json", None)
    monkeypatch.delitem(sys.modules, "companion.engine", raising=False)
    with pytest.raises(ImportError):
        main(["engine"])
