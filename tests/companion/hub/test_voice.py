"""A table's voice: results that come and are taken back, and close-ups that are made for those who look."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.hub.announcement import EVENING_S, parse_result
from companion.hub.announcer import Voice
from companion.hub.exchange import Away
from companion.hub.observer import Observer
from companion.hub.outcomes import Outcomes
from companion.shelf.box import PlainSummary, Summary
from companion.words.say import untranslated
from tests.companion.hub.played import GAME_TABLE, LAST, WHOLE, observation
from tests.kit.hansa import summary_of
from tests.kit.meeting import Meeting


class Speaking:
    """A table that can be put anywhere in a game."""

    def __init__(self, meeting: Meeting, outcomes: Outcomes | None = None) -> None:
        self.now = 0.0
        self.exchange = meeting.exchange()
        self.hub = meeting.exchange()
        self.observer = Observer(
            "one", "Table 1", GAME_TABLE, summary_of(GAME_TABLE), lambda: untranslated, lambda: self.now
        )
        self.voice = Voice(self.observer, self.exchange, lambda: self.now, outcomes)

    def at(self, steps: int, game_id: str = "g1") -> None:
        self.observer.see(observation(steps, game_id))

    @property
    def results(self) -> dict[str, bytes]:
        return {each.game_id: each.text for some in self.hub.results() for each in some}

    @property
    def shown(self) -> int | None:
        """The revision that the close-up is of; looking at it without being noticed."""
        with self.exchange._ready() as client:
            text = client.get(self.exchange._key("detail", "one"))
        return json.loads(text)["revision"] if text else None


@pytest.fixture
def speaking(meeting: Meeting) -> Speaking:
    return Speaking(meeting)


def test_result_is_left_at_the_end_and_taken_away_when_the_end_is_taken_back(speaking: Speaking) -> None:
    speaking.at(LAST - 1)
    speaking.voice.tell()
    assert speaking.results == {}
    speaking.at(LAST)
    speaking.voice.tell()
    assert parse_result(speaking.results["g1"]).winners == GAME_TABLE.game.winners(WHOLE.position)
    speaking.at(LAST - 1)
    speaking.voice.tell()
    assert speaking.results == {}


@pytest.mark.parametrize("summary", [summary_of(GAME_TABLE), PlainSummary(GAME_TABLE.game)])
def test_scores_that_are_kept_back_are_told_at_the_end(summary: Summary) -> None:
    observer = Observer("one", "Table 1", GAME_TABLE, summary, lambda: untranslated, lambda: 0.0, shows_scores=False)
    for steps, is_shown in ((LAST - 1, False), (LAST, True)):
        observer.see(observation(steps))
        assert [player.points is not None for player in observer.announcement().players] == [is_shown] * 2
        assert ("scores" in observer.detail()["game"]) == is_shown


def test_result_stays_when_the_next_game_begins(speaking: Speaking) -> None:
    speaking.at(LAST - 1)
    speaking.at(LAST)
    speaking.voice.tell()
    speaking.at(3, game_id="g2")
    speaking.voice.tell()
    assert list(speaking.results) == ["g1"]


def test_table_that_comes_back_with_a_game_that_had_ended_counts_it_no_more(speaking: Speaking) -> None:
    speaking.at(LAST)
    speaking.voice.tell()
    told = speaking.observer.announcement()
    assert told.winners is not None
    assert told.ended_s is None
    assert speaking.results == {}


def test_end_that_is_taken_back_after_a_restart_is_taken_back(meeting: Meeting) -> None:
    before = Speaking(meeting)
    before.at(LAST - 1)
    before.at(LAST)
    before.voice.tell()
    after = Speaking(meeting)
    after.at(LAST)
    after.voice.tell()
    assert list(after.results) == ["g1"], "it has ended, and stays so"
    after.at(LAST - 1)
    after.voice.tell()
    assert after.results == {}
    after.at(LAST)
    after.voice.tell()
    assert list(after.results) == ["g1"], "and this time it was seen"


def test_result_is_as_old_as_the_end_was_when_it_is_told_again(speaking: Speaking, meeting: Meeting) -> None:
    speaking.at(LAST - 1)
    speaking.at(LAST)
    speaking.now = float(EVENING_S) - 3600
    speaking.voice.tell()
    assert list(speaking.results) == ["g1"]
    meeting.forget_all()
    speaking.now += 3600
    speaking.voice.beat()
    assert speaking.results == {}


def test_server_that_starts_empty_is_told_of_every_game_of_the_evening(speaking: Speaking, meeting: Meeting) -> None:
    for game_id in ("g1", "g2"):
        speaking.at(LAST - 1, game_id)
        speaking.at(LAST, game_id)
        speaking.voice.tell()
    speaking.at(3, "g3")
    speaking.voice.tell()
    meeting.forget_all()
    speaking.voice.beat()
    assert speaking.results.keys() == {"g1", "g2"}


def test_result_that_no_server_has_heard_is_told_after_a_restart(meeting: Meeting, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    before = Speaking(meeting, Outcomes(file))
    before.at(LAST - 1)
    before.at(LAST)
    before.voice.remember()
    after = Speaking(meeting, Outcomes(file))
    after.at(3, "g2")
    assert after.results == {}
    after.voice.tell()
    assert list(after.results) == ["g1"]


def test_game_that_ended_while_the_next_one_began_counts(speaking: Speaking) -> None:
    speaking.voice.see(
        [observation(LAST - 1, "g1"), observation(LAST, "g1"), observation(0, "g2"), observation(3, "g2")]
    )
    speaking.voice.tell()
    assert list(speaking.results) == ["g1"]


def test_end_that_is_taken_back_before_the_server_heard_it_whole_is_taken_back(
    speaking: Speaking, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> bool:
        raise Away("in the middle of it")

    speaking.at(LAST - 1)
    speaking.voice.tell()
    speaking.at(LAST)
    with monkeypatch.context() as patch:
        patch.setattr(speaking.exchange, "tell", fail)
        with pytest.raises(Away):
            speaking.voice.tell()
    assert list(speaking.results) == ["g1"], "its result had been left already"
    speaking.at(LAST - 1)
    speaking.voice.tell()
    assert speaking.results == {}


def test_close_up_is_made_at_leisure_until_somebody_looks_and_then_at_once(speaking: Speaking) -> None:
    speaking.at(10)
    speaking.voice.tell()
    assert speaking.shown is None
    speaking.voice.beat()
    assert speaking.shown == 11
    speaking.at(11)
    speaking.voice.tell()
    assert speaking.shown == 11, "nobody looks"
    speaking.hub.detail("one")
    speaking.at(12)
    speaking.voice.tell()
    assert speaking.shown == 13, "somebody does"
    speaking.at(13)
    speaking.voice.tell()
    assert speaking.shown == 14


def test_sign_of_life_says_nothing_that_is_known(speaking: Speaking) -> None:
    speaking.at(10)
    speaking.voice.tell()
    number = speaking.observer.announcement().number
    with speaking.hub.news() as wait:
        speaking.voice.beat()
        heard = None
        while heard is None:
            heard = wait(1.0)
        assert json.loads(heard) == {"id": "one", "beat": number, "told_s": 0.0}
