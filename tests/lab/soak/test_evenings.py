"""Evenings in a row: a short run of them, and that what grows is found."""

from __future__ import annotations

import pytest

from tests.lab.soak.evenings import Evening, grown, main

EVENING = Evening(memory_mb=40.0, threads=2, files=11, entries=100, journal_kb=200.0, acts=9, faults=1, seconds=1.0)


def test_evenings_leave_nothing_behind_but_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--evenings", "2", "--hours", "0.2", "--seed", "3"]) == 0
    assert "nothing has grown but the games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("last", "found"),
    [
        (EVENING._replace(threads=3), "threads"),
        (EVENING._replace(files=12), "files"),
        (EVENING._replace(memory_mb=80.0), "memory"),
        (EVENING._replace(journal_kb=900.0), "journal"),
        (EVENING._replace(entries=1000, journal_kb=2000.0), ""),
    ],
)
def test_what_has_grown_is_found(last: Evening, found: str) -> None:
    told = grown([EVENING, last])
    assert bool(told) == bool(found)
    assert found in "".join(told)
