"""The laboratory of the README's commands, as far as it goes without a root folder: the first move, times, counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.page import page_rig
from tests.lab.boot.commands import CommandFailed, run
from tests.lab.fresh.__main__ import CERTIFICATES, Waited, complete, note, parse_counts, parse_moments, try_system
from tests.lab.fresh.mover import move


def test_moments_are_read_whatever_else_is_said() -> None:
    said = "Cloning\nmoments 10.0 11.5 20.0 20.25\nwhat the container says at its end\n"
    assert parse_moments(said) == Waited(clone=1.5, page=8.5, move=0.25)


def test_counts_of_all_runs_are_added_up_with_the_reasons_for_what_was_left_out() -> None:
    said = """
SKIPPED [2] tests/lab/boot/test_boot.py:14: no container inside another
FAILED tests/test_readme.py::test_it - assert 0
2 failed, 10 passed, 2 skipped in 4.20s
== Python 3.12: tests of rules and table
===== 30 passed, 1 error in 65.00s (0:01:05) =====
"""
    counted = parse_counts(said)
    assert (counted.passed, counted.failed) == (40, 3)
    assert counted.left_out == {"tests/lab/boot/test_boot.py: no container inside another": 2}


def test_commit_is_noted_for_a_system_on_which_everything_held_and_struck_where_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.lab.fresh.__main__.NOTES", tmp_path / "fresh")
    assert note("12", "abc", held=True)
    assert (tmp_path / "fresh" / "12").read_text() == "abc\n"
    assert not note("12", "abd", held=False)
    assert (tmp_path / "fresh" / "12").read_text() == ""


def test_system_without_an_installer_knows_localhost_and_another_keeps_its_own_names(tmp_path: Path) -> None:
    (tmp_path / CERTIFICATES).parent.mkdir(parents=True)
    complete(tmp_path)
    hosts = tmp_path / "etc/hosts"
    assert "127.0.0.1\tlocalhost\n" in hosts.read_text()
    hosts.write_text("its own")
    complete(tmp_path)
    assert hosts.read_text() == "its own"


@pytest.mark.process
def test_what_a_command_says_can_be_read_while_it_runs_and_is_returned(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert run("sh", "-c", f"echo begun; wc -l < {log}", log=log) == "begun\n1\n"
    assert log.read_text() == "begun\n1\n"
    with pytest.raises(CommandFailed) as failed:
        run("sh", "-c", "echo no; exit 3", log=log)
    assert (failed.value.code, failed.value.said) == (3, "no\n")


@pytest.mark.network
def test_newcomer_moves_at_a_table_that_was_never_used(tmp_path: Path) -> None:
    with page_rig(tmp_path, pace_s=60, is_first=True) as rig:
        there, moved = move(rig.page.address.rstrip("/"))
        assert moved >= there
        assert rig.state()["log"][-1]["say"].startswith("place ")


def test_system_that_fails_before_its_tests_is_told_and_the_others_are_still_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(version: str, _: str) -> bool:
        if version == "12":
            raise CommandFailed(("make", "play"), 1, "no network")
        return True

    monkeypatch.setattr("tests.lab.fresh.__main__.NOTES", tmp_path / "fresh")
    monkeypatch.setattr("tests.lab.fresh.__main__.try_bare", fail)
    assert [try_system(version, "amd64") for version in ("12", "13")] == [False, True]
    assert capsys.readouterr() == ("12: FAILED before the tests began\n", "no network\n")
