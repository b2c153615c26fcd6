"""The machine that is being changed: says every step, and does it, to this system, into a folder, or not at all.

With a folder (DESTDIR) files go there and commands that concern a running system are left out; a dry run only says what
would be done. Doing something twice changes nothing the second time.

    Exception
    └── InstallError      something cannot be done: what, and what to do about it, in one line
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.formats.durable import sync_folder

ROOT: Final = Path("/")  # commands are run there: where the caller stands, Python would look for modules
Run = Callable[[Sequence[str]], int]


class InstallError(Exception):
    """Something cannot be done; the message is one line."""


def run_command(command: Sequence[str]) -> int:
    """Run a command; return its exit code."""
    try:
        # Errors are for all to see; the rest is said in fewer words here.
        return subprocess.run(command, check=False, stdout=subprocess.DEVNULL, cwd=ROOT).returncode
    except OSError as error:
        raise InstallError(f"{command[0]}: {error.strerror}") from error


def ask_command(command: Sequence[str]) -> int:
    """Run a command that is asked something; that it says no is an answer, and nothing to be shown."""
    try:
        return subprocess.run(command, check=False, capture_output=True, cwd=ROOT).returncode
    except OSError as error:
        raise InstallError(f"{command[0]}: {error.strerror}") from error


class Machine:
    """Where things are put."""

    def __init__(
        self,
        *,
        destdir: Path = ROOT,
        dry_run: bool = False,
        is_live: bool | None = None,
        say: Callable[[str], None] = print,
        run: Run = run_command,
        ask: Run = ask_command,
    ) -> None:
        """Take where to put things, and how to run commands: those that do something, and those that ask.

        This system is taken for live, unless it is said that nothing runs here, as where an image is made.
        """
        self._root, self._dry_run, self._say, self._run, self._ask = destdir, dry_run, say, run, ask
        self._is_live = destdir == ROOT if is_live is None else is_live

    @property
    def is_live(self) -> bool:
        """Whether it is a running system that is changed."""
        return self._is_live

    @property
    def is_dry(self) -> bool:
        """Whether nothing is changed at all."""
        return self._dry_run

    def say(self, text: str) -> None:
        """Print what is done."""
        self._say(text)

    def at(self, path: Path | str) -> Path:
        """Return the place of an absolute path on this machine."""
        return self._root / str(path).lstrip("/")

    def text(self, path: Path | str) -> str | None:
        """Read a file, if it is there."""
        try:
            return self.at(path).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise InstallError(f"{path}: cannot be read: {_reason(error)}") from error

    def put(self, path: Path | str, text: str, *, mode: int = 0o644, group: str = "") -> bool:
        """Write a file, atomically and durably, unless it is already as it should be; return whether it was not."""
        place = self.at(path)
        if self.text(path) == text and self._has(place, mode, group):
            self._say(f"  {path}: as it should be")
            return False
        self._say(f"  {path}: written")
        if self._dry_run:
            return True
        new = place.with_name(f".{place.name}.new")
        try:
            self.folder(place.parent)
            new.write_text(text, encoding="utf-8")
            self._own(new, mode, group)
            # A power cut on the first evening must not leave an empty boot file behind.
            with new.open("rb") as file:
                os.fsync(file.fileno())
            new.replace(place)
            sync_folder(place.parent)
        except OSError as error:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise InstallError(f"{path}: cannot be written: {_reason(error)}") from error
        return True

    def folder(self, place: Path, mode: int = 0o755) -> None:
        """Make a folder with those above it; the process's mask must not keep others out."""
        for one in reversed((place, *place.parents)):
            if not one.is_dir():
                one.mkdir()
                one.chmod(mode)
                sync_folder(one.parent)

    def remove(self, path: Path | str) -> None:
        """Take a file, a link or a folder away, durable on return; harmless when it is gone."""
        place = self.at(path)
        if not place.is_symlink() and not place.exists():
            return
        self._say(f"  {path}: removed")
        if self._dry_run:
            return
        try:
            if place.is_dir() and not place.is_symlink():
                shutil.rmtree(place)
            else:
                place.unlink()
            sync_folder(place.parent)
        except OSError as error:
            raise InstallError(f"{path}: cannot be removed: {_reason(error)}") from error

    def link(self, path: Path | str, target: str) -> None:
        """Point a link somewhere else in one step, durable on return; at no moment is it missing."""
        place = self.at(path)
        if self.linked(path) == target:
            return
        self._say(f"  {path} -> {target}")
        if self._dry_run:
            return
        new = place.with_name(f".{place.name}.new")
        try:
            new.unlink(missing_ok=True)
            new.symlink_to(target)
            new.replace(place)
            sync_folder(place.parent)
        except OSError as error:
            raise InstallError(f"{path}: cannot be made to point to {target}: {_reason(error)}") from error

    def linked(self, path: Path | str) -> str:
        """Return where a link points; empty: nowhere."""
        place = self.at(path)
        return str(place.readlink()) if place.is_symlink() else ""

    def ask(self, *command: str) -> bool:
        """Run a command that changes nothing, in a dry run too, and return whether it went well."""
        return self._ask(command) == 0

    def try_command(self, *command: str) -> bool:
        """Run a command, and return whether it went well; a dry run says it and takes it for well."""
        self._say(f"  $ {' '.join(command)}")
        return True if self._dry_run else self._run(command) == 0

    def command(self, *command: str) -> None:
        """Run a command that must go well."""
        if not self.try_command(*command):
            raise InstallError(f"{' '.join(command)}: failed; what it said is above")

    def _has(self, place: Path, mode: int, group: str) -> bool:
        stat = place.stat()
        right_group = not self._owns() or stat.st_gid == self._gid(group)
        return stat.st_mode & 0o7777 == mode and right_group

    def _own(self, place: Path, mode: int, group: str) -> None:
        place.chmod(mode)
        if self._owns():
            os.chown(place, 0, self._gid(group))

    def _owns(self) -> bool:
        """Return whether owners can be set at all: into a folder, a package may be made without being root."""
        return os.geteuid() == 0

    def _gid(self, group: str) -> int:
        """Find a group in the machine's own list, which in a folder is not this system's."""
        for line in (self.text("/etc/group") or "").splitlines() if group else ():
            name, _, number = line.split(":")[:3]
            if name == group:
                return int(number)
        return 0


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return (isinstance(error, OSError) and error.strerror) or "not UTF-8 text"
