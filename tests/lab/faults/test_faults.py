"""The short form of `python -m tests.lab.faults`: the same trials, fewer of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab.faults.__main__ import main
from tests.lab.faults.parts import PARTS, Part

NEEDS = {
    **dict.fromkeys(
        ("daemon", "journal", "power", "full", "readonly", "syncs", "vanish", "exchange", "names", "clock"), ("cc",)
    ),
    "callers": ("cc", "redis-server"),
    **dict.fromkeys(("redis", "mirror"), ("redis-server",)),
    **dict.fromkeys(("frames", "wand"), ("node", "npm")),
}


def _tried(*names: str) -> None:
    command = [sys.executable, "-m", "tests.lab.faults", *names, "--short", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for name, result in zip(names, json.loads(done.stdout), strict=True):
        assert (result["part"], result["trials"], result["lost"]) == (name, PARTS[name].short * PARTS[name].each, [])


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.needs(*NEEDS.get(name, ()))) for name in PARTS if not PARTS[name].case],
)
def test_nothing_confirmed_is_lost(name: str) -> None:
    _tried(name)


@pytest.mark.parametrize("trial", ["radio:suffering", "usb:suffering", "thinker:suffer"])
def test_nothing_confirmed_is_lost_by_faults_of_one_kind(trial: str) -> None:
    # In one process: to start one takes longer than to try one. Those that need minutes of the table's time are left
    # to the laboratory.
    _tried(*(name for name, part in PARTS.items() if part.trial == trial and part.short))


def test_every_fault_has_its_row_in_the_report() -> None:
    report = (Path(__file__).parents[3] / "RELIABILITY.md").read_text(encoding="utf-8")
    rows = [f"\n| {part.fault} | {part.full * part.each:,} | {part.seen} |" for part in PARTS.values()]
    assert [row for row in rows if row not in report] == []


@pytest.fixture
def own_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let trials of this module be found among those of the laboratory."""
    monkeypatch.setitem(sys.modules, "tests.lab.faults.own", sys.modules[__name__])


def _lose(*_: object) -> list[str]:
    return ["the ship"]


def _break_off(*_: object) -> list[str]:
    raise OSError("no ship at all")


@pytest.mark.usefixtures("own_trials")
def test_loss_is_told_and_makes_the_run_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(PARTS, "daemon", Part("a fault", "much", "own:_lose", 2, 1, each=3))
    assert main(["daemon"]) == 1
    *_, row, _, told, total = capsys.readouterr().out.splitlines()
    assert (row, told) == ("| a fault | 6 | much |  | 1 | 0 |", "daemon: the ship")
    assert total == "1 faults, 6 trials, 0 confirmations, 0.0 minutes: lost 1"


@pytest.mark.usefixtures("own_trials")
def test_part_that_breaks_off_is_a_loss_and_the_others_are_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(PARTS, "daemon", Part("a fault", "much", "own:_break_off", 2, 1))
    monkeypatch.setitem(PARTS, "journal", Part("another", "much", "own:_lose", 2, 1))
    assert main(["daemon", "journal", "--json"]) == 1
    shown = capsys.readouterr()
    assert [result["lost"] for result in json.loads(shown.out)] == [
        ["broke off: OSError: no ship at all"],
        ["the ship"],
    ]
    assert "in _break_off" in shown.err, "for whoever mends it"


def test_unknown_part_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["kraken"])
    assert "unknown part kraken; there are daemon, " in capsys.readouterr().err
