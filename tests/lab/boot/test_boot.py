"""The laboratories of booting and of ARM, as far as they go without a root folder: what they print and read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lab import arm, boot
from tests.lab.arm import __main__ as arm_lab
from tests.lab.boot import __main__ as boot_lab
from tests.lab.boot import root_folder
from tests.lab.boot.commands import CommandFailed, run
from tests.lab.boot.own_root import own_root
from tests.lab.boot.told import Told
from tests.needs import NotHere


def fail(error: Exception) -> Callable[[], None]:
    def do() -> None:
        raise error

    return do


def test_steps_are_told_one_by_one_and_failures_counted(capsys: pytest.CaptureFixture[str]) -> None:
    told = Told()
    told.step("here", "nothing", lambda: None)
    told.step("here", "a figure", lambda: "12 passed")
    told.step("here", "a long story", lambda: "one\ntwo")
    told.step("here", "an error", fail(AssertionError("what was expected\nand more")))
    told.step("here", "a command", fail(CommandFailed(("make", "it"), 2, "first\nlast words\n")))
    assert told.end() == 1
    said = capsys.readouterr()
    rows = [line.split(" | ")[2] for line in said.out.splitlines() if line.startswith("| here")]
    assert rows == ["yes", "12 passed", "yes", "FAILED: what was expected", "FAILED: make it: exit 2: last words"]
    assert "2 failed" in said.out
    assert "first\nlast words" in said.err


@pytest.mark.process
def test_command_that_fails_says_why() -> None:
    assert run("sh", "-c", "echo well") == "well\n"
    with pytest.raises(CommandFailed, match="exit 3: not so well") as failed:
        run("sh", "-c", "echo first; echo not so well >&2; exit 3")
    assert failed.value.said == "first\nnot so well\n"


@pytest.mark.parametrize("lab", [boot_lab.main, arm_lab.main], ids=[boot.__name__, arm.__name__])
def test_part_that_there_is_not_is_told_with_those_there_are(
    lab: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        lab(["14"])
    assert "unknown part 14; there are" in capsys.readouterr().err


def test_mirror_is_the_machines_own_and_that_of_debian(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = (
        "Somebody stable http://else/\nDebian bookworm-security http://secure/\nDebian bookworm http://near/debian/\n"
    )
    monkeypatch.setattr(root_folder, "run", lambda *command: listed)
    assert root_folder.mirror() == "http://near/debian/"
    monkeypatch.setattr(root_folder, "run", lambda *command: "\n")
    assert root_folder.mirror() == ""


@pytest.mark.process
@pytest.mark.needs("git")
def test_checkout_is_brought_as_it_is_and_without_what_was_made(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    place = root_folder.prepare_checkout(tmp_path, "checkout", [])
    assert (place / "tools/make-deb").stat().st_mode & 0o100
    assert not (place / ".venv").exists()
    assert not list(place.rglob("__pycache__"))


def test_suites_of_the_arm_laboratory_are_there() -> None:
    for suite in arm_lab.SUITES.values():
        assert (root_folder.ROOT / suite.tests[0]).exists(), suite


def test_machine_of_another_kind_is_told_and_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: {"ID": "debian", "VERSION_ID": "11"})
    with pytest.raises(NotHere, match="this machine is no Debian 12"), own_root():
        pass


def test_machine_that_may_not_mount_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*command: str) -> str:
        raise CommandFailed(command, 32, "mount: permission denied\n")

    monkeypatch.setattr("tests.lab.boot.own_root._needs_debian_12", lambda: None)
    monkeypatch.setattr("tests.lab.boot.own_root.run", refused)
    with pytest.raises(NotHere, match=r"may not mount tmpfs: .*permission denied"), own_root():
        pass
