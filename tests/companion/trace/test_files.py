from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.journal import Unstorable
from companion.trace.files import Limits, Traced, Traces
from tests.kit.examples import examples


@pytest.fixture
def traces(folder: Path) -> Iterator[Traces]:
    with closing(Traces(folder / "traces")) as traces:
        yield traces


def _events(count: int, start: int = 1) -> tuple[dict[str, object], ...]:
    return tuple({"at": 0.5 * n, "source": "pad", "uid": f"{n:08x}"} for n in range(start, start + count))


def test_events_come_back_in_order(traces: Traces) -> None:
    for event in _events(50):
        traces.append([("one", event)])
    traces.append([("one", event) for event in _events(50, 51)])
    traces.append([("two", {"other": True})])
    assert traces.read("one") == Traced(_events(100), True)
    assert traces.read("two") == Traced(({"other": True},), True)
    assert traces.read("three") == Traced((), True)


def test_trace_files_are_for_their_owner_alone(folder: Path) -> None:
    with closing(Traces(folder, Limits(lines=8))) as traces:
        for event in _events(20):
            traces.append([("one", event)])
    modes = {path.stat().st_mode & 0o777 for path in folder.rglob("*") if path.is_file()}
    assert modes == {0o600}


def test_trace_goes_on_after_a_restart(folder: Path) -> None:
    for start in (1, 4, 7):
        with closing(Traces(folder)) as traces:
            for event in _events(3, start):
                traces.append([("one", event)])
    assert Traces(folder).read("one") == Traced(_events(9), True)


def test_closed_traces_open_again_with_the_next_event(traces: Traces) -> None:
    for event in _events(4):
        traces.append([("one", event)])
        traces.close()
        traces.close()
    assert traces.read("one") == Traced(_events(4), True)


@pytest.mark.parametrize("limits", [Limits(lines=20), Limits(bytes=1000)])
def test_trace_keeps_the_newest_within_its_limits(folder: Path, limits: Limits) -> None:
    with closing(Traces(folder, limits)) as traces:
        for event in _events(1000):
            traces.append([("one", event)])
        events, is_whole = traces.read("one")
    assert not is_whole
    assert events == _events(1000)[-len(events) :]
    assert 5 < len(events) <= limits.lines
    assert sum(path.stat().st_size for path in folder.iterdir()) <= limits.bytes


def test_limits_hold_across_restarts(folder: Path) -> None:
    for number in range(30):
        with closing(Traces(folder, Limits(lines=20))) as traces:
            traces.append([("one", {"number": number})])
    events, _ = Traces(folder).read("one")
    assert 10 <= len(events) <= 20
    assert events[-1] == {"number": 29}


def test_old_games_make_room_for_new_ones(folder: Path) -> None:
    limits = Limits(bytes=1000, total_bytes=3000)
    with closing(Traces(folder, limits)) as traces:
        for number in range(20):
            for event in _events(50):
                traces.append([(f"game-{number}", event)])
            traces.read(f"game-{number}")
            for path in folder.glob(f"game-{number}.*"):
                os.utime(path, (number, number))
        assert traces.read("game-19").events
        assert not traces.read("game-0").events
    assert sum(path.stat().st_size for path in folder.iterdir()) <= limits.total_bytes


def test_torn_end_loses_only_the_torn_line(folder: Path) -> None:
    path = folder / "one.trace"
    with closing(Traces(folder)) as traces:
        for event in _events(5):
            traces.append([("one", event)])
    whole = path.read_bytes()

    @examples(50)
    @given(st.integers(0, len(whole)), st.binary(max_size=20))
    def check(cut: int, rubbish: bytes) -> None:
        path.write_bytes(whole[:cut] + rubbish)
        with closing(Traces(folder)) as traces:
            traces.append([("one", {"after": True})])
            events, _ = traces.read("one")
        lines = whole[:cut].count(b"\n")
        assert events[:lines] == _events(lines)
        assert events[-1] == {"after": True}

    check()


def test_disk_that_takes_nothing_delays_nobody_and_is_noticed(folder: Path) -> None:
    (folder / "traces").write_text("a file in the place of the folder")
    with closing(Traces(folder / "traces")) as traces:
        for event in _events(3):
            traces.append([("one", event)])
        traces.close()
        (folder / "traces").unlink()
        traces.append([("one", {"at": 4})])
        assert traces.read("one") == Traced(({"at": 4},), False)


def test_disk_that_stalls_delays_nobody(traces: Traces, monkeypatch: pytest.MonkeyPatch) -> None:
    reached, stalled = threading.Event(), threading.Event()
    from companion.trace import files as module

    write = module._Ring.write

    def stalling(ring: module._Ring, line: bytes) -> None:
        reached.set()
        assert stalled.wait(timeout=90)
        write(ring, line)

    monkeypatch.setattr(module._Ring, "write", stalling)
    traces.append([("one", event) for event in _events(1)])
    assert reached.wait(timeout=90)
    for event in _events(4999, 2):
        traces.append([("one", event)])
    stalled.set()
    events, is_whole = traces.read("one")
    assert len(events) == 1 + 4096
    assert not is_whole
    assert events == _events(len(events))
    traces.append([("one", {"later": True})])
    assert traces.read("one") == Traced((*events, {"later": True}), False)


def test_disk_that_fails_between_two_games_leaves_both_traces_usable(folder: Path) -> None:
    with closing(Traces(folder)) as traces:
        traces.append([("one", {"number": 1})])
        (folder / "two.trace").mkdir()  # stands in the way of a file
        traces.append([("two", {"number": 1})])
        traces.append([("one", {"number": 2})])
        assert traces.read("one") == Traced(({"number": 1}, {"number": 2}), True)
        (folder / "two.trace").rmdir()
        traces.append([("two", {"number": 2})])
        assert traces.read("two") == Traced(({"number": 2},), False)


def test_event_larger_than_the_trace_is_left_out(folder: Path) -> None:
    with closing(Traces(folder, Limits(bytes=1000))) as traces:
        traces.append([("one", {"long": "x" * 600})])
        traces.append([("one", {"short": 1})])
        assert traces.read("one") == Traced(({"short": 1},), False)


def test_game_id_that_is_no_file_name_is_refused(traces: Traces) -> None:
    with pytest.raises(Unstorable):
        traces.read("../../etc/passwd")


def test_line_that_is_no_json_is_lost_and_the_next_one_is_written(traces: Traces) -> None:
    traces.append([("one", {"number": 1}), ("one", {"number": {1}}), ("one", {"number": 3})])
    assert traces.read("one") == Traced(({"number": 1}, {"number": 3}), False)
