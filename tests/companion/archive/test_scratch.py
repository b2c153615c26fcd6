"""Files that are only needed for a moment: nothing of them is left, even by a process that is killed meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.archive import backup
from companion.archive.backup import remove_leftovers, scratch
from companion.archive.backup_file import Backup, format_backup
from tests.kit.processes import running

ROOT = Path(__file__).parents[3]
PIECES = b'format = 1\n[pieces]\n"04a1b2c3d4e5f6" = "ship"\n'
# Restores a backup, and is killed where its pieces are read.
KILLED = """
import os, signal, sys
from companion.archive import backup
from companion.cli import main
from hardware.formats import piece_set

backup._MEMORY = sys.argv[1]
piece_set.load_pieces = lambda path: (path.read_bytes(), os.kill(os.getpid(), signal.SIGKILL))
main(["restore", sys.argv[2], "--state", sys.argv[3]])
"""
# Holds a scratch folder until it is killed.
HOLDING = """
import sys
from companion.archive import backup

backup._MEMORY = sys.argv[1]
with backup.scratch() as folder:
    (folder / "as-it-is").write_bytes(b"games")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands in for the folder in memory, which everybody on this machine uses."""
    folder = tmp_path / "memory"
    folder.mkdir()
    monkeypatch.setattr(backup, "_MEMORY", str(folder))
    return folder


@pytest.mark.process
def test_restore_that_is_killed_leaves_nothing_in_memory(tmp_path: Path, memory: Path) -> None:
    file = tmp_path / "b.tar.gz"
    file.write_bytes(format_backup(Backup("0.2", "2026-11-18", {"pieces.toml": PIECES})))
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, memory, file, tmp_path / "state"],
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path), "TMPDIR": str(memory)},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    assert list(memory.iterdir()) == []


@pytest.mark.process
def test_folder_of_a_process_that_was_killed_is_removed_and_one_in_use_is_not(memory: Path) -> None:
    with running(
        [sys.executable, "-c", HOLDING, memory], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert folder.parent == memory
        remove_leftovers()
        assert (folder / "as-it-is").exists(), "somebody uses it"
        process.kill()
        process.wait()
    assert folder.exists()
    remove_leftovers()
    assert list(memory.iterdir()) == []


def test_next_scratch_folder_removes_what_was_left(memory: Path) -> None:
    (memory / "hansa-companion-left").mkdir()
    (memory / "hansa-companion-left" / "as-it-is").write_bytes(b"games")
    (memory / "somebody-elses").mkdir()
    with scratch() as folder:
        assert sorted(path.name for path in memory.iterdir()) == sorted([folder.name, "somebody-elses"])
    assert [path.name for path in memory.iterdir()] == ["somebody-elses"]


def test_link_by_that_name_is_not_followed(memory: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (memory / "hansa-companion-link").symlink_to(mine)
    remove_leftovers()
    assert mine.is_dir()
