"""Checks a machine before anything on it is changed, and says in one line what is wrong.

The programs on the disk count, not the kernel: a 32-bit Raspberry Pi OS runs on a 64-bit kernel, too, and then says
`aarch64` when it is asked.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from systemd.machine import InstallError, Machine

# Of an ELF file: what it begins with, and what the byte after that says.
_ELF: Final = b"\x7fELF"
_BITS: Final = {1: 32, 2: 64}
# Programs that every Debian has, none of them a link that leads out of a folder.
_PROGRAMS: Final = ("/usr/bin/dpkg", "/usr/bin/dash", "/bin/dash")

OLDEST_DEBIAN: Final = 12
NEEDED: Final = "Raspberry Pi OS Bookworm or Trixie, 64-bit (Debian 12 or 13)"
# Put there by the Debian package, which brings the same service in another way.
PACKAGED: Final = "/usr/lib/hansa-companion"
# A version takes about 60 MB and is made next to the one before; the system's packages and the games want some, too.
FREE: Final[Mapping[str, int]] = {"/opt": 300, "/var/lib": 50, "/boot/firmware": 1}


def require(machine: Machine, *, free: Callable[[Path], int] = lambda place: shutil.disk_usage(place).free) -> None:
    """Raise InstallError, with the one sentence that says why, if nothing can be installed on this machine."""
    if bits_of(machine) == 32:
        raise InstallError(
            f"this system is 32-bit, and what the companion needs is there for 64-bit only: put {NEEDED} on the card"
        )
    system, version = _system(machine)
    if system in ("debian", "raspbian") and version is not None and version < OLDEST_DEBIAN:
        raise InstallError(f"this system is Debian {version}, which is too old: put {NEEDED} on the card")
    if machine.at(PACKAGED).exists():
        raise InstallError(
            "the package hansa-companion is installed here: remove it first, with "
            "`sudo apt remove hansa-companion`; games and configuration stay"
        )
    for folder, megabytes in FREE.items():
        found = free(_nearest(machine.at(folder))) // 1_000_000
        if found < megabytes:
            raise InstallError(f"{folder}: {found} MB are free on this disk, and {megabytes} MB are needed")


def bits_of(machine: Machine) -> int | None:
    """Return how wide the programs on a disk are; None: there are none, as in a folder that becomes an image."""
    for path in _PROGRAMS:
        try:
            with machine.at(path).open("rb") as file:
                head = file.read(len(_ELF) + 1)
        except OSError:
            continue
        if head[:-1] == _ELF and head[-1] in _BITS:
            return _BITS[head[-1]]
    return None


def _system(machine: Machine) -> tuple[str, int | None]:
    """Return the name of the system and the number of its version, if it has one."""
    text = machine.text("/etc/os-release") or machine.text("/usr/lib/os-release") or ""
    told = {key: value.strip("\"'") for key, _, value in (line.partition("=") for line in text.splitlines())}
    number = told.get("VERSION_ID", "").partition(".")[0]
    return told.get("ID", ""), int(number) if number.isdecimal() else None


def _nearest(place: Path) -> Path:
    """Return the folder that a place would be made in."""
    return next(one for one in (place, *place.parents) if one.exists())
