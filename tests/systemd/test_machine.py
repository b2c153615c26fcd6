"""The machine that the set-up changes: whole files or none, and one line for what cannot be done."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from systemd.machine import InstallError, Machine, run_command


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(destdir=tmp_path, say=lambda _: None)


def test_put_tells_whether_something_changed(machine: Machine) -> None:
    assert machine.put("/etc/a", "1\n")
    assert not machine.put("/etc/a", "1\n")
    assert machine.put("/etc/a", "2\n")
    assert machine.put("/etc/a", "2\n", mode=0o600)
    assert machine.text("/etc/a") == "2\n"
    assert machine.at("/etc/a").stat().st_mode & 0o777 == 0o600


def test_file_that_cannot_be_written_leaves_the_old_one_and_no_rest(machine: Machine) -> None:
    machine.put("/etc/a", "1\n")
    machine.at("/etc/.a.new").mkdir()  # in the way of the new one
    with pytest.raises(InstallError, match=r"^/etc/a: cannot be written: "):
        machine.put("/etc/a", "2\n")
    assert machine.text("/etc/a") == "1\n"


def test_file_that_is_no_text_is_told(machine: Machine) -> None:
    machine.at("/x").write_bytes(b"\xff\xfe")
    with pytest.raises(InstallError, match=r"^/x: cannot be read: not UTF-8 text$"):
        machine.text("/x")


def test_link_is_switched_in_one_step_and_left_when_right(machine: Machine, tmp_path: Path) -> None:
    machine.link("/current", "one")
    machine.link("/current", "two")
    assert machine.linked("/current") == "two"
    assert [path.name for path in tmp_path.iterdir()] == ["current"]
    assert machine.linked("/nothing") == ""


def test_remove_takes_files_links_and_folders_and_no_more(machine: Machine, tmp_path: Path) -> None:
    machine.put("/a/b/c", "1")
    machine.link("/link", "a")
    machine.remove("/link")
    assert machine.text("/a/b/c") == "1"
    machine.remove("/a")
    machine.remove("/a")
    assert list(tmp_path.iterdir()) == []


def test_folders_are_open_to_all_whatever_the_mask(machine: Machine) -> None:
    before = os.umask(0o077)
    try:
        machine.put("/etc/deep/a", "1\n")
    finally:
        os.umask(before)
    assert machine.at("/etc/deep").stat().st_mode & 0o777 == 0o755
    assert machine.at("/etc/deep/a").stat().st_mode & 0o777 == 0o644


@pytest.mark.process
def test_command_that_fails_is_one_line_and_one_that_is_missing_too(machine: Machine) -> None:
    with pytest.raises(InstallError, match=r"^false: failed; what it said is above$"):
        machine.command("false")
    assert machine.try_command("true")
    with pytest.raises(InstallError, match=r"^no-such-program: No such file or directory$"):
        run_command(["no-such-program"])


@pytest.mark.process
def test_command_that_is_asked_says_no_without_a_word(capfd: pytest.CaptureFixture[str], machine: Machine) -> None:
    assert not machine.ask("sh", "-c", "echo no; echo not here >&2; exit 1")
    assert machine.ask("true")
    assert capfd.readouterr() == ("", "")
    with pytest.raises(InstallError, match=r"^no-such-program: No such file or directory$"):
        machine.ask("no-such-program")


def test_dry_run_asks_what_changes_nothing_and_only_tells_the_rest(tmp_path: Path) -> None:
    said: list[str] = []
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> int:
        asked.append(command)
        return 1

    machine = Machine(
        destdir=tmp_path, dry_run=True, say=said.append, run=lambda command: pytest.fail(str(command)), ask=run
    )
    assert not machine.ask("dpkg-query", "--status", "python3-lgpio")
    assert machine.try_command("apt-get", "install", "python3-lgpio")
    assert asked == [("dpkg-query", "--status", "python3-lgpio")]
    assert said == ["  $ apt-get install python3-lgpio"]
