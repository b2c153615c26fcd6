"""Which commit this is: by the file of the build, by git's own files, or by nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from companion.cli import main
from companion.running import commit as subject
from companion.running.commit import DIGITS, FILE, commit, head_of

HASH = "0123456789abcdef0123456789abcdef01234567"


def git_folder(folder: Path, head: str, **files: str) -> None:
    for name, text in {"HEAD": head, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.mark.parametrize(
    ("head", "files"),
    [
        (f"{HASH}\n", {}),
        ("ref: refs/heads/main\n", {"refs/heads/main": f"{HASH}\n"}),
        ("ref: refs/heads/main\n", {"packed-refs": f"# sorted\n{'f' * 40} refs/heads/x\n{HASH} refs/heads/main\n"}),
    ],
    ids=["detached", "loose", "packed"],
)
def test_head_is_read_from_the_files_of_git(tmp_path: Path, head: str, files: dict[str, str]) -> None:
    git_folder(tmp_path / ".git", head, **files)
    assert head_of(tmp_path) == HASH


def test_second_working_tree_has_a_head_of_its_own(tmp_path: Path) -> None:
    git_folder(tmp_path / "first" / ".git", "ref: refs/heads/main\n", **{"refs/heads/other": HASH})
    git_folder(tmp_path / "first" / ".git" / "worktrees" / "w", "ref: refs/heads/other\n", commondir="../..\n")
    (tmp_path / "second").mkdir()
    (tmp_path / "second" / ".git").write_text(f"gitdir: {tmp_path}/first/.git/worktrees/w\n")
    assert head_of(tmp_path / "second") == HASH


@pytest.mark.parametrize("head", [None, "ref: refs/heads/main\n"], ids=["no checkout", "no commit yet"])
def test_nothing_is_said_where_nobody_knows(tmp_path: Path, head: str | None) -> None:
    if head:
        git_folder(tmp_path / ".git", head)
    assert head_of(tmp_path) == ""


@pytest.mark.process
def test_head_is_the_one_that_git_tells(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        command = ["git", *who, "-C", str(tmp_path), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "-m", "first")
    assert head_of(tmp_path) == git("rev-parse", "HEAD")
    git("pack-refs", "--all")
    assert head_of(tmp_path) == git("rev-parse", "HEAD")


def test_file_of_the_build_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text(f"{HASH}\n")
    monkeypatch.setattr(subject, "__file__", str(tmp_path / "running" / "commit.py"))
    assert commit() == HASH[:DIGITS]
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.endswith(f" ({HASH[:DIGITS]})\n")
