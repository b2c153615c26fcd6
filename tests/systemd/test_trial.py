"""The version on trial: noted, read again, forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from systemd import trial
from systemd.machine import InstallError, Machine

TRIAL = trial.Trial("versions/0.2.0-2", "versions/0.1.0-1", "2026-11-17T20-15-00-upgrade")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / str(trial.PLACE).lstrip("/")
    place.parent.mkdir(parents=True)
    return place


def test_trial_is_under_way_until_it_ends(place: Path, tmp_path: Path) -> None:
    assert trial.under_way(Machine(destdir=tmp_path)) is None
    trial.begin(Machine(destdir=tmp_path), TRIAL)
    assert trial.under_way(Machine(destdir=tmp_path)) == TRIAL
    trial.end(Machine(destdir=tmp_path, dry_run=True))
    assert place.exists()
    for _ in range(2):
        trial.end(Machine(destdir=tmp_path))
    assert list(place.parent.iterdir()) == []


def test_dry_run_notes_nothing(place: Path, tmp_path: Path) -> None:
    trial.begin(Machine(destdir=tmp_path, dry_run=True), TRIAL)
    assert not place.exists()


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"version": "a", "before": "b"}', '{"version": "a", "before": "b", "games": 1}']
)
def test_trial_that_cannot_be_read_is_told_in_one_line(place: Path, tmp_path: Path, text: str) -> None:
    place.write_text(text)
    with pytest.raises(InstallError, match=r"^/opt/hansa-companion/on-trial: cannot be read: remove it"):
        trial.under_way(Machine(destdir=tmp_path))


def test_folder_elsewhere_is_none_of_the_games(place: Path, tmp_path: Path) -> None:
    place.write_text('{"version": "a", "before": "b", "games": "../../etc"}')
    assert trial.under_way(Machine(destdir=tmp_path)) == trial.Trial("a", "b", "etc")
