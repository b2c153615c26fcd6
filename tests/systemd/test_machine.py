"""The machine that the installer changes: whole files or none, and one line for what cannot be done."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from systemd.machine import InstallError, Machine, run_command
from systemd.replaced import Replaced


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


def test_everything_is_put_back_as_it_was_at_the_beginning(machine: Machine, tmp_path: Path) -> None:
    machine.put("/etc/kept", "1\n", mode=0o640)
    machine.link("/current", "one")
    first = Machine(destdir=tmp_path, say=lambda _: None)
    (tmp_path / "undo").mkdir()
    first.remember(Replaced(tmp_path, tmp_path / "undo"))
    first.put("/etc/kept", "2\n")
    first.put("/etc/kept", "3\n", mode=0o600)
    first.put("/new/made", "4\n")
    first.remove("/current")
    first.link("/current", "two")
    first.put_back()
    assert (first.text("/etc/kept"), first.at("/etc/kept").stat().st_mode & 0o777) == ("1\n", 0o640)
    assert first.linked("/current") == "one"
    assert first.text("/new/made") is None
    first.remove("/etc/kept")
    again = Machine(destdir=tmp_path, say=lambda _: None)  # as after a power cut
    again.remember(Replaced(tmp_path, tmp_path / "undo"))
    again.put_back()
    assert first.text("/etc/kept") == "1\n"


def test_commands_for_a_running_system_are_left_out_in_a_folder(tmp_path: Path) -> None:
    said: list[str] = []
    machine = Machine(destdir=tmp_path, say=said.append, run=lambda command: pytest.fail(str(command)))
    machine.live_command("systemctl", "restart", "x")
    assert said == []


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
