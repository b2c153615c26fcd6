"""Makes and checks the Pi's lock: `python -m systemd.package.lock [--check]`.

Every library that an installation needs, by the metadata of each, is either in the lock, as a wheel that runs on every
machine, or one that apt brings compiled, in a version that is new enough. Nothing on a Pi is ever built from sources.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from email.parser import HeaderParser
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import parse_wheel_filename

from systemd.package.debian import PYTHONS, ROOT, LockError, fetch
from systemd.pi_libraries import APART, APT, LOCK, Pin, canonical, parse_lock

EXTRAS: Final = ("pi", "redis")
# colorzero names it, and does not use it.
_NO_LIBRARY: Final = "setuptools"
_HEAD: Final = "# What a Pi installs from Python's index, each for every machine; made by `make lock`.\n"


def wanted(project: Mapping[str, object], python: str) -> list[Requirement]:
    """Return what the companion itself asks for on a Pi."""
    asked: list[str] = [*project["dependencies"]]  # type: ignore[misc]
    extras: Mapping[str, list[str]] = project["optional-dependencies"]  # type: ignore[assignment]
    for extra in EXTRAS:
        asked += extras[extra]
    return [*needed(asked, python), Requirement(APART)]


def needed(asked: Iterable[str], python: str) -> list[Requirement]:
    """Leave out the requirements of a library that do not apply on a Pi with this Python."""
    there = {
        "python_full_version": python,
        "python_version": python.rpartition(".")[0],
        "platform_machine": "aarch64",
        "platform_system": "Linux",
        "sys_platform": "linux",
        "extra": "",
    }
    found = [one for one in map(Requirement, asked) if one.marker is None or one.marker.evaluate(there)]
    return [one for one in found if one.name != _NO_LIBRARY]


def walk(
    roots: Iterable[Requirement], lock: Mapping[str, Pin], asked_by: Mapping[str, Iterable[str]], python: str
) -> tuple[list[str], set[str]]:
    """Walk from what is wanted through what each asks for.

    Return a line for whatever is neither locked nor brought by apt in the version asked for, and what was met.
    """
    wrong: list[str] = []
    waiting = [("hansa-companion", one) for one in roots]
    seen: set[str] = set()
    while waiting:
        by, one = waiting.pop()
        name = canonical(one.name)
        have = APT[name].oldest if name in APT else lock[name].version if name in lock else ""
        if not have:
            wrong.append(f"{by} asks for {one}, which is neither in {LOCK} nor brought by apt")
        elif not one.specifier.contains(have, prereleases=True):
            wrong.append(f"{by} asks for {one}, and a Pi has {have}")
        if name in seen or name in APT or not have:
            continue
        seen.add(name)
        # What mfrc522 asks for does not work on a Pi 5, and rpi-lgpio stands in for it.
        waiting += [(one.name, each) for each in needed(asked_by.get(name, ()), python) if name != APART]
    return wrong, seen


def differing(lock: Mapping[str, Pin], tested: str) -> list[str]:
    """Return a line for every library whose version is another one than the tests run with."""
    versions = {canonical(name): version for name, _, version in (line.partition("==") for line in tested.splitlines())}
    return [
        f"{LOCK}: {pin.name} {pin.version}, but the tests run with {versions[name]}"
        for name, pin in lock.items()
        if versions.get(name, pin.version) != pin.version
    ]


def requirements(wheel: Path) -> list[str]:
    """Read what a wheel asks for."""
    with ZipFile(wheel) as archive:
        # Deeper ones belong to what a library brought along.
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA") and name.count("/") == 1]
        return HeaderParser().parsestr(archive.read(name).decode()).get_all("Requires-Dist") or []


def check(root: Path = ROOT) -> list[str]:
    """Fetch every wheel of the lock for both Pythons, by its hash; return what is wrong, a line each."""
    lock = parse_lock((root / LOCK).read_text(encoding="utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wrong = differing(lock, (root / "requirements.lock").read_text(encoding="utf-8"))
    used: set[str] = set()
    for python in PYTHONS:
        with tempfile.TemporaryDirectory(prefix="pi-lock-") as folder:
            wheels = fetch(map(str, lock.values()), Path(folder), python, "--require-hashes")
            wrong += [f"{wheel.name}: not for every machine" for wheel in wheels if not _is_pure(wheel)]
            asked = {canonical(parse_wheel_filename(wheel.name)[0]): requirements(wheel) for wheel in wheels}
        lacking, seen = walk(wanted(project, python), lock, asked, python)
        wrong += lacking
        used |= seen
    return [*wrong, *(f"{LOCK}: nobody asks for {name}" for name in sorted(set(lock) - used))]


def make(root: Path = ROOT) -> dict[str, Pin]:
    """Find what a Pi needs, in the versions that the tests run with, else the newest."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tested = {canonical(line.partition("==")[0]): line for line in (root / "requirements.lock").read_text().split()}
    lock: dict[str, Pin] = {}
    for python in PYTHONS:
        waiting = wanted(project, python)
        while waiting:
            one = waiting.pop()
            name = canonical(one.name)
            if name in lock or name in APT:
                continue
            with tempfile.TemporaryDirectory(prefix="pi-lock-") as folder:
                (wheel,) = fetch([tested.get(name, str(one))], Path(folder), python)
                if not _is_pure(wheel):
                    raise LockError(
                        f"{wheel.name}: not for every machine; it must come from apt (systemd/pi_libraries.py)"
                    )
                version = str(parse_wheel_filename(wheel.name)[1])
                lock[name] = Pin(one.name, version, (hashlib.sha256(wheel.read_bytes()).hexdigest(),))
                if name != APART:
                    waiting += needed(requirements(wheel), python)
    return dict(sorted(lock.items()))


def _is_pure(wheel: Path) -> bool:
    return all(tag.abi == "none" and tag.platform == "any" for tag in parse_wheel_filename(wheel.name)[3])


def main(arguments: list[str]) -> int:
    """Make the lock, or check the one that is there; return the exit code."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if not arguments:
            lines = [str(pin) for pin in make().values()]
            (ROOT / LOCK).write_text(_HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
            print(f"{LOCK}: {len(lines)} libraries")
        wrong = check()
    except (LockError, ValueError) as error:
        wrong = [str(error)]
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print(f"{LOCK}: every library is there for Python {' and '.join(PYTHONS)} on aarch64, as a wheel or from apt")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
