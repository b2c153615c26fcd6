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
def traces(folder: Path) -> Iterator[Traces]:
    with closing(Traces(folder / "traces")) as traces:
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


def test_trace_files_are_for_their_owner_alone(folder: Path) -> None:
    with closing(Traces(folder, Limits(lines=8))) as traces:
        for event in _events(20):
            traces.trace("one").append(event)
    modes = {path.stat().st_mode & 0o777 for path in folder.rglob("*") if path.is_file()}
    assert modes == {0o600}


def test_trace_goes_on_after_a_restart(folder: Path) -> None:
    for start in (1, 4, 7):
        with closing(Traces(folder)) as traces:
            for event in _events(3, start):
                traces.trace("one").append(event)
    assert Traces(folder).trace("one").read() == Traced(_events(9), True)


def test_closed_traces_open_again_with_the_next_event(traces: Traces) -> None:
    for event in _events(4):
        traces.trace("one").append(event)
        traces.close()
        traces.close()
    assert traces.trace("one").read() == Traced(_events(4), True)


@pytest.mark.parametrize("limits", [Limits(lines=20), Limits(bytes=1000)])
def test_trace_keeps_the_newest_within_its_limits(folder: Path, limits: Limits) -> None:
    with closing(Traces(folder, limits)) as traces:
        for event in _events(1000):
            traces.trace("one").append(event)
        events, is_whole = traces.trace("one").read()
    assert not is_whole
    assert events == _events(1000)[-len(events) :]
    assert 5 < len(events) <= limits.lines
    assert sum(path.stat().st_size for path in folder.iterdir()) <= limits.bytes


def test_limits_hold_across_restarts(folder: Path) -> None:
    for number in range(30):
        with closing(Traces(folder, Limits(lines=20))) as traces:
            traces.trace("one").append({"number": number})
    events, _ = Traces(folder).trace("one").read()
    assert 10 <= len(events) <= 20
    assert events[-1] == {"number": 29}


def test_old_games_make_room_for_new_ones(folder: Path) -> None:
    limits = Limits(bytes=1000, total_bytes=3000)
    with closing(Traces(folder, limits)) as traces:
        for number in range(20):
            for event in _events(50):
                traces.trace(f"game-{number}").append(event)
            traces.trace(f"game-{number}").read()
            for path in folder.glob(f"game-{number}.*"):
                os.utime(path, (number, number))
        assert traces.trace("game-19").read().events
        assert not traces.trace("game-0").read().events
    assert sum(path.stat().st_size for path in folder.iterdir()) <= limits.total_bytes


def test_torn_end_loses_only_the_torn_line(folder: Path) -> None:
    path = folder / "one.trace"
    with closing(Traces(folder)) as traces:
        for event in _events(5):
            traces.trace("one").append(event)
    whole = path.read_bytes()

    @settings(max_examples=50, deadline=None)
    @given(st.integers(0, len(whole)), st.binary(max_size=20))
    def check(cut: int, rubbish: bytes) -> None:
        path.write_bytes(whole[:cut] + rubbish)
        with closing(Traces(folder)) as traces:
            traces.trace("one").append({"after": True})
            events, _ = traces.trace("one").read()
        lines = whole[:cut].count(b"\n")
        assert events[:lines] == _events(lines)
        assert events[-1] == {"after": True}

    check()


def test_disk_that_takes_nothing_delays_nobody_and_is_noticed(folder: Path) -> None:
    (folder / "traces").write_text("a file in the place of the folder")
    with closing(Traces(folder / "traces")) as traces:
        for event in _events(3):
            traces.trace("one").append(event)
        traces.close()
        (folder / "traces").unlink()
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
    traces.trace("one").append({"later": True})
    assert traces.trace("one").read() == Traced((*events, {"later": True}), False)


def test_disk_that_fails_between_two_games_leaves_both_traces_usable(folder: Path) -> None:
    with closing(Traces(folder)) as traces:
        traces.trace("one").append({"number": 1})
        (folder / "two.trace").mkdir()  # stands in the way of a file
        traces.trace("two").append({"number": 1})
        traces.trace("one").append({"number": 2})
        assert traces.trace("one").read() == Traced(({"number": 1}, {"number": 2}), True)
        (folder / "two.trace").rmdir()
        traces.trace("two").append({"number": 2})
        assert traces.trace("two").read() == Traced(({"number": 2},), False)


def test_event_larger_than_the_trace_is_left_out(folder: Path) -> None:
    with closing(Traces(folder, Limits(bytes=1000))) as traces:
        traces.trace("one").append({"long": "x" * 600})
        traces.trace("one").append({"short": 1})
        assert traces.trace("one").read() == Traced(({"short": 1},), False)


def test_game_id_that_is_no_file_name_is_refused(traces: Traces) -> None:
    with pytest.raises(Unstorable):
        traces.trace("../../etc/passwd")
