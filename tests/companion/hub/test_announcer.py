"""A table announces itself in its own thread: whatever happens is reported, and the server never holds the game up."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.hub.announcement import EVENING_S, Announcement, parse_result, result_of
from companion.hub.announcer import Announcer, Unseen, make_announcer, recall, table_id
from companion.hub.exchange import Away, Exchange
from companion.hub.observer import Observer
from companion.hub.outcomes import Outcomes
from companion.journal.journal import Draft, Journal, Kind
from companion.journal.sqlite import SqliteJournal
from companion.shelf.shelf import boxes
from companion.table.intents import CallHelp, LetPhones
from companion.words.say import untranslated
from tests.companion.hub.played import GAME_TABLE, LAST, PLAYED, observation
from tests.kit.announcements import parse_announcement
from tests.kit.companion import Companion, start
from tests.kit.hansa import summary_of
from tests.kit.kept_games import whole_game
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


ENDED = 1_700_000_000.0
TELLER = Observer("one", "Table 1", GAME_TABLE, summary_of(GAME_TABLE), lambda: untranslated, lambda: 0.0)


def keep_game(journal: Journal, game_id: str, moves: int, at: float = ENDED) -> None:
    """Keep a game up to one of its moves, as a table would."""
    game, when = GAME_TABLE.game, datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
    journal.create(game_id, game.id, "", when)
    setup = Draft(Kind.SETUP, {"game": game.id, "position": game.format_position(PLAYED.first)}, when)
    played = [Draft(Kind.MOVE, {"entry": game.format_entry(move)}, when) for move in PLAYED.moves[:moves]]
    journal.append_all(game_id, 1, [setup, *played])


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    journal = SqliteJournal(tmp_path / "games.sqlite")
    journal.open()
    yield journal
    journal.close()


class Evening:
    """The memory of a table, at some time after the end."""

    def __init__(self, tmp_path: Path, after_s: float = 60.0) -> None:
        tmp_path.mkdir(exist_ok=True)
        self._file, self.now = tmp_path / "evening.json", ENDED + after_s

    def memory(self) -> Outcomes:
        return Outcomes(self._file, lambda: 20.0, start="another", wall=lambda: self.now)

    def recalled(self, journal: Journal) -> dict[str, float]:
        reading: AbstractContextManager[Journal] = nullcontext(journal)
        recall(self.memory(), lambda _: TELLER, lambda: reading)
        return {left.game_id: left.age_s for left in self.memory().told(lambda: self.now)}


def test_end_that_only_the_journal_knows_is_remembered_with_its_age(tmp_path: Path, journal: SqliteJournal) -> None:
    keep_game(journal, "g1", LAST)
    evening = Evening(tmp_path)
    assert evening.recalled(journal) == {"g1": 60.0}
    assert evening.recalled(journal) == {"g1": 60.0}
    (left,) = evening.memory().told(lambda: evening.now)
    TELLER.see(observation(LAST))
    assert parse_result(left.text) == result_of(TELLER.announcement())


def test_end_is_found_behind_a_game_that_has_begun_since(tmp_path: Path, journal: SqliteJournal) -> None:
    keep_game(journal, "g1", LAST)
    keep_game(journal, "g2", 3)
    assert Evening(tmp_path).recalled(journal) == {"g1": 60.0}
    journal.create("g3", "hansa", "", "now")
    assert Evening(tmp_path / "fresh").recalled(journal) == {}, "they were there when it ended"


def test_game_that_goes_on_or_ended_on_another_day_has_no_result(tmp_path: Path, journal: SqliteJournal) -> None:
    keep_game(journal, "g1", LAST, ENDED - EVENING_S)
    keep_game(journal, "g2", LAST - 1)
    evening = Evening(tmp_path)
    assert evening.recalled(journal) == {}


def test_end_that_was_noted_is_left_as_it_was_noted(tmp_path: Path, journal: SqliteJournal) -> None:
    keep_game(journal, "g1", LAST)
    TELLER.see(observation(LAST))
    noted = result_of(TELLER.announcement())._replace(table="as it was called then")
    evening = Evening(tmp_path)
    evening.memory().keep(noted, 30.0)
    assert evening.recalled(journal) == {"g1": 30.0}


def test_game_of_an_unknown_kind_before_it_hides_no_result(
    tmp_path: Path, journal: SqliteJournal, caplog: pytest.LogCaptureFixture
) -> None:
    when = datetime.fromtimestamp(ENDED, UTC).isoformat(timespec="seconds")
    journal.create("g1", "chess", "", when)
    journal.append("g1", 1, Kind.SETUP, {"game": "chess", "position": {}}, when)
    keep_game(journal, "g2", LAST)
    with caplog.at_level(logging.WARNING):
        assert Evening(tmp_path).recalled(journal) == {"g2": 60.0}
    assert "cannot tell whether the result of game g1 is missing" in caplog.text


@pytest.mark.parametrize("what", ["closed", "no time"])
def test_journal_that_cannot_be_read_costs_no_more_than_the_result(
    tmp_path: Path, journal: SqliteJournal, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    if what == "no time":
        journal.create("g1", "hansa", "", "some day")
        journal.append("g1", 1, Kind.NOTE, {}, "some day")
    else:
        journal.close()
    with caplog.at_level(logging.WARNING):
        assert Evening(tmp_path).recalled(journal) == {}
    assert ("cannot tell whether a result of this evening is missing" in caplog.text) == (what == "closed")


def test_table_that_was_cut_off_at_the_end_of_its_game_tells_the_result(tmp_path: Path) -> None:
    companion = start(tmp_path)
    keep_game(companion.daemon._journal, "g1", LAST, time.time())
    companion.close()
    companion, meeting = start(tmp_path), Meeting()
    announcer = make_announcer(companion.config, companion.composed, exchange=meeting.exchange())
    announcer.open()
    hub = meeting.exchange()
    until(lambda: [left.game_id for some in hub.results() for left in some] == ["g1"])
    announcer.close()
    companion.close()


def test_result_of_another_kind_of_game_is_told_by_its_own_rules(tmp_path: Path) -> None:
    box = next(each for each in boxes() if each.id != GAME_TABLE.game.id)
    played, rules, now = whole_game(box), box.rules(None), datetime.now(UTC).isoformat(timespec="seconds")
    companion = start(tmp_path)
    journal = companion.daemon._journal
    journal.create("g1", box.id, "", now)
    setup = Draft(Kind.SETUP, {"game": box.id, "position": rules.format_position(played.first)}, now)
    moves = [Draft(Kind.MOVE, {"entry": rules.format_entry(move)}, now) for move in played.moves]
    journal.append_all("g1", 1, [setup, *moves])
    meeting = Meeting()
    announcer = make_announcer(companion.config, companion.composed, exchange=meeting.exchange())
    announcer.open()
    hub = meeting.exchange()
    until(lambda: [left.game_id for some in hub.results() for left in some] == ["g1"])
    ((left,),) = hub.results()
    assert parse_result(left.text).game == box.id
    announcer.close()
    companion.close()
