from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from companion.assembly.service import Service
from companion.commands.run import run
from companion.errors import UserError
from companion.running import restarts
from companion.running.restarts import LONGEST_S, STEADY_S, forget, pause_s, slow_down


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
    assert pause_s(tmp_path, lambda: 6.0 + STEADY_S) == restarts.FIRST_S


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
    monkeypatch.setattr("companion.running.restarts.slow_down", lambda notify: slow_down(notify, sleep=slept.append))
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
