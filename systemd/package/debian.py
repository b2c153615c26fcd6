"""Makes the Debian packages: `python -m systemd.package.debian [FOLDER]`, or `make deb`.

Two packages for every machine, which ask for nothing from a network when they are installed: `hansa-companion`, with
our own code and the libraries of the lock that run anywhere, and `hansa-companion-mfrc522`, which is under the GPL and
therefore apart. What is compiled, and so differs from machine to machine, they leave to the system's packages. Making
them takes a Python with pip, and dpkg-deb: a Pi can do it, too.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from email.utils import formatdate
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZipFile

from companion.running.commit import FILE as COMMIT_FILE
from companion.running.commit import head_of
from systemd.fitting import FILES, HUB, PHONES, PHONES_SERVICE, SERVICE
from systemd.pi_libraries import APART, APT, LOCK, canonical, parse_lock

NAME: Final = "hansa-companion"
# With what sets the package up.
PACKAGES: Final = ("companion", "hardware", "firmware", "wiring", "systemd")
_MADE: Final = {"__pycache__", "node_modules"}
ROOT: Final = Path(__file__).parents[2]
NAME_APART: Final = f"{NAME}-{APART}"
LIBRARY: Final = f"usr/lib/{NAME}"
MAINTAINER: Final = "The Hansa companion authors <nobody@localhost>"
SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm")
_OWN_FILES: Final = Path(__file__).parent / "files"
# Complaints of lintian that we do not follow, with the reason.
_OVERRIDES: Final = """# Libraries are shipped as their authors made them; none of their files is run as a program.
{package}: unusual-interpreter
# Whoever builds the package is not known to it.
{package}: bogus-mail-host
{package}: bogus-mail-host-in-debian-changelog
"""
_OWN_OVERRIDES: Final = """# --help tells it all.
{package}: no-manual-page
# The version before must have stopped before the next one copies its games.
{package}: maintainer-script-calls-systemctl
"""
UNITS: Final = (SERVICE, HUB, PHONES, PHONES_SERVICE)
# The Pythons of Debian 12 and 13.
PYTHONS: Final = ("3.11.2", "3.13.5")
# What manylinux wheels may ask for there: Debian 12 has glibc 2.36.
_PLATFORMS: Final = tuple(f"manylinux_2_{minor}_aarch64" for minor in (36, 34, 31, 28, 27, 17)) + ("linux_aarch64",)


def code_files(sources: Path, packages: tuple[str, ...] = PACKAGES) -> Iterator[Path]:
    """Yield every file of the packages, relative to the checkout, in order."""
    for package in packages:
        for path in sorted((sources / package).rglob("*")):
            relative = path.relative_to(sources)
            if path.is_file() and not _MADE.intersection(relative.parts):
                yield relative


def documents(sources: Path) -> Iterator[Path]:
    """Yield what there is to read, relative to the checkout: the README and the pages that it leads to."""
    for path in sorted((*sources.glob("*.md"), *sources.glob("docs/**/*.md"))):
        yield path.relative_to(sources)


def copy_code(
    sources: Path, into: Path, version: str, *, folder: Callable[[Path], None], packages: tuple[str, ...] = PACKAGES
) -> None:
    """Copy the packages, readable by all whatever the mask; `folder` makes a folder that may be missing.

    Nothing is built: a Pi then needs no tool that builds wheels, of which there is none in its lock.
    """
    for relative in code_files(sources, packages):
        place = into / relative
        folder(place.parent)
        shutil.copyfile(sources / relative, place)
        place.chmod(0o755 if (sources / relative).stat().st_mode & 0o100 else 0o644)
    if commit := head_of(sources):  # else a source archive, which has brought the file along
        place = into / "companion" / COMMIT_FILE
        place.write_text(f"{commit}\n", encoding="ascii")
        place.chmod(0o644)
    # The companion asks for its version as every Python package is asked (PEP 376).
    about = into / f"{NAME.replace('-', '_')}-{version}.dist-info"
    folder(about)
    for name, text in {
        "METADATA": f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version}\n",
        "INSTALLER": f"{NAME}\n",
    }.items():
        (about / name).write_text(text, encoding="utf-8")
        (about / name).chmod(0o644)


class LockError(Exception):
    """The lock is not what a Pi needs, or cannot be fetched; the message is one line."""


class Placed(NamedTuple):
    """A file of ours, and its place in the package."""

    source: Path
    path: str
    mode: int = 0o644


PLACED: Final = (
    Placed(FILES / "sysusers.conf", "usr/lib/sysusers.d/hansa-companion.conf"),
    Placed(FILES / "modules.conf", "usr/lib/modules-load.d/hansa-companion.conf"),
    Placed(FILES / "watchdog.conf", "usr/lib/systemd/system.conf.d/50-hansa-companion.conf"),
    Placed(FILES / "70-hansa-companion-pico.rules", "usr/lib/udev/rules.d/70-hansa-companion-pico.rules"),
    Placed(FILES / "60-hansa-companion-power.rules", "usr/share/polkit-1/rules.d/60-hansa-companion-power.rules"),
    Placed(FILES / "60-hansa-companion-reader.rules", "usr/share/polkit-1/rules.d/60-hansa-companion-reader.rules"),
    Placed(_OWN_FILES / "hansa-companion", "usr/bin/hansa-companion", 0o755),
    Placed(_OWN_FILES / "hansa-companion-setup", "usr/sbin/hansa-companion-setup", 0o755),
)


def stage(root: Path, folder: Path, version: str, wheels: Iterable[Path]) -> None:
    """Lay out the companion's package in an empty folder."""
    library = folder / LIBRARY
    copy_code(root, library, version, folder=_folder)
    shutil.rmtree(library / "systemd/package")
    for wheel in wheels:
        unpack(wheel, library)
    for placed in PLACED:
        _put(folder / placed.path, placed.source.read_bytes(), placed.mode)
    for unit in UNITS:
        _put(folder / f"usr/lib/systemd/system/{unit}", (FILES / unit).read_bytes())
    for document in documents(root):
        _put(folder / "usr/share/doc" / NAME / document, (root / document).read_bytes())
    _put(folder / f"usr/share/doc/{NAME}/copyright", copyright_text(root, wheels).encode())
    _changelog(folder, NAME, version)
    _overrides(folder, NAME, _OVERRIDES + _OWN_OVERRIDES)
    for script in SCRIPTS:
        _put(folder / f"DEBIAN/{script}", (_OWN_FILES / script).read_bytes(), 0o755)
    everywhere = [one.package for one in APT.values() if one.is_everywhere]
    _control(
        folder,
        Package=NAME,
        Version=version,
        Depends=", ".join(["python3 (>= 3.11)", "python3 (<< 3.14)", *everywhere, "systemd (>= 252)", "udev"]),
        # Debian 12 has no lgpio, Raspberry Pi OS has; without it, and without the pad's library, the table says so.
        Recommends=", ".join([*(one.package for one in APT.values() if not one.is_everywhere), NAME_APART, "polkitd"]),
        Suggests="redis-server, pcscd, python3-pyscard",
        Description="referee and scorekeeper for board games\n"
        " A Raspberry Pi sits next to the cardboard, sees tagged pieces and buttons,\n"
        " checks every move against the rules, lights lamps, shows on a small screen\n"
        " what is owed, keeps the score and remembers the game through a power cut.\n"
        " .\n"
        " Libraries written in Python come with it; nothing is fetched when it is\n"
        " installed.",
    )


