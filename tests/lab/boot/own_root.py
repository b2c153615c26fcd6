"""This machine's own Debian 12 as a root folder: laid over in memory, without its services, and gone afterwards.

Making a root folder takes most of a minute, this none, so that one boot can be part of every run of the tests. What the
machine lacks of what a Pi has, the companion's packages among it, is missing there as well.
"""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.lab.boot.commands import CommandFailed, run
from tests.needs import NotHere

SYSTEMD: Final = Path("/lib/systemd/systemd")
UNITS: Final = ("etc/systemd/system", "lib/systemd/system/multi-user.target.wants")
# What else is of this machine, and must not reach the other.
OWN_FILES: Final = ("etc/machine-id", "etc/pip.conf")
# Asked for by the package; without devices nothing is asked of it.
STAND_IN: Final = "usr/bin/udevadm"


@contextmanager
def own_root() -> Iterator[Path]:
    """Lay a folder over this machine's root; raise NotHere where that cannot be."""
    _needs_debian_12()
    with ExitStack() as stack:
        # No link in its path, and a short one: sockets have their place in it.
        base = Path(stack.enter_context(TemporaryDirectory(prefix="boot-", dir="/var/tmp", ignore_cleanup_errors=True)))
        folders = {name: base / "laid" / name for name in ("upper", "work", "root")}
        (base / "laid").mkdir()
        _mount(stack, "tmpfs", base / "laid")
        for folder in folders.values():
            folder.mkdir()
        layers = f"lowerdir=/,upperdir={folders['upper']},workdir={folders['work']}"
        _mount(stack, "overlay", folders["root"], "-o", layers)
        _without_services(folders["root"])
        yield folders["root"]


def _needs_debian_12() -> None:
    try:
        told = platform.freedesktop_os_release()
    except OSError:
        told = {}
    if (told.get("ID"), told.get("VERSION_ID")) != ("debian", "12") or not SYSTEMD.exists():
        raise NotHere("this machine is no Debian 12 with systemd; `make lab PART=boot` boots others")


def _mount(stack: ExitStack, kind: str, place: Path, *options: str) -> None:
    try:
        run("mount", "-t", kind, *options, kind, str(place))
    except CommandFailed as failed:
        raise NotHere(f"this machine may not mount {kind}: {failed}") from failed
    stack.callback(run, "umount", "--lazy", str(place))


def _without_services(root: Path) -> None:
    for name in UNITS:
        shutil.rmtree(root / name, ignore_errors=True)
        (root / name).mkdir(parents=True)
    (root / "etc/systemd/system/default.target").symlink_to("/lib/systemd/system/multi-user.target")
    for name in OWN_FILES:
        (root / name).unlink(missing_ok=True)
    (root / "var/log/journal").mkdir(parents=True, exist_ok=True)
    if not (root / STAND_IN).exists():
        (root / STAND_IN).symlink_to("true")
