from __future__ import annotations

from pathlib import Path

import pytest

from companion import restarts
from companion.restarts import LONGEST_S, STEADY_S, pause_s, slow_down


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
