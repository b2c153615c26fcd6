"""Our own code, copied: all of it, nothing that was made, readable by all, and it knows its version."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.running.commit import DIGITS, FILE, head_of
from systemd.package.debian import code_files, copy_code, documents
from tests.systemd.image import ROOT, VERSION


def make_folder(place: Path) -> None:
    place.mkdir(parents=True, exist_ok=True)
    place.chmod(0o755)


@pytest.mark.process
def test_copy_runs_without_the_checkout_and_tells_its_version(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        copy_code(ROOT, tmp_path, VERSION, folder=make_folder)
    finally:
        os.umask(before)
    copied = {path for path in tmp_path.rglob("*") if path.is_file()}
    ours = {path.relative_to(tmp_path) for path in copied if ".dist-info" not in str(path)}
    assert ours == {*code_files(ROOT), Path("companion") / FILE}
    assert {path.stat().st_mode & 0o777 for path in copied} <= {0o644, 0o755}
    done = subprocess.run(
        [sys.executable, "-B", "-P", "-m", "companion", "--version"],
        env={"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"hansa-companion {VERSION} ({head_of(ROOT)[:DIGITS]})\n"


def small(folder: Path) -> Path:
    for name in ("companion/cli.py", "companion/__pycache__/cli.pyc", "firmware/node_modules/x.js"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def test_documents_are_those_at_the_top_and_in_docs() -> None:
    found = {path.as_posix() for path in documents(ROOT)}
    assert {"README.md", "SECURITY.md", "docs/operating/index.md"} <= found
    assert all(path.startswith("docs/") or "/" not in path for path in found)


def test_what_was_made_in_the_checkout_is_not_ours(tmp_path: Path) -> None:
    assert list(code_files(small(tmp_path))) == [Path("companion/cli.py")]
