"""Hostile files in the place of the journal: every command that reads one says so in one line, and leaves it alone."""

from __future__ import annotations

import io
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path

from companion.cli import main
from companion.journal.schema import APPLICATION_ID, VERSION
from companion.journal.sqlite import SqliteJournal
from tests.kit.folders import memory
from tests.lab.faults import story
from tests.lab.faults.tried import Advance, Tried

CODES = {0, 1, 65}
ENDLESS = (
    "CREATE VIEW tips AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
    " SELECT x AS number, 'a' AS game, x AS revision, 'move' AS kind, 's' AS seal FROM c"
)
HOSTILE = (
    ENDLESS,
    "CREATE TABLE tips (number, game TEXT GENERATED ALWAYS AS (hex(zeroblob(900000000))), revision, kind, seal)",
    "CREATE TABLE stamps (id)",
    "CREATE TABLE tips (x)",
)
TRIGGER = "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END"


def attack(trials: int, seed: int, advance: Advance) -> Tried:
    """Let commands read hostile journals; tell what went wrong."""
    chance = random.Random(seed)
    lost: list[str] = []
    refused = 0
    with tempfile.TemporaryDirectory(dir=memory()) as name:
        state = Path(name) / "state"
        state.mkdir()
        whole = _whole(Path(name) / "whole.sqlite")
        for number in range(trials):
            for path in state.iterdir():
                path.unlink()
            make = KINDS[number % len(KINDS)]
            made = make(chance, whole, Path(name) / "made.sqlite")
            (state / "games.sqlite").write_bytes(made)
            for command in (["games"], ["repair", "--dry-run"], ["backup", f"{name}/b.tar.gz", "--force"]):
                code, said = _run([*command, "--state", str(state)])
                if code not in CODES or said.count("\n") > 1 or not said.replace("\n", "").isprintable():
                    lost.append(f"trial {number}, {make.__name__}, {command[0]}: {code}, {said[-300:]!r}")
                refused += code != 0
            if (state / "games.sqlite").read_bytes() != made and _is_changed(state / "games.sqlite", made):
                lost.append(f"trial {number}, {make.__name__}: the file was changed")
            advance()
    return Tried(lost, refused)


def _is_changed(path: Path, made: bytes) -> bool:
    """Return whether more than the mark of a log, which whoever opens a sound journal sets, is other than before."""
    data = path.read_bytes()
    return len(data) != len(made) or data[100:] != made[100:]


def _run(arguments: list[str]) -> tuple[int, str]:
    err = io.StringIO()
    stdin, sys.stdin = sys.stdin, io.StringIO()
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(err):
            return main(arguments), err.getvalue()
    except BaseException as error:
        return -1, f"{type(error).__name__}: {error}"
    finally:
        sys.stdin = stdin


def _whole(path: Path) -> bytes:
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        for number in range(40):
            story.step(journal, number)
        return journal.image()


Make = Callable[[random.Random, bytes, Path], bytes]


def noise(chance: random.Random, whole: bytes, place: Path) -> bytes:
    return chance.choice([b"", b"SQLite format 3\0"]) + chance.randbytes(chance.randrange(20_000))


def flipped(chance: random.Random, whole: bytes, place: Path) -> bytes:
    text = bytearray(whole)
    for _ in range(chance.choice([1, 10, 1000])):
        text[chance.randrange(len(text))] = chance.randrange(256)
    return bytes(text)


def cut(chance: random.Random, whole: bytes, place: Path) -> bytes:
    return whole[: chance.randrange(len(whole))]


def shuffled(chance: random.Random, whole: bytes, place: Path) -> bytes:
    pages = [whole[start : start + 4096] for start in range(0, len(whole), 4096)]
    rest = pages[1:]
    chance.shuffle(rest)
    return b"".join([pages[0], *rest])


def strange(chance: random.Random, whole: bytes, place: Path) -> bytes:
    """Make a database that says it is a journal, and is none."""
    with closing(sqlite3.connect(place)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {chance.choice([0, 1, VERSION, VERSION + 1, 2**31 - 1])}")
        connection.execute("CREATE TABLE entries (game, revision, kind, at, payload, seal)")
        connection.execute(chance.choice(HOSTILE))
        if chance.random() < 0.3:
            connection.execute(TRIGGER)
        connection.execute("INSERT INTO entries VALUES ('a\x1b[2J', 0, 'created', '', '{', '')")
        connection.commit()
    data = place.read_bytes()
    place.unlink()
    return data


KINDS: tuple[Make, ...] = (noise, flipped, cut, shuffled, strange)
