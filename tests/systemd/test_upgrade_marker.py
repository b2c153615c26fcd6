"""An upgrade under way: noted, found again, forgotten; one installer at a time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from systemd import upgrade
from systemd.machine import InstallError, Machine
from systemd.upgrade import Begun, Busy

BEGUN = Begun("versions/0.2.0-2", "versions/0.1.0-1", "/state/games.sqlite")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / str(upgrade.FOLDER).lstrip("/")


def test_upgrade_is_under_way_until_it_ends(folder: Path, tmp_path: Path) -> None:
    assert upgrade.under_way(Machine(destdir=tmp_path)) is None
    begun = upgrade.begin(Machine(destdir=tmp_path), BEGUN)
    assert (folder / "version").readlink() == Path("../versions/0.2.0-2")
    assert folder.stat().st_mode & 0o777 == 0o700
    begun.keep_in_mind("2026-11-17T20-15-00-upgrade")
    with pytest.raises(Busy):
        upgrade.under_way(Machine(destdir=tmp_path))
    os.close(begun._lock)  # as with the process
    found = upgrade.under_way(Machine(destdir=tmp_path))
    assert found
    assert found.begun == BEGUN._replace(games="2026-11-17T20-15-00-upgrade")
    found.end()
    assert not folder.exists()
    assert upgrade.under_way(Machine(destdir=tmp_path)) is None


def test_what_was_left_of_one_that_has_ended_is_no_part_of_the_next(folder: Path, tmp_path: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "0001.json").write_text("{")
    upgrade.begin(Machine(destdir=tmp_path), BEGUN).end()
    assert not folder.exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"version": "a", "before": "b"}', "[" * 100_000])
def test_marker_that_cannot_be_read_is_told_in_one_line(folder: Path, tmp_path: Path, text: str) -> None:
    folder.mkdir(parents=True)
    (folder / "begun.json").write_text(text)
    for _ in range(2):
        with pytest.raises(InstallError, match=r"^/opt/hansa-companion/upgrade: cannot be read: remove it"):
            upgrade.under_way(Machine(destdir=tmp_path))
