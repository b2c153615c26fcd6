"""A table announces itself in its own thread: whatever happens is reported, and the server never holds the game up."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.hub.announcement import Announcement
from companion.hub.announcer import Announcer, Unseen
from companion.hub.exchange import Away, Exchange
from companion.hub.join import make_announcer, table_id
from companion.hub.observer import Observer
from companion.hub.outcomes import Outcomes
from companion.table.intents import CallHelp, LetPhones
from companion.words.say import untranslated
from tests.companion.hub.played import GAME_TABLE, LAST, observation
from tests.kit.announcements import parse_announcement
from tests.kit.companion import Companion, start
from tests.kit.hansa import summary_of
from tests.kit.meeting import Meeting, Stuck
from tests.kit.waiting import PATIENCE_S, until


class Announced:
    """A companion that announces itself at a meeting place."""

    def __init__(self, folder: Path, meeting: Meeting) -> None:
        self.meeting = meeting
        self.companion: Companion = start(folder)
        self.id = table_id(self.companion.config.state)
        self.announcer = make_announcer(self.companion.config, self.companion.composed, exchange=meeting.exchange())
        self._hub = meeting.exchange()  # one connection, however often it is asked

    @property
    def announcement(self) -> Announcement | None:
        text = self._hub.announcements([self.id])[self.id]
        return None if text is None else parse_announcement(text)

    def close(self) -> None:
        self.announcer.close()
        self.companion.close()


@pytest.fixture
def announced(tmp_path: Path, meeting: Meeting) -> Iterator[Announced]:
    announced = Announced(tmp_path, meeting)
    yield announced
    announced.close()


def test_what_happens_at_the_table_is_announced_until_it_says_good_bye(announced: Announced) -> None:
    announced.announcer.open()
    until(lambda: announced.announcement)
    announced.companion.begin_game()
    told = until(lambda: (now := announced.announcement) and now.revision and now)
    assert told.game_id == announced.companion.daemon.game_id
    announced.announcer.close()
    until(lambda: announced.announcement is None)
    announced.announcer.close()


def test_close_up_is_made_while_somebody_looks(announced: Announced) -> None:
    announced.announcer.open()
    hub = announced.meeting.exchange()
    until(lambda: announced.announcement)

    def shown() -> tuple[str, int]:
        detail = json.loads(hub.detail(announced.id) or b"{}")
        return detail.get("game_id"), detail.get("revision")

    shown()
    announced.companion.begin_game()
    daemon = announced.companion.daemon
    until(lambda: shown() == (daemon.game_id, daemon.revision))
    announced.companion.press("ok", "ok", "ok")
    until(lambda: shown() == (daemon.game_id, daemon.revision))


def test_players_call_for_help_and_no_longer(announced: Announced) -> None:
    announced.announcer.open()
    announced.announcer.run_errand(LetPhones())
    announced.announcer.run_errand(CallHelp(True))
    until(lambda: (now := announced.announcement) and now.calls)
    announced.announcer.run_errand(CallHelp(False))
    until(lambda: (now := announced.announcement) and not now.calls)


class Moody(Exchange):
    """An exchange whose server comes and goes."""

    def __init__(self, meeting: Meeting) -> None:
        super().__init__("redis://moody", connect=meeting.client, prefix=meeting.prefix)
        self.is_away = True

    @contextmanager
    def _ready(self) -> Iterator[Any]:
        if self.is_away:
            raise Away("nobody there")
        with super()._ready() as client:
            yield client


def test_server_that_is_away_costs_no_move_and_learns_of_all_when_it_is_back(
    announced: Announced, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "companion.hub")
    exchange, states = Moody(announced.meeting), [""]
    observer = announced.announcer._observer
    announcer = Announcer(
        announced.companion.daemon, observer, exchange, beat_s=0.01, first_retry_s=0.01, on_state=states.append
    )
    announcer.open()
    until(lambda: "nobody there" in states[-1])
    announced.companion.begin_game()
    revision = announced.companion.daemon.revision
    assert announced.announcement is None
    exchange.is_away = False
    until(lambda: (now := announced.announcement) and now.revision == revision)
    until(lambda: states[-1] == "")
    assert [record.getMessage() for record in caplog.records if "hub hears" in record.getMessage()] == [
        "the hub hears this table again"
    ]
    announcer.close()


def test_end_of_a_game_that_no_server_hears_is_remembered_when_the_table_ends(
    announced: Announced, tmp_path: Path
) -> None:
    file, states = tmp_path / "evening.json", [""]
    observer = Observer("one", "Table 1", GAME_TABLE, summary_of(GAME_TABLE), lambda: untranslated, time.monotonic)
    announcer = Announcer(
        announced.companion.daemon,
        observer,
        Moody(announced.meeting),
        first_retry_s=PATIENCE_S,
        outcomes=Outcomes(file),
        on_state=states.append,
    )
    announcer.open()
    until(lambda: states[-1])
    announcer._unseen.add(observation(LAST - 1))
    announcer._unseen.add(observation(LAST))
    announcer._unseen.add(observation(0, "g2"))
    announcer.close()
    until(lambda: [left.game_id for left in Outcomes(file).told(time.time)] == ["g1"])


def test_waiting_sights_are_the_first_and_the_newest_of_each_game() -> None:
    unseen = Unseen()
    for steps, game_id in ((0, "g1"), (1, "g1"), (2, "g1"), (0, "g2"), (0, "g3"), (1, "g3"), (LAST, "g3")):
        unseen.add(observation(steps, game_id))
    assert [(one.game_id, one.revision - 1) for one in unseen.take()] == [
        *(("g1", 0), ("g1", 2)),
        ("g2", 0),
        *(("g3", 0), ("g3", LAST)),
    ]
    assert unseen.take() == []


def test_server_that_has_lost_everything_is_told_anew(announced: Announced) -> None:
    exchange = announced.meeting.exchange()
    announcer = Announcer(announced.companion.daemon, announced.announcer._observer, exchange, beat_s=0.01)
    announcer.open()
    until(lambda: announced.announcement)
    announced.meeting.forget_all()
    until(lambda: announced.announcement)
    announcer.close()


def test_end_does_not_wait_for_a_name_that_is_being_looked_up(
    announced: Announced, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hub.announcer.PARTING_S", 0.01)
    stuck = Stuck()
    announcer = Announcer(announced.companion.daemon, announced.announcer._observer, stuck.exchange())
    announcer.open()
    assert stuck.outlived_by(announcer.close, announcer._part)


def test_scores_that_the_tables_own_page_keeps_back_are_not_announced(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text("format = 1\n[web]\nscores = false\n")
    announced = Announced(tmp_path, Meeting())
    announced.companion.begin_game()
    announced.announcer.open()
    told = until(lambda: announced.announcement)
    assert {player.points for player in told.players} == {None}
    announced.close()


def test_table_goes_by_an_id_of_its_own(tmp_path: Path) -> None:
    assert table_id(tmp_path) == table_id(tmp_path)
    assert table_id(tmp_path) != table_id(tmp_path / "other")


def test_what_was_being_told_when_the_line_ended_by_a_bug_is_told_again(
    announced: Announced, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced.announcer.open()
    until(lambda: announced.announcement)
    tell, failures = announced.announcer._voice.tell, [RuntimeError("a bug")]

    def fail_once() -> None:
        if failures:
            raise failures.pop()
        tell()

    monkeypatch.setattr(announced.announcer._voice, "tell", fail_once)
    announced.announcer._beat_s = PATIENCE_S  # so that nothing else makes it tell
    announced.companion.begin_game()
    until(lambda: (now := announced.announcement) and now.revision == announced.companion.daemon.revision)
    assert announced.announcer._part.restarts == 1
