"""That the fuzzer of files can fail: what is no refusal in one line counts as lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import BAD_CONFIGURATION, FAILED, UserError
from tests.lab.faults.bad_files import _Trials, tomls
from tests.lab.faults.hostile_text import hostile, try_each


def _raises(error: Exception) -> Callable[[], None]:
    def parse() -> None:
        raise error

    return parse


@pytest.mark.parametrize(
    "error",
    [RecursionError("a bug"), UserError("one line", FAILED), UserError("two\nlines", BAD_CONFIGURATION)],
    ids=str,
)
def test_whatever_is_no_refusal_in_one_line_is_lost(error: Exception) -> None:
    trials = _Trials(lambda: None)
    trials.attempt("kit", b"x", _raises(error))
    assert len(trials.lost) == 1


def test_refusal_in_one_line_is_not_lost() -> None:
    trials = _Trials(lambda: None)
    trials.attempt("kit", b"x", _raises(UserError("kit.toml: pad.reset: 99 given", BAD_CONFIGURATION)))
    assert (trials.lost, trials.number) == ([], 1)


def test_hostile_files_are_the_same_for_the_same_seed_and_mostly_differ() -> None:
    made: list[bytes] = []
    for _ in range(2):
        try_each(hostile(tomls()["kit"]), made.append, count=40, by_seed=7)
    assert made[:40] == made[40:]
    assert len(set(made)) > 25
