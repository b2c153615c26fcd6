"""The engine answers ten thousand requests as version 0.2.0 did, word for word, but for the words to people."""

from __future__ import annotations

import json

import pytest

from tests.version_0_2.engine_session import (
    HUNDRED,
    ask,
    compared,
    digests,
    first_difference,
    read_digests,
    read_requests,
    without_words,
)


@pytest.mark.process
def test_answers_are_those_of_0_2() -> None:
    requests, wanted = read_requests(), read_digests()
    answers = ask(requests)
    assert len(answers) == len(requests) == len(wanted) * HUNDRED
    for number, (before, now) in enumerate(zip(wanted, digests(answers), strict=True)):
        if before != now:
            begin = number * HUNDRED
            index = first_difference(before, now)
            where = begin if index is None else begin + index
            pytest.fail(
                f"answers {begin + 1} to {begin + HUNDRED} are not those of 0.2.0, the first of them {where + 1}"
                f"\nrequest: {requests[where][:500]!r}\nanswer:  {compared(answers[where])[:1500].decode()}"
            )


def test_every_new_game_names_its_board() -> None:
    """So that the board that ships may change, and the session stays."""
    for request in read_requests():
        try:
            said = json.loads(request)
        except (ValueError, RecursionError):
            continue
        if isinstance(said, dict) and said.get("do") == "new":
            assert "board" in said


def test_words_to_people_are_left_out_at_every_depth() -> None:
    assert without_words({"ok": False, "a": [{"message": "x", "b": {"remedy": "y", "c": 1}}]}) == {
        "ok": False,
        "a": [{"b": {"c": 1}}],
    }
