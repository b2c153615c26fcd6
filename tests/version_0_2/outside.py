"""What the commands of `hansa-companion` print of the kept files, as values that can be compared."""

from __future__ import annotations

import io
import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.cli import main

FILES = Path(__file__).parent / "files"
EXPECTED = FILES / "expected.json"
CONFIGURED = ("config.toml", "first-game.toml")
OWNED = ("kit.toml", "board.toml", "pieces.toml", "chart.toml")
_SHOWN = ("id", "game", "created", "newest", "entries", "ended", "state", "players", "over", "scores")
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
    """Return what version 0.2.0 made of the files."""
    told: Json = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return told


def digest(data: bytes) -> str:
    """Sum up a file."""
    return sha256(data).hexdigest()[:32]


def lay_out(folder: Path) -> list[str]:
    """Put a table's files into an empty folder, as 0.2.0 left them; give the options that name them to a command."""
    state = folder / "state"
    shutil.copytree(FILES / "traces", state / "traces")
    shutil.copyfile(FILES / "games.sqlite", state / "games.sqlite")
    for name in (*CONFIGURED, *OWNED):
        shutil.copyfile(FILES / name, folder / name)
    return ["--config", str(folder / "first-game.toml")]


def game_told(game_id: str, where: list[str]) -> Json:
    """Return what is known of a game: who, how far, where it stands, its score, and its entries."""
    shown = json.loads(run("games", "show", game_id, "--json", *where))
    scored = json.loads(run("score", game_id, "--json", *where))
    entries = json.dumps(entries_told(game_id, where), sort_keys=True, separators=(",", ":"))
    return {
        **{key: shown[key] for key in _SHOWN},
        "winners": scored["winners"],
        "entries_digest": digest(entries.encode()),
    }


def entries_told(game_id: str, where: list[str]) -> list[Json]:
    """Return all entries of a game as the journal holds them."""
    entries: list[Json] = json.loads(run("games", "export", game_id, "--json", *where))["journal"]
    return entries


def record_told(record: Path) -> Json:
    """Return the score that the record of a game leads to."""
    told = json.loads(run("score", str(record), "--json"))
    return {key: told[key] for key in ("over", "scores", "winners")}


def trace_told(game_id: str, where: list[str]) -> Json:
    """Return what comes of playing a trace back."""
    told = json.loads(run("replay", "--trace", game_id, "--json", *where))
    return {key: told[key] for key in _RETRACED}


def play_on(where: list[str], presses: int = 14) -> Json:
    """Start the companion, say ok to whatever it asks, and return what it showed first: the game and its revision."""
    first, *_ = run("play", "--json", *where, lines="ok\n" * presses).splitlines()
    shown: Json = json.loads(first)
    return {key: shown[key] for key in ("game", "revision")}


def configuration_told(options: list[str], folder: Path) -> Json:
    """Return every setting that is no default, with the folder's own name left out."""
    told = json.loads(run("config", "--json", *options))
    return {
        key: json.loads(json.dumps(setting["value"]).replace(str(folder), "FOLDER"))
        for key, setting in told["settings"].items()
        if setting["source"] != "default"
    }
