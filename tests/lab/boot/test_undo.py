"""An upgrade that was cut off, on this machine's own Debian: booted, it is undone before the table starts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.running.set_aside import MARKER
from systemd import own_code, upgrade
from systemd.fitting import SERVICE, UNDO, UNITS, file_text
from systemd.machine import Machine
from systemd.versions import HOME, MADE_FROM, STATE, InUse
from tests.lab.boot.booted import Booted, booted
from tests.lab.boot.commands import CommandFailed
from tests.lab.boot.own_root import own_root
from tests.lab.boot.root_folder import ROOT
from tests.needs import NotHere

pytestmark = [
    pytest.mark.process,
    pytest.mark.slow,
    pytest.mark.needs("root", "systemd-nspawn", "ip", "nsenter", "journalctl"),
]
OLD, NEW = "versions/0.1.0-1", "versions/0.2.0-2"
OWNER = 65534  # nobody
PYTHON = '#!/bin/sh\nPYTHONPATH="{code}" exec /usr/bin/python3 "$@"\n'
OLD_UNIT = "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n"


def cut_off(root: Path) -> None:
    """Leave the disk as a power cut does while the new version is tried, which has changed the games by then."""
    machine = Machine(destdir=root, say=lambda _: None)
    versions = InUse(machine)
    for name in (OLD, NEW):
        machine.put(HOME / name / "bin/python", PYTHON.format(code=HOME / name), mode=0o755)
        machine.put(HOME / name / MADE_FROM, "sources\n")
    own_code.copy(ROOT, machine.at(HOME / NEW), "0.2.0", folder=machine.folder)
    versions.switch(OLD)
    machine.put(f"{UNITS}/{SERVICE}", OLD_UNIT)
    machine.folder(machine.at(f"{UNITS}/multi-user.target.wants"))
    machine.link(f"{UNITS}/multi-user.target.wants/{SERVICE}", f"{UNITS}/{SERVICE}")
    state = machine.at(STATE)
    copy = state / "set-aside/2026-11-17T20-15-00-upgrade"
    copy.mkdir(parents=True)
    (state / "games.sqlite").write_bytes(b"migrated")
    (copy / "games.sqlite").write_bytes(b"games")
    for path in (state, *state.rglob("*")):
        os.chown(path, OWNER, OWNER)
        path.chmod(0o700 if path.is_dir() else 0o600)
    begun = upgrade.begin(machine, upgrade.Begun(NEW, OLD, str(STATE / "games.sqlite"), copy.name))
    for unit in (UNDO, SERVICE):
        machine.put(f"{UNITS}/{unit}", file_text(unit))
    versions.switch(NEW)
    os.close(begun._lock)  # as with the process


@pytest.fixture
def system() -> Iterator[Booted]:
    with own_root() as root:
        cut_off(root)
        try:
            with booted(root) as running:
                yield running
        except (CommandFailed, OSError) as failed:
            raise NotHere(f"this machine boots no container: {failed}") from failed


def test_boot_undoes_an_upgrade_that_was_cut_off_and_starts_the_version_before(system: Booted) -> None:
    said = system.log(UNDO)
    assert f"going back to {OLD}" in said, said
    at = Machine(destdir=system.folder).at
    assert str(at(HOME / "current").readlink()) == OLD
    assert at(f"{UNITS}/{SERVICE}").read_text() == OLD_UNIT
    assert not at(f"{UNITS}/{UNDO}").exists()
    assert [path.name for path in at(HOME).iterdir() if path.name == "upgrade"] == []
    games = at(STATE / "games.sqlite")
    assert (games.read_bytes(), games.stat().st_uid) == (b"games", OWNER)
    assert not at(STATE / MARKER).exists()
    # What was put back is what systemd has started.
    assert system.shows(SERVICE, "ActiveState", "Result") == {"ActiveState": "active", "Result": "success"}
    assert "/bin/true" in system.shows(SERVICE, "ExecStart")["ExecStart"]
