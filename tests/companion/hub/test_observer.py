"""A table announces what somebody across the hall wants to know, in its own language and by its own clock."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.assembly.game_parts import calling
from companion.games.hansa.rules.moves import Sail
from companion.hub.announcement import Announcement
from companion.hub.observer import Observer, observe
from companion.journal.journal import Unavailable
from companion.table.intents import NamePlayers
from companion.words.say import Translate
from hardware.ports import Health, HealthChanged
from hardware.trouble import quoted
from tests.kit.companion import Companion, start


class Told:
    """A companion, and its observer."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.companion: Companion = start(folder, language=language)
        self.now = 1000.0
        daemon, game_table = self.companion.daemon, self.companion.composed.game_table
        self.observer = Observer(
            "one",
            "Table 1",
            game_table,
            self.companion.composed.parts.box.summary(game_table.game),
            self.translate,
            lambda: self.now,
            named=frozenset(self.companion.config.names),
            call=partial(calling, self.companion.composed.parts.box),
        )
        self.see()
        daemon.watch(lambda _: self.see())

    def translate(self) -> Translate:
        return self.companion.daemon.showing.language

    def see(self) -> None:
        self.observer.see(observe(self.companion.daemon))

    @property
    def announcement(self) -> Announcement:
        return self.observer.announcement()


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    told = Told(tmp_path)
    yield told
    told.companion.close()


def test_table_without_a_game_says_so(told: Told) -> None:
    announcement = told.announcement
    assert (announcement.game_id, announcement.players, announcement.round) == ("", (), None)
    assert announcement.mover is None
    assert announcement.phase
    assert told.observer.detail() == {"board": None, "game": None}


def test_game_is_told_by_its_players_and_how_they_stand(told: Told) -> None:
    told.companion.begin_game()
    announcement = told.announcement
    assert announcement.game == "hansa"
    assert announcement.game_id == told.companion.daemon.game_id
    assert [(player.seat, player.name, player.is_named) for player in announcement.players] == [
        ("gray", "Gray", False),
        ("yellow", "Yellow", False),
    ]
    assert announcement.mover in ("gray", "yellow")
    assert (announcement.round, announcement.winners) == (0, None)
    detail = told.observer.detail()
    assert detail["board"]["players"] == ["gray", "yellow"]
    assert detail["game"]["names"]["gray"] == "Gray"


@pytest.mark.slow
def test_rounds_and_points_go_on_with_the_game(told: Told) -> None:
    told.companion.begin_game()
    told.companion.wander(seed=3, events=900)
    announcement = told.announcement
    assert announcement.round
    assert announcement.round > 0
    history = told.companion.daemon.table.kept.history
    assert history is not None
    scores = told.companion.composed.game_table.game.scores(history.position)
    assert [player.points for player in announcement.players] == [
        scores[player.seat].total for player in announcement.players
    ]


def test_every_change_has_another_number_and_the_last_move_an_age(told: Told) -> None:
    told.companion.begin_game()
    before = told.announcement
    told.now += 30
    assert told.announcement.moved_s == before.moved_s + 30
    assert told.announcement.number == before.number
    told.companion.press("ok")
    assert told.announcement.number > before.number


def _refused(told: Told) -> None:
    told.companion.daemon.carry_out(told.companion.daemon.table.propose(Sail("riga")))


def test_refusals_are_remembered_the_newest_first_with_their_ages(told: Told) -> None:
    told.companion.begin_game()
    _refused(told)
    first = told.announcement
    assert first.trouble is not None
    assert first.refusals[0].reason
    assert first.refusals[0].remedy
    assert first.trouble.text.startswith(first.refusals[0].reason)
    told.now += 20
    assert told.announcement.trouble == first.trouble._replace(age_s=20.0)
    told.companion.press("ok")
    after = told.announcement
    assert after.trouble is None, "it was read"
    assert after.refusals == (first.refusals[0]._replace(age_s=20.0),), "and is not forgotten"
    for _ in range(5):
        told.companion.press("end")
        told.companion.press("ok")
    assert len(told.announcement.refusals) == 3
    assert told.announcement.refusals[0].reason != first.refusals[0].reason


def test_broken_part_is_told_in_plain_words_until_it_is_mended(told: Told) -> None:
    ailment = quoted("version register reads 0x00", plainly="the reader does not work")
    told.companion.tell(HealthChanged(0.0, "pad", Health.DEGRADED, ailment, quoted("check it")))
    (fault,) = told.announcement.faults
    assert "pad" in fault.source
    assert (fault.reason, fault.remedy) == ("the reader does not work", "check it")
    told.companion.tell(HealthChanged(1.0, "pad", Health.GOOD))
    assert told.announcement.faults == ()


def test_journal_that_keeps_nothing_is_a_fault(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Unavailable(quoted("games.sqlite: the disk is full"), quoted("free some space"))

    monkeypatch.setattr("companion.journal.sqlite.SqliteJournal.create", fail)
    told.companion.press("ok", "ok", "ok", "ok", "ok")
    assert [fault.source for fault in told.announcement.faults] == ["journal"]
    assert "the disk is full" in told.announcement.faults[0].reason


def test_table_speaks_its_own_language_and_calls_players_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text('format = 1\n[names]\ngray = "Anna"\n')
    told = Told(tmp_path, language="it")
    told.companion.begin_game()
    assert [(player.name, player.is_named) for player in told.announcement.players] == [
        ("Anna", True),
        ("Giallo", False),
    ]
    told.companion.close()


def test_names_of_this_game_are_told_and_are_names_of_their_own(told: Told) -> None:
    told.companion.begin_game()
    told.companion.daemon.post(NamePlayers((("yellow", "Bruno-Bartolomeo"),)))
    told.companion.daemon.work()
    assert [(player.name, player.is_named) for player in told.announcement.players] == [
        ("Gray", False),
        ("Bruno-Bartolomeo", True),
    ]
