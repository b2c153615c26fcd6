"""The service's user plants a link in its state folder, and waits for somebody to use sudo: it yields nothing.

Every command that the documents name with `sudo` is run by root, with each link in turn. What belongs to root must be
as before, and what only root may read must be in no file that the service can read, or that is made to be handed on.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import tarfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.check import doctor
from companion.cli import main
from systemd.machine import InstallError, Machine
from systemd.packaged import keep_games
from tests.kit.companion import start

pytestmark = pytest.mark.needs("root")

ROOT = Path(__file__).parents[3]
SERVICE, GROUP = 65534, 65534  # nobody
SECRET = b"root:$6$secret"
CONFIG = 'format = 1\nstate = "{state}"\n'
# What commands read, write, lock, or make for a moment, now and in earlier versions.
NAMES = (
    "in-use",
    "games.sqlite",
    "games.sqlite-wal",
    "games.sqlite-shm",
    "games.sqlite-journal",
    ".games.sqlite.kept",
    ".compared-planted",
    "backups",
    ".games.sqlite.new",
    "..games.sqlite.new.part",
    "pieces.toml",
    ".pieces.toml.part",
    "..pieces.toml.new.part",
    "board.toml",
    "kit.toml",
    "language",
    "traces",
    "exchange.json",
    ".exchange.json.part",
    "set-aside",
)


class Planted:
    """A state folder of the service, a folder of root's, and a link from one to the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state, self.config, self.roots = folder / "state", folder / "etc/config.toml", folder / "roots"
        self.outside, self.backup = folder / "outside", folder / "b.tar.gz"
        companion = start(self.state)
        companion.begin_game()
        game_id = companion.daemon.game_id
        companion.close()
        self.game_id = game_id
        (self.state / "pieces.toml").write_text('format = 1\n[pieces]\n"04a1b2c3d4e5f6" = "ship"\n')
        self.config.parent.mkdir()
        self.config.write_text(CONFIG.format(state=self.state))
        assert main(["backup", str(self.backup), "--config", str(self.config)]) == 0
        for path in (self.state, *self.state.rglob("*")):
            os.chown(path, SERVICE, GROUP)
        self.state.chmod(0o700)
        self.roots.mkdir()
        (self.roots / "shadow").write_bytes(SECRET)
        (self.roots / "shadow").chmod(0o600)
        (self.roots / "cron.d").mkdir()
        self.outside.mkdir()

    def plant(self, name: str, target: str) -> None:
        place = self.state / name
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)
        place.symlink_to(self.roots / target)
        os.lchown(place, SERVICE, GROUP)

    def run(self, *arguments: str) -> int:
        return main([*arguments, "--config", str(self.config)])

    def of_root(self) -> dict[str, tuple[int, int, int, bytes]]:
        """Return everything of root's with its owner, group, mode and content."""
        found = {}
        for path in sorted(self.roots.rglob("*")):
            stat = path.lstat()
            content = path.read_bytes() if path.is_file() else b""
            found[str(path.relative_to(self.roots))] = stat.st_uid, stat.st_gid, stat.st_mode, content
        return found

    def leaks(self) -> list[str]:
        """Name every file with the secret in it that the service can read, or that is made to be handed on."""
        found = []
        for path in (*self.state.rglob("*"), *self.outside.rglob("*")):
            if path.is_symlink() or not path.is_file():
                continue
            data = path.read_bytes()
            texts = [data]
            if path.name.endswith(".tar.gz"):
                with tarfile.open(fileobj=io.BytesIO(data)) as archive:
                    texts += [file.read() for member in archive if (file := archive.extractfile(member))]
            if any(SECRET in text for text in texts):
                found.append(str(path))
        return found


def upgrade(planted: Planted, *, goes_back: bool) -> None:
    """Do what an upgrade does with the games, and what it says leads back."""
    machine = Machine(destdir=planted.folder, say=lambda _: None)
    copy = keep_games(machine, Path("/state/games.sqlite"))
    if copy and goes_back:
        planted.run("restore", "--force", str(machine.at(copy)))


