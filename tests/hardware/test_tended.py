"""Work that ends is restarted: later and later, reported, and never once it was stopped."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import pytest

from hardware.tended import ENDED, SETTLED_S, STEADY_S, STUCK, STUCK_S, Tended
from tests.kit.waiting import HELD_UP_S, PATIENCE_S, until


class Work:
    """Ends as it is told to."""

    def __init__(self) -> None:
        self.begun = 0
        self._ends: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

    def __call__(self) -> None:
        self.begun += 1
        end = self._ends.get(timeout=PATIENCE_S)
        if end:
            raise end

    def end(self, error: BaseException | None = None) -> None:
        self._ends.put(error)


@pytest.mark.parametrize("error", [ValueError("a bug"), SystemExit(1), None])
def test_work_that_ends_is_begun_again_and_told(error: BaseException | None, caplog: pytest.LogCaptureFixture) -> None:
    work, told = Work(), queue.SimpleQueue[str]()
    tended = Tended(work, "page", first_s=0.001)
    tended.watch(lambda part: told.put(part.trouble))
    assert told.get(timeout=PATIENCE_S) == ""
    tended.start()
    work.end(error)
    assert told.get(timeout=PATIENCE_S) == ENDED
    until(lambda: work.begun == 2)
    assert tended.restarts == 1
    assert "page ended; restarting it" in caplog.text or "page failed; restarting it" in caplog.text
    tended.beat()
    assert told.get(timeout=PATIENCE_S) == ""
    tended.stop()
    work.end()
    tended.join(PATIENCE_S)
    assert not tended.is_alive()


def test_work_that_was_stopped_is_not_begun_again() -> None:
    work = Work()
    tended = Tended(work, "page", first_s=0.0)
    tended.start()
    until(lambda: work.begun)
    tended.stop()
    work.end(ValueError("as it closed"))
    tended.join(PATIENCE_S)
    assert (work.begun, tended.restarts, tended.trouble) == (1, 0, "")


def test_stop_ends_the_waiting() -> None:
    work = Work()
    tended = Tended(work, "page", first_s=PATIENCE_S)
    tended.start()
    work.end(ValueError("a bug"))
    until(lambda: tended.trouble)
    tended.stop()
    tended.join(PATIENCE_S / 2)
    assert not tended.is_alive()


def test_waits_grow_until_the_work_has_lasted() -> None:
    now, waited = [0.0], list[float]()

    class Noting(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0.0)
            if len(waited) == 4:
                self.set()
            return self.is_set()

    def work() -> None:
        if len(waited) == 2:
            now[0] += STEADY_S
        raise ValueError("a bug")

    tended = Tended(work, "page", first_s=1.0, clock=lambda: now[0])
    tended._stopping = Noting()
    tended._run()
    assert waited == [1.0, 2.0, 1.0, 2.0]


def test_work_without_beats_is_well_again_once_it_has_lasted() -> None:
    now = [0.0]
    work = Work()
    tended = Tended(work, "trace", first_s=0.001, clock=lambda: now[0])
    tended.start()
    work.end(ValueError("a bug"))
    until(lambda: work.begun == 2)
    assert tended.look() == ENDED
    now[0] += SETTLED_S
    assert tended.look() == ""
    tended.stop()
    work.end()
    tended.join(PATIENCE_S)


def test_work_that_beats_no_more_does_not_get_on() -> None:
    now = [0.0]
    tended = Tended(lambda: None, "page", clock=lambda: now[0])
    assert tended.late_s() == 0.0
    tended.beat()
    now[0] = STUCK_S - 1
    assert (tended.look(), tended.late_s()) == ("", STUCK_S - 1)
    now[0] = STUCK_S
    assert tended.look() == STUCK
    tended.beat()
    assert tended.look() == ""


class _Slow(float):
    """A time, from which something else is subtracted while somebody else goes on."""

    def __new__(cls, value: float, meanwhile: Callable[[], None]) -> _Slow:
        made = super().__new__(cls, value)
        made._meanwhile = meanwhile
        return made

    _meanwhile: Callable[[], None]

    def __sub__(self, other: float) -> float:
        self._meanwhile()
        return float(self) - other


def test_beat_while_somebody_looks_is_not_forgotten() -> None:
    others: list[threading.Thread] = []
    now: list[float] = [0.0]
    tended = Tended(lambda: None, "page", clock=lambda: now[0])
    tended.beat()

    def beat() -> None:
        now[0] = STUCK_S
        others.append(threading.Thread(target=tended.beat))
        others[0].start()
        others[0].join(HELD_UP_S)  # it has to wait, unless what is seen and what is said of it are apart

    now[0] = _Slow(STUCK_S, beat)
    tended.look()
    others[0].join(PATIENCE_S)
    assert tended.trouble == ""
