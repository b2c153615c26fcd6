"""Install the package on ARM and run tests there; see 32-bit and old systems refused: python -m tests.lab.arm.

Needs root, mmdebstrap and qemu-user-static with binfmt_misc. Emulated, it takes an hour and more.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from companion.shelf.shelf import boxes
from systemd.package import debian as package
from systemd.pi_libraries import APT
from tests.lab.boot.commands import run
from tests.lab.boot.root_folder import PACKAGES, ROOT, Debian, copy_in, in_root, prepare_checkout, unpacked
from tests.lab.boot.story import CHECKOUT
from tests.lab.boot.told import Told

ARM_64: Final = Debian("bookworm", "arm64", (*PACKAGES, "systemd"))
ARM_32: Final = Debian("bookworm", "armhf", ("python3",))
PYTHON: Final = ("env", "PYTHONPATH=/usr/lib/hansa-companion", "/tests/bin/python")
# What the tests want beyond what a Pi has.
FOR_TESTS: Final = ("pytest", "pytest-randomly", "pytest-timeout", "pytest-xdist", "hypothesis", "fakeredis", "httpx")


class Suite(NamedTuple):
    """Tests that are run there."""

    what: str
    tests: tuple[str, ...]


SUITES: Final = {
    "ports": Suite("the contract of every port", ("tests/hardware/test_port_contract.py",)),
    "journals": Suite(
        "the contract of every journal", ("tests/companion/journal/test_journal_contract.py", "-m", "not redis")
    ),
    **{box.id: Suite(f"the rules of {box.title}", (f"tests/companion/games/{box.id}/rules",)) for box in boxes()},
    "scenarios": Suite(
        "scenarios, without silicon and with it",
        tuple(sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/scenarios/**/test_scenarios.py"))),
    ),
    "games": Suite("the contract of every game", ("tests/companion/games/contract",)),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Try what was asked for; return 0 when everything held."""
    parts: dict[str, Callable[[Told, Path], None]] = {"armhf": _arm_32, "old": _old}
    known = ("arm64", *SUITES, *parts)
    parser = argparse.ArgumentParser(prog="python -m tests.lab.arm", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"any of {', '.join(known)}, arm64 for all in between; without: all"
    )
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.parts if name not in known]:
        parser.error(f"unknown part {', '.join(unknown)}; there are {', '.join(known)}")
    wanted = options.parts or known
    suites = [suite for name, suite in SUITES.items() if name in wanted or "arm64" in wanted]
    told = Told()
    with tempfile.TemporaryDirectory(prefix="arm-made-") as made:
        for name, part in parts.items():
            if name in wanted:
                part(told, Path(made))
        if suites:
            _arm_64(told, Path(made), suites)
    return told.end()


def _arm_64(told: Told, made: Path, suites: Sequence[Suite]) -> None:
    wheels = _wheels(made)
    with _system(ARM_64) as folder:
        prepare_checkout(folder, CHECKOUT, wheels)
        tell = partial(told.step, "Debian 12, arm64")
        tell("the machine is one", lambda: in_root(folder, "uname", "-m").strip())
        tell("make deb, with what is on a Pi", lambda: in_root(folder, "make", "--directory", f"/{CHECKOUT}", "deb"))
        tell("the package installs, with its self-test", partial(_install, folder))
        tell("the libraries of the lock load, with apt's compiled ones", partial(_libraries, folder))
        for suite in suites:
            tell(suite.what, partial(_test, folder, *suite.tests))


def _install(folder: Path) -> None:
    packages = sorted((folder / CHECKOUT / "dist").glob("*.deb"))
    said = in_root(folder, "dpkg", "--install", *(f"/{path.relative_to(folder)}" for path in packages))
    assert "== service" in said, said  # which comes after the self-test
    # For the tests, which are not part of it: their own libraries, next to those of the package and of apt.
    in_root(folder, "python3", "-m", "venv", "--system-site-packages", "/tests")


