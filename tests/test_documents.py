"""Every command that the documents ask people to type exists."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from companion.cli import _parser, main
from systemd import packaged
from tests.kit.documents import ROOT, SHELLS, Line, blocks_of, documents, inline_of, lines_of
from tests.kit.processes import running
from tests.kit.redis_server import RedisServer
from tests.kit.waiting import PATIENCE_S, until

# Done in a moment and to nothing but a folder of their own; in this order, whatever the documents say first.
HARMLESS = ("config", "--version", "simulate", "backup", "doctor")
# Need more than a moment, or something to work on: which test runs them.
ELSEWHERE = {
    "hub": "tests/companion/commands/test_hub_serves.py",
    "restore": "tests/companion/commands/test_backup.py",
    "run": "tests/systemd/test_process.py",
    "play": "tests/companion/simulator/test_browser.py",
    "games": "tests/companion/commands/test_games.py",
    "repair": "tests/companion/commands/test_repair.py",
    "score": "tests/companion/commands/test_games.py",
    "replay": "tests/companion/commands/test_games.py",
    "check": "tests/companion/commands/test_check.py",
    "enrol": "tests/companion/commands/test_enrol.py",
    "flash": "tests/companion/commands/test_flash.py",
}
SETUP = packaged.PROGRAM
# Programs of the system that really run here, in a folder that stands for the machine.
REALLY = {"tar", "cd", "cp", "echo", "tee"}
# Those whose call a stand-in takes, because they do what no test may do to its machine. `make lab PART=boot` installs,
# starts, stops and removes the companion with apt and systemctl; tools/release installs the wheel.
STANDING_IN = {
    **dict.fromkeys(("apt", "apt-get", "pip", "pipx"), "install packages from a server"),
    **dict.fromkeys(("ssh", "scp"), "reach another machine"),
    **dict.fromkeys(("mount", "umount"), "need a Pico that is plugged in"),
    **dict.fromkeys(("systemctl", "reboot"), "change what the machine runs"),
    "nano": "waits for somebody to type",
}
# What a reader has or gets before it is used, and what the commands leave behind; in that folder.
GIVEN = (
    *("hansa/Makefile", "hansa/.venv/large", "hansa/dist/companion.deb", "dist/companion.deb", "tmp/companion.deb"),
    *("RPI_PICO-1.uf2", "mnt/INFO"),
)
LEFT = {
    "docs/building/installing.md": "hansa.tar.gz",
    "firmware/README.md": "mnt/RPI_PICO-1.uf2",
    "wiring/README.md": "etc/modprobe.d/hansa-companion-reader.conf",
}


def code_of(run: Callable[[Sequence[str]], object], words: Sequence[str]) -> object:
    """Run something that may end as a program does, and return its exit code; reading words without running is a 0."""
    try:
        given = run(words)
    except SystemExit as end:
        return end.code
    return given if isinstance(given, int) else 0


DOCUMENTS = documents()
LINES = [line for name, text in DOCUMENTS.items() for line in lines_of(name, text)]
# A changelog tells what there was: not every command in it is one that there is.
INLINE = [line for name, text in DOCUMENTS.items() if name != "CHANGELOG.md" for line in inline_of(name, text)]
OWN = [line for line in LINES if line.words[0] == "hansa-companion"]
OWN_INLINE = [line for line in INLINE if line.words[0] == "hansa-companion"]


def test_reader_of_documents_sees_commands_as_a_shell_would() -> None:
    text = (
        "```sh\n$ sudo hansa-companion run --kit tap   # go\nmake play | less\n"
        "SEED=3 make \\\n  test && .venv/bin/hansa-companion games > list\n```\n```python\nno\n```\n"
    )
    assert [line.words for line in lines_of("x", text)] == [
        ("hansa-companion", "run", "--kit", "tap"),
        ("make", "play"),
        ("less",),
        ("make", "test"),
        ("hansa-companion", "games"),
    ]


def test_reader_of_documents_sees_commands_within_sentences() -> None:
    text = "Say `sudo hansa-companion check\n--yes`, not `hansa-companion …`.\n```text\n`make no`\n```\nOr `make play`."
    assert [line.words for line in inline_of("x", text)] == [("hansa-companion", "check", "--yes"), ("make", "play")]


@pytest.mark.parametrize("line", dict.fromkeys((*OWN, *OWN_INLINE)), ids=str)
def test_command_line_is_understood(line: Line, capsys: pytest.CaptureFixture[str]) -> None:
    assert code_of(_parser().parse_args, line.words[1:]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("command", sorted({line.words[1] for line in OWN if len(line.words) > 1} - {"--version"}))
def test_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert "examples:" in capsys.readouterr().out or command.startswith("-")


@pytest.mark.process
def test_harmless_command_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.delenv("HANSA_CONFIG", raising=False)
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "language").write_text("en", encoding="utf-8")  # something to back up
    once = {line.words: line for line in OWN}.values()
    harmless = [line for line in once if line.words[1:2] and line.words[1] in HARMLESS]
    for line in sorted(harmless, key=lambda line: HARMLESS.index(line.words[1])):
        if "--help" not in line.words:
            outside = [word for word in line.words if word.startswith(("/", "~"))]
            assert not outside, f"{line}: show a file in the reader's own folder"
            assert code_of(main, line.words[1:]) == 0, str(line)


def test_every_command_of_the_documents_is_run_here_or_elsewhere() -> None:
    told = [line.words for line in OWN]
    others = {words[1] for words in told if "--help" not in words} - set(HARMLESS)
    assert others <= set(ELSEWHERE)
    for command in others:
        assert f'"{command}"' in (ROOT / ELSEWHERE[command]).read_text(encoding="utf-8"), command


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


@pytest.fixture
def redis_port(tmp_path: Path) -> Iterator[int]:
    """Run a server as the documents set it up, on a port that nobody else has."""
    for _ in range(5):
        port = free_port()
        server = RedisServer(tmp_path, "--port", str(port), "--bind", "127.0.0.1")
        try:
            server.start()
        except RuntimeError:  # somebody was quicker
            server.kill()
            continue
        break
    try:
        with server.client() as client:
            client.config_set("requirepass", "password")
        yield port
    finally:
        server.kill()


@pytest.mark.network
@pytest.mark.process
@pytest.mark.redis
@pytest.mark.needs("redis-server", "localhost")
def test_hub_of_the_documents_shows_what_is_at_the_server(redis_port: int, tmp_path: Path) -> None:
    (words,) = {line.words for line in OWN if line.words[1] == "hub" and "--server" in line.words}
    address = words[words.index("--server") + 1]
    assert urlsplit(address).port == 6379
    command = [word.replace(":6379/", f":{redis_port}/") for word in words[1:]]
    config = tmp_path / "hansa.toml"
    config.write_text("format = 1\n")
    with running(
        [sys.executable, "-m", "companion", *command, "--no-browser"],
        cwd=ROOT,
        env={**os.environ, "HANSA_CONFIG": str(config)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        told = process.stdout.readline()
        found = re.search(r"The hub is at (http://\S+)", told)
        assert found, told or process.communicate()
        with httpx.Client(base_url=found[1], timeout=PATIENCE_S) as client:
            assert "<html" in client.get("/").text
            until(lambda: client.get("/api/hall").json()["link"] == {"trouble": ""})
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, errors


def test_readme_is_read_in_a_minute() -> None:
    assert len(DOCUMENTS["README.md"].splitlines()) <= 120


def test_wheel_that_the_readme_names_is_the_one_that_is_built() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    (wheel,) = {word for line in LINES if line.words[0] == "pipx" for word in line.words if word.endswith(".whl")}
    assert wheel == f"dist/hansa_companion-{version}-py3-none-any.whl"


def test_target_of_make_is_in_the_makefile() -> None:
    rules = re.findall(r"^([a-z -]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    targets = {target for rule in rules for target in rule.split()}
    typed = [line for line in (*LINES, *INLINE) if line.words[0] == "make"]
    wanted = {word for line in typed for word in line.words[1:] if re.fullmatch(r"[a-z-]+", word)}
    assert wanted - targets == set()


def test_every_target_of_make_has_a_line_of_help_that_fits_a_terminal() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)", makefile, re.MULTILINE)
    told = dict(re.findall(r"^([a-z-]+):.*?## (.*)", makefile, re.MULTILINE))
    assert set(told) == set(phony.split())
    assert [line for line in told.values() if len(line) > 80] == []


def test_modules_of_python_within_sentences_are_there() -> None:
    modules = {line.words[2] for line in INLINE if line.words[0] == "python"}
    assert modules
    assert [module for module in sorted(modules) if not importlib.util.find_spec(module)] == []


def test_pytest_within_sentences_is_given_tests_and_markers_that_there_are(pytestconfig: pytest.Config) -> None:
    calls = [line.words for line in INLINE if line.words[0] == "pytest"]
    chosen = [words[words.index("-m") + 1].removeprefix("not ") for words in calls if "-m" in words]
    markers = {re.split(r"[:(]", line)[0] for line in pytestconfig.getini("markers")}
    assert chosen
    assert set(chosen) <= markers
    assert [word for words in calls for word in words if "/" in word and not (ROOT / word).exists()] == []


def made(*words: str) -> str:
    """Return what make prints; it is not to know that make runs these tests."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.process
