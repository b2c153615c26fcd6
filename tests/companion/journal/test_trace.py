from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal.journal import Unstorable
from companion.journal.trace import Limits, Traced, Traces


@pytest.fixture
def traces(tmp_path: Path) -> Iterator[Traces]:
    with closing(Traces(tmp_path / "traces")) as traces:
        yield traces


def _events(count: int, start: int = 1) -> tuple[dict[str, object], ...]:
    return tuple({"at": 0.5 * n, "source": "pad", "uid": f"{n:08x}"} for n in range(start, start + count))


def test_events_come_back_in_order(traces: Traces) -> None:
    trace = traces.trace("one")
    for event in _events(100):
        trace.append(event)
    traces.trace("two").append({"other": True})
    assert trace.read() == Traced(_events(100), True)
    assert traces.trace("two").read() == Traced(({"other": True},), True)
    assert traces.trace("three").read() == Traced((), True)


def test_trace_goes_on_after_a_restart(tmp_path: Path) -> None:
    for start in (1, 4, 7):
        with closing(Traces(tmp_path)) as traces:
            for event in _events(3, start):
                traces.trace("one").append(event)
    assert Traces(tmp_path).trace("one").read() == Traced(_events(9), True)


def test_closed_traces_open_again_with_the_next_event(traces: Traces) -> None:
    for event in _events(4):
        traces.trace("one").append(event)
        traces.close()
        traces.close()
    assert traces.trace("one").read() == Traced(_events(4), True)


@pytest.mark.parametrize("limits", [Limits(lines=20), Limits(bytes=1000)])
def test_trace_keeps_the_newest_within_its_limits(tmp_path: Path, limits: Limits) -> None:
    with closing(Traces(tmp_path, limits)) as traces:
        for event in _events(1000):
            traces.trace("one").append(event)
        events, is_whole = traces.trace("one").read()
    assert not is_whole
    assert events == _events(1000)[-len(events) :]
    assert 5 < len(events) <= limits.lines
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= limits.bytes


def test_limits_hold_across_restarts(tmp_path: Path) -> None:
    for number in range(30):
        with closing(Traces(tmp_path, Limits(lines=20))) as traces:
            traces.trace("one").append({"number": number})
    events, _ = Traces(tmp_path).trace("one").read()
    assert 10 <= len(events) <= 20
    assert events[-1] == {"number": 29}


def test_old_games_make_room_for_new_ones(tmp_path: Path) -> None:
    limits = Limits(bytes=1000, total_bytes=3000)
    with closing(Traces(tmp_path, limits)) as traces:
        for number in range(20):
            for event in _events(50):
                traces.trace(f"game-{number}").append(event)
            traces.trace(f"game-{number}").read()
            for path in tmp_path.glob(f"game-{number}.*"):
                os.utime(path, (number, number))
        assert traces.trace("game-19").read().events
        assert not traces.trace("game-0").read().events
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= limits.total_bytes


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 200), st.binary(max_size=20))
def test_torn_end_loses_only_the_torn_line(cut: int, rubbish: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with closing(Traces(folder)) as traces:
            for event in _events(5):
                traces.trace("one").append(event)
        path = folder / "one.trace"
        whole = path.read_bytes()
        kept = whole[: min(cut, len(whole))]
        path.write_bytes(kept + rubbish)
        with closing(Traces(folder)) as traces:
            traces.trace("one").append({"after": True})
            events, _ = traces.trace("one").read()
        assert events[: kept.count(b"\n")] == _events(kept.count(b"\n"))
        assert events[-1] == {"after": True}


def test_disk_that_takes_nothing_delays_nobody_and_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "traces").write_text("a file in the place of the folder")
    with closing(Traces(tmp_path / "traces")) as traces:
        for event in _events(3):
            traces.trace("one").append(event)
        traces.close()
        (tmp_path / "traces").unlink()
        traces.trace("one").append({"at": 4})
        assert traces.trace("one").read() == Traced(({"at": 4},), False)


def test_disk_that_stalls_delays_nobody(traces: Traces, monkeypatch: pytest.MonkeyPatch) -> None:
    stalled = threading.Event()
    from companion.journal import trace as module

    write = module._Ring.write

    def stalling(ring: module._Ring, line: bytes) -> None:
        assert stalled.wait(timeout=30)
        write(ring, line)

    monkeypatch.setattr(module._Ring, "write", stalling)
    for event in _events(5000):
        traces.trace("one").append(event)
    stalled.set()
    events, is_whole = traces.trace("one").read()
    assert 4096 <= len(events) < 5000
    assert not is_whole
    assert events == _events(len(events))


def test_event_larger_than_the_trace_is_left_out(tmp_path: Path) -> None:
    with closing(Traces(tmp_path, Limits(bytes=1000))) as traces:
        traces.trace("one").append({"long": "x" * 600})
        traces.trace("one").append({"short": 1})
        assert traces.trace("one").read() == Traced(({"short": 1},), False)


def test_game_id_that_is_no_file_name_is_refused(traces: Traces) -> None:
    with pytest.raises(Unstorable):
        traces.trace("../../etc/passwd")
