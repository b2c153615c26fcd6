"""What the commands of `hansa-companion` print of the kept files, as values that can be compared."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
from contextlib import closing, redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.cli import main
from tests.version_0_1.inside import kept_game

FILES = Path(__file__).parent / "files"
EXPECTED = FILES / "expected.json"
BOARDS = ("board.toml", "board-as-shipped.toml", "board-copied.toml")
CONFIGURED = ("config.toml", "kit.toml", "pieces.toml", "board.toml")
_SHOWN = ("id", "game", "created", "newest", "entries", "ended", "state", "players", "counts", "over", "scores")
_RETRACED = ("events", "first", "last", "is_whole", "difference", "in_journal", "same")

Json = dict[str, Any]


class Failed(AssertionError):
    """A command that did not end well."""


def run(*arguments: str, lines: str = "") -> str:
    """Run a command that should end well; return what it prints."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO(lines)):
        code = main(arguments)
    if code:
        raise Failed(f"{' '.join(arguments)}: exit {code}: {err.getvalue()}{out.getvalue()[-500:]}")
    return out.getvalue()


def expected() -> Json:
    """Return what version 0.1.0 made of the files."""
    told: Json = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return told


def digest(value: object) -> str:
    """Sum up a text, or a value whatever the order of its names."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]


# --- tables ---


def lay_out(folder: Path, *, board: str, kit: str) -> list[str]:
    """Put a table's files into an empty folder, as 0.1.0 left them; give the options that name them to a command."""
    state = folder / "state"
    shutil.copytree(FILES / "traces", state / "traces")
    for name in ("games.sqlite", "language"):
        shutil.copyfile(FILES / name, state / name)
    for name in (*BOARDS, "pieces.toml", "kit.toml"):
        shutil.copyfile(FILES / name, folder / name)
    text = f'format = 1\nboard = "{board}"\npieces = "pieces.toml"\nkit = "{kit}"\nstate = "state"\n'
    (folder / "table.toml").write_text(text, encoding="utf-8")
    return ["--config", str(folder / "table.toml")]


def leave_only(journal: Path, game_id: str) -> None:
    """Take all games but one out of a journal of 0.1.0, so that it is the newest: the others' seals do not matter."""
    with closing(sqlite3.connect(journal)) as connection:
        for table in ("entries", "tips"):
            connection.execute(f"DELETE FROM {table} WHERE game != ?", (game_id,))
        connection.commit()


# --- what is told ---


def game_told(game_id: str, where: list[str]) -> Json:
    """Return all that is known of a game: who, how far, where it stands, and digests of its record and its entries."""
    shown = json.loads(run("games", "show", game_id, "--json", *where))
    exported = json.loads(run("games", "export", game_id, "--json", *where))
    record = run("games", "export", game_id, *where)
    assert record == exported["record"]
    steps = [json.loads(line) for line in run("replay", game_id, "--json", *where).splitlines()]
    position, settled = kept_game(shown["game"], exported["journal"])
    scored = json.loads(run("score", game_id, "--json", *where))
    return {
        **{key: shown[key] for key in _SHOWN},
        "winners": scored["winners"],
        "steps": len(steps) - 1,
        "settled": settled,
        "kinds": " ".join(entry["kind"] for entry in exported["journal"][-3:]),
        "record_digest": digest(record),
        "entries_digest": digest(exported["journal"]),
        "steps_digest": digest(steps),
        "position_digest": digest(position),
        "final": steps[-1]["state"],
    }


def last_state(game: str, where: list[str]) -> Json:
    """Return the state that a game, of the journal or of a record file, comes to."""
    *_, last = run("replay", game, "--json", *where).splitlines()
    state: Json = json.loads(last)["state"]
    return state


def entries_told(game_id: str, where: list[str]) -> list[Json]:
    """Return all entries of a game as the journal holds them."""
    entries: list[Json] = json.loads(run("games", "export", game_id, "--json", *where))["journal"]
    return entries


def play_on(where: list[str], presses: int = 14) -> Json:
    """Start the companion, say ok to whatever it asks, and return what it showed first: the game and its revision."""
    first, *_ = run("play", "--json", *where, lines="ok\n" * presses).splitlines()
    shown: Json = json.loads(first)
    return {key: shown[key] for key in ("game", "revision")}


def trace_told(game_id: str, where: list[str]) -> Json:
    """Return what comes of playing a trace back."""
    told = json.loads(run("replay", "--trace", game_id, "--json", *where))
    return {key: told[key] for key in _RETRACED}


def configuration_told(options: list[str], folder: Path) -> Json:
    """Return every setting that is no default, with the folder's own name left out."""
    told = json.loads(run("config", "--json", *options))
    return {
        key: json.loads(json.dumps(setting["value"]).replace(str(folder), "FOLDER"))
        for key, setting in told["settings"].items()
        if setting["source"] != "default"
    }


def board_told(file: Path) -> list[str]:
    """Return a board file as the records of its games name it."""
    shown = run("simulate", "--games", "1", "--players", "2", "--board", str(file), "--show")
    return [line for line in shown.splitlines() if line.startswith(("board ", "city "))]


def pieces_told(file: Path) -> list[str]:
    """Return which tag is on which piece."""
    listed = run("enrol", "--list", "--pieces", str(file), "--config", str(FILES / "config.toml"))
    return [line.rstrip() for line in listed.splitlines()]
