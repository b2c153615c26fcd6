"""The watchdog is fed while everything gets on, and only then."""

from __future__ import annotations

import logging
import resource
import socket
import threading
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.assembly.service import Service
from companion.commands.run import run
from companion.errors import UserError
from companion.journal.journal import Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.running.daemon import BEAT_S
from companion.running.devices import Devices
from companion.running.supervision import (
    EVERY_S,
    FIRST_S,
    LONGEST_S,
    MOST_MB,
    STEADY_S,
    STUCK_S,
    Watchdog,
    feeding_s,
    forget,
    lateness_of,
    memory_strain,
    notifier,
    pause_s,
    resident_mb,
    slow_down,
    watching,
)
from hardware.trouble import quoted
from tests.kit.companion import Companion, start
from tests.kit.forged import HOSTILE, complaints
from tests.kit.waiting import PATIENCE_S
from tests.systemd.image import ROOT

FED = "WATCHDOG=1"


class Now:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


class Guarded:
    """A companion on a simulated table with a watchdog, all on one clock that is set by hand."""

    def __init__(self, state: Path) -> None:
        self.now = Now()
        self.said: list[str] = []
        self.companion: Companion = start(state)
        self.daemon = self.companion.daemon
        self.daemon.clock = self.now
        self.watchdog = Watchdog(self.said.append, clock=self.now)
        self.late = dict.fromkeys(("readers", "buttons", "lamps", "screen"), 0.0)
        self.devices = Devices(*(_Paced(self.late, name) for name in Devices._fields))  # type: ignore[arg-type]
        self.go_round()
        self.watchdog.guard(lateness_of(self.daemon, self.devices, self.now))
        self.said.clear()

    def go_round(self) -> None:
        """Let the engine's loop go round until nothing waits."""
        self.daemon._is_stopping = False
        self.daemon.stop()
        self.daemon.run()

    def is_fed_after(self, seconds: float, *, goes_round: bool = True) -> bool:
        """Let time pass, with or without the engine, and return whether systemd is told that all is well."""
        self.now.s += seconds
        if goes_round:
            self.go_round()
        self.said.clear()
        self.watchdog.step()
        return FED in self.said


class _Paced:
    def __init__(self, late: dict[str, float], name: str) -> None:
        self._late, self._name = late, name

    def late_s(self) -> float:
        return self._late[self._name]


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Guarded]:
    made = Guarded(tmp_path)
    yield made
    made.companion.close()


def test_watchdog_is_fed_on_an_idle_table(guarded: Guarded) -> None:
    for _ in range(50):
        assert guarded.is_fed_after(BEAT_S)


