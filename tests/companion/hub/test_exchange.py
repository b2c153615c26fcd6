"""The meeting place, alike on a fake and on a real server: what tables leave there, and how it goes by itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.hub.announcement import EVENING_S, LARGEST, format_announcement
from companion.hub.exchange import Away, Exchange, Left
from tests.kit.addresses import UNREACHABLE
from tests.kit.meeting import Meeting, announced, tell
from tests.kit.redis_server import redis_server
from tests.kit.waiting import until


def results(exchange: Exchange) -> list[Left]:
    return [left for some in exchange.results() for left in some]


def test_announcement_is_there_for_a_hub_that_comes_later(meeting: Meeting) -> None:
    tell(meeting.exchange(), announced("one"))
    tell(meeting.exchange(), announced("two"))
    assert meeting.exchange().announcements() == {each: format_announcement(announced(each)) for each in ("one", "two")}
    assert meeting.exchange().announcements(["two", "three"]) == {
        "two": format_announcement(announced("two")),
        "three": None,
    }


def test_value_without_end_is_not_fetched_and_one_of_another_kind_is_none(meeting: Meeting) -> None:
    """Whoever may write to the server could else fill the memory of every hub."""
    exchange, endless = meeting.exchange(), b"x" * 1_000_000
    with meeting.client() as client:
        for kind, listed in (("table", "tables"), ("result", "ended")):
            client.set(f"{meeting.prefix}:{kind}:one", endless)
            client.sadd(f"{meeting.prefix}:{kind}:two", "another kind")
            client.sadd(f"{meeting.prefix}:{listed}", "one", "two")
        client.set(f"{meeting.prefix}:detail:one", endless)
    assert {name: text and len(text) for name, text in exchange.announcements().items()} == {
        "one": LARGEST + 1,
        "two": None,
    }
    assert [(left.game_id, len(left.text)) for left in results(exchange)] == [("one", LARGEST + 1)]
    assert exchange.detail("one") is None


def test_table_expires_by_the_servers_own_clock_unless_it_gives_signs_of_life(meeting: Meeting) -> None:
    exchange = meeting.exchange(ttl_s=0.05)
    tell(exchange, announced())
    until(lambda: exchange.announcements(["one"]) == {"one": None})
    assert exchange.announcements() == {"one": None}, "it is still on the list"
    assert not exchange.beat("one", 1, 0.0), "the server says that it has forgotten"
    exchange.forget(["one"])
    exchange.forget([])
    assert exchange.announcements() == {}


def test_sign_of_life_keeps_a_table_and_its_close_up_alive(meeting: Meeting) -> None:
    tell(meeting.exchange(ttl_s=30.0), announced())
    meeting.exchange(ttl_s=30.0).show("one", b"{}")
    assert meeting.exchange(ttl_s=500.0).beat("one", 1, 2.0)
    with meeting.client() as client:
        assert client.pttl(f"{meeting.prefix}:table:one") > 400_000
        assert client.pttl(f"{meeting.prefix}:detail:one") > 400_000


def test_everything_of_a_table_that_says_good_bye_is_gone(meeting: Meeting) -> None:
    exchange = meeting.exchange()
    tell(exchange, announced())
    exchange.show("one", b"{}")
    exchange.withdraw("one")
    assert exchange.announcements() == {}
    assert exchange.detail("one") is None


def test_news_travel_whole_and_in_order(meeting: Meeting) -> None:
    exchange = meeting.exchange()
    with meeting.exchange().news() as wait:
        until(lambda: _is_subscribed(meeting))
        tell(exchange, announced())
        exchange.show("one", b"{}")
        exchange.beat("one", 4, 1.5)
        exchange.withdraw("one")
        heard = [until(lambda: wait(1.0)) for _ in range(3)]
    assert heard == [
        format_announcement(announced()),
        b'{"id":"one","beat":4,"told_s":1.5}',
        b'{"id":"one","gone":true}',
    ]


def _is_subscribed(meeting: Meeting) -> bool:
    with meeting.client() as client:
        return bool(client.pubsub_numsub(f"{meeting.prefix}:news:0")[0][1])


def test_each_database_of_a_server_is_a_hall_of_its_own(meeting: Meeting) -> None:
    with meeting.exchange(db=1).news() as wait:
        tell(meeting.exchange(db=0), announced("elsewhere"))
        tell(meeting.exchange(db=1), announced("here"))
        assert until(lambda: wait(1.0)) == format_announcement(announced("here"))
    assert list(meeting.exchange(db=1).announcements()) == ["here"]


def test_table_learns_that_somebody_looks(meeting: Meeting) -> None:
    table, hub = meeting.exchange(), meeting.exchange()
    assert not table.tell("one", b"1")
    assert hub.detail("one") is None
    assert table.tell("one", b"2", b'{"game": 1}')
    assert hub.detail("one") == b'{"game": 1}'
    table.show("one", b"x" * 100_000)
    assert hub.detail("one") is None, "more than a close-up can be"


def test_result_stays_when_its_table_has_left_and_goes_when_it_is_taken_back(meeting: Meeting) -> None:
    exchange = meeting.exchange()
    exchange.leave("one", Left("g1", b"won", 0.0))
    exchange.leave("two", Left("g2", b"won too", 0.0))
    exchange.withdraw("one")
    exchange.tell("two", b"2", goes_on="g2")
    assert [(each.game_id, each.text) for each in results(meeting.exchange())] == [("g1", b"won")]


def test_table_from_a_copied_card_leaves_the_result_of_the_other_alone(meeting: Meeting) -> None:
    exchange = meeting.exchange()
    exchange.leave("one", Left("g1", b"won", 0.0))
    exchange.tell("two", b"2", goes_on="g1")
    assert [each.text for each in results(exchange)] == [b"won"]
    exchange.leave("two", Left("g1", b"won there", 0.0))
    assert sorted(each.text for each in results(exchange)) == [b"won", b"won there"]
    exchange.tell("one", b"1", goes_on="g1")
    assert [each.text for each in results(exchange)] == [b"won there"]


def test_results_come_some_at_a_time_and_all_of_them(meeting: Meeting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.hub.exchange._PAGE", 2)
    exchange = meeting.exchange()
    for number in range(5):
        exchange.leave("one", Left(f"g{number}", b"won", 0.0))
    assert [len(some) for some in exchange.results()] == [2, 2, 1]
    assert {each.game_id for each in results(exchange)} == {f"g{number}" for number in range(5)}


def test_server_tells_the_time(meeting: Meeting) -> None:
    before = meeting.exchange().wall_clock_s()
    assert 1.7e9 < before <= meeting.exchange().wall_clock_s()


def test_result_is_of_one_evening_counted_from_its_end_however_often_it_is_told(meeting: Meeting) -> None:
    exchange, old_s = meeting.exchange(), EVENING_S - 3600
    for _ in range(2):
        exchange.leave("one", Left("old", b"won", old_s))
        exchange.leave("two", Left("new", b"won", 0.0))
        exchange.leave("three", Left("last week's", b"won", float(EVENING_S)))
    found = {each.game_id: each.age_s for each in results(exchange)}
    assert found.keys() == {"old", "new"}
    assert old_s <= found["old"] < old_s + 1800
    assert found["new"] < 1800
    with meeting.client() as client:
        client.delete(f"{meeting.prefix}:result:one:old")  # as its expiry does
        assert [each.game_id for each in results(exchange)] == ["new"]
        assert client.smembers(f"{meeting.prefix}:ended") == {b"two:new"}


def test_server_that_is_not_there_is_away_and_its_password_is_not_told(tmp_path: Path) -> None:
    exchange = Exchange(f"unix://:secret@{tmp_path}/nobody.sock")
    for ask in (exchange.ping, exchange.announcements, lambda: results(exchange), lambda: exchange.withdraw("one")):
        with pytest.raises(Away) as away:
            ask()
        assert "secret" not in str(away.value)
    with pytest.raises(Away), exchange.news():
        pass


@pytest.mark.parametrize("url", UNREACHABLE)
def test_address_that_no_server_has_is_told_with_what_is_expected_and_nothing_of_its_password(url: str) -> None:
    with pytest.raises(Away) as away:
        Exchange(url).ping()
    assert "expected redis://[:password@]host:port/number" in str(away.value)
    assert not any(part in str(away.value) for part in ("12", "34"))


def test_missing_library_is_told_by_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no package of ours at an index, and one of our name there would be somebody else's."""
    monkeypatch.setitem(sys.modules, "redis.exceptions", None)
    with pytest.raises(Away, match=r"^the redis package is missing: pip install redis$"):
        Exchange("redis://localhost:1").announcements()


@pytest.mark.redis
def test_exchange_connects_anew_after_the_server_was_away() -> None:
    with redis_server() as server:
        exchange = Exchange(server.url)
        tell(exchange, announced())
        server.kill()
        with pytest.raises(Away):
            exchange.ping()
        server.start()
        assert not exchange.beat("one", 1, 0.0), "it has started empty"
        tell(exchange, announced())
        assert list(exchange.announcements()) == ["one"]
        exchange.close()
