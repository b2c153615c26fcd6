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


NEW_FOLDER = (_change("M", data=b"new"), _change("O", data=b"new/a"), _change("W", data=b"text"), _change("S"))


def test_cut_loses_a_folder_whose_own_name_was_not_synced() -> None:
    disk = _disk(*NEW_FOLDER, _change("D", data=b"new"))
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {}
    disk.replay(_change("D"))
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {"new/a": b"text"}


def test_cut_leaves_a_file_that_changed_folders_in_one_of_them() -> None:
    disk = _disk(*NEW_FOLDER, _change("D", data=b"new"), _change("D"), _change("R", data=b"new/a\0b"))
    for loss in powercut.Loss:
        found = [disk.after_cut(loss, random.Random(seed)) for seed in range(20)]
        assert all(each in ({"new/a": b"text"}, {"b": b"text"}) for each in found)
    disk.replay(_change("D"))
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {"b": b"text"}


def test_cut_keeps_names_of_one_folder_and_loses_those_of_another() -> None:
    disk = _disk(*NEW_FOLDER, _change("D", data=b"new"), _change("D"))
    for change in (_change("U", data=b"new/a"), _change("O", 2, data=b"b"), _change("D")):
        disk.replay(change)
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {"new/a": b"text", "b": b""}


def test_second_name_is_the_same_file(tmp_path: Path) -> None:
    disk = _disk(*MADE, _change("L", data=b"a\0b"), _change("D"), _change("W", data=b"text"), _change("S"))
    disk.replay(_change("Y", data=b"b\0link"))
    disk.replay(_change("A"))
    disk.lay_out(tmp_path, powercut.Loss.DROPPED, random.Random(1))
    assert [(tmp_path / name).read_text() for name in ("a", "b", "link")] == ["text"] * 3


def test_shim_records_folders_links_and_what_is_done_inside_an_open_folder(tmp_path: Path) -> None:
    root, log = tmp_path / "disk", tmp_path / "log"
    root.mkdir()
    program = (
        "import os, shutil, sys; from pathlib import Path; os.chdir('/'); root = Path(sys.argv[1])\n"
        "a = root / 'new' / 'a'; a.parent.mkdir(); a.write_text('x'); shutil.copyfile(a, root / 'b')\n"
        "os.link(root / 'b', root / 'c'); (root / 'd').symlink_to('c'); os.sync(); shutil.rmtree(root / 'new')\n"
    )
    environment = powercut.environment(powercut.build_shim(tmp_path), root, log=log)
    subprocess.run([sys.executable, "-c", program, str(root)], env=environment, check=True)
    changes = [change for change in powercut.read_log(log) if change.what != "T"]
    assert [change.what for change in changes] == ["M", "O", "W", "O", "O", "W", "L", "Y", "A", "U", "X"]
    assert [change.data for change in changes[-5:]] == [b"b\0c", b"c\0d", b"", b"new/a", b"new"]
    disk = _disk(*changes)
    assert disk.after_cut(powercut.Loss.DROPPED, random.Random(1)) == {"new/a": b"x", "b": b"x", "c": b"x"}


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
