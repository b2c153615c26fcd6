"""The companion's package on this machine's own Debian, booted: `make lab PART=boot` tries the rest, on other ones."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from systemd.package import debian as package
from systemd.pi_libraries import APART
from tests.lab.boot import story
from tests.lab.boot.booted import Booted, booted
from tests.lab.boot.commands import CommandFailed
from tests.lab.boot.own_root import own_root
from tests.lab.boot.root_folder import ROOT, copy_in
from tests.needs import NotHere

pytestmark = [
    pytest.mark.process,
    pytest.mark.slow,
    pytest.mark.needs("root", "systemd-nspawn", "ip", "nsenter", "journalctl", "dpkg-deb"),
]


@pytest.fixture
def deb(tmp_path: Path) -> Path:
    """The package as it is made, but quickly: not compressed."""
    folder, wheels = tmp_path / "laid", tmp_path / "wheels"
    folder.mkdir(mode=0o755)
    wheels.mkdir()
    own = [wheel for wheel in package.wheels_of_the_lock(wheels) if not wheel.name.startswith(f"{APART}-")]
    package.stage(ROOT, folder, "0.0.1", own)
    return package.build(folder, tmp_path, compression="none")


@pytest.fixture
def root() -> Iterator[Path]:
    with own_root() as folder:
        yield folder


@pytest.fixture
def system(root: Path, deb: Path) -> Iterator[Booted]:
    """The machine, booted without the companion: one that cannot do that is none to try it on."""
    copy_in(root, "srv/debs", [deb])
    _bring_libraries(root)
    with ExitStack() as stack:
        try:
            running = stack.enter_context(booted(root))
        except (CommandFailed, AssertionError, OSError) as failed:
            raise NotHere(f"this machine boots no container: {failed}") from failed
        yield running


def _bring_libraries(root: Path) -> None:
    """Put there what the package depends on and its self-test loads: no network leads to apt's packages."""
    if sys.version_info[:2] != (3, 11):
        raise NotHere("the libraries of these tests are not those of Debian 12's Python")
    place = root / "usr/lib/python3/dist-packages"
    for library in ("PIL", "cbor2"):
        (found,) = importlib.import_module(library).__path__
        shutil.copytree(found, place / library, dirs_exist_ok=True)
        for needed in Path(found).parent.glob("pillow.libs"):
            shutil.copytree(needed, place / needed.name, dirs_exist_ok=True)
    (place / "spidev.py").write_text("# a stand-in: there is no bus to open\n")


def test_package_comes_up_as_a_service_with_its_parts_missing_and_goes_down_in_peace(system: Booted, deb: Path) -> None:
    # Without the packages that it depends on: no network leads to them.
    system.run("dpkg", "--force-depends", "--install", f"/srv/debs/{deb.name}")
    assert story.is_up(system)
    _wrong_configuration_stays_down(system)
    system.run("systemctl", "poweroff")
    story.has_ended_in_peace(system)


def _wrong_configuration_stays_down(system: Booted) -> None:
    config = system.folder / story.CONFIG.lstrip("/")
    right = config.read_text()
    config.write_text(right + "\nkitt = 1\n")
    system.fails("systemctl", "restart", story.SERVICE)
    shown = system.shows(story.SERVICE, "ActiveState", "ExecMainStatus")
    assert shown == {"ActiveState": "failed", "ExecMainStatus": "78"}
    config.write_text(right)
    system.run("systemctl", "reset-failed", story.SERVICE)
    system.run("systemctl", "start", story.SERVICE)
