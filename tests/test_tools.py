"""The tools behind `make test` and `make play`: what they fetch from the system, and the environment they make."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

TOOLS = Path(__file__).parent.parent / "tools"
# Of sudo, whose first word is -n where it must not ask for a password, and -v where it should.
FREE, KNOWN, UNKNOWN = "true", '[ "$1" != -n ]', "false"


def put(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def install(folder: Path, sudo: str, *, is_terminal: bool, ci: str = "") -> tuple[int, str, bool]:
    """Let somebody who is not root install what is missing; give the exit code, the errors and whether it came."""
    scripts = {
        "id": "echo 1000",
        "sudo": f'{sudo} || exit 1\ncase $1 in -*) ;; *) exec "$@" ;; esac',
        "apt-get": f'[ "$1" = update ] || touch "{folder}/fetched"',
    }
    for name, script in scripts.items():
        put(folder / name, script)
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            ["/bin/sh", str(TOOLS / "install-system"), "kraken=kraken"],
            env={"PATH": f"{folder}:{os.environ['PATH']}", "CI": ci},
            stdin=theirs if is_terminal else subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    return done.returncode, done.stderr, (folder / "fetched").exists()


@pytest.mark.parametrize(("sudo", "is_terminal"), [(FREE, False), (FREE, True), (KNOWN, True)])
def test_whoever_has_sudo_gets_what_is_missing(tmp_path: Path, sudo: str, is_terminal: bool) -> None:
    assert install(tmp_path, sudo, is_terminal=is_terminal) == (0, "", True)


@pytest.mark.parametrize(
    ("sudo", "is_terminal", "ci"),
    [(KNOWN, False, ""), (UNKNOWN, False, ""), (UNKNOWN, True, ""), (KNOWN, True, "true"), (UNKNOWN, False, "true")],
)
def test_whoever_has_none_is_told_what_is_left_out(tmp_path: Path, sudo: str, is_terminal: bool, ci: str) -> None:
    code, told, is_fetched = install(tmp_path, sudo, is_terminal=is_terminal, ci=ci)
    assert (code, is_fetched) == (1 if ci else 0, False)
    assert told.endswith("tests that need it will be left out; to have them: sudo apt-get install kraken\n")


def test_environment_that_was_half_made_is_made_anew(tmp_path: Path) -> None:
    made, python = tmp_path / "environment", tmp_path / "python"
    put(made / "bin" / "python", "exit 1")  # without pip, as Debian leaves it where python3-venv is missing
    put(tmp_path / "whole", "exit 0")
    put(python, f'[ "$2" != venv ] || cp "{tmp_path}/whole" "{made}/bin/python"')
    command = [str(TOOLS / "make-venv"), str(made), "dev"]
    subprocess.run(command, env={**os.environ, "PYTHON": str(python)}, check=True)
    assert (made / "ready").exists()


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_scripts_of_the_page_are_left_out_aloud_without_npm_and_never_in_ci(tmp_path: Path, ci: str, code: int) -> None:
    put(tmp_path / "tools" / "check-javascript", (TOOLS / "check-javascript").read_text())
    done = subprocess.run(
        ["/bin/sh", str(tmp_path / "tools" / "check-javascript")],
        env={"PATH": os.environ["PATH"], "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert "npm is missing" in done.stderr
