"""The hall: what was heard, who has fallen silent, who needs help, and what those who watch must be sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.hub.announcement import EVENING_S, Announcement, Fault, Obstacle, format_announcement, result_of
from companion.hub.evening import REST_S
from companion.hub.hall import (
    LOST_S,
    MOST_TABLES,
    STALE_S,
    STUCK_S,
    Announced,
    Ended,
    Gone,
    Hall,
    Help,
    Link,
    Lives,
    needs,
)
from tests.kit.meeting import announced


def told(announcement: Announcement) -> Announced:
    return Announced(announcement, format_announcement(announcement).decode())


def test_table_that_speaks_is_there_and_one_that_goes_is_not() -> None:
    hall = Hall()
    assert hall.hear([told(announced("one")), told(announced("two"))], 0.0).tables == {"one", "two"}
    changes = hall.hear([Gone("one"), Gone("unknown")], 1.0)
    assert (changes.gone, changes.tables) == ({"one"}, set())
    assert set(hall.tables) == {"two"}


def test_table_that_goes_and_comes_back_at_once_is_there() -> None:
    hall = Hall()
    changes = hall.hear([told(announced()), Gone("one"), told(announced())], 0.0)
    assert (changes.tables, changes.gone) == ({"one"}, set())


def test_silent_table_is_marked_stale_until_it_is_heard_and_dropped_when_nobody_waits_any_more() -> None:
    hall = Hall()
    hall.hear([told(announced())], 0.0)
    assert not hall.look(STALE_S - 0.1)
    assert hall.look(STALE_S).tables == {"one"}
    assert hall.tables["one"].is_stale
    assert hall.hear([Lives("one", STALE_S)], STALE_S).tables == {"one"}
    assert not hall.tables["one"].is_stale
    hall.hear([Link("")], STALE_S)
    assert hall.look(STALE_S + LOST_S).tables == {"one"}, "the server knows it still"
    hall.hear([Link("away")], STALE_S)
    assert hall.look(STALE_S + LOST_S).gone == {"one"}


def test_sign_of_life_of_a_table_that_was_told_long_before_corrects_its_age() -> None:
    hall = Hall()
    hall.hear([told(announced())], 100.0)
    assert not hall.hear([Lives("one", 1.0)], 101.0)
    assert hall.hear([Lives("one", 61.0)], 101.0).tables == {"one"}
    assert hall.tables["one"].told_at == 40.0
    assert not hall.hear([Lives("nobody", 1.0)], 101.0)


NO: Mapping[str, Any] = {}


@pytest.mark.parametrize(
    ("changes", "since_s", "reasons"),
    [
        (NO, 1e6, ()),
        ({"calls": True}, 0.0, (Help.CALLS,)),
        ({"faults": (Fault("pad", "deaf", "mend it"),)}, 0.0, (Help.FAULT,)),
        ({"trouble": Obstacle("No!", STUCK_S - 1)}, 0.5, ()),
        ({"trouble": Obstacle("No!", STUCK_S - 1)}, 1.0, (Help.STUCK,)),
        ({"calls": True, "trouble": Obstacle("No!", STUCK_S)}, 0.0, (Help.CALLS, Help.STUCK)),
    ],
)
def test_table_needs_help_when_it_calls_is_broken_or_cannot_go_on(
    changes: Mapping[str, Any], since_s: float, reasons: tuple[Help, ...]
) -> None:
    assert needs(announced(**changes), since_s) == reasons


def test_table_that_is_stuck_for_long_is_told_without_saying_anything_more() -> None:
    hall = Hall()
    hall.hear([told(announced(trouble=Obstacle("No!", 0.0)))], 0.0)
    hall.hear([Lives("one", STUCK_S - 1)], STUCK_S - 1)
    assert hall.look(STUCK_S).tables == {"one"}
    assert hall.tables["one"].help == (Help.STUCK,)


def test_ended_game_counts_once_and_no_more_when_its_end_is_taken_back() -> None:
    hall = Hall()
    over = announced(winners=("gray",))
    assert hall.hear([told(over)], 0.0).standings
    assert not hall.hear([told(over)], 1.0).standings
    assert [(row.name, row.wins) for row in hall.evening.rankings[0].rows] == [("Anna", 1), ("Dirk", 0)]
    assert hall.hear([Gone("one")], 2.0).standings is False
    assert hall.evening.games == 1, "the table has left, its result has not"
    assert hall.hear([told(announced())], REST_S).standings
    assert hall.evening.rankings == ()


def test_table_from_a_copied_card_takes_no_result_of_the_other_back() -> None:
    hall = Hall()
    hall.hear([told(announced(winners=("gray",)))], 0.0)
    copied = announced("two", game_id="one-1")
    hall.hear([told(copied)], REST_S)
    assert hall.evening.games == 1
    hall.hear([told(copied._replace(winners=("white",), ended_s=0.0))], 2 * REST_S)
    assert hall.evening.games == 2
    hall.hear([told(copied)], 3 * REST_S)
    assert hall.evening.games == 1


def test_results_from_before_the_hub_came_count() -> None:
    hall = Hall()
    assert hall.hear([Ended(((result_of(announced(winners=("white",))), 60.0),))], 0.0).standings
    assert hall.evening.rankings[0].rows[0].name == "Dirk"


def test_result_counts_for_an_evening_from_its_end() -> None:
    hall = Hall()
    hall.hear([told(announced(winners=("gray",), ended_s=600.0))], 0.0)
    assert not hall.look(EVENING_S - 601.0).standings
    assert hall.evening.games == 1
    assert hall.look(EVENING_S - 600.0).standings
    assert hall.evening.rankings == ()
    assert not hall.hear([told(announced(winners=("gray",), ended_s=float(EVENING_S)))], EVENING_S + 1.0).standings


def test_end_that_nobody_saw_does_not_count_and_takes_nothing_back() -> None:
    hall = Hall()
    resumed = announced(winners=("gray",), ended_s=None)
    assert not hall.hear([told(resumed)], 0.0).standings
    assert hall.tables["one"].announcement.winners, "it is shown all the same"
    hall.hear([Ended(((result_of(resumed), 60.0),)), told(resumed)], 1.0)
    assert hall.evening.games == 1


def test_result_of_a_table_that_was_told_long_before_is_as_old_as_that() -> None:
    hall = Hall()
    hall.hear([told(announced(winners=("gray",)))], 0.0)
    hall.hear([Lives("one", float(EVENING_S))], 1.0)
    hall.look(REST_S)
    assert hall.evening.games == 0


def test_link_is_told_when_it_changes() -> None:
    hall = Hall()
    assert hall.hear([Link("away")], 0.0).link
    assert not hall.hear([Link("away")], 0.0)
    assert hall.hear([Link("")], 0.0).link


def test_hall_has_room_for_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_TABLES >= 10_000
    monkeypatch.setattr("companion.hub.hall.MOST_TABLES", 2)
    hall = Hall()
    hall.hear([told(announced(each)) for each in ("one", "two", "three")], 0.0)
    assert set(hall.tables) == {"one", "two"}
    assert hall.hear([told(announced("two", number=9))], 0.0).tables == {"two"}
