"""What runs next to the daemon, such as a page: opened after the table, closed once, and never in the way."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.assembly.compose import Composed
from companion.running.backlog import ROOM_FOR_SIGHTINGS
from companion.table import own_dialogs
from companion.table.dialog import Notice
from companion.table.intents import Errand, LetPhones, ShutDown
from hardware.ports import TagLeft
from tests.kit.companion import start
from tests.kit.live_companion import Live
from tests.kit.waiting import PATIENCE_S


class Lodger:
    """Something next to the daemon that notes what happens to it."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.notes: list[str] = []
        self.news = threading.Event()

    def make(self, composed: Composed) -> Lodger:
        assert composed.daemon.showing.scene, "the table is shown first"
        self.notes.append("made")
        return self

    def open(self) -> None:
        self.notes.append("open")
        self.news.set()
        if self.fails:
            raise OSError("the port is taken")

    def close(self) -> None:
        self.notes.append("close")

    def run_errand(self, errand: Errand) -> None:
        self.notes.append(type(errand).__name__)


def test_lodger_opens_after_the_table_and_gets_the_commands_that_are_left(tmp_path: Path) -> None:
    lodger = Lodger()
    live = Live(tmp_path, make_attendant=lodger.make)
    live.begin(2)
    assert lodger.news.wait(PATIENCE_S)
    assert live.service.composed
    daemon = live.service.composed.daemon
    daemon.put(lambda _: daemon.carry_out(LetPhones()))
    daemon.put(lambda _: daemon.carry_out(ShutDown()))
    live.thread.join(PATIENCE_S)
    assert live.error is None
    assert lodger.notes == ["made", "open", "LetPhones", "close"]


def test_lodger_that_is_made_while_too_much_waits_is_opened_all_the_same(tmp_path: Path) -> None:
    lodger, is_full = Lodger(), threading.Event()

    def make(composed: Composed) -> Lodger:
        maker = threading.current_thread()

        def flood(_: object) -> None:  # in the table's own thread, so that nothing is handled meanwhile
            for _ in range(ROOM_FOR_SIGHTINGS):
                composed.daemon.put(TagLeft(0.0, "nowhere", "04ffffffffffff"))
            is_full.set()
            maker.join(PATIENCE_S)

        composed.daemon.put(flood)
        assert is_full.wait(PATIENCE_S)
        return lodger.make(composed)

    live = Live(tmp_path, make_attendant=make)
    live.begin(2)
    assert lodger.news.wait(PATIENCE_S)
    live.end()
    assert lodger.notes == ["made", "open", "close"]


def test_lodger_that_fails_costs_the_players_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    lodger = Lodger(fails=True)
    live = Live(tmp_path, make_attendant=lodger.make)
    live.begin(2)
    assert lodger.news.wait(PATIENCE_S)
    assert live.service.composed
    daemon = live.service.composed.daemon
    daemon.put(lambda _: daemon.carry_out(LetPhones()))
    live.end()
    assert live.error is None
    assert lodger.notes == ["made", "open", "close"]
    assert "the port is taken" in caplog.text


@pytest.mark.parametrize(
    ("serve", "has_lodger", "told"),
    [
        (False, False, own_dialogs.NO_PAGE),
        (False, True, own_dialogs.NO_PAGE),
        (True, False, own_dialogs.PAGE_AWAY),
    ],
)
def test_players_who_want_phones_are_told_that_there_is_no_page(
    tmp_path: Path, serve: bool, has_lodger: bool, told: Notice
) -> None:
    companion = start(tmp_path, board="")
    service = companion.service
    service._config = replace(service._config, web=replace(service._config.web, serve=serve))
    lodger = Lodger()
    service._attendance._opened = lodger if has_lodger else None
    companion.press("down", "down", "ok")
    assert companion.daemon.table.dialog.name == "differs"
    companion.press("ok")
    assert companion.daemon.table.dialog == told
    assert lodger.notes == (["LetPhones"] if has_lodger else [])
    companion.press("ok")
    assert companion.daemon.table.view.asks_board
    companion.daemon._on_errand(LetPhones(False))
    assert companion.daemon.table.dialog.name == own_dialogs.YOUR_BOARD
    companion.close()


def test_lodger_that_is_made_when_all_is_over_is_closed_and_never_opened(tmp_path: Path) -> None:
    lodger, may_go_on, is_over = Lodger(), threading.Event(), threading.Event()

    def make(composed: Composed) -> Lodger:
        assert may_go_on.wait(PATIENCE_S)
        return lodger.make(composed)

    def close() -> None:
        lodger.notes.append("close")
        is_over.set()

    lodger.close = close  # type: ignore[method-assign]  # to be told when
    live = Live(tmp_path, make_attendant=make)
    live.begin(2)
    live.end()
    may_go_on.set()
    assert is_over.wait(PATIENCE_S)
    assert lodger.notes == ["made", "close"]


class Handover:
    """A lock that, once all is over, lets something happen as soon as it is free."""

    def __init__(self, is_over: Callable[[], bool], then: Callable[[], None]) -> None:
        self._lock, self._is_over, self._then = threading.Lock(), is_over, then

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        happens = threading.current_thread().name != "attendant" and self._is_over()
        self._lock.release()
        if happens:
            self._then()


def test_lodger_that_is_made_in_the_moment_of_the_end_is_closed_once(tmp_path: Path) -> None:
    lodger, is_making, may_go_on = Lodger(), threading.Event(), threading.Event()
    makers: list[threading.Thread] = []

    def make(composed: Composed) -> Lodger:
        makers.append(threading.current_thread())
        is_making.set()
        assert may_go_on.wait(PATIENCE_S)
        return lodger.make(composed)

    def hand_over() -> None:
        may_go_on.set()
        for maker in makers:
            maker.join(PATIENCE_S)

    live = Live(tmp_path, make_attendant=make)
    attendance = live.service._attendance
    handover = Handover(lambda: attendance._is_over, hand_over)
    attendance._lock = handover  # type: ignore[assignment]  # to choose the moment
    live.begin(2)
    assert is_making.wait(PATIENCE_S)
    live.end()
    assert lodger.notes == ["made", "close"]
