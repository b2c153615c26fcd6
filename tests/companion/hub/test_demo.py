"""The demonstration: tables that play by themselves, and everything a hub shows happening sooner or later."""

from __future__ import annotations

from random import Random

import pytest

from companion.hub import demo
from companion.hub.announcement import Announcement, parse_result
from companion.hub.demo import Demo, DemoTable
from companion.hub.exchange import Exchange
from companion.shelf.shelf import boxes
from tests.kit import hansa
from tests.kit.announcements import parse_announcement
from tests.kit.meeting import Meeting
from tests.kit.waiting import until


def announcement(exchange: Exchange, table: DemoTable) -> Announcement:
    text = exchange.announcements([table.observer.table_id])[table.observer.table_id]
    assert text is not None
    return parse_announcement(text)


def numbers(exchange: Exchange) -> dict[str, int]:
    """Return the number of each table's newest announcement; on a busy machine some may have expired for a moment."""
    return {table: parse_announcement(text).number for table, text in exchange.announcements().items() if text}


@pytest.mark.slow
def test_evening_has_games_results_refusals_faults_and_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    for often in ("FAULT_PERCENT", "CALL_PERCENT"):
        monkeypatch.setattr(demo, often, 0.5)
    exchange, now = Meeting().exchange(), [0.0]
    table = DemoTable(hansa.BOX, 1, ("Anna", "Bruno", "Carla", "Dirk"), Random(5), lambda: now[0], exchange)
    seen = []
    table.play_earlier()
    for _ in range(1200):
        wait_s = table.act()
        assert 0.0 < wait_s <= 20.0
        now[0] += wait_s
        seen.append(announcement(exchange, table))
    assert any(one.refusals for one in seen)
    assert any(one.faults for one in seen)
    assert any(one.calls for one in seen)
    assert not all(one.calls or one.faults for one in seen), "what breaks is mended"
    assert any(one.winners for one in seen)
    assert any(one.is_last_round for one in seen)
    assert len({one.game_id for one in seen}) > 1, "after a game comes the next"
    assert {player.name for one in seen for player in one.players} <= {"Anna", "Bruno", "Carla", "Dirk"}
    results = [parse_result(each.text) for some in exchange.results() for each in some]
    assert {result.game_id for result in results} >= {one.game_id for one in seen if one.winners}


@pytest.mark.slow
def test_demonstration_plays_by_itself_until_it_is_closed() -> None:
    demo = Demo(3, seed=1)
    demo.open()
    hub = demo.make_exchange()
    before = until(lambda: len(known := numbers(hub)) == 3 and known)
    until(lambda: all(numbers(hub).get(table, 0) > number for table, number in before.items()))
    demo.close()
    assert hub.announcements() == {}


@pytest.mark.slow
def test_demonstration_of_many_tables_seats_everybody() -> None:
    demo = Demo(60, seed=1)
    assert len({table.observer.table_id for table in demo.tables}) == 60
    assert {len(table._people) for table in demo.tables} == {box.seats[-1] for box in boxes()}
    demo.close()
