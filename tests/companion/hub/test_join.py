"""A game whose end only the journal knows: its result is announced all the same, once, and never on another day."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.hub.announcement import EVENING_S, parse_result, result_of
from companion.hub.join import make_announcer, recall
from companion.hub.observer import Observer
from companion.hub.outcomes import Outcomes
from companion.journal.journal import Draft, Journal, Kind
from companion.journal.sqlite import SqliteJournal
from companion.shelf.shelf import boxes
from companion.words.say import untranslated
from tests.companion.hub.played import GAME_TABLE, LAST, PLAYED, observation
from tests.kit.companion import start
from tests.kit.hansa import summary_of
from tests.kit.kept_games import whole_game
from tests.kit.meeting import Meeting
from tests.kit.waiting import until

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
