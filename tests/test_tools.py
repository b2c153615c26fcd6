"""The tools behind `make test` and `make play`: what they fetch from the system, and the environment they make."""

from __future__ import annotations

import json
import os
import pty
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion.scenario.runner import load_scenario
from companion.shelf.shelf import SHELF
from tests.lab.fresh.__main__ import SYSTEMS

pytestmark = pytest.mark.process

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / "tools"
# Of sudo, whose first word is -n where it must not ask for a password, and -v where it should.
FREE, KNOWN, UNKNOWN = "true", '[ "$1" != -n ]', "false"


def put(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def install(folder: Path, sudo: str, *, is_terminal: bool, ci: str = "") -> tuple[int, str, bool]:
    """Let somebody who is not root install what is missing; return the exit code, the errors and whether it came."""
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


def test_environment_for_playing_is_not_made_where_one_for_tests_is(tmp_path: Path) -> None:
    made, python = tmp_path / "environment", tmp_path / "python"
    put(tmp_path / "whole", f'echo "$@" >> "{tmp_path}/asked"')
    put(made / "bin" / "python", (tmp_path / "whole").read_text().partition("\n")[2])
    put(python, "exit 0")

    def make(*words: str) -> list[str]:
        command = [str(TOOLS / "make-venv"), str(made), *words]
        subprocess.run(command, env={**os.environ, "PYTHON": str(python)}, check=True)
        asked = tmp_path / "asked"
        told = asked.read_text().splitlines() if asked.exists() else []
        asked.unlink(missing_ok=True)
        return [line for line in told if "--editable" in line]

    (playing,) = make("demo", "playable")
    assert playing.endswith("--editable .[demo]")
    assert make("demo", "playable") == []
    (testing,) = make("dev")  # what playing needs is not enough for the tests
    assert testing.endswith("--editable .[dev]")
    (made / "playable").unlink()
    assert make("demo", "playable") == []


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


# --- what matches nothing is told, and never passed over ---

MUTANTS = """
[tool.mutmut]
only_mutate = ["companion/rules/*"]
pytest_add_cli_args_test_selection = ["tests/rules"]
"""


def run_copy(folder: Path, tool: str, *arguments: str, interpreter: Path | str = "/bin/sh") -> tuple[int, list[str]]:
    """Run a tool in a tree of its own; return the exit code and the lines of its complaint."""
    put(folder / "tools" / tool, (TOOLS / tool).read_text())
    done = subprocess.run(
        [str(interpreter), str(folder / "tools" / tool), *arguments],
        env={**os.environ, "PYTHONPATH": str(TOOLS.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr.splitlines()


@pytest.fixture
def mutable(tmp_path: Path) -> Path:
    """A tree with one module of rules, its tests, and a mutmut that finds nothing to try."""
    put(tmp_path / "tools" / "mutated", (TOOLS / "mutated").read_text().partition("\n")[2])
    put(tmp_path / "companion" / "rules" / "settle.py", "")
    put(tmp_path / "tests" / "rules" / "test_settle.py", "")
    put(tmp_path / "mutants" / "mutmut-cicd-stats.json", "")
    (tmp_path / "mutants" / "mutmut-cicd-stats.json").write_text('{"killed": 0, "timeout": 0, "total": 3}')
    (tmp_path / "pyproject.toml").write_text(MUTANTS)
    put(tmp_path / ".venv-mutants" / "bin" / "python", f'exec "{sys.executable}" "$@"')
    put(tmp_path / ".venv-mutants" / "bin" / "mutmut", "true")
    return tmp_path


def test_mutants_of_a_module_that_does_not_exist_are_refused(mutable: Path) -> None:
    told = "no mutant has such a name; it begins with its module, as in companion.rules.settle.*"
    code, lines = run_copy(mutable, "mutants", "companion.rules.setle.*")
    assert (code, lines) == (1, [f"tools/mutants: companion.rules.setle.*: {told}"])


@pytest.mark.parametrize("pattern", ["companion.rules.*", "companion.rules.settle.x_kraken__mutmut_1"])
def test_mutants_that_mutmut_does_not_find_are_told(mutable: Path, pattern: str) -> None:
    assert run_copy(mutable, "mutants", pattern) == (1, ["tools/mutants: no mutant was tried: none has such a name"])


@pytest.mark.parametrize(
    ("gone", "told"),
    [
        ("companion/rules/settle.py", "companion/rules/*: there is no such file to change"),
        ("tests/rules/test_settle.py", "tests/rules: there is no such test"),
    ],
)
def test_mutants_without_their_rules_or_tests_are_refused(mutable: Path, gone: str, told: str) -> None:
    (mutable / gone).unlink()
    (mutable / gone).parent.rmdir()
    assert run_copy(mutable, "mutants") == (1, [f"tools/mutants: {told}"])


def test_mutants_are_not_tried_where_a_line_is_kept_from_them(mutable: Path) -> None:
    (mutable / "companion" / "rules" / "settle.py").write_text("x = 1  # pragma: no mutate\n")
    assert run_copy(mutable, "mutants") == (1, ["these lines are kept from mutation; that is not done here"])


def test_interpreters_without_the_tests_of_a_game_are_refused(tmp_path: Path) -> None:
    (tmp_path / "companion" / "games" / "chess").mkdir(parents=True)
    (tmp_path / "companion" / "games" / "chess" / "box.py").touch()
    assert run_copy(tmp_path, "test-interpreters") == (
        1,
        ["tools/test-interpreters: tests/companion/games/chess/rules: there is no such test"],
    )


def test_python_on_which_tests_fail_does_not_keep_the_others_from_being_tried(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('"Python :: 3.12",\n"Python :: 3.13",\n')
    for folder in ("table", "games/one/rules", "games/one/table"):
        (tmp_path / "tests/companion" / folder).mkdir(parents=True)
    (tmp_path / "tests/toygame").mkdir()
    (tmp_path / "tests/companion/games/one/test_game.py").touch()
    put(tmp_path / "companion/games/one/box.py", "")
    put(tmp_path / "tools/test-interpreters", (TOOLS / "test-interpreters").read_text())
    put(tmp_path / "tools/make-venv", "")
    put(tmp_path / ".venv/bin/python", "echo 3.11")
    for version, code in (("3.12", 1), ("3.13", 0)):
        put(tmp_path / f"bin/python{version}", "")
        put(tmp_path / f".venv-{version}/bin/python", f"exit {code}")
    command = ["/bin/sh", str(tmp_path / "tools/test-interpreters")]
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    said = [f"== Python {version}: tests of rules and table" for version in ("3.12", "3.13")]
    assert done.stdout.splitlines() == said


def test_catalogues_that_leave_out_what_is_not_there_are_refused(tmp_path: Path) -> None:
    code, lines = run_copy(tmp_path, "catalogues", interpreter=sys.executable)
    assert (code, lines) == (
        1,
        ["tools/catalogues: companion/display/: there is no such file or folder to leave out"],
    )


def test_rules_of_every_game_are_mutated_and_its_tests_run_for_that() -> None:
    listed = subprocess.run([sys.executable, str(TOOLS / "mutated")], capture_output=True, text=True, check=True).stdout
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    for game in SHELF:
        assert f"companion/games/{game}/rules/play.py" in listed.splitlines()
        tests = {f"tests/companion/games/{game}/rules", f"tests/companion/games/{game}/test_game.py"}
        assert tests <= set(options["pytest_add_cli_args_test_selection"])


# --- a release ---


def test_release_plays_a_scene_of_every_game() -> None:
    scenes = runpy.run_path(str(TOOLS / "release"))["SCENES"]
    assert {game: load_scenario(ROOT / scene).game for game, scene in scenes.items()} == {game: game for game in SHELF}


@pytest.fixture
def releasable(tmp_path: Path) -> Path:
    """A tree whose version, changelog and README agree; nothing is built from it here."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "7.8.9"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 7.8.9 - 2026-01-02\n")
    (tmp_path / "README.md").write_text("pipx install dist/hansa_companion-7.8.9-py3-none-any.whl\n")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("CHANGELOG.md", "## Unreleased\n\n## 7.8.90 - 2026-01-02\n", "there is no section for 7.8.9, with its date"),
        (
            "README.md",
            "pipx install dist/hansa_companion-7.8.8-py3-none-any.whl\n",
            "the wheel it names is not that of 7.8.9",
        ),
    ],
)
def test_release_whose_documents_disagree_is_refused(releasable: Path, file: str, text: str, told: str) -> None:
    (releasable / file).write_text(text)
    complaint = run_copy(releasable, "release", "--dirty", interpreter=sys.executable)
    assert complaint == (1, [f"tools/release: {file}: {told}"])


def test_release_of_changes_that_are_not_committed_is_refused(releasable: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(releasable)], check=True)
    assert run_copy(releasable, "release", interpreter=sys.executable) == (
        1,
        ["tools/release: there are changes that are not committed; a release is made from a commit"],
    )


def commit_all(folder: Path) -> str:
    """Commit what is in a folder; return the name of the commit."""
    (folder / ".gitignore").write_text("build\ntools\n")
    for words in (
        ["init", "--quiet"],
        ["config", "user.name", "x"],
        ["config", "user.email", "x@example.org"],
        ["add", "."],
    ):
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    subprocess.run(["git", "-C", str(folder), "commit", "--quiet", "--allow-empty", "-m", "x"], check=True)
    told = subprocess.run(["git", "-C", str(folder), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return told.stdout


def test_release_of_a_commit_on_which_make_fresh_has_not_held_is_refused(releasable: Path) -> None:
    commit = commit_all(releasable)
    told = "tools/release: make fresh has not held on this commit; as root: make fresh PARTS="
    assert run_copy(releasable, "release", interpreter=sys.executable) == (1, [f'{told}"12 13 testing"'])
    notes = releasable / "build" / "fresh"
    notes.mkdir(parents=True)
    for system, held in (("12", commit), ("13", commit[::-1]), ("testing", "")):
        (notes / system).write_text(held)
    assert run_copy(releasable, "release", interpreter=sys.executable) == (1, [f'{told}"13 testing"'])
    for system in ("13", "testing"):
        (notes / system).write_text(commit)
    assert " -m build " in run_copy(releasable, "release", interpreter=sys.executable)[1][0]


def test_commit_of_a_release_gets_the_tag_of_its_version_and_no_other_commit_can(releasable: Path) -> None:
    commit = commit_all(releasable).strip()
    release = runpy.run_path(str(TOOLS / "release"))
    release["run"].__kwdefaults__["where"] = releasable
    assert not release["has_tag"](commit, "v7.8.9")
    release["give_tag"]("v7.8.9", commit)
    tags = subprocess.run(
        ["git", "-C", str(releasable), "tag", "-n"], check=True, capture_output=True, text=True
    ).stdout
    assert tags.split() == ["v7.8.9", "Version", "7.8.9"]
    assert release["has_tag"](commit, "v7.8.9")
    # Wherever it is made once more, it has been through `make fresh`.
    assert " -m build " in run_copy(releasable, "release", interpreter=sys.executable)[1][0]
    commit_all(releasable)
    assert run_copy(releasable, "release", interpreter=sys.executable) == (
        1,
        ["tools/release: v7.8.9 is the tag of another commit; a new release needs a new version in pyproject.toml"],
    )


def test_notes_of_a_release_are_what_the_changelog_says_of_its_version(releasable: Path) -> None:
    (releasable / "CHANGELOG.md").write_text(
        "# C\n\n## 7.8.10 - x\nnewer\n\n## 7.8.9 - x\n\n### Added\n- a\n\n## 7.8.8 - x\nolder\n"
    )
    release = runpy.run_path(str(TOOLS / "release"))
    release["notes"].__globals__["ROOT"] = releasable
    assert release["notes"]("7.8.9") == "### Added\n- a\n"


def test_bill_of_a_release_lists_what_is_installed_with_it(tmp_path: Path) -> None:
    installed = [
        {"metadata": {"name": "hansa-companion", "version": "7.8.9"}},
        {"metadata": {"name": "pip", "version": "26.0"}},
        {"metadata": {"name": "Sea_Kraken", "version": "1.2", "license_expression": "MIT"}},
    ]
    put(tmp_path / "pip", f"echo '{json.dumps({'installed': installed})}'")
    bill = json.loads(runpy.run_path(str(TOOLS / "release"))["bill"](tmp_path / "pip", "7.8.9"))
    assert bill["metadata"]["component"] == {"type": "application", "name": "hansa-companion", "version": "7.8.9"}
    assert bill["components"] == [
        {
            "type": "library",
            "name": "Sea_Kraken",
            "version": "1.2",
            "purl": "pkg:pypi/sea-kraken@1.2",
            "licenses": [{"expression": "MIT"}],
        }
    ]


def test_release_asks_for_every_system_of_make_fresh() -> None:
    assert tuple(runpy.run_path(str(TOOLS / "release"))["FRESH"]) == SYSTEMS


def test_release_that_cannot_be_built_says_why_in_one_line(releasable: Path) -> None:
    git = ["git", "-C", str(releasable), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", "init", "--quiet", str(releasable)], check=True)
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "-m", "x"], check=True)
    code, lines = run_copy(releasable, "release", "--dirty", interpreter=sys.executable)
    assert (code, len(lines)) == (1, 1)
    assert " -m build " in lines[0]


MUCH, LITTLE = "echo Free; echo memory 0 0 3000000", "echo Free; echo memory 0 0 30000"


@pytest.mark.parametrize(("df", "chmod", "is_used"), [(MUCH, "", True), (LITTLE, "", False), (MUCH, "true", False)])
def test_tests_write_into_memory_that_is_large_and_lets_programs_start(
    tmp_path: Path, df: str, chmod: str, is_used: bool
) -> None:
    put(tmp_path / "bin" / "df", df)
    if chmod:
        put(tmp_path / "bin" / "chmod", chmod)
    memory = tmp_path / "memory"
    memory.mkdir()
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    told = subprocess.check_output([str(TOOLS / "folder-in-memory"), str(memory)], env=environment, text=True)
    assert told == f"{memory if is_used else '/tmp'}\n"
    assert list(memory.iterdir()) == []


def chosen(tool: str) -> list[str]:
    """Return what a tool tells pytest of markers, run by run."""
    found = re.findall(r' -m (?:"(.*?)"|(\w+))', (TOOLS / tool).read_text(encoding="utf-8"))
    return [quoted or word for quoted, word in found]


def test_quick_run_leaves_every_kind_out_and_the_whole_one_none() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    kinds = [name for marker in options["markers"] if (name := marker.partition(":")[0]).isalpha()]
    kinds.remove("measured")
    assert chosen("quick-tests") == [f"not ({' or '.join(kinds)})"]
    assert chosen("unit-tests") == ["measured", "not measured"]


# --- which Python ---


def find_python(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = ["/bin/sh", str(TOOLS / "find-python")]
    return subprocess.run(
        command, env={"PATH": str(folder), **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not Path("/usr/bin/python3").exists(), reason="Debian's own Python is what is looked for")
def test_debians_own_python_is_taken_before_another_one_on_the_path(tmp_path: Path) -> None:
    put(tmp_path / "python3", "exit 0")
    assert find_python(tmp_path).stdout == "/usr/bin/python3\n"


def test_python_that_was_named_is_taken_and_no_other(tmp_path: Path) -> None:
    put(tmp_path / "python3.12", "exit 0")
    put(tmp_path / "python3.9", "exit 1")
    assert find_python(tmp_path, PYTHON="python3.12").stdout == "python3.12\n"
    refused = find_python(tmp_path, PYTHON="python3.9")
    told = "python3.9 is not Python 3.11 or newer; name one that is: make PYTHON=python3.12 …\n"
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", told)


# --- what failed is named ---


def test_whole_run_names_every_failed_test_with_its_seed_at_its_end(tmp_path: Path) -> None:
    """Also those of the first of its two runs, which does not keep the second from running."""
    for tool in ("unit-tests", "folder-in-memory"):
        put(tmp_path / "tools" / tool, (TOOLS / tool).read_text())
    put(tmp_path / ".venv" / "bin" / "pytest", 'echo "pytest --randomly-seed=7 $3$5$7$8" >> "$HANSA_FAILED"; exit 1')
    command = ["/bin/sh", str(tmp_path / "tools" / "unit-tests")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert [line.rpartition(" ")[0] for line in done.stderr.splitlines()[-2:]] == ["pytest --randomly-seed=7"] * 2


def test_failed_test_is_named_with_the_seed_that_repeats_it(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n@pytest.mark.parametrize('x', ['a b'])\ndef test_no(x): assert 0\n"
    )
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_terminal_summary\n")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--randomly-seed=7",
        "-c",
        "/dev/null",
        "--rootdir=.",
        "test_it.py",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HANSA_FAILED": str(tmp_path / "failed")}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    own = os.path.relpath(sys.prefix, ROOT)  # the environment of the Python it failed on
    told = f"{own}/bin/python -m pytest --randomly-seed=7 'test_it.py::test_no[a b]'"
    assert told in done.stdout.splitlines()
    assert (tmp_path / "failed").read_text() == f"{told}\n"


def test_unit_tests_leave_the_names_of_what_failed_to_whoever_asks_for_them(tmp_path: Path) -> None:
    for tool in ("unit-tests", "folder-in-memory"):
        put(tmp_path / "tools" / tool, (TOOLS / tool).read_text())
    put(tmp_path / ".venv" / "bin" / "pytest", 'echo pytest >> "$HANSA_FAILED"; exit 1')
    command, asked = ["/bin/sh", str(tmp_path / "tools" / "unit-tests")], tmp_path / "asked"
    environment = {**os.environ, "HANSA_FAILED": str(asked)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, asked.read_text()) == (1, "", "pytest\n" * 2)


def test_long_tests_end_with_the_names_of_what_failed_in_either_lane(tmp_path: Path) -> None:
    make = tmp_path / "make"
    tell = 'echo "$target said"; echo "$target failed" >> "$HANSA_FAILED"'
    put(make, f'for target; do\n case "$target" in\n -*) ;;\n *) {tell} ;;\n esac\ndone\nexit 1')
    done = subprocess.run(
        [str(TOOLS / "long-tests")],
        env={**os.environ, "MAKE": str(make)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    *said, heading, one, two, three = done.stdout.splitlines()
    assert (done.returncode, heading) == (1, "== failed; to repeat one by itself:")
    assert {one, two, three} == {"unit failed", "interpreters failed", "docs failed"}
    assert said == ["unit said", "interpreters said", "docs said"]


@pytest.mark.parametrize("failing", ["", "unit", "interpreters", "docs"])
def test_long_tests_run_in_two_lanes_and_fail_where_one_does(tmp_path: Path, failing: str) -> None:
    make = tmp_path / "make"
    tell = f'echo "$target"; [ "$target" != "{failing}" ] || code=1'
    put(make, f'for target; do\n case "$target" in\n -*) ;;\n *) {tell} ;;\n esac\ndone\nexit "${{code:-0}}"')
    command = [str(TOOLS / "long-tests")]
    done = subprocess.run(command, env={**os.environ, "MAKE": str(make)}, capture_output=True, text=True, check=False)
    assert (done.returncode != 0, done.stdout.split()) == (bool(failing), ["unit", "interpreters", "docs"])
