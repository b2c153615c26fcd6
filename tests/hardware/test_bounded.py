"""Calls that may hang: nobody waits for one beyond its limit, and never for two at a time."""

import threading

import pytest

from hardware.bounded import Bounded, Closed, Late
from tests.kit.waiting import PATIENCE_S, until


def test_answer_is_returned_and_error_is_raised() -> None:
    bounded = Bounded("calls", PATIENCE_S)
    assert bounded.ask(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        bounded.ask(lambda: 1 // 0)
    assert bounded.ask(threading.current_thread) is not threading.current_thread()
    bounded.close(lambda: None)


def test_call_that_hangs_is_left_behind_and_no_other_made_until_it_is_back() -> None:
    bounded, let_go, made = Bounded("calls", 0.01), threading.Event(), []
    with pytest.raises(Late):
        bounded.ask(lambda: let_go.wait(PATIENCE_S))
    with pytest.raises(Late):
        bounded.ask(lambda: made.append("too soon"))
    let_go.set()

    def asked() -> str:
        try:
            return bounded.ask(lambda: "back")
        except Late:
            return ""

    assert until(asked) == "back"
    assert made == []
    bounded.close(lambda: None)


def test_whoever_waits_is_let_go_when_it_is_closed_and_the_last_call_is_made() -> None:
    bounded, let_go, closed = Bounded("calls", PATIENCE_S), threading.Event(), threading.Event()
    raised: list[BaseException] = []
    begun = threading.Event()

    def hang() -> None:
        begun.set()
        let_go.wait(PATIENCE_S)

    def wait() -> None:
        try:
            bounded.ask(hang)
        except Closed as error:
            raised.append(error)

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert begun.wait(PATIENCE_S)
    bounded.close(closed.set)
    waiting.join(PATIENCE_S)
    assert len(raised) == 1
    assert not closed.is_set()
    let_go.set()
    assert closed.wait(PATIENCE_S)
    with pytest.raises(Closed):
        bounded.ask(lambda: None)
