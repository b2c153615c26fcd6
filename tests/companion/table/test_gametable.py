"""What follows from other values is worked out again only when one of them is another."""

from __future__ import annotations

import pytest

from companion.table.gametable import Memo


def test_answer_is_worked_out_once_for_the_same_values() -> None:
    asked: list[tuple[list[int], ...]] = []

    def work_out(*given: list[int]) -> int:
        asked.append(given)
        return sum(map(sum, given))

    remembered = Memo(work_out)
    one, two = [1], [2]
    assert [remembered(one, two), remembered(one, two), remembered(one, one), remembered(one, two)] == [3, 3, 2, 3]
    assert len(asked) == 3


def test_equal_value_that_is_another_one_counts_as_new() -> None:
    remembered = Memo(id)
    first, second = [1], [1]
    assert remembered(first) == id(first)
    assert remembered(second) == id(second)


def test_answer_that_failed_is_asked_for_again() -> None:
    remembered = Memo(lambda numbers: 1 // numbers[0])
    numbers = [0]
    with pytest.raises(ZeroDivisionError):
        remembered(numbers)
    numbers[0] = 1
    assert remembered(numbers) == 1
