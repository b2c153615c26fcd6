import logging
import threading
from collections.abc import Iterator

import pytest

from hardware import ticker
from hardware.ticker import Ticker
from tests.kit.waiting import PATIENCE_S


class Steps:
    """Counts steps; somebody else can wait for the next one."""

    def __init__(self, pause_s: float | None) -> None:
        self.pause_s = pause_s
        self.done = threading.Semaphore(0)

    def __call__(self) -> float | None:
        self.done.release()
        return self.pause_s


def test_step_is_done_again_after_its_pause() -> None:
    steps = Steps(0.001)
    runner = Ticker(steps, "test")
    runner.start()
    runner.start()
    assert all(steps.done.acquire(timeout=PATIENCE_S) for _ in range(5))
    runner.stop()
    runner.stop()


def test_step_that_waits_for_ever_is_done_again_when_woken() -> None:
    steps = Steps(None)
    runner = Ticker(steps, "test")
    runner.start()
    for _ in range(3):
        assert steps.done.acquire(timeout=PATIENCE_S)
        runner.wake()
    runner.stop()


def test_woken_ticker_does_one_step_and_waits_again() -> None:
    steps = Steps(None)
    runner = Ticker(steps, "test")
    runner.start()
    assert steps.done.acquire(timeout=PATIENCE_S)
    runner.wake()
    assert steps.done.acquire(timeout=PATIENCE_S)
    assert not steps.done.acquire(timeout=0.05)
    runner.stop()


def test_stopping_from_within_a_step_ends_the_thread() -> None:
    stopped = threading.Event()

    def step() -> float:
        runner.stop()
        stopped.set()
        return PATIENCE_S

    runner = Ticker(step, "stopper")
    runner.start()
    assert stopped.wait(PATIENCE_S)
    for thread in threading.enumerate():
        if thread.name == "stopper":
            thread.join(PATIENCE_S)
            assert not thread.is_alive()


def test_failing_step_is_logged_and_done_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticker, "AFTER_BUG_S", 0.001)
    again = threading.Event()
    failures = iter((True, False))

    def step() -> float:
        if next(failures, False):
            raise KeyError("a bug")
        again.set()
        return PATIENCE_S

    runner = Ticker(step, "buggy")
    with caplog.at_level(logging.ERROR):
        runner.start()
        assert again.wait(PATIENCE_S)
        runner.stop()
    assert "buggy: step failed" in caplog.text
    assert "a bug" in caplog.text


def test_stopped_ticker_starts_again() -> None:
    steps = Steps(None)
    runner = Ticker(steps, "test")
    for _ in range(2):
        runner.start()
        assert steps.done.acquire(timeout=PATIENCE_S)
        runner.stop()


# --- how late it is ---


class Now:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


def test_step_that_hangs_makes_its_ticker_late() -> None:
    now = Now()
    stepping, go_on = threading.Event(), threading.Event()

    def step() -> float:
        stepping.set()
        assert go_on.wait(PATIENCE_S)
        return 3600.0

    runner = Ticker(step, "test", now)
    assert runner.late_s() == 0.0
    runner.start()
    assert stepping.wait(PATIENCE_S)
    assert runner.late_s() == 0.0
    now.s += 25.0
    assert runner.late_s() == 25.0
    go_on.set()
    runner.stop()
    assert runner.late_s() == 0.0


def test_ticker_that_waits_as_it_said_is_not_late_until_it_oversleeps() -> None:
    now = Now()
    pauses: Iterator[float | None] = iter((3600.0, None))
    late: list[tuple[float, float]] = []

    class Sleep:
        """In place of the ticker's own queue: time passes while it waits."""

        def empty(self) -> bool:
            return True

        def put(self, _: None) -> None:
            pass

        def get(self, *, timeout: float | None) -> None:
            now.s += 3599.0
            before = runner.late_s()
            now.s += 31.0
            late.append((before, runner.late_s()))
            if timeout is None:
                runner.wake()
                now.s += 5.0
                late.append((runner.late_s(), 0.0))
                runner._stopped = True

    runner = Ticker(lambda: next(pauses), "test", now)
    runner._wakes = Sleep()  # type: ignore[assignment]
    runner._thread, runner._stopped = threading.current_thread(), False
    runner._run()
    assert late == [(0.0, 30.0), (0.0, 0.0), (5.0, 0.0)]


def test_ticker_whose_thread_died_is_as_late_as_can_be() -> None:
    runner = Ticker(lambda: None, "test")
    runner._thread = threading.Thread(target=lambda: None)
    runner._thread.start()
    runner._thread.join()
    assert runner.late_s() == float("inf")
    runner.stop()
