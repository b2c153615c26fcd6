"""The built wheel, in a clean environment outside the checkout, runs everything: nothing is read from the sources."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from companion.cli import PACKAGES
from companion.running.commit import DIGITS, head_of
from tests.kit.processes import running
from tests.kit.waiting import PATIENCE_S

ROOT = Path(__file__).parent.parent
MADE = {"__pycache__", "node_modules"}  # folders in the sources that are not part of them
pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, install it alone, and return the folder of its commands."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    commands = folder / "venv" / "bin"
    subprocess.run([commands / "pip", "install", "--quiet", "--no-index", "--no-deps", wheel], check=True)
    return commands


def _run(commands: Path, *arguments: str, given: str = "") -> str:
    done = subprocess.run(
        [commands / "hansa-companion", *arguments],
        check=True,
        capture_output=True,
        text=True,
        input=given,
        cwd=commands,
    )
    return done.stdout


def test_wheel_names_version_and_commit(installed: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    head = head_of(ROOT)
    assert head  # the tests run in a checkout
    assert _run(installed, "--version") == f"hansa-companion {version} ({head[:DIGITS]})\n"


def test_wheel_speaks_the_engine_protocol(installed: Path) -> None:
    new = {"do": "new", "players": ["gray", "white"], "start": "gray", "goods": ["blue", "brown", "green", "pink"]}
    answers = _run(installed, "engine", given=json.dumps(new) + '\n{"do":"quit"}\n').splitlines()
    assert [json.loads(answer)["ok"] for answer in answers] == [True, True]


def test_wheel_simulates_games_on_its_own_board(installed: Path) -> None:
    summary = json.loads(_run(installed, "simulate", "--games", "2", "--json"))
    assert summary["games"] == 2


def test_wheel_has_the_weights_of_its_bots(installed: Path) -> None:
    summary = json.loads(_run(installed, "simulate", "--skills", "easy,simple", "--json"))
    assert [row["skill"] for row in summary["skills"]] == ["easy", "simple"]


@pytest.mark.parametrize(("language", "title"), [("en", "New game"), ("it", "Nuova partita"), ("nl", "Nieuw spel")])
def test_wheel_plays_in_every_language(installed: Path, tmp_path: Path, language: str, title: str) -> None:
    options = ("--json", "--language", language, "--state", str(tmp_path))
    answers = _run(installed, "play", *options, given="ok\n").splitlines()
    assert json.loads(answers[-1])["screen"][0][0] == title


def test_wheel_shows_its_page(installed: Path, tmp_path: Path) -> None:
    # The libraries are those of this environment, but the companion itself is still the wheel's.
    environment = {**os.environ, "PYTHONPATH": sysconfig.get_path("purelib")}
    where = [str(installed / "python"), "-c", "import companion; print(companion.__file__)"]
    found = subprocess.run(where, env=environment, check=True, capture_output=True, text=True, cwd=installed).stdout
    assert Path(found).is_relative_to(installed.parent)
    command = [str(installed / "hansa-companion"), "play", "--page", "--no-browser", "--state", str(tmp_path)]
    with running(command, env=environment, stdout=subprocess.PIPE, text=True, cwd=installed) as process:
        assert process.stdout is not None
        address = next(word for line in process.stdout for word in line.split() if word.startswith("http://"))
        with urlopen(address, timeout=PATIENCE_S) as page:
            assert b"<html" in page.read()
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert process.returncode == 0


def test_wheel_carries_every_file_of_its_packages(installed: Path) -> None:
    (wheel,) = installed.parent.parent.glob("*.whl")
    files = (path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
    wanted = {path.as_posix() for path in files if MADE.isdisjoint(path.parts)}
    assert wanted - set(ZipFile(wheel).namelist()) == set()


def test_wheel_carries_boards_kits_fonts_and_firmware(installed: Path) -> None:
    look = (
        "from importlib.resources import files; import wiring.kits as k;"
        "[k.load_kit(name) for name in k.shipped_kits()];"
        "assert files('firmware').joinpath('main.py').is_file();"
        "from companion.display import font; font.small(); font.large();"
        "print(*k.shipped_kits())"
    )
    done = subprocess.run([installed / "python", "-c", look], check=True, capture_output=True, text=True, cwd=installed)
    assert done.stdout.split() == ["board", "chart", "tap", "usb"]
