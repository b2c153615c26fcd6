"""The measurement of thinking next to the table thinks, and measures moves."""

from __future__ import annotations

import os

import pytest

from companion.running import apart
from tests.kit.waiting import until
from tests.lab.bench.thinking import main


@pytest.mark.process
def test_somebody_thinks_without_a_pause_at_the_lowest_priority() -> None:
    process = apart.begin("tests.lab.bench.thinking", ("hansa", str(os.getpid())))
    try:
        until(lambda: os.sched_getscheduler(process.pid) == os.SCHED_IDLE)
        assert process.poll() is None
    finally:
        apart.kill(process)
        process.wait()


@pytest.mark.process
def test_both_are_measured_in_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    main(rounds=2, moves=10)
    told = capsys.readouterr().out
    assert "| nobody thinks | 20 |" in told
    assert "| `best` thinks all the time | 20 |" in told
    assert "2 pairs: " in told
