"""Which starts are let through, and which end at the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.start import FAILED_LIMIT, JUMPER_PIN, Maintenance, admit


class Starts:
    def __init__(self, folder: Path) -> None:
        self.root = f"{folder}/"
        self.folder = folder
        self.asked: list[int] = []

    def start(self, *, after_watchdog: bool = False, jumper: bool = False) -> None:
        def closed(pin: int) -> bool:
            self.asked.append(pin)
            return jumper

        admit(self.root, after_watchdog, closed)


@pytest.fixture
def starts(tmp_path: Path) -> Starts:
    return Starts(tmp_path)


def test_third_start_that_the_watchdog_ended_leads_to_the_prompt_once(starts: Starts) -> None:
    starts.start()
    for _ in range(FAILED_LIMIT - 1):
        starts.start(after_watchdog=True)
    with pytest.raises(Maintenance, match="3 starts in a row have failed"):
        starts.start(after_watchdog=True)
    starts.start(after_watchdog=True)


def test_power_cycles_are_no_failures(starts: Starts) -> None:
    for _ in range(10):
        starts.start()
        assert (starts.folder / "starts").read_text() == "1"


def test_proven_start_forgets_the_failures_before(starts: Starts) -> None:
    starts.start()
    for _ in range(10):
        (starts.folder / "starts").write_text("0")  # as the firmware does once it has proved itself
        starts.start(after_watchdog=True)
        assert (starts.folder / "starts").read_text() == "1"


def test_host_asks_for_maintenance_once(starts: Starts) -> None:
    (starts.folder / "maintenance").write_text("1")
    with pytest.raises(Maintenance, match="host"):
        starts.start(after_watchdog=True)
    starts.start(after_watchdog=True)


def test_maintenance_forgets_the_failures_before(starts: Starts) -> None:
    starts.start()
    for _ in range(FAILED_LIMIT):
        (starts.folder / "maintenance").write_text("1")
        with pytest.raises(Maintenance, match="host"):
            starts.start(after_watchdog=True)
        starts.start(after_watchdog=True)


def test_jumper_works_as_long_as_it_is_closed(starts: Starts) -> None:
    for _ in range(5):
        with pytest.raises(Maintenance, match="jumper"):
            starts.start(jumper=True)
    starts.start()
    assert set(starts.asked) == {JUMPER_PIN}


def test_jumper_may_be_on_another_pin(starts: Starts) -> None:
    (starts.folder / "jumper").write_text("7")
    starts.start()
    assert starts.asked == [7]


@pytest.mark.parametrize("name", ["starts", "jumper", "maintenance"])
def test_spoilt_file_counts_as_missing(starts: Starts, name: str) -> None:
    (starts.folder / name).write_text("\x00rubbish")
    starts.start(after_watchdog=True)
    assert (starts.folder / "starts").read_text() == "1"
    assert starts.asked == [JUMPER_PIN]
