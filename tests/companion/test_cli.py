"""The command line: help, errors for a person, exit codes, and an output that nobody reads."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from companion import cli
from companion.cli import COMMANDS, main
from companion.commands.command import BAD_CONFIGURATION, FAILED, OK, USAGE, UserError, positive

ROOT = Path(__file__).parents[2]
NAMES = [command.__name__.rpartition(".")[2] for command in COMMANDS]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env=_plain_environment() | environment,
        input="",
    )


def _plain_environment() -> dict[str, str]:
    """Without settings that make Python write unlike a user's."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}


def exit_of(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    return caught.value.code


def test_help_lists_every_command_and_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_of("--help") == OK
    shown = capsys.readouterr().out
    for name in NAMES:
        assert re.search(rf"^    {name} +\w", shown, flags=re.MULTILINE), name
    for code in (OK, FAILED, USAGE, BAD_CONFIGURATION):
        assert re.search(rf"^  {code} +\w", shown, flags=re.MULTILINE)
    assert (OK, FAILED, USAGE, BAD_CONFIGURATION) == (0, 1, 2, 78)


@pytest.mark.parametrize("name", NAMES)
def test_help_of_each_command_has_examples_that_parse(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_of(name, "--help") == OK
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: hansa-companion {name} ")
    examples = shown.partition("examples:\n")[2]
    # An example ends where its explanation begins, or what the shell does with it.
    calls = re.findall(rf"hansa-companion {name}\b(.*?)(?:  |[|<>\\]|$)", examples, flags=re.MULTILINE)
    assert calls
    for call in calls:
        cli._parser().parse_args([name, *shlex.split(call)])


def test_unknown_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_of("dance") == USAGE
    assert "invalid choice: 'dance'" in capsys.readouterr().err


def test_no_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_of() == USAGE
    assert "COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "", "many", "9" * 5_000, "²"])
def test_number_of_games_is_a_whole_number_of_at_least_one(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_of("simulate", f"--games={text}") == USAGE
    assert "expected a whole number of at least 1" in capsys.readouterr().err


def test_number_of_games_is_read() -> None:
    assert (positive("1"), positive("1000")) == (1, 1000)


def test_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_of("--version") == OK
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert capsys.readouterr().out == f"hansa-companion {project['version']}\n"


def test_version_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(cli, "version", missing)
    assert exit_of("--version") == OK
    assert capsys.readouterr().out == "hansa-companion (not installed)\n"


def test_user_error_is_one_line_and_its_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> int:
        raise UserError("my.toml: colour: expected one of red, green", BAD_CONFIGURATION)

    monkeypatch.setattr("companion.hansa.simulate.run", fail)
    assert main(["simulate"]) == BAD_CONFIGURATION
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "hansa-companion: my.toml: colour: expected one of red, green\n")
    assert UserError("x").code == FAILED


def test_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.hansa.simulate.run", interrupt)
    assert main(["simulate"]) == 130
    assert capsys.readouterr() == ("", "")


def test_module_is_the_command() -> None:
    done = run("simulate", "--games", "1", "--players", "2")
    assert (done.returncode, done.stderr) == (OK, "")
    assert done.stdout.startswith("1 game\n")


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["simulate", "--help"], ["simulate"], ["simulate", "--games", "30", "--show"]],
    ids=" ".join,
)
def test_output_that_nobody_reads_makes_no_noise(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "companion", *arguments],
            stdout=writer,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=_plain_environment(),
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (FAILED, b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_without_our_letters_is_no_failure(encoding: str) -> None:
    done = run("simulate", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (OK, "")
    assert "moves a game: " in done.stdout
