"""The hub's ear: it hears tables come, speak, fall silent and go; neither nonsense nor an absent server deafens it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from companion.hub.announcement import format_announcement, result_of
from companion.hub.exchange import Exchange, Left
from companion.hub.hall import Announced, Ended, Gone, Heard, Link, Lives
from companion.hub.listener import Listener
from tests.kit.forged import HOSTILE, complaints
from tests.kit.meeting import Meeting, Stuck, announced, tell
from tests.kit.redis_server import redis_server
from tests.kit.waiting import until


class Ear:
    """A listener, and all that it has handed on."""

    def __init__(self, make_exchange: Callable[[], Exchange]) -> None:
        self.heard: list[Heard] = []
        self.listener = Listener(make_exchange, self._take, sweep_s=0.01, silent_s=0.05, retry_s=0.01)

    def _take(self, heard: Sequence[Heard]) -> None:
        self.heard += heard

    def told(self, table_id: str) -> list[Announced]:
        return [one for one in self.heard if isinstance(one, Announced) and one.announcement.id == table_id]

    @property
    def links(self) -> list[str]:
        return [one.trouble for one in self.heard if isinstance(one, Link)]


@contextmanager
def listening(make_exchange: Callable[[], Exchange]) -> Iterator[Ear]:
    ear = Ear(make_exchange)
    ear.listener.open()
    try:
        until(lambda: ear.links)
        yield ear
    finally:
        ear.listener.close()


def test_tables_from_before_and_from_now_on_are_heard(meeting: Meeting) -> None:
    table = meeting.exchange()
    tell(table, announced("early"))
    over = announced("gone", winners=("gray",))
    table.leave("gone", Left(over.game_id, result_of(over).text(), 0.0))
    table.withdraw("gone")
    with listening(meeting.exchange) as ear:
        assert ear.links == [""]
        (ended,) = [one for one in ear.heard if isinstance(one, Ended)]
        assert [result for result, _ in ended.results] == [result_of(over)]
        assert ear.told("early")[0].announcement == announced("early")
        tell(table, announced("late"))
        until(lambda: ear.told("late"))
        tell(table, announced("late", number=2, revision=8))
        until(lambda: ear.told("late")[-1].announcement.revision == 8)


def test_result_that_was_told_late_is_heard_at_once(meeting: Meeting) -> None:
    over = announced(winners=("gray",))
    with listening(meeting.exchange) as ear:
        meeting.exchange().leave("one", Left(over.game_id, result_of(over).text(), 600.0))
        until(lambda: Ended(((result_of(over), 600.0),)) in ear.heard)


def test_table_that_says_good_bye_or_expires_is_gone(meeting: Meeting) -> None:
    tell(meeting.exchange(), announced("polite"))
    with listening(meeting.exchange) as ear:
        tell(meeting.exchange(ttl_s=0.1), announced("cut"))
        meeting.exchange().withdraw("polite")
        until(lambda: Gone("polite") in ear.heard)
        until(lambda: Gone("cut") in ear.heard)
        assert meeting.exchange().announcements() == {}, "it is off the list as well"


def test_table_that_went_while_nobody_listened_is_gone(meeting: Meeting) -> None:
    tell(meeting.exchange(ttl_s=0.01), announced())
    hub = meeting.exchange()
    until(lambda: hub.announcements() == {"one": None})
    with listening(meeting.exchange) as ear:
        assert ear.told("one") == []
        assert meeting.exchange().announcements() == {}


def test_silent_table_that_the_server_still_knows_is_not_gone(meeting: Meeting) -> None:
    tell(meeting.exchange(), announced("silent"))
    with listening(meeting.exchange) as ear:
        tell(meeting.exchange(ttl_s=0.2), announced("brief"))
        until(lambda: Gone("brief") in ear.heard)
        assert Gone("silent") not in ear.heard


def test_sign_of_life_tells_of_an_announcement_that_was_lost(meeting: Meeting) -> None:
    table = meeting.exchange()
    tell(table, announced(number=1))
    with listening(meeting.exchange) as ear:
        table.beat("one", 1, 12.0)
        until(lambda: Lives("one", 12.0) in ear.heard)
        with meeting.client() as client:  # not on the channel
            client.set(f"{meeting.prefix}:table:one", _text(number=2, revision=9))
        table.beat("one", 2, 0.0)
        until(lambda: ear.told("one")[-1].announcement.revision == 9)
        table.beat("nobody", 1, 0.0)
        table.withdraw("one")
        until(lambda: Gone("one") in ear.heard)


def _text(**changes: Any) -> bytes:
    return format_announcement(announced(**changes))


def _deep(depth: int) -> bytes:
    """An announcement with a line break, and a newer table's field that is nested so deep."""
    nested = "[" * depth + "]" * depth
    return _text().decode().replace("{", f'{{\n"newer": {nested}, ', 1).encode()