@pytest.mark.parametrize(
    ("device", "part"), [("readers", "readers"), ("buttons", "readers"), ("lamps", "display"), ("screen", "display")]
)
def test_device_whose_loop_hangs_stops_the_feeding(
    guarded: Guarded, device: str, part: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert guarded.is_fed_after(1.0)
    guarded.late[device] = STUCK_S - 0.1
    assert guarded.is_fed_after(1.0)
    guarded.late[device] = STUCK_S
    assert not guarded.is_fed_after(1.0)
    assert guarded.said == [f"STATUS=stuck: {part}"]
    assert f"no progress for 20 s: {part}" in caplog.text
    assert not guarded.is_fed_after(1.0)
    assert guarded.said == []  # told once
    guarded.late[device] = 0.0
    assert guarded.is_fed_after(1.0)


def test_engine_that_hangs_stops_the_feeding(guarded: Guarded) -> None:
    assert guarded.is_fed_after(STUCK_S - 0.1, goes_round=False)
    assert not guarded.is_fed_after(0.1, goes_round=False)
    assert "engine" in guarded.said[0]
    assert guarded.is_fed_after(0.0)


def test_journal_that_hangs_stops_the_feeding(guarded: Guarded, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()
    answer = threading.Event()

    def hang(*_: object) -> tuple[str, ...]:
        asked.set()
        assert answer.wait(90)
        return ()

    monkeypatch.setattr(SqliteJournal, "ids", hang)
    guarded.now.s += BEAT_S
    engine = threading.Thread(target=guarded.go_round)
    engine.start()
    assert asked.wait(90)
    try:
        assert guarded.is_fed_after(STUCK_S - BEAT_S - 0.1, goes_round=False)
        assert not guarded.is_fed_after(0.2, goes_round=False)
        assert guarded.said == ["STATUS=stuck: journal"]
    finally:
        answer.set()
        engine.join(90)
    assert guarded.is_fed_after(BEAT_S)


def test_append_that_hangs_stops_the_feeding(guarded: Guarded, monkeypatch: pytest.MonkeyPatch) -> None:
    appending = threading.Event()
    answer = threading.Event()
    append = SqliteJournal.append

    def hang(self: SqliteJournal, *given: object) -> object:
        appending.set()
        assert answer.wait(90)
        return append(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(SqliteJournal, "append", hang)
    engine = threading.Thread(target=guarded.companion.begin_game)
    engine.start()
    assert appending.wait(90)
    try:
        assert not guarded.is_fed_after(STUCK_S, goes_round=False)
        assert guarded.said == ["STATUS=stuck: engine, journal"]
    finally:
        answer.set()
        engine.join(90)
    assert guarded.daemon.revision == 1
    assert guarded.is_fed_after(BEAT_S)


def test_journal_that_says_no_is_alive(guarded: Guarded, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> tuple[str, ...]:
        raise Unavailable(quoted("the disk is gone"), quoted("put it back"))

    guarded.companion.begin_game()
    monkeypatch.setattr(SqliteJournal, "info", refuse)
    for _ in range(10):
        assert guarded.is_fed_after(BEAT_S)


# --- systemd's side ---


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """Listen as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(PATIENCE_S)
        yield line


def _heard(line: socket.socket) -> list[str]:
    return line.recv(4096).decode().splitlines()


@pytest.mark.slow
def test_service_tells_systemd_that_it_is_up_and_that_it_ends(
    tmp_path: Path, systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    from argparse import Namespace

    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "3600000000")
    monkeypatch.setattr("companion.assembly.service.FAREWELL_S", 0.0)

    def end_when_up(stop: object) -> object:
        def wait() -> None:
            while "READY=1" not in _heard(systemd):
                pass
            stop()  # type: ignore[operator]

        threading.Thread(target=wait, daemon=True).start()
        return _Nothing()

    monkeypatch.setattr("companion.assembly.service.stopping_at_signals", end_when_up)
    config = tmp_path / "my.toml"
    config.write_text("format = 1\n[web]\nserve = false\n")
    given = Namespace(
        config=str(config), kit="tap", language=None, state=str(tmp_path), journal=None, game=None, new=False
    )
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        assert run(given) == 0
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    assert _heard(systemd)[0] == "STOPPING=1"


class _Nothing:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


def test_ready_is_said_once_and_feeds(tmp_path: Path) -> None:
    said: list[str] = []
    now = Now()
    watchdog = Watchdog(said.append, clock=now)
    watchdog.waiting("waiting for the journal")
    assert said.pop().splitlines() == ["READY=1", FED, "STATUS=waiting for the journal"]
    watchdog.guard({})
    assert said.pop().splitlines() == [FED, "STATUS=the table is up"]


def test_start_that_hangs_while_it_waits_stops_the_feeding() -> None:
    said: list[str] = []
    now = Now()
    watchdog = Watchdog(said.append, clock=now)
    watchdog.waiting("waiting for the journal")
    now.s += STUCK_S
    said.clear()
    watchdog.step()
    assert said == ["STATUS=stuck: start"]
    watchdog.waiting("waiting for the journal")
    said.clear()
    watchdog.step()
    assert FED in said


@pytest.mark.parametrize("abstract", [False, True])
def test_notifier_speaks_to_either_sort_of_socket(tmp_path: Path, abstract: bool) -> None:
    name = "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0hansa-{id(line)}" if abstract else str(tmp_path / name))
        line.settimeout(PATIENCE_S)
        notifier({"NOTIFY_SOCKET": f"@hansa-{id(line)}" if abstract else str(tmp_path / name)})("READY=1")
        assert line.recv(100) == b"READY=1"


def test_systemd_that_does_not_listen_costs_a_line_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    notifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")})("READY=1")
    assert "systemd does not listen" in caplog.text
    notifier({})("READY=1")


@pytest.mark.parametrize(("given", "every_s"), [("30000000", 10.0), ("", EVERY_S), ("0", EVERY_S), ("x", EVERY_S)])
def test_feeding_is_three_times_as_often_as_systemd_asks(given: str, every_s: float) -> None:
    assert feeding_s({"WATCHDOG_USEC": given}) == every_s


def test_watching_feeds_from_a_thread_of_its_own(tmp_path: Path, systemd: socket.socket) -> None:
    with watching({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "30000"}, strain=str):
        assert [_heard(systemd) for _ in range(3)] == [[FED]] * 3


# --- memory, which the kernel of Raspberry Pi OS bounds for nobody ---


def test_too_much_memory_starves_the_watchdog_and_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []
    taken = {"mb": 60.0}
    watchdog = Watchdog(said.append, clock=Now(), strain=lambda: memory_strain(lambda: taken["mb"]))
    watchdog.guard({"engine": lambda: 0.0})
    said.clear()
    for mb, fed in ((MOST_MB, True), (MOST_MB + 1, False), (MOST_MB + 90, False), (60.0, True)):
        taken["mb"] = mb
        said.clear()
        watchdog.step()
        assert (FED in said) == fed, mb
    assert [record.getMessage() for record in caplog.records] == [
        f"{MOST_MB + 1} MB of memory are taken, and {MOST_MB} MB are the most: systemd is to start the companion again",
        "there is enough memory again",
    ]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_trouble_of_a_part_says_nothing_else_to_systemd(text: str) -> None:
    said: list[str] = []
    watchdog = Watchdog(said.append)
    watchdog.waiting(f"{text}\nMAINPID=1")
    watchdog.guard({"engine": lambda: 0.0}, lambda: {"hub": f"{text}\nMAINPID=1"})
    watchdog.step()
    assert {line.partition("=")[0] for each in said for line in each.split("\n")} == {"READY", "WATCHDOG", "STATUS"}
    assert complaints("\n".join(said)) == []


def test_too_much_memory_is_the_status_of_the_service() -> None:
    said: list[str] = []
    watchdog = Watchdog(said.append, clock=Now(), strain=lambda: memory_strain(lambda: 400.0))
    watchdog.guard({"engine": lambda: 0.0})
    watchdog.step()
    assert said[-1] == f"STATUS=400 MB of memory are taken, and {MOST_MB} MB are the most"


# --- how much memory this process takes is read from the kernel, and from nothing where there is none to ask ---


def test_resident_memory_is_what_the_kernel_tells() -> None:
    most_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    assert 5 < resident_mb() <= most_mb * 1.05


@pytest.mark.parametrize("text", [None, "", "many", "1"])
def test_system_that_does_not_tell_is_no_reason_to_end(tmp_path: Path, text: str | None) -> None:
    statm = tmp_path / "statm"
    if text is not None:
        statm.write_text(text)
    assert resident_mb(statm) == 0.0
    assert memory_strain(lambda: resident_mb(statm)) == ""


def test_own_bound_comes_before_that_of_the_unit() -> None:
    lines = (ROOT / "systemd/files/hansa-companion.service").read_text().splitlines()
    (most,) = [line for line in lines if line.startswith("MemoryMax=")]
    assert most == "MemoryMax=400M"
    assert MOST_MB < 400


# --- restarts that come too quickly are slowed down ---


def test_pauses_grow_from_failure_to_failure_up_to_the_longest(tmp_path: Path) -> None:
    now = [0.0]

    def start() -> float:
        now[0] += 1.0
        pause = pause_s(tmp_path, lambda: now[0])
        now[0] += pause
        return pause

    assert [start() for _ in range(9)] == [0.0, 0.0, 5.0, 10.0, 20.0, 40.0, 80.0, LONGEST_S, LONGEST_S]


def test_service_that_lived_for_long_starts_without_a_pause(tmp_path: Path) -> None:
    for number in range(5):
        assert pause_s(tmp_path, lambda: float(number)) >= 0.0  # noqa: B023 - called at once
    assert pause_s(tmp_path, lambda: 4.0 + STEADY_S) == 0.0
    assert pause_s(tmp_path, lambda: 5.0 + STEADY_S) == 0.0
    assert pause_s(tmp_path, lambda: 6.0 + STEADY_S) == FIRST_S


@pytest.mark.parametrize("text", ["", "many 1.0", "3", "\0\0", "9999999999999 0.0"])
def test_note_that_is_spoilt_costs_at_most_the_longest_pause(tmp_path: Path, text: str) -> None:
    (tmp_path / "starts").write_text(text, encoding="ascii")
    assert 0.0 <= pause_s(tmp_path, lambda: 1.0) <= LONGEST_S


def test_folder_that_cannot_be_written_to_stops_nobody(tmp_path: Path) -> None:
    assert pause_s(tmp_path / "gone", lambda: 1.0) == 0.0


def test_systemd_is_told_how_long_the_start_takes(tmp_path: Path) -> None:
    said: list[str] = []
    slept: list[float] = []
    for _ in range(4):
        slow_down(said.append, {"RUNTIME_DIRECTORY": f"{tmp_path}:/other"}, slept.append)
    assert slept == [5.0, 10.0]
    assert said[0] == "EXTEND_TIMEOUT_USEC=95000000\nSTATUS=failed of late: waiting 5 s"


def test_companion_that_is_no_service_never_waits(tmp_path: Path) -> None:
    for _ in range(5):
        slow_down(lambda _: pytest.fail("nobody listens"), {}, lambda _: pytest.fail("nobody waits"))


def test_what_cannot_be_forgotten_stops_nobody(tmp_path: Path) -> None:
    forget({})
    forget({"RUNTIME_DIRECTORY": str(tmp_path / "gone")})
    (tmp_path / "starts").mkdir()  # in the way of the note
    forget({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert [path.name for path in tmp_path.iterdir()] == ["starts"]


@pytest.mark.parametrize(("fails", "slept_s"), [(False, []), (True, [5.0, 10.0])])
def test_only_restarts_after_a_failure_are_slowed_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool, slept_s: list[float]
) -> None:
    def serve(_: Service) -> None:
        if fails:
            raise UserError("the journal is away")

    slept: list[float] = []
    monkeypatch.setattr(Service, "serve", serve)
    monkeypatch.setattr("companion.running.logs.start_log", lambda _: None)
    monkeypatch.setattr("companion.running.supervision.slow_down", lambda notify: slow_down(notify, sleep=slept.append))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    config = tmp_path / "my.toml"
    config.write_text("format = 1\n[web]\nserve = false\n")
    given = Namespace(
        config=str(config), kit="tap", language=None, state=str(tmp_path), journal=None, game=None, new=False
    )
    for _ in range(4):
        try:
            run(given)
        except UserError:
            assert fails
    assert slept == slept_s