def test_make_alone_lists_what_the_documents_tell_people_to_make() -> None:
    listed = {line.split()[0] for line in made().splitlines()}
    wanted = {line.words[1] for line in LINES if line.words[0] == "make" and len(line.words) > 1}
    assert {"play", "test", "deb"} <= wanted
    assert wanted <= listed


@pytest.mark.process
def test_make_play_serves_the_page_also_without_a_terminal() -> None:
    assert made("--dry-run", "play").endswith("hansa-companion play --page\n")


@pytest.mark.process
def test_warnings_end_the_build_of_the_documentation() -> None:
    told = made("--dry-run", "docs")
    assert " --strict" in told
    assert "--quiet" not in told, "mkdocs does not count what it does not say"


@pytest.mark.process
@pytest.mark.parametrize("target", ["bench", "drawings", "lab", "screenshots", "wiring"])
def test_what_takes_programs_of_the_system_installs_them_first(target: str) -> None:
    assert "tools/install-system" in made("--dry-run", target)


def test_set_up_understands_how_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    calls = [line.words for line in (*LINES, *INLINE) if line.words[0] == SETUP]
    assert calls
    for words in calls:
        assert code_of(packaged._parser().parse_args, words[1:]) == 0, capsys.readouterr().err


def test_every_other_command_is_a_program_of_the_system() -> None:
    others = {line.words[0] for line in LINES} - {"hansa-companion", "make", SETUP, "python"}
    assert others == REALLY | set(STANDING_IN)
    assert {line.words[1:3] for line in LINES if line.words[0] == "python"} == {("-m", "wiring")}  # tests/wiring


