"""The simulated power cut, and a migration under it."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from tests.lab.faults import powercut
from tests.lab.faults.cutting import cut_migration


def test_migration_survives_a_power_cut_at_every_change() -> None:
    assert cut_migration(seed=1) == []


def _change(what: str, file: int = 1, offset: int = 0, data: bytes = b"") -> powercut.Change:
    return powercut.Change(what, file, offset, data)


def _disk(*changes: powercut.Change) -> powercut.Disk:
    disk = powercut.Disk()
    for change in changes:
        disk.replay(change)
    return disk


MADE = (_change("O", data=b"a"), _change("D"))


def test_cut_keeps_what_was_synced_and_drops_the_rest() -> None:
    disk = _disk(*MADE, _change("W", data=b"kept"), _change("S"), _change("W", offset=4, data=b"lost"))
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {"a": b"kept"}
    found = {bytes(disk.after_cut(powercut.Loss.WHOLE, random.Random(seed))["a"]) for seed in range(20)}
    assert found == {b"kept", b"keptlost"}


def test_cut_tears_a_write_at_its_sectors() -> None:
    disk = _disk(*MADE, _change("W", offset=500, data=b"x" * 600))
    found = {bytes(disk.after_cut(powercut.Loss.TORN, random.Random(seed))["a"]) for seed in range(60)}
    first, second, third = b"x" * 12, b"x" * 512, b"x" * 76
    assert len(found) == 8
    assert bytes(500) + first in found
    assert bytes(512) + second in found
    assert bytes(500) + first + bytes(512) + third in found


def test_cut_loses_a_file_whose_folder_was_not_synced() -> None:
    disk = _disk(_change("O", data=b"a"), _change("W", data=b"text"), _change("S"))
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {}
    disk.replay(_change("D"))
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {"a": b"text"}
    disk.replay(_change("U", data=b"a"))
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {"a": b"text"}


def test_shim_records_what_a_program_did(tmp_path: Path) -> None:
    root, log = tmp_path / "disk", tmp_path / "log"
    root.mkdir()
    program = (
        "import os, sys; os.chdir('/'); root = sys.argv[1]\n"
        "file = os.open(root + '/a', os.O_RDWR | os.O_CREAT); os.write(file, b'hello'); os.pwrite(file, b'J', 0)\n"
        "os.ftruncate(file, 4); os.fsync(file); os.close(file); os.rename(root + '/a', root + '/b')\n"
        "folder = os.open(root, os.O_RDONLY); os.fsync(folder); os.unlink(root + '/b')\n"
    )
    environment = powercut.environment(powercut.build_shim(tmp_path), root, log=log)
    subprocess.run([sys.executable, "-c", program, str(root)], env=environment, check=True)
    changes = list(powercut.read_log(log))
    assert [change.what for change in changes] == ["O", "W", "W", "T", "S", "R", "D", "U"]
    disk = _disk(*changes[:-1])
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {"b": b"Jell"}
