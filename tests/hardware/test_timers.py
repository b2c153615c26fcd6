"""Work beside the loop without threads: the loop's timers do what a ticker with a thread does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from hardware import timers
from hardware.timers import LoopTicker, Timers
from tests.kit.waiting import PATIENCE_S


def in_a_loop(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test in a loop that is not waited for too long."""

    async def run() -> None:
        await asyncio.wait_for(test(), PATIENCE_S)

    asyncio.run(run())


class Steps:
    """Counts steps; the test can wait for the next one."""

    def __init__(self, pause_s: float | None) -> None:
        self.pause_s = pause_s
        self.done = asyncio.Semaphore(0)

    def __call__(self) -> float | None:
        self.done.release()
        return self.pause_s


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_step_is_done_again_after_its_pause() -> None:
    async def test() -> None:
        steps = Steps(0.001)
        runner = Timers().ticker(steps, "test")
        runner.start()
        runner.start()
        for _ in range(5):
            await steps.done.acquire()
        runner.stop()
        runner.stop()

    in_a_loop(test)


def test_step_that_waits_for_ever_is_done_once_more_when_woken() -> None:
    async def test() -> None:
        steps = Steps(None)
        runner = Timers().ticker(steps, "test")
        runner.start()
        for _ in range(3):
            await steps.done.acquire()
            await turns()
            assert steps.done.locked()
            runner.wake()
            runner.wake()
        runner.stop()

    in_a_loop(test)


def test_ticker_woken_by_its_own_step_goes_on_at_once() -> None:
    async def test() -> None:
        done = asyncio.Event()
        steps = 0

        def step() -> float:
            nonlocal steps
            steps += 1
            (runner.wake if steps < 3 else done.set)()
            return 3600.0

        runner = Timers().ticker(step, "test")
        runner.start()
        await done.wait()
        runner.stop()

    in_a_loop(test)


def test_stopped_ticker_does_nothing_more_and_is_not_woken() -> None:
    async def test() -> None:
        steps = 0

        def step() -> float:
            nonlocal steps
            steps += 1
            runner.stop()
            return 0.0

        runner = Timers().ticker(step, "test")
        runner.start()
        await turns()
        runner.wake()
        await turns()
        assert steps == 1

    in_a_loop(test)


def test_step_that_fails_is_reported_and_done_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(timers, "AFTER_BUG_S", 0.001)

    async def test() -> None:
        steps = Steps(None)
        is_broken = True

        def step() -> float | None:
            nonlocal is_broken
            if is_broken:
                is_broken = False
                raise ValueError("a bug")
            return steps()

        runner = Timers().ticker(step, "readers")
        runner.start()
        await steps.done.acquire()
        runner.stop()

    with caplog.at_level(logging.ERROR):
        in_a_loop(test)
    assert "readers: step failed" in caplog.text


def test_overdue_step_is_late() -> None:
    now = 10.0

    async def test() -> None:
        nonlocal now
        runner = LoopTicker(lambda: 5.0, "test", lambda: now)
        assert runner.late_s() == 0.0
        runner.start()
        await turns()
        assert runner.late_s() == 0.0
        now += 7.0
        assert runner.late_s() == 2.0
        runner.stop()
        assert runner.late_s() == 0.0

    in_a_loop(test)


def test_what_is_begun_is_done_in_the_next_turn() -> None:
    async def test() -> None:
        done: list[str] = []
        Timers().begin(lambda: done.append("here"), "test")
        assert done == []
        await turns(1)
        assert done == ["here"]

    in_a_loop(test)