def stage_apart(folder: Path, version: str, wheel: Path) -> None:
    """Lay out the package of the library that is under the GPL."""
    unpack(wheel, folder / LIBRARY)
    _put(folder / f"usr/share/doc/{NAME_APART}/copyright", _APART_COPYRIGHT.encode())
    _changelog(folder, NAME_APART, version)
    _overrides(folder, NAME_APART, _OVERRIDES)
    _control(
        folder,
        Package=NAME_APART,
        Version=version,
        Depends="python3 (>= 3.11), python3-spidev",
        Enhances=NAME,
        Description="driver of the Hansa companion's pad\n"
        " The package mfrc522 from Python's index, unchanged, which moves the\n"
        " registers of the reader that pieces are tapped on. It is under the GNU\n"
        " General Public License, version 3, and therefore apart from the companion,\n"
        " which works without it, but for the pad.",
    )


def members(archive: ZipFile) -> list[str]:
    """Return the files of a wheel that are installed: with what it says of itself, by which libraries are found."""
    return [
        name
        for name in archive.namelist()
        if not name.endswith(("/", "/RECORD", "/WHEEL"))
        # No commands, and nothing that was compiled for one Python.
        and ".data/" not in name
        and "__pycache__" not in name
        # Some wheels bring a folder of tests, in whose way another's would be.
        and name.partition("/")[0] not in ("tests", "test", "docs", "examples")
    ]


