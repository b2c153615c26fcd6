"""A whole upgrade on the disk of a Pi, killed anywhere: files of the system, versions, links, games, and the way back.

Before the table starts, what was begun is undone, as the unit for that does; then everything is as before, or new.
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
from systemd import undo
from systemd.installer import Installer
from systemd.machine import InstallError
from systemd.versions import MADE_FROM, Versions
from tests.lab.faults.deeds import Deed, Games, journal_of, read
from tests.systemd.image import CURRENT, Image, Live

PROJECT = '[project]\nversion = "0.2.0"\n[project.optional-dependencies]\npi = []\n'
CODE = "CODE = 'whole'\n"
UNIT = "etc/systemd/system/hansa-companion.service"
UNDO = "etc/systemd/system/hansa-companion-undo.service"
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
        (pi / UNDO).unlink()  # which versions before 0.2 did not have
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

    def _install(self, folder: Path, *, starts: bool = True, is_migrating: bool = True, dies: bool = False) -> None:
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
                if dies:
                    os._exit(0)
                return 0 if starts else 1
            return 0

        machine = Live(destdir=pi, say=lambda _: None, run=run, ask=run)
        Installer(machine, folder / "sources", Versions(machine, folder / "sources")).install()

    def is_done(self, folder: Path) -> bool:
        pi = folder / "pi"
        _boot(pi)
        is_newer = _is_newer(pi)
        return is_newer == self.starts and read(pi / STATE / GAMES) == (self.new if self.starts else self.old)

    def look(self, folder: Path) -> int:
        pi = folder / "pi"
        _boot(pi)
        self._see_that_files_are_whole(pi, self._after if _is_newer(pi) else self._before)
        code = list((pi / CURRENT).glob("lib/*/site-packages/companion/code.py"))
        if not (pi / CURRENT / MADE_FROM).exists() or [path.read_text() for path in code] != [CODE]:
            raise AssertionError("the version in use is not whole")
        found = read(pi / STATE / GAMES)
        if found not in (self.old, self.new):
            raise AssertionError("the games are neither those before nor those after")
        if found == self.new and self.old not in self._kept(pi):
            raise AssertionError("the games of before are nowhere")
        if (found == self.new) != _is_newer(pi):
            raise AssertionError("the games are of another version than the one in use")
        # Whoever begins again ends with a version that is whole, and with every file as it should be.
        (pi / CURRENT / MADE_FROM).write_text("interrupted\n")
        self._install(folder, is_migrating=False)
        self._see_that_files_are_whole(pi, self._after)
        if read(pi / STATE / GAMES) != found:
            raise AssertionError("the second upgrade has changed the games")
        if not (pi / CURRENT / MADE_FROM).exists() or len(list((pi / CURRENT).parent.glob("versions/*"))) > 2:
            raise AssertionError("the versions are in disorder")
        return sum(map(len, found.values()))

    def _kept(self, pi: Path) -> list[Games]:
        return [read(path / GAMES) for path in (pi / STATE).glob("set-aside/*") if (path / GAMES).exists()]

    def _see_that_files_are_whole(self, pi: Path, wanted: dict[str, bytes]) -> None:
        found = {name: content for name, content in _files(pi).items() if not name.endswith(".new")}
        if wrong := sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name)):
            raise AssertionError(f"{', '.join(wrong)}: of another version than the one in use")


class UpgradeThatFails(WholeUpgrade):
    """An upgrade whose new version changes the games and does not start, so that it is taken back."""

    starts = False

    def look(self, folder: Path) -> int:
        again = folder.with_name(f"{folder.name} again")
        shutil.rmtree(again, ignore_errors=True)  # of one that was lost
        shutil.copytree(folder, again, symlinks=True)
        found = super().look(folder)
        with suppress(InstallError):
            self._install(again, starts=False)
        if not self.is_done(again):
            raise AssertionError("begun again, the upgrade is not taken back")
        shutil.rmtree(again)
        return found


class Undoing(UpgradeThatFails):
    """What is done before the table starts, where the power went while the new version was tried."""

    def prepare(self) -> None:
        super().prepare()
        child = os.fork()
        if child == 0:
            self._install(self.templates, starts=True, dies=True)
        os.waitpid(child, 0)
        if read(self.templates / "pi" / STATE / GAMES) != self.new:
            raise RuntimeError("it did not die where it should")

    def do(self, folder: Path) -> None:
        if undo.main(root=folder / "pi") != 0:
            raise RuntimeError("it cannot be undone")


def _boot(pi: Path) -> None:
    """Do what comes before the table, and what that does first."""
    if undo.main(root=pi) != 0:
        raise AssertionError("what was begun cannot be undone")
    finish(pi / STATE)


def _is_newer(pi: Path) -> bool:
    """Return whether another version than the first is in use; begun again, an upgrade may make a third."""
    return not str((pi / CURRENT).readlink()).endswith("-1")


def _files(pi: Path) -> dict[str, bytes]:
    """Return the files of the system, without the versions and the games."""
    found = {str(path.relative_to(pi)): path for path in pi.rglob("*") if path.is_file() and not path.is_symlink()}
    return {name: path.read_bytes() for name, path in found.items() if not name.startswith(("opt/", f"{STATE}/"))}
