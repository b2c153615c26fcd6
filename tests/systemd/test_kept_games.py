"""The games through an upgrade: whether somebody has played since they were kept."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.journal import Draft, Kind
from companion.journal.sqlite import SqliteJournal
from systemd.kept_games import KeptGames
from systemd.machine import Machine

AT = "2026-11-17T20:15:00+00:00"
JOURNAL = Path("/state/games.sqlite")


def play(place: Path, entries: int) -> None:
    """Add a game to a journal."""
    with closing(SqliteJournal(place)) as journal:
        journal.open()
        game = f"game-{len(journal.ids())}"
        journal.create(game, "hansa", "", AT)
        journal.append_all(game, 1, [Draft(Kind.MOVE, {"number": number}, AT) for number in range(entries)])


@pytest.fixture
def games(tmp_path: Path) -> KeptGames:
    (tmp_path / "state").mkdir()
    return KeptGames(Machine(destdir=tmp_path), JOURNAL)


def again(tmp_path: Path, games: KeptGames) -> KeptGames:
    """Look at the same games as the installer after it was cut off."""
    return KeptGames(Machine(destdir=tmp_path), JOURNAL, copy=games.copy)


def test_games_have_grown_once_somebody_has_played(games: KeptGames, tmp_path: Path) -> None:
    play(tmp_path / "state/games.sqlite", 3)
    games.keep()
    assert not again(tmp_path, games).have_grown()
    play(tmp_path / "state/games.sqlite", 1)
    assert again(tmp_path, games).have_grown()


def test_first_game_is_more_than_none(games: KeptGames, tmp_path: Path) -> None:
    games.keep()
    assert games.copy == ""
    assert not again(tmp_path, games).have_grown()
    play(tmp_path / "state/games.sqlite", 1)
    assert again(tmp_path, games).have_grown()


@pytest.mark.parametrize(("unreadable", "expected"), [("state/games.sqlite", False), ("copy", True)])
def test_what_can_be_read_is_not_given_up_for_what_cannot(
    games: KeptGames, tmp_path: Path, unreadable: str, expected: bool
) -> None:
    play(tmp_path / "state/games.sqlite", 3)
    games.keep()
    copy = tmp_path / "state/set-aside" / games.copy / "games.sqlite"
    (copy if unreadable == "copy" else tmp_path / unreadable).write_bytes(b"noise")
    assert again(tmp_path, games).have_grown() is expected