def stand_ins(folder: Path, names: Iterable[str]) -> None:
    """Put programs into a folder that only note that they were called; sudo runs what it is given."""
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).write_text('#!/bin/sh\necho "${0##*/}" >> "$CALLS"\n', encoding="utf-8")
    (folder / "sudo").write_text('#!/bin/sh\nexec "$@"\n', encoding="utf-8")
    for file in folder.iterdir():
        file.chmod(0o755)


@pytest.mark.process
@pytest.mark.parametrize("document", sorted({line.document for line in LINES if line.words[0] in STANDING_IN}))
def test_shell_does_what_a_document_says_to_a_system(document: str, tmp_path: Path) -> None:
    """The blocks of one document are one session, as a reader types them."""
    own = [line.words[0] for line in LINES if line.document == document]
    stand_ins(tmp_path / "bin", {*own} - REALLY)
    for path in (*GIVEN, LEFT.get(document, "home")):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    for path in GIVEN:
        (tmp_path / path).touch()
    text = "\n".join(block.text for block in blocks_of(document, DOCUMENTS[document]) if block.language in SHELLS)
    text = re.sub(r"\.venv/bin/(?=\w)", "", text)
    text = re.sub(r"/tmp/hansa-companion(-mfrc522)?_\*", "/tmp/*", text)
    text = re.sub(r"(?<![\w.])/(?=(?:etc|mnt|tmp)\b)", f"{tmp_path}/", text)
    calls = tmp_path / "calls"
    environment = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "CALLS": str(calls)}
    subprocess.run(
        ["bash", "-euo", "pipefail", "-O", "failglob", "-c", text], cwd=tmp_path, env=environment, check=True
    )
    assert calls.read_text(encoding="utf-8").split() == [name for name in own if name not in REALLY]
    if document in LEFT:
        assert (tmp_path / LEFT[document]).is_file()


@pytest.mark.process
def test_folder_for_the_pi_leaves_out_what_the_pi_makes_itself(tmp_path: Path) -> None:
    (words,) = {line.words for line in LINES if line.words[0] == "tar" and "-czf" in line.words}
    for path in ("hansa/Makefile", "hansa/.venv-docs/large", "hansa/tests/browser/node_modules/large"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    subprocess.run(words, cwd=tmp_path, check=True)
    with tarfile.open(tmp_path / "hansa.tar.gz") as packed:
        assert [member.name for member in packed if member.isfile()] == ["hansa/Makefile"]
