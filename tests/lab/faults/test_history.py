"""The checker of histories: it finds what was lost, doubled, invented, exchanged or put out of order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.lab.faults.history import MOST_ENTRIES, Asked, Kept, faults

MOVE = Kept("move", {"entry": 1})
YES = Asked("phone", "move", 1.0, 2.0, 200, "g", 3, 1, {"entry": 1})
JOURNAL = {"g": [MOVE] * 3}


def found(*asked: Asked, entries: int = 3, before: int = 2) -> list[str]:
    return list(faults(asked, {"g": before}, {"g": [MOVE] * entries}))


def test_history_that_fits_is_right() -> None:
    no = Asked("other", "move", 1.0, 2.0, 409)
    assert found(YES, no) == []
    assert found(replace(YES, revision=4, kept=2), entries=4) == []


def test_confirmed_and_gone_is_found() -> None:
    assert "not there" in found(YES, entries=2)[0]


def test_confirmed_twice_is_found() -> None:
    assert "twice" in found(YES, replace(YES, caller="other"))[0]


def test_confirmed_and_there_before_is_found() -> None:
    assert "there before" in found(YES, before=3)[0]


def test_other_entry_than_was_asked_for_is_found() -> None:
    assert "was asked for" in found(replace(YES, payload={"entry": 2}))[0]


@pytest.mark.parametrize("status", [409, 503])
def test_refused_and_kept_is_found(status: int) -> None:
    assert "nobody was told of" in found(Asked("phone", "move", 1.0, 2.0, status))[0]


def test_never_answered_may_be_kept_or_not() -> None:
    silent = Asked("phone", "move", 1.0)
    assert found(silent) == found(silent, entries=2) == found(silent, entries=2 + MOST_ENTRIES) == []
    assert found(silent, entries=3 + MOST_ENTRIES)


def test_order_that_does_not_fit_the_times_is_found() -> None:
    later = replace(YES, caller="later", at=5.0, answered_at=6.0, revision=3)
    earlier = replace(YES, caller="earlier", revision=4)
    assert "out of order" in found(earlier, later, entries=4)[0]
    overlapping = replace(later, at=1.5)
    assert found(earlier, overlapping, entries=4) == []


def test_entries_that_were_kept_before_a_no_are_counted_for_it_gives_no_number() -> None:
    no = Asked("phone", "chain", 1.0, 2.0, 503, kept=1)
    assert found(no) == []
    assert "kept before a no" in found(no, entries=2)[0]
    assert "nobody was told of" in found(no, entries=4)[0]
