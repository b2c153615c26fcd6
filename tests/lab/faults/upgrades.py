"""A whole upgrade on the disk of a Pi, killed anywhere: files of the system, versions, links, games, and the way back.

Commands of the system do nothing but what matters here: `venv` makes the folder of a version, and a restart of the
service lets the new version change the format of the journal, in one step, and start or not.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.archive.backup_file import GAMES
from companion.running.set_aside import finish
from hardware.formats.durable import write_durably
from systemd.installer import Installer
from systemd.machine import InstallError
from systemd.versions import MADE_FROM, Versions
from tests.lab.faults.deeds import Deed, Games, journal_of, read
from tests.systemd.image import CONFIG, CURRENT, Image, Live

PROJECT = '[project]\nversion = "0.2.0"\n[project.optional-dependencies]\npi = []\n'
CODE = "CODE = 'whole'\n"
UNIT = "etc/systemd/system/hansa-companion.service"
COMMAND = "usr/local/bin/hansa-companion"
STATE = "var/lib/hansa-companion"


class WholeUpgrade(Deed):
    """An upgrade whose new version starts."""

    starts = True

    def prepare(self) -> None:
        self._sources = self.templates / "sources"
        (self._sources / "companion").mkdir(parents=True)
        (self._sources / "companion" / "code.py").write_text(CODE)
        (self._sources / "pyproject.toml").write_text(PROJECT)
        (self._sources / "requirements-pi.lock").write_text("")
        (self._sources / "README.md").write_text("# As it is now\n")
        pi = self.templates / "pi"
        Image.make(pi)
        self._install(self.templates, is_migrating=False)
        (pi / CURRENT / MADE_FROM).write_text("older\n")
        for path in (UNIT, COMMAND, "usr/share/doc/hansa-companion/README.md"):
            (pi / path).parent.mkdir(parents=True, exist_ok=True)
            (pi / path).write_text("# of the version before\n")
        (pi / STATE).mkdir(parents=True)
        self.old = self._games(pi / STATE, 20)
        (self.templates / "migrated").mkdir()
        self.new = self._games(self.templates / "migrated", 20)
        self._before = _files(pi)
        after = self.templates.with_name(f"{self.templates.name} after")
        shutil.copytree(self.templates, after, symlinks=True)
        self._install(after, starts=True)
        self._after = _files(after / "pi")
        shutil.rmtree(after)

    def _games(self, folder: Path, steps: int) -> Games:
        journal_of(folder / GAMES, 2, steps)
        return read(folder / GAMES)  # which merges its log

    def do(self, folder: Path) -> None:
        with suppress(InstallError):
            self._install(folder, starts=self.starts)

    def _install(self, folder: Path, *, starts: bool = True, is_migrating: bool = True) -> None:
        pi = folder / "pi"

        def run(command: Sequence[str]) -> int:
            if "venv" in command:
                place = Path(command[-1])
                (place / "bin").mkdir(parents=True)
                (place / "bin" / "python").write_text("#!/bin/sh\n")
                (place / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
            if command[0] == "sync":
                os.sync()
            if is_migrating and "restart" in command and _is_newer(pi):
                write_durably(pi / STATE / GAMES, (folder / "migrated" / GAMES).read_bytes())
                return 0 if starts else 1
            return 0

        machine = Live(destdir=pi, say=lambda _: None, run=run, ask=run)
        Installer(machine, folder / "sources", Versions(machine, folder / "sources")).install()

    def is_done(self, folder: Path) -> bool:
        pi = folder / "pi"
        finish(pi / STATE)
        is_newer = _is_newer(pi)
        return is_newer == self.starts and read(pi / STATE / GAMES) == (self.new if self.starts else self.old)

    def look(self, folder: Path) -> int:
        pi = folder / "pi"
        finish(pi / STATE)
        self._see_that_files_are_whole(pi)
        code = list((pi / CURRENT).glob("lib/*/site-packages/companion/code.py"))
        if not (pi / CURRENT / MADE_FROM).exists() or [path.read_text() for path in code] != [CODE]:
            raise AssertionError("the version in use is not whole")
        found = read(pi / STATE / GAMES)
        if found not in (self.old, self.new):
            raise AssertionError("the games are neither those before nor those after")
        if found == self.new and self.old not in self._kept(pi):
            raise AssertionError("the games of before are nowhere")
        if found == self.new and not _is_newer(pi):
            raise AssertionError("the version before has games that it may not be able to read")
        # Whoever begins again ends with a version that is whole, and with every file as it should be.
        (pi / CURRENT / MADE_FROM).write_text("interrupted\n")
        self._install(folder, is_migrating=False)
        self._see_that_files_are_whole(pi, is_done=True)
        if read(pi / STATE / GAMES) != found:
            raise AssertionError("the second upgrade has changed the games")
        if not (pi / CURRENT / MADE_FROM).exists() or len(list((pi / CURRENT).parent.glob("versions/*"))) > 2:
            raise AssertionError("the versions are in disorder")
        return sum(map(len, found.values()))

    def _kept(self, pi: Path) -> list[Games]:
        return [read(path / GAMES) for path in (pi / STATE).glob("set-aside/*") if (path / GAMES).exists()]

    def _see_that_files_are_whole(self, pi: Path, *, is_done: bool = False) -> None:
        for name, content in _files(pi).items():
            allowed = {self._after.get(name)} if is_done else {self._before.get(name), self._after.get(name)}
            if content not in allowed and not name.endswith(".new"):
                raise AssertionError(f"{name}: neither as before nor as after")
        for name in (UNIT, COMMAND, CONFIG, "boot/firmware/config.txt", "boot/firmware/cmdline.txt"):
            if not (pi / name).exists():
                raise AssertionError(f"{name}: is gone")


class UpgradeThatFails(WholeUpgrade):
    """An upgrade whose new version changes the games and does not start, so that it is taken back."""

    starts = False

    def look(self, folder: Path) -> int:
        again = folder.with_name(f"{folder.name} again")
        shutil.copytree(folder, again, symlinks=True)
        found = super().look(folder)
        with suppress(InstallError):
            self._install(again, starts=False)
        if not self.is_done(again):
            raise AssertionError("begun again, the upgrade is not taken back")
        shutil.rmtree(again)
        return found


def _is_newer(pi: Path) -> bool:
    """Return whether another version than the first is in use; begun again, an upgrade may make a third."""
    return not str((pi / CURRENT).readlink()).endswith("-1")


def _files(pi: Path) -> dict[str, bytes]:
    """Return the files of the system, without the versions and the games."""
    found = {str(path.relative_to(pi)): path for path in pi.rglob("*") if path.is_file() and not path.is_symlink()}
    return {name: path.read_bytes() for name, path in found.items() if not name.startswith(("opt/", f"{STATE}/"))}
