"""`hansa-companion hub` on a machine whose configuration is for the service alone."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import BAD_CONFIGURATION, FAILED
from tests.kit.own_log import own_log

__all__ = ["own_log"]
pytestmark = pytest.mark.usefixtures("own_log")


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a configuration be found that may not be read, also where root runs the tests."""
    file = tmp_path / ".config/hansa-companion/config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("format = 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("HANSA_CONFIG", raising=False)
    read_text = Path.read_text

    def refuse(path: Path, encoding: str | None = None) -> str:
        if path == file:
            raise PermissionError(13, "Permission denied")
        return read_text(path, encoding)

    monkeypatch.setattr(Path, "read_text", refuse)
    return file


@pytest.mark.network
@pytest.mark.usefixtures("private")
@pytest.mark.parametrize("words", [("--server", "unix:///nowhere.sock"), ("--demo", "1")])
def test_hub_that_needs_no_configuration_passes_over_one_it_may_not_read(
    words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["hub", *words, "--port", str(taken.getsockname()[1])]) == FAILED
    assert "is taken; choose another one with --port" in capsys.readouterr().err  # so it had come that far


@pytest.mark.usefixtures("private")
def test_hub_that_needs_its_configuration_says_that_it_may_not_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub"]) == BAD_CONFIGURATION
    assert "Permission denied" in capsys.readouterr().err


@pytest.mark.parametrize("is_by_option", [True, False])
def test_hub_says_so_when_it_may_not_read_the_configuration_that_was_named(
    private: Path, is_by_option: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not is_by_option:
        monkeypatch.setenv("HANSA_CONFIG", str(private))
    named = ("--config", str(private)) if is_by_option else ()
    assert main(["hub", "--demo", "1", *named]) == BAD_CONFIGURATION
    assert "Permission denied" in capsys.readouterr().err


@pytest.mark.parametrize("by_pipx", [True, False])
def test_demo_without_its_package_names_the_command_that_adds_it_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, by_pipx: bool
) -> None:
    monkeypatch.setitem(sys.modules, "fakeredis", None)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", f"{tmp_path}/my tools/bin/python")
    if by_pipx:
        (tmp_path / "pipx_metadata.json").write_text("{}", encoding="utf-8")
    command = (
        "pipx inject hansa-companion fakeredis"
        if by_pipx
        else f"'{tmp_path}/my tools/bin/python' -m pip install fakeredis"
    )
    assert main(["hub", "--demo", "3"]) == BAD_CONFIGURATION
    assert capsys.readouterr().err == f"hansa-companion: --demo needs the package fakeredis; to add it: {command}\n"
