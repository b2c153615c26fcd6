"""`play` and `run`, from the outside: lines, keys in a terminal, signals."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from shutil import copyfile

import httpx
import pytest

from companion.cli import main
from companion.journal.journal import Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.shelf.shelf import SHELF, open_box
from hardware.trouble import quoted
from tests.kit.lean import BOARD
from tests.kit.own_log import own_log as own_log
from tests.kit.processes import running
from tests.kit.screens import in_terminal
from tests.kit.waiting import PATIENCE_S

pytestmark = pytest.mark.usefixtures("own_log")

ROOT = Path(__file__).parents[3]
BEGIN = "ok\nok\nok\nok\nok\n"


def play(
    state: Path, lines: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *options: str
) -> str:
    copyfile(BOARD, state / "board.toml")  # somebody has said that it is right
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["play", "--state", str(state), *options]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("options", [(), ("--page",), ("--json",)])
def test_state_folder_that_cannot_be_made_is_one_line(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--state", "/proc/nowhere", *options]) == 1
    assert capsys.readouterr().err == (
        "hansa-companion: /proc/nowhere: cannot be made: No such file or directory; "
        "check the disk and who owns the state folder\n"
    )


# --- on the page ---


@pytest.mark.process
@pytest.mark.network
@pytest.mark.parametrize("is_port_given", [True, False])
def test_options_of_the_page_serve_it_without_a_terminal(tmp_path: Path, *, is_port_given: bool) -> None:
    copyfile(BOARD, tmp_path / "board.toml")
    with socket.socket() as keeper:  # keeps the port from everybody who does not ask for this very one
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind(("127.0.0.1", 0))
        port = keeper.getsockname()[1]
        options = ["--port", str(port)] if is_port_given else ["--no-browser"]
        (tmp_path / "hansa.toml").write_text(f"format = 1\n[web]\nport = {port}\n", encoding="utf-8")
        command = [sys.executable, "-m", "companion", "play", "--state", str(tmp_path), *options]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "HANSA_CONFIG": str(tmp_path / "hansa.toml")}
        with running(
            command, env=env, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert f":{port}/" in process.stdout.readline()
            answer = httpx.get(f"http://127.0.0.1:{port}/api/state?lang=en", timeout=PATIENCE_S)
            assert answer.status_code == 200
            process.send_signal(signal.SIGTERM)
        assert process.returncode == 0


# --- by lines ---


def test_lines_are_answered_with_screen_lamps_and_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = play(tmp_path, "put ship riga\n", monkeypatch, capsys, "--kit", "board")
    assert printed.count("┌") == 2
    assert "city       · tonsberg" in printed
    assert "no pieces on the table" in printed
    assert printed.endswith("city.riga: ship\n")


def test_lines_are_answered_in_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"# a comment\n\n{BEGIN}fly away\nquit\nok\n"
    answers = [json.loads(line) for line in play(tmp_path, text, monkeypatch, capsys, "--json").splitlines()]
    assert len(answers) == 7
    assert answers[0]["game"] == ""
    assert answers[0]["screen"][0] == ["New game", "seats"]
    assert answers[0]["lamps"] == {"seat.gray": "blink"}
    assert answers[5]["revision"] == 1
    assert answers[5]["game"]
    assert answers[6]["said"].startswith("'fly away': not understood")


def test_lines_that_the_table_or_the_disk_refuses_are_no_yes_in_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise Unavailable(quoted("the disk is full"), quoted("free some space"))

    def refused(lines: str) -> list[dict[str, str] | None]:
        told = play(tmp_path, lines, monkeypatch, capsys, "--json", "--new").splitlines()
        return [json.loads(line)["refused"] for line in told]

    told = refused(f"{BEGIN}end\nok\n")
    assert told[-2] == {
        "code": "hold",
        "reason": "That button only acts when it is held.",
        "remedy": "Hold it for a second.",
    }
    assert [each for each in told if each] == [told[-2]]
    monkeypatch.setattr(SqliteJournal, "append_all", full)
    told = refused(BEGIN)
    assert told[-1] == {"code": "not_kept", "reason": "the disk is full", "remedy": "free some space"}


def test_game_goes_on_in_the_next_play_and_new_begins_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def last(lines: str, *options: str) -> tuple[str, int]:
        answer = json.loads(play(tmp_path, lines, monkeypatch, capsys, "--json", *options).splitlines()[-1])
        return answer["game"], answer["revision"]

    game, revision = last(f"{BEGIN}ok\nok\nok\nok\n")
    assert revision == 2
    assert last("") == (game, revision)
    other, revision = last(BEGIN, "--new")
    assert other not in ("", game)
    assert revision == 1


def test_help_lists_what_can_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "put PIECE [PLACE]" in play(tmp_path, "help\n", monkeypatch, capsys)


def test_configured_pieces_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pieces.toml").write_text('format = 1\n[pieces]\n"04a1b2c3d4e580" = "ship"\n', encoding="utf-8")
    printed = play(tmp_path, "put gray\nput ship\n", monkeypatch, capsys)
    assert "there is no piece 'gray'" in printed
    assert printed.endswith("pad: ship\n")


@pytest.mark.parametrize("command", ["play", "run"])
def test_configuration_error_ends_a_start_with_78(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.toml").write_text("format = 3", encoding="utf-8")
    (tmp_path / "my.toml").write_text('format = 1\nkit = "own.toml"', encoding="utf-8")
    assert main([command, "--config", str(tmp_path / "my.toml"), "--state", str(tmp_path)]) == 78
    assert "own.toml: format: 3 given; allowed: one of 1" in capsys.readouterr().err


# --- by keys, in a terminal ---


@pytest.mark.process
@pytest.mark.parametrize("game", SHELF)
def test_terminal_plays_by_keys_and_is_given_back(tmp_path: Path, game: str) -> None:
    """The first moves, with wrong keys and another size in between; then the game goes on where it was."""
    box = open_box(game)
    options = ("play", "--terminal", "--game", game, "--state", str(tmp_path))
    with in_terminal(*options, columns=80, lines=24) as (terminal, process):
        terminal.wait_for("Begin")
        terminal.type("z\x1b[99~\x1bOP0")
        terminal.type("\r")
        terminal.wait_for("IT IS YOUR TURN")
        terminal.type("x")
        terminal.wait_for("This key means nothing here")
        terminal.resize(60, 20)
        terminal.wait_for("80x24 > 60x20")
        terminal.resize(120, 40)
        terminal.wait_for("IT IS YOUR TURN")
        terminal.type("\x1b[B\r")
        terminal.wait_for("▌")
        terminal.type("?")
        terminal.wait_for("Ctrl-C")
        terminal.type(" q")
        terminal.drain()
        assert process.wait(PATIENCE_S) == 0
    assert "\x1b[?1049h" in terminal.text
    after = terminal.text.rpartition("\x1b[?1049l")[2]
    assert "begins" in after, "the log, once the screen is free"
    assert "Traceback" not in after
    with in_terminal("play", "--terminal", "--state", str(tmp_path)) as (terminal, process):
        terminal.wait_for(box.player_words()[box.colours[0]].in_language())
        terminal.wait_for("▌")
        process.send_signal(signal.SIGINT)
        terminal.drain()
        assert process.wait(PATIENCE_S) == 0
    assert terminal.text.rstrip().endswith("\x1b[?1049l") or "Traceback" not in terminal.text


@pytest.mark.process
def test_suspended_terminal_is_given_back_and_taken_again(tmp_path: Path) -> None:
    with in_terminal("play", "--terminal", "--state", str(tmp_path), columns=80, lines=24) as (terminal, process):
        terminal.wait_for("Begin")
        process.send_signal(signal.SIGTSTP)
        terminal.read_until("\x1b[?1049l")  # first, for the terminal is given back once all of it has been read
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        terminal.resize(80, 24)  # and what was drawn is gone
        process.send_signal(signal.SIGCONT)
        terminal.wait_for("Begin")
        terminal.type("q")
        terminal.drain()
        assert process.wait(PATIENCE_S) == 0
    assert terminal.text.count("\x1b[?1049h") == terminal.text.count("\x1b[?1049l") == 2


@pytest.mark.process
def test_dumb_terminal_gets_whole_pictures_and_whole_lines(tmp_path: Path) -> None:
    options = ("play", "--terminal", "--new", "--robots", "random", "--state", str(tmp_path))
    with in_terminal(*options, columns=80, lines=24, TERM="dumb", LC_ALL="C") as (terminal, process):
        terminal.read_until("IT IS YOUR TURN")
        terminal.type("2\n")
        terminal.read_until("Gray places")
        terminal.type("q\n")
        terminal.drain()
        assert process.wait(PATIENCE_S) == 0
    assert "\x1b" not in terminal.text
    assert terminal.text.isascii()


@pytest.mark.process
def test_terminal_is_given_back_when_it_cannot_start(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"no database at all" * 100)
    with in_terminal("play", "--terminal", "--state", str(tmp_path)) as (terminal, process):
        terminal.drain()
        assert process.wait(PATIENCE_S) == 65
    assert "games.sqlite" in terminal.text.rpartition("\x1b[?1049l")[2]


@pytest.mark.process
@pytest.mark.parametrize("robots", ["genius", "simple,simple,simple,simple"])
def test_robots_that_nobody_knows_or_too_many_are_one_line(tmp_path: Path, robots: str) -> None:
    options = ("play", "--terminal", "--new", "--robots", robots, "--state", str(tmp_path))
    with in_terminal(*options) as (terminal, process):
        terminal.drain()
        assert process.wait(PATIENCE_S) == 2
    assert f"--robots {robots}: expected up to 3 of random, simple" in terminal.text


# --- run ---


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_run_without_hardware_is_degraded_and_ends_cleanly_at_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "companion", "run", "--kit", "board", "--state", str(tmp_path)]
    with running(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        lines: list[str] = []
        while not (lines and "up does not work" in lines[-1]):
            lines.append(process.stderr.readline())
            assert lines[-1], "".join(lines)
        process.send_signal(number)
        _, rest = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, rest
    assert lines[0].endswith(f"Board kit, games in {tmp_path}/games.sqlite\n")
    assert "Traceback" not in "".join(lines) + rest


@pytest.mark.process
def test_shut_down_runs_the_configured_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from companion.assembly.service import Service

    (tmp_path / "my.toml").write_text("format = 1\nshut_down = \"sh -c 'echo off; exit 3'\"", encoding="utf-8")
    monkeypatch.setattr(Service, "serve", Service._shut_down)
    assert main(["run", "--config", str(tmp_path / "my.toml"), "--state", str(tmp_path)]) == 3
    assert capfd.readouterr().out == "off\n"
