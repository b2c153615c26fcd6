"""The copy of the games before a newer version opens them: whole, or none and one line that says why."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from companion.running import set_aside
from systemd.kept_games import keep
from systemd.machine import InstallError, Machine

AT = "2026-11-17T20:15:00+00:00"
JOURNAL = Path("/state/games.sqlite")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "state").mkdir()
    return Machine(destdir=tmp_path)


def test_games_are_copied_with_their_log_into_a_folder_that_is_named(machine: Machine) -> None:
    machine.put(JOURNAL, "games")
    machine.put(f"{JOURNAL}-wal", "newest move")
    copy = keep(machine, JOURNAL, now=lambda: AT)
    assert copy == "/state/set-aside/2026-11-17T20-15-00-upgrade"
    assert machine.text(f"{copy}/games.sqlite") == machine.text(JOURNAL) == "games"
    assert machine.text(f"{copy}/games.sqlite-wal") == "newest move"
    assert keep(machine, JOURNAL, now=lambda: AT) == f"{copy}-2"


def test_where_there_is_no_game_there_is_no_copy(machine: Machine) -> None:
    assert keep(machine, JOURNAL) == ""
    assert not machine.at("/state/set-aside").exists()


def test_disk_that_cannot_hold_the_games_twice_is_told_and_leaves_them(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.put(JOURNAL, "games")

    def copy(target: Path, data: bytes, **_: object) -> None:
        target.write_bytes(data[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(set_aside, "create_durably", copy)
    with pytest.raises(InstallError, match=r"^/state/games\.sqlite: cannot be copied: No space left on device$"):
        keep(machine, JOURNAL)
    assert machine.text(JOURNAL) == "games"
    assert list(machine.at("/state/set-aside").iterdir()) == []