def _libraries(folder: Path) -> str:
    names = "PIL, cbor2, spidev, luma.oled.device, serial, gpiozero, starlette, uvicorn, redis, segno, smbus2"
    told = f"import PIL, platform, sys, {names}; print(sys.version.split()[0], platform.machine(), PIL.__version__)"
    python, machine, pillow = in_root(folder, *PYTHON, "-P", "-c", told).split()
    assert machine == "aarch64", machine
    assert pillow == APT["pillow"].oldest, pillow
    return f"Python {python}, {machine}, Pillow {pillow}"


def _test(folder: Path, *tests: str) -> str:
    """Run tests in the environment that was installed, and give pytest's own sum."""
    pip = (*PYTHON, "-m", "pip", "install", "--quiet", "--no-index", "--find-links", "/srv/wheels", *FOR_TESTS)
    in_root(folder, *pip)
    # Emulated, everything takes longer; whoever measures time is measured elsewhere.
    pytest = f"{' '.join(PYTHON)} -m pytest -q -p no:cacheprovider --timeout 3000"
    command = f"cd /{CHECKOUT} && {pytest} {' '.join(map(repr, tests))}"
    said = in_root(folder, "sh", "-c", command)
    return said.strip().splitlines()[-1].strip("= ")


def _arm_32(told: Told, made: Path) -> None:
    (made / "pure").mkdir()
    packages = package.make(made / "debs", package.wheels_of_the_lock(made / "pure"))
    with _system(ARM_32) as folder:
        copy_in(folder, "srv/debs", packages)
        told.step("Debian 12, armhf", "the package is refused in one line", partial(_refused, folder, packages[0].name))


def _old(told: Told, made: Path) -> None:
    (made / "pure").mkdir(exist_ok=True)
    packages = package.make(made / "debs", package.wheels_of_the_lock(made / "pure"))
    # Its age does not depend on its architecture.
    old = Debian("bullseye", run("dpkg", "--print-architecture").strip(), ("python3",))
    with _system(old) as folder:
        copy_in(folder, "srv/debs", packages)
        told.step(
            f"Debian 11, {old.architecture}", "apt refuses the package", partial(_too_old, folder, packages[0].name)
        )


def _too_old(folder: Path, name: str) -> str:
    before = _listing(folder)
    said = in_root(folder, "apt-get", "install", "--yes", f"/srv/debs/{name}", check=False)
    (line,) = [line.strip() for line in said.splitlines() if "python3 (>= 3.11)" in line]
    assert _listing(folder) == before
    return line


def _refused(folder: Path, name: str) -> str:
    before = _listing(folder)
    said = in_root(folder, "dpkg", "--force-depends", "--install", f"/srv/debs/{name}", check=False)
    (line,) = [line for line in said.splitlines() if line.startswith("hansa-companion: ")]
    assert "32-bit" in line, said
    assert _listing(folder) == before
    return line


def _listing(folder: Path) -> str:
    places = [str(folder / name) for name in ("etc", "usr", "opt", "boot")]
    return run("find", *places, "-not", "-path", "*/__pycache__*", "-printf", "%p %s %y %T@\n")


@contextmanager
def _system(debian: Debian) -> Iterator[Path]:
    """Unpack a system, with what its programs ask of the kernel."""
    with unpacked(debian) as folder:
        mounts = {"proc": folder / "proc", "devpts": folder / "dev/pts"}  # a line to a Pico is a terminal
        with ExitStack() as stack:
            for kind, place in mounts.items():
                run("mount", "-t", kind, kind, str(place))
                stack.callback(run, "umount", "--recursive", str(place))
            yield folder


def _wheels(made: Path) -> list[Path]:
    """Fetch the lock's wheels by their hashes, and what the tests want, all for ARM."""
    folder = made / "wheels"
    folder.mkdir()
    package.wheels_of_the_lock(folder)
    return package.fetch(_closure(FOR_TESTS), folder, package.PYTHONS[0])


def _closure(names: Sequence[str]) -> list[str]:
    """Return what these ask for in turn, in the versions that the tests run with."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
        + ["--constraint", str(ROOT / "requirements.lock"), *names],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [f"{one['metadata']['name']}=={one['metadata']['version']}" for one in json.loads(told)["install"]]


if __name__ == "__main__":
    sys.exit(main())
