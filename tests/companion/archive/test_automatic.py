"""Backups that are made unasked: when, how many, where, and what is said where none can be made."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.archive.automatic import KEPT, AutomaticBackups, kept_backups
from companion.archive.backup_file import GAMES, parse_backup
from companion.config.settings import BackupSettings
from companion.running.witness import GameEnds
from hardware.ports import Event, Health, HealthChanged
from tests.kit.companion import Companion, start
from tests.kit.lean import configured
from tests.kit.waiting import PATIENCE_S, until

NOW = datetime(2026, 11, 17, 20, 15, tzinfo=UTC)


class Bench:
    """A table that plays, its backups, and what they report."""

    def __init__(self, folder: Path, second: str = "") -> None:
        self.state = folder / "state"
        self.now, self.free = NOW, 0.5
        self.told: list[HealthChanged] = []
        self.ended = threading.Event()
        self.companion: Companion = start(self.state)
        self.companion.begin_game()
        config = replace(configured(self.state), backup=BackupSettings(True, Path(second) if second else None))
        self.backups = AutomaticBackups(
            config,
            "0.2.0",
            self.ended,
            self._hear,
            clock=lambda: 1.0,
            now=lambda: self.now,
            free=lambda _: self.free,
        )

    def _hear(self, event: Event) -> None:
        assert isinstance(event, HealthChanged)
        self.told.append(event)

    def kept(self) -> list[Path]:
        found = kept_backups(self.state / "backups")
        for path in found[-1:]:
            os.utime(path, (self.now.timestamp(), self.now.timestamp()))
        return found

    def look(self) -> int:
        self.backups.look()
        return len(self.kept())

    def play(self) -> None:
        before = self.companion.daemon.revision
        while self.companion.daemon.revision == before:
            self.companion.press("ok")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_first_backup_is_made_at_once_and_the_next_after_a_day(bench: Bench) -> None:
    assert bench.look() == 1
    bench.play()
    bench.now += timedelta(hours=23)
    assert len(kept_backups(bench.state / "backups")) == 1
    bench.backups.look()
    assert len(kept_backups(bench.state / "backups")) == 1
    bench.now += timedelta(hours=2)
    bench.backups.look()
    (_, newest) = kept_backups(bench.state / "backups")
    assert parse_backup(newest.read_bytes(), "b").made == bench.now.isoformat(timespec="seconds")
    assert newest.stat().st_mode & 0o777 == 0o600


def test_end_of_a_game_is_backed_up(bench: Bench) -> None:
    assert bench.look() == 1
    bench.play()
    bench.ended.set()
    assert bench.look() == 2
    assert bench.look() == 2, "once"


def test_day_without_a_change_makes_none(bench: Bench) -> None:
    bench.look()
    bench.now += timedelta(days=3)
    assert bench.look() == 1


def test_last_ten_are_kept_though_the_clock_goes_back(bench: Bench) -> None:
    for number in range(KEPT + 4):
        bench.play()
        bench.now += timedelta(days=1 if number % 2 else -1)
        bench.ended.set()
        bench.look()
    kept = bench.kept()
    assert len(kept) == KEPT
    assert [int(path.name.split("-")[1]) for path in kept] == list(range(5, KEPT + 5))


def test_second_place_gets_the_same(tmp_path: Path) -> None:
    bench = Bench(tmp_path, second=str(tmp_path / "usb"))
    bench.look()
    (here,), (there,) = bench.kept(), kept_backups(tmp_path / "usb")
    assert here.read_bytes() == there.read_bytes()
    assert bench.told == []


def test_second_place_that_is_missing_is_told_and_the_first_is_used(tmp_path: Path) -> None:
    bench = Bench(tmp_path, second=str(tmp_path / "unplugged" / "usb"))
    assert bench.look() == 1
    (told,) = bench.told
    assert (told.source, told.health) == ("backups", Health.DEGRADED)
    assert "unplugged/usb: cannot be written" in told.reason
    (tmp_path / "unplugged").mkdir()
    bench.ended.set()
    bench.look()
    assert [told.health for told in bench.told] == [Health.DEGRADED, Health.GOOD]


def test_full_disk_gets_none_and_that_is_told_once(bench: Bench) -> None:
    bench.look()
    bench.play()
    bench.free = 0.09
    for _ in range(2):
        bench.ended.set()
        assert bench.look() == 1
    (told,) = bench.told
    assert told.reason.endswith("backups: less than a tenth of the disk is free")
    bench.free = 0.11
    bench.ended.set()
    assert bench.look() == 2


def test_damaged_journal_does_not_push_good_backups_out(bench: Bench) -> None:
    import sqlite3

    bench.look()
    bench.companion.close()
    with sqlite3.connect(bench.state / "games.sqlite") as connection:
        connection.execute("UPDATE entries SET payload = '{}' WHERE revision = 1")
    connection.close()
    bench.ended.set()
    assert bench.look() == 1
    (told,) = bench.told
    assert (told.reason, told.remedy) == ("the journal is damaged", "run: hansa-companion repair")


def test_table_without_a_journal_is_left_alone(tmp_path: Path) -> None:
    backups = AutomaticBackups(configured(tmp_path / "state"), "0.2.0", threading.Event(), lambda _: None)
    backups.look()
    assert not (tmp_path / "state").exists()


def test_backup_is_made_beside_the_game_and_the_thread_ends(bench: Bench) -> None:
    bench.backups.open()
    bench.ended.set()
    until(lambda: len(kept_backups(bench.state / "backups")) == 1)
    bench.play()
    bench.backups.close()
    bench.backups.close()
    (path,) = kept_backups(bench.state / "backups")
    assert GAMES in parse_backup(path.read_bytes(), "b").files


def test_end_of_a_game_is_noticed() -> None:
    from types import SimpleNamespace

    ends = GameEnds()
    for kind, has_ended in (("move", False), ("finished", True)):
        ends.kept(SimpleNamespace(), SimpleNamespace(kind=kind))  # type: ignore[arg-type]
        assert ends.ended.is_set() == has_ended


class _Ended(threading.Event):
    """Lets something happen between two things that are asked of it."""

    def __init__(self, *, asked: Callable[[], None] = lambda: None, cleared: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._asked, self._cleared = asked, cleared

    def is_set(self) -> bool:
        was = super().is_set()
        self._asked()
        return was

    def clear(self) -> None:
        self._cleared()
        super().clear()


def test_game_that_ends_as_somebody_looks_is_not_forgotten(bench: Bench) -> None:
    assert bench.look() == 1
    ended = _Ended(asked=lambda: ended.set())
    bench.backups._ended = ended
    bench.backups.look()
    assert threading.Event.is_set(ended)


def test_end_of_the_table_is_noticed_as_a_backup_is_begun(bench: Bench) -> None:
    def close() -> None:
        bench.backups._stopping.set()  # as by `close`, which then waits for the thread

    ended = _Ended(cleared=close)
    ended.set()
    bench.backups._ended = ended
    bench.backups.open()
    thread = bench.backups._thread
    assert thread
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
