"""The installed versions: each in a folder of its own, `current` pointing to the one in use.

    /opt/hansa-companion/
        versions/0.1.0-1/     a virtual environment with the companion in it, and what it was made from
        versions/0.2.0-2/
        current -> versions/0.2.0-2
        previous -> versions/0.1.0-1

A version that was not made to its end has no `made-from`, and never becomes current.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from systemd import own_code
from systemd.machine import InstallError, Machine
from systemd.pi_libraries import APT, LOCK

HOME: Final = Path("/opt/hansa-companion")
CURRENT: Final = HOME / "current"
STATE: Final = Path("/var/lib/hansa-companion")
PREVIOUS: Final = HOME / "previous"
MADE_FROM: Final = "made-from"
# The libraries that bring pins and buses; asking for all of them at once shows whether the Pi is ready.
LIBRARIES: Final = ("spidev", "luma.oled.device", "serial", "gpiozero")
# The same for a system that has pins, as every Raspberry Pi OS.
WITH_PINS: Final = ("lgpio", "RPi.GPIO", "mfrc522")


class InUse:
    """The versions that are on one machine."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    @property
    def current(self) -> str:
        """The version in use, such as "versions/0.1.0-1"; empty: none."""
        return self._machine.linked(CURRENT)

    @property
    def previous(self) -> str:
        """The version before."""
        return self._machine.linked(PREVIOUS)

    def switch(self, name: str) -> None:
        """Use a version from now on, and remember which was used before."""
        before = self.current
        if before and before != name:
            self._machine.link(PREVIOUS, before)
        self._machine.link(CURRENT, name)

    def switch_back(self, name: str) -> None:
        """Use the earlier version again; which one came before that is among the files that the caller restores."""
        self._machine.link(CURRENT, name)

    def is_whole(self, name: str) -> bool:
        """Return whether a version is there, and was made to its end."""
        return self._machine.at(HOME / name / MADE_FROM).is_file()

    def discard(self, name: str) -> None:
        """Take a version away that is not used."""
        self._machine.remove(HOME / name)

    def prune(self) -> None:
        """Take all versions away but the one in use and the one before."""
        kept = {self.current, self.previous}
        for folder in sorted(self._machine.at(HOME / "versions").glob("*")):
            if f"versions/{folder.name}" not in kept:
                self.discard(f"versions/{folder.name}")


class Versions(InUse):
    """Those, and the next one, which is made from a checkout."""

    def __init__(self, machine: Machine, sources: Path, python: str = "/usr/bin/python3") -> None:
        super().__init__(machine)
        self._sources, self._python = sources, python
        self._project = tomllib.loads((sources / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    def is_up_to_date(self) -> bool:
        """Return whether the version in use was made from the sources as they are."""
        return bool(self.current) and self._machine.text(CURRENT / MADE_FROM) == self._fingerprint()

    def make_fit(self, config: str) -> str:
        """Make a version that passes its self-test; one that does not is taken away again."""
        name = self._make()
        if not self._is_fit(name, config):
            self.discard(name)
            raise InstallError(f"{name} fails its self-test and was not taken into use")
        return name

    def _make(self) -> str:
        """Make a version from the sources, next to the others; return its name."""
        name = f"versions/{self._project['version']}-{self._next_number()}"
        folder = HOME / name
        self._machine.say(f"making {folder}")
        if not self._machine.is_dry:
            self._machine.folder(self._machine.at(folder.parent))
        place = str(self._machine.at(folder))
        python = f"{place}/bin/python"
        # As locked, and as wheels: a Pi has no compiler. mfrc522 comes without what it asks for, RPi.GPIO, which does
        # not work on a Pi 5, and must not be installed next to rpi-lgpio.
        pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-warn-script-location")
        locked = ("--no-deps", "--only-binary=:all:", "--require-hashes", "--requirement", str(self._sources / LOCK))
        try:
            # What is compiled comes from apt.
            self._machine.command(self._python, "-m", "venv", "--system-site-packages", place)
            self._machine.command(*pip, *locked)
            self._copy_own_code(place)
            self._machine.command(python, "-m", "compileall", "-q", place)
            # Thousands of files, all on the disk before it is said that they are whole.
            self._machine.command("sync", "--file-system", place)
        except InstallError:
            self.discard(name)
            raise
        self._machine.put(folder / MADE_FROM, self._fingerprint())
        return name

    def _copy_own_code(self, place: str) -> None:
        self._machine.say("  our own code")
        if self._machine.is_dry:
            return
        packages = next(Path(place).glob("lib/python3.*/site-packages"), None)
        if packages is None:
            raise InstallError(f"{place}: {self._python} -m venv made no environment here")
        try:
            own_code.copy(self._sources, packages, self._project["version"], folder=self._machine.folder)
        except OSError as error:
            raise InstallError(f"{error.filename}: cannot be written: {error.strerror}") from error

    def _is_fit(self, name: str, config: str) -> bool:
        """Let a version test itself: read the configuration in force, play a game, load the libraries."""
        self._machine.say(f"self-test of {name}")
        # The pieces in the service's state folder are a part of what is in force.
        state = f"STATE_DIRECTORY={self._machine.at(STATE)}"
        python = ("env", state, str(self._machine.at(HOME / name / "bin" / "python")))
        tests: list[tuple[str, ...]] = [
            ("-P", "-m", "companion", "config", "--json", "--config", str(self._machine.at(config))),
            ("-P", "-m", "companion", "simulate", "--games", "1", "--json"),
        ]
        if self._machine.is_live:
            tests.append(("-P", "-c", f"import {', '.join(LIBRARIES)}"))
            if self._machine.ask("dpkg-query", "--status", APT["lgpio"].package):
                # In our own way, for it would leave a pipe where it is imported.
                first = "from hardware.gpio.lgpio_library import import_lgpio; import_lgpio()"
                tests.append(("-P", "-c", f"{first}; import {', '.join(WITH_PINS)}"))
        return all(self._machine.try_command(*python, *test) for test in tests)

    def _next_number(self) -> int:
        folders = self._machine.at(HOME / "versions").glob("*-*")
        numbers = [int(tail) for folder in folders if (tail := folder.name.rpartition("-")[2]).isdecimal()]
        return max(numbers, default=0) + 1

    def _fingerprint(self) -> str:
        return own_code.fingerprint(self._sources, "pyproject.toml", LOCK)
