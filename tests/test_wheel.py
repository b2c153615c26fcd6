"""The built wheel, in a clean environment outside the checkout, runs everything: nothing is read from the sources."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, install it alone, and give the folder of its commands."""
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


def test_wheel_speaks_the_engine_protocol(installed: Path) -> None:
    new = {"do": "new", "players": ["gray", "white"], "start": "gray", "goods": ["blue", "brown", "green", "pink"]}
    answers = _run(installed, "engine", given=json.dumps(new) + '\n{"do":"quit"}\n').splitlines()
    assert [json.loads(answer)["ok"] for answer in answers] == [True, True]


def test_wheel_simulates_games_on_its_own_board(installed: Path) -> None:
    summary = json.loads(_run(installed, "simulate", "--games", "2", "--json"))
    assert summary["games"] == 2


def test_wheel_carries_boards_kits_fonts_and_firmware(installed: Path) -> None:
    look = (
        "from importlib.resources import files; import hardware.kit as k;"
        "[k.load_kit(name) for name in k.shipped_kits()];"
        "assert files('firmware').joinpath('main.py').is_file();"
        "from companion.display import font; font.small(); font.large();"
        "print(*k.shipped_kits())"
    )
    done = subprocess.run([installed / "python", "-c", look], check=True, capture_output=True, text=True, cwd=installed)
    assert done.stdout.split() == ["board", "tap"]
