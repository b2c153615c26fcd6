"""Data files made to break the reader: each gives one short line and the exit code for a bad configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main

FILES = ("configuration", "kit", "board", "pieces")
TEXTS = {
    "nested lists": "format = " + "[\n" * 5_000,
    "nested tables": "format = " + "{a = " * 1_500,
    "nested by dots": "format" + ".a" * 4_000 + " = 1",
    "nested by dots in an unknown key": "format = 1\nx" + ".a" * 4_000 + " = 1",
    "endless line": "format" + ".a" * 20_000 + " = 1",  # for which tomllib alone takes minutes
    "endless file": "format = 1\n" + "#\n" * 1_000_000,
    "number of too many digits": "format = " + "9" * 5_000,
    "hexadecimal number of too many digits": "format = 0x" + "f" * 5_000,
    "key of two lines": 'format = 1\n"a\\nb" = 1',
    "key that clears the screen": 'format = 1\n"a\\u001b[2J" = 1',
    "endless key": f"format = 1\n{'a' * 9_000} = 1",
    "NUL byte": "format = 1\0",
}
PATHS = {
    "NUL byte": "a\\u0000b.toml",
    "endless name": "a" * 5_000 + ".toml",
    "endless path": "a/" * 3_000 + "b.toml",
}


def refused(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line that is told of a configuration."""
    (folder / "my.toml").write_text(text, encoding="utf-8")
    assert main(["config", "--config", str(folder / "my.toml"), *_state(text, folder)]) == 78
    told = capsys.readouterr()
    assert not told.out
    assert told.err.count("\n") == 1
    assert told.err[:-1].isprintable()
    assert len(told.err) < 600
    return told.err


def _state(text: str, folder: Path) -> tuple[str, ...]:
    return () if "state = " in text else ("--state", str(folder / "state"))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_text_is_told_in_one_line(
    file: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if file == "configuration":
        assert "my.toml: " in refused(tmp_path, text, capsys)
        return
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    assert "own.toml: " in refused(tmp_path, f'format = 1\n{file} = "own.toml"', capsys)


@pytest.mark.parametrize("key", ["kit", "board", "pieces", "state", "journal"])
@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_hostile_path_is_told_with_its_key(
    key: str, path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"my.toml: {key}: " in refused(tmp_path, f'format = 1\n{key} = "{path}"', capsys)


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_hostile_path_of_the_configuration_itself_is_told(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--config", path.replace("\\u0000", "\0")]) == 78
    assert capsys.readouterr().err.count("\n") == 1


def test_hostile_command_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "shut_down: 'a\\x00b' given" in refused(tmp_path, 'format = 1\nshut_down = "a\\u0000b"', capsys)


def test_number_beyond_all_bounds_is_no_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kit = (Path(__file__).parents[3] / "wiring" / "tap.toml").read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(kit.replace("hold_ms = 1000", f"hold_ms = 0x{'f' * 5_000}"), encoding="utf-8")
    told = refused(tmp_path, 'format = 1\nkit = "own.toml"', capsys)
    assert "times.hold_ms: a number of too many digits given; allowed: a whole number from 200 to 5000" in told
