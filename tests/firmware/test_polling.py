"""How often each reader is looked at, by bus arithmetic on the simulated chips' virtual time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.rates import DISTRIBUTIONS, poll_rates

pytestmark = pytest.mark.silicon


@pytest.mark.parametrize("tags", DISTRIBUTIONS, ids=str)
def test_hot_readers_are_polled_five_times_a_second_and_the_others_once(tmp_path: Path, tags: tuple[int, ...]) -> None:
    measured = poll_rates(tmp_path, tags, hot=4, seconds=20.0)
    assert measured.resting == tags, "every tag is seen, and stays"
    assert min(measured.polls_per_s[:4]) >= 5.0
    assert min(measured.polls_per_s[4:]) >= 1.0
    assert measured.most_fields_on == 1


def test_readers_with_few_tags_are_polled_twice_as_often(tmp_path: Path) -> None:
    measured = poll_rates(tmp_path, (2, 1, 0, 0, 1, 0, 0, 0, 0), hot=4, seconds=20.0)
    assert min(measured.polls_per_s[:4]) >= 10.0
    assert min(measured.polls_per_s[4:]) >= 2.0


def test_empty_poll_does_not_spin_on_the_chip(tmp_path: Path) -> None:
    measured = poll_rates(tmp_path, (0,) * 9, hot=4, seconds=2.0)
    assert measured.transfers_per_poll <= 15