def words(text: str) -> Callable[[Planted], object]:
    def run(planted: Planted) -> object:
        made = text.format(backup=planted.backup, outside=planted.outside, game=planted.game_id, state=planted.state)
        return planted.run(*made.split())

    return run


COMMANDS: dict[str, Callable[[Planted], object]] = {
    "backup": words("backup {outside}/b.tar.gz"),
    "backup into the state folder": words("backup {state}/pieces.tar.gz --force"),
    "restore": words("restore {backup} --force --yes"),
    "doctor": words("doctor {outside}/d.tar.gz"),
    "check": words("check --yes --only boot,access,kit"),
    "enrol": words("enrol --list"),
    "enrol a set": words("enrol --import {outside}/set.toml --replace"),
    "enrol by hand": words("enrol --simulated --auto"),
    "flash": words("flash --check --port /dev/null"),
    "games": words("games"),
    "replay": words("replay {game} --trace"),
    "score": words("score {game}"),
    "config": words("config --json"),
    "repair": words("repair"),
    "upgrade": lambda planted: upgrade(planted, goes_back=False),
    "roll-back": lambda planted: upgrade(planted, goes_back=True),
}


@pytest.fixture
def planted(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Planted:
    made = Planted(open_folder)
    (made.outside / "set.toml").write_text('format = 1\n[pieces]\n"04ffffffffffff" = "ship"\n')
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(doctor.gather, "__kwdefaults__", {"run": lambda *_: "", "root": open_folder})
    return made


@pytest.mark.process
@pytest.mark.parametrize("target", ["shadow", "cron.d/new", "cron.d"])
@pytest.mark.parametrize("command", COMMANDS)
def test_link_planted_by_the_service_yields_nothing(command: str, target: str, planted: Planted) -> None:
    before = planted.of_root()
    kept = {path.name: path.read_bytes() for path in planted.state.iterdir() if path.is_file()}
    for name in NAMES:
        for other, data in kept.items():
            place = planted.state / other
            place.unlink(missing_ok=True)
            place.write_bytes(data)
            os.chown(place, SERVICE, GROUP)
        planted.plant(name, target)
        with suppress(InstallError):
            COMMANDS[command](planted)
        assert (os.geteuid(), os.getegid()) == (0, 0)
        assert planted.of_root() == before, name
        assert planted.leaks() == [], name
        for path in planted.outside.glob("*.tar.gz"):
            path.unlink()
        if (planted.state / name).is_symlink():
            (planted.state / name).unlink()


def test_every_command_that_documents_name_with_sudo_is_tried() -> None:
    ours = ("companion", "docs", "firmware", "hardware", "systemd", "wiring")
    documents = [path for room in ours for end in ("md", "py") for path in (ROOT / room).rglob(f"*.{end}")]
    documents = [path for path in documents if "node_modules" not in path.parts]
    texts = [path.read_text(encoding="utf-8") for path in (*ROOT.glob("*.md"), *documents)]
    named = {word for text in texts for word in re.findall(r"sudo hansa-companion ([a-z]+)", text)}
    tried = {name.split()[0] for name in COMMANDS}
    assert named - tried == set()
    assert {"backup", "restore", "doctor", "check", "enrol", "flash"} <= named


def test_roll_back_sees_of_the_copy_what_the_service_sees(planted: Planted, capsys: pytest.CaptureFixture[str]) -> None:
    """Else what comes of a planted link would tell whether there is such a file in a folder of root's."""
    private = planted.roots / "private"
    private.mkdir(0o700)
    (planted.state / "set-aside").mkdir()
    os.chown(planted.state / "set-aside", SERVICE, GROUP)
    planted.plant("set-aside/kept", "private")
    said = []
    for _ in range(2):
        assert planted.run("restore", "--force", str(planted.state / "set-aside/kept")) != 0
        said.append(capsys.readouterr().err)
        (private / "games.sqlite").write_bytes(SECRET)
    assert said[0] == said[1]