@pytest.mark.slow
def test_message_however_deep_does_not_deafen_the_hub() -> None:
    meeting = Meeting()
    with meeting.client() as client, listening(meeting.exchange) as ear:
        for depth in range(800, 1000):  # somewhere here is what can be read, but only just
            client.publish(f"{meeting.prefix}:news:0", _deep(depth))
            client.publish(f"{meeting.prefix}:news:0", _text().replace(b'"actions"', b"[" * depth + b"]" * depth))
        tell(meeting.exchange(), announced("sane"))
        until(lambda: ear.told("sane"))
        assert all(one.text.isprintable() and "newer" not in one.text for one in ear.told("one"))


def test_bug_of_the_hub_itself_is_told_as_trouble_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    meeting = Meeting()
    with listening(meeting.exchange) as ear:
        monkeypatch.setattr(ear.listener, "_sweep", fail)
        until(lambda: "RuntimeError: a bug" in ear.links)
        monkeypatch.undo()
        until(lambda: ear.links[-1] == "")
        tell(meeting.exchange(), announced("sane"))
        until(lambda: ear.told("sane"))


def test_end_does_not_wait_for_a_name_that_is_being_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.hub.listener.PARTING_S", 0.01)
    stuck = Stuck()
    ear = Ear(stuck.exchange)
    ear.listener.open()
    assert stuck.outlived_by(ear.listener.close, ear.listener.part)


NONSENSE = (
    b"",
    b"\xff",
    b"[]",
    b"{}",
    b'{"id":"one"}',
    b'{"id":"one","beat":{}}',
    b'{"id":"one","result":[]}',
    b'{"id":"' + b"x" * 20_000 + b'"}',
)


def test_nonsense_is_passed_over_with_one_line_for_each_kind(
    meeting: Meeting, caplog: pytest.LogCaptureFixture
) -> None:
    table = meeting.exchange()
    with meeting.client() as client:
        client.sadd(f"{meeting.prefix}:tables", "odd", b"\xff")
        client.set(f"{meeting.prefix}:table:odd", b"nonsense")
        client.sadd(f"{meeting.prefix}:ended", "g1", b"\xff")
        client.set(f"{meeting.prefix}:result:g1", b"nonsense")
        with listening(meeting.exchange) as ear:
            for message in (*NONSENSE, *NONSENSE):
                client.publish(f"{meeting.prefix}:news:0", message)
            tell(table, announced("sane"))
            until(lambda: ear.told("sane"))
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == len(set(lines))
    assert "table odd is not understood: not JSON" in lines
    assert "the result of game 'g1' is not understood: not JSON" in lines
    assert sum("is not understood" in line for line in lines) <= 2 + len(NONSENSE)
    assert all("\n" not in line and len(line) < 200 for line in lines)
    assert [one.announcement.id for one in ear.heard if isinstance(one, Announced)] == ["sane"]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_ids_of_strangers_reach_no_log(meeting: Meeting, caplog: pytest.LogCaptureFixture, text: str) -> None:
    with meeting.client() as client:
        client.sadd(f"{meeting.prefix}:tables", text)
        client.set(f"{meeting.prefix}:table:{text}", b"nonsense")
        client.sadd(f"{meeting.prefix}:ended", text, f"one:{text}")
        client.set(f"{meeting.prefix}:result:{text}", b"nonsense")
        client.set(f"{meeting.prefix}:result:one:{text}", json.dumps({"game_id": text, "table": text}))
        with listening(meeting.exchange) as ear:
            for key in ("id", "beat", "result", "gone", "table"):
                client.publish(f"{meeting.prefix}:news:0", json.dumps({"id": "one", key: text}))
            tell(meeting.exchange(), announced("sane"))
            until(lambda: ear.told("sane"))
    assert [complaints(record.getMessage()) for record in caplog.records if complaints(record.getMessage())] == []
    assert [one.announcement.id for one in ear.heard if isinstance(one, Announced)] == ["sane"]


def test_key_of_another_kind_is_no_end(meeting: Meeting) -> None:
    with meeting.client() as client:
        client.set(f"{meeting.prefix}:tables", "a text where a set is expected")
        with listening(meeting.exchange) as ear:
            assert "the keys are used by another program" in ear.links[0]
            client.delete(f"{meeting.prefix}:tables")
            until(lambda: ear.links[-1] == "")


@pytest.mark.redis
def test_server_that_is_killed_is_told_and_found_again(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "companion.hub")
    with redis_server(is_up=False) as server, listening(lambda: Exchange(server.url)) as ear:
        assert ear.links[0], "it is not there yet"
        server.start()
        until(lambda: ear.links[-1] == "")
        table = Exchange(server.url)
        tell(table, announced())
        until(lambda: ear.told("one"))
        server.kill()
        until(lambda: ear.links[-1] != "")
        server.start()
        until(lambda: ear.links[-1] == "")
        until(lambda: Gone("one") in ear.heard)  # the server has started empty
        tell(table, announced(number=2))
        until(lambda: ear.told("one")[-1].announcement.number == 2)
        table.close()
    messages = [record.getMessage() for record in caplog.records if server.url in record.getMessage()]
    assert sum("cannot be heard" in message for message in messages) == 2, "once each time, however often it is tried"
