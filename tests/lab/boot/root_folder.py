"""Debian in a folder: made once from the machine's own apt sources, kept as an archive, and unpacked for each trial."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from systemd.pi_libraries import APT
from tests.lab.boot.commands import CommandFailed, run

ROOT: Final = Path(__file__).parents[3]
KEPT: Final = ROOT / "build/roots"
# What Raspberry Pi OS Lite has, and the companion's package asks for.
PACKAGES: Final = ("ca-certificates", "make", "python3", "python3-venv", "polkitd", "udev") + tuple(
    one.package for one in APT.values() if one.is_everywhere
)
BOOTING: Final = ("dbus", "iproute2", "systemd", "systemd-sysv")


class Debian(NamedTuple):
    """One system to make a folder of."""

    suite: str
    architecture: str
    packages: tuple[str, ...]
    purpose: str = ""  # tells archives with other packages apart

    @property
    def archive(self) -> Path:
        """Where it is kept."""
        return KEPT / f"{self.suite}-{self.architecture}{self.purpose}.tar"


def mirror() -> str:
    """Return where this machine's own packages of Debian come from; empty: wherever mmdebstrap takes them from."""
    told = run("apt-get", "indextargets", "--format", "$(ORIGIN) $(RELEASE) $(REPO_URI)", "Created-By: Packages")
    for origin, release, address in (line.split() for line in told.splitlines() if line.count(" ") == 2):
        if origin == "Debian" and "-" not in release:
            return address
    return ""


def make(debian: Debian) -> Path:
    """Make the archive, unless it is there."""
    if not debian.archive.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        part = debian.archive.with_suffix(".part.tar")
        command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--architectures={debian.architecture}"]
        # A mirror that is copied now and then has an expired Debian testing: signatures count, its age does not.
        command += ["--aptopt=Acquire::Check-Valid-Until false"]
        command += [f"--include={','.join(debian.packages)}", debian.suite, str(part)]
        run(*command, *filter(None, [mirror()]))
        part.replace(debian.archive)
    return debian.archive


@contextmanager
def unpacked(debian: Debian) -> Iterator[Path]:
    """Unpack the archive into a folder that is gone afterwards."""
    archive = make(debian)
    # No link in its path, and a short one: sockets have their place in it.
    with TemporaryDirectory(prefix="boot-", dir="/var/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name) / "root"
        folder.mkdir()
        run("tar", "--extract", "--numeric-owner", "--file", str(archive), "--directory", str(folder))
        yield folder


def copy_in(folder: Path, into: str, files: Iterable[Path]) -> None:
    """Put files into a folder of the system."""
    place = folder / into
    place.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copy(file, place)


def in_root(folder: Path, *command: str, check: bool = True) -> str:
    """Run a command in a system that is not booted; return what it said."""
    # Nothing of this machine's own settings, as those of pip, is for that one.
    clean = ("env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "HOME=/")
    try:
        return run("chroot", str(folder), *clean, *command)
    except CommandFailed as failed:
        if check:
            raise
        return failed.said


def prepare_checkout(folder: Path, into: str, wheels: Iterable[Path], commit: str = "") -> Path:
    """Put the files of this checkout there, as they are now or at a commit, with the wheels of its lock.

    The network of the system leads nowhere: its pip looks for the wheels alone.
    """
    copy_in(folder, "srv/wheels", wheels)
    (folder / "etc/pip.conf").write_text("[global]\nno-index = true\nfind-links = /srv/wheels\n")
    place = folder / into
    place.mkdir(parents=True)
    if commit:
        archive = subprocess.run(["git", "-C", str(ROOT), "archive", commit], check=True, capture_output=True).stdout
        subprocess.run(["tar", "--extract", "--directory", str(place)], check=True, input=archive)
        return place
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
    ).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
    return place