def unpack(wheel: Path, folder: Path) -> None:
    """Unpack a wheel."""
    with ZipFile(wheel) as archive:
        for name in members(archive):
            _put(folder / name, archive.read(name))


def copyright_text(root: Path, wheels: Iterable[Path]) -> str:
    """Return Debian's copyright file: who owns our files and each library's, with the licence from LICENCES.md."""
    licences = {}
    for line in (root / "LICENCES.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 3:
            licences[canonical(cells[0])] = cells[1]
    mit = (root / "LICENSE").read_text(encoding="utf-8").strip()
    text = (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Upstream-Name: hansa-companion\n\n"
        "Files: *\nCopyright: The Hansa companion authors\nLicense: MIT\n"
        + "".join(f" {line}\n" if line else " .\n" for line in mit.splitlines())
        + "\n"
    )
    for wheel in wheels:
        name = canonical(_name_and_version(wheel)[0])
        with ZipFile(wheel) as archive:
            tops = sorted({member.partition("/")[0] for member in members(archive)})
            shown = [member for member in members(archive) if "licen" in member.lower() and ".dist-info/" in member]
            full = archive.read(shown[0]).decode() if shown else "The licence's text is in the file METADATA.\n"
        paths = " ".join(f"/{LIBRARY}/{top}{'' if '.' in top and 'info' not in top else '/*'}" for top in tops)
        text += f"Files: {paths}\nCopyright: the authors of {name}, as its METADATA says\n"
        text += f"License: {licences[name]}-{name}\n"
        text += "".join(f" {line.rstrip()}\n" if line.strip() else " .\n" for line in full.splitlines()) + "\n"
    return text


_APART_COPYRIGHT: Final = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: mfrc522

Files: *
Copyright: 2018 Mario Gomez, Simon Monk, Pi My Life Up and others, as its METADATA says
License: GPL-3
 This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public
 License, version 3, as published by the Free Software Foundation. What is installed is its source.
 .
 On Debian systems the whole text is in /usr/share/common-licenses/GPL-3.
"""


def build(folder: Path, into: Path, compression: str = "xz") -> Path:
    """Make the package of a folder that was laid out; every file belongs to root, and has the time of the sources."""
    control = (folder / "DEBIAN/control").read_text(encoding="utf-8")
    told = dict(line.split(": ", 1) for line in control.splitlines() if ": " in line and not line.startswith(" "))
    package = into / f"{told['Package']}_{told['Version']}_all.deb"
    into.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch())}
    command = ["dpkg-deb", "--root-owner-group", f"-Z{compression}", "--build", str(folder), str(package)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return package


def epoch(root: Path = ROOT) -> int:
    """Return the time of the last commit, so that the same sources give the same package; else of the first version."""
    told = ""
    if shutil.which("git"):  # a Pi has none
        command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
        told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return int(told) if told.isdecimal() else 1_767_225_600


def fetch(pins: Iterable[str], folder: Path, python: str, *options: str) -> list[Path]:
    """Download wheels for a Pi with this Python, none of them built from sources."""
    listed = folder / "wanted.txt"
    listed.write_text("".join(f"{pin}\n" for pin in pins), encoding="utf-8")
    platforms = [word for one in _PLATFORMS for word in ("--platform", one)]
    version = python.rpartition(".")[0]
    abis = [word for one in (f"cp{version.replace('.', '')}", "abi3", "none") for word in ("--abi", one)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", *platforms, *abis, "--python-version", version, "--implementation", "cp"]
    done = subprocess.run(
        [*command, *options, "--dest", str(folder), "--requirement", str(listed)],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or done.stderr.splitlines()
        raise LockError(f"Python {version}, aarch64: {said[-1] if said else 'pip failed'}")
    return sorted(folder.glob("*.whl"))


def wheels_of_the_lock(folder: Path, root: Path = ROOT) -> list[Path]:
    """Fetch the libraries of the lock into an empty folder, each by its hash."""
    pins = parse_lock((root / LOCK).read_text(encoding="utf-8"))
    return fetch(map(str, pins.values()), folder, PYTHONS[0], "--require-hashes")


def make(into: Path, wheels: Sequence[Path], *, root: Path = ROOT, version: str = "") -> list[Path]:
    """Make both packages from the wheels of the lock."""
    version = version or tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    (apart,) = [wheel for wheel in wheels if wheel.name.startswith(f"{APART}-")]
    with tempfile.TemporaryDirectory(prefix="deb-") as name:
        folder = Path(name)
        for part in (NAME, NAME_APART):
            (folder / part).mkdir()
        stage(root, folder / NAME, version, [wheel for wheel in wheels if wheel != apart])
        stage_apart(folder / NAME_APART, _name_and_version(apart)[1], apart)
        return [build(folder / part, into) for part in (NAME, NAME_APART)]


def _control(folder: Path, **fields: str) -> None:
    kilobytes = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // 1024
    common = {"Architecture": "all", "Maintainer": MAINTAINER, "Section": "misc", "Priority": "optional"}
    description = fields.pop("Description")
    ordered = {**fields, **common, "Installed-Size": str(kilobytes), "Description": description}
    _put(folder / "DEBIAN/control", "".join(f"{key}: {value}\n" for key, value in ordered.items()).encode())


def _changelog(folder: Path, name: str, version: str) -> None:
    text = f"{name} ({version}) stable; urgency=medium\n\n  * See CHANGELOG.md of hansa-companion.\n\n"
    text += f" -- {MAINTAINER}  {formatdate(epoch())}\n"
    _put(folder / f"usr/share/doc/{name}/changelog.gz", gzip.compress(text.encode(), 9, mtime=0))


def _overrides(folder: Path, name: str, text: str) -> None:
    _put(folder / f"usr/share/lintian/overrides/{name}", text.format(package=name).encode())


def _put(place: Path, content: bytes, mode: int = 0o644) -> None:
    _folder(place.parent)
    place.write_bytes(content)
    place.chmod(mode)


def _folder(place: Path) -> None:
    for one in reversed((place, *place.parents)):
        if not one.is_dir():
            one.mkdir()
            one.chmod(0o755)


def _name_and_version(wheel: Path) -> tuple[str, str]:
    """Read them in the name of a wheel, in which neither has a hyphen."""
    name, version, *_ = wheel.name.split("-")
    return name, version


def main(arguments: Sequence[str]) -> int:
    """Make the packages; return the exit code."""
    try:
        with tempfile.TemporaryDirectory(prefix="wheels-") as folder:
            wheels = wheels_of_the_lock(Path(folder))
            for package in make(Path(arguments[0] if arguments else ROOT / "dist"), wheels):
                print(f"{package}: {package.stat().st_size / 1e6:.2f} MB")
    except (LockError, ValueError) as error:
        print(f"systemd.package.debian: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
