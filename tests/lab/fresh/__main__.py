"""The README's commands in a fresh clone on a bare Debian: python -m tests.lab.fresh [12] [13] [testing].

Needs root, mmdebstrap, systemd-nspawn and a network. Debian 12 and 13 have git, make, python3 and ca-certificates, and
nothing else: `make play` until the first move is kept, then `make test`. Debian testing has the newest Pythons: there
everything is tested that needs no second program, on each of them. Prints how long each part took, how many tests
passed, and which were left out and why. What the tests say can be read in build/fresh while they run. Where everything
held, the commit is noted there, too: `make release` asks for it.
"""

from __future__ import annotations

import argparse
import re
import socket
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.lab.boot.__main__ import SUITES
from tests.lab.boot.commands import CommandFailed, run
from tests.lab.boot.root_folder import ROOT, Debian, unpacked

BARE: Final = ("ca-certificates", "git", "make", "python3")
NEWEST: Final = ("3.14", "3.15")
TESTING: Final = Debian("testing", "", (*BARE, *(f"python{version}-venv" for version in NEWEST)), "-newest")
SYSTEMS: Final = (*SUITES, TESTING.suite)
CERTIFICATES: Final = "etc/ssl/certs/ca-certificates.crt"
LOCALHOST: Final = "127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n"
WITHIN_S: Final = 5400.0
NOTES: Final = ROOT / "build/fresh"  # of each system, the commit on which everything held
# The network of this machine may want certificates of its own, which pip and npm are told of.
_BEGIN: Final = f"""
set -e
export HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PIP_DISABLE_PIP_VERSION_CHECK=1
export PIP_CERT=/{CERTIFICATES} NODE_EXTRA_CA_CERTS=/{CERTIFICATES}
# Not in a home: tests play other users, who must be able to read the clone.
cd /srv
"""
_PLAY: Final = """
began=$(date +%s.%N)
git -c safe.directory='*' clone --quiet file:///srv/source hansa
cd hansa
cloned=$(date +%s.%N)
printf 'format = 1\\n[web]\\nport = {port}\\n' > hansa.toml
make play >/tmp/play.log 2>&1 &
moved=$(python3 tests/lab/fresh/mover.py http://127.0.0.1:{port})
kill $(jobs -p) || true
wait || true
rm hansa.toml
echo moments $began $cloned $moved
"""
_TEST: Final = "cd hansa && make test 2>&1"
# Of the libraries for hardware, those that any Python runs; no browser, server or second program; no drawings, whose
# libraries have no wheel for the newest Python, and no compiler for MicroPython.
_NEWEST: Final = """
[ -d hansa ] || git -c safe.directory='*' clone --quiet file:///srv/source hansa
cd hansa
PYTHON=python{version} tools/make-venv .venv-{version} pure,demo
install=".venv-{version}/bin/python -m pip install --quiet --constraint requirements.lock"
$install httpx babel packaging gpiozero luma.oled pyserial build hatchling
$install --no-deps mfrc522
.venv-{version}/bin/python -m pytest -q -n 2 -p no:cacheprovider -m "not (browser or redis or micropython or fault)" \\
    --ignore=tests/wiring --ignore=tests/test_needs.py --ignore=tests/firmware/test_micropython.py \\
    tests companion 2>&1
"""


class Waited(NamedTuple):
    """How long each part of it took, in seconds."""

    clone: float
    page: float
    move: float


class Counted(NamedTuple):
    """What runs of pytest say at their ends, added up."""

    passed: int
    failed: int
    left_out: Counter[str]  # why, and how often


def parse_moments(said: str) -> Waited:
    """Read the moments that were noted: begun, cloned, the page there, the move kept."""
    (line,) = (line for line in said.splitlines() if line.startswith("moments "))
    began, cloned, there, moved = map(float, line.split()[1:])
    return Waited(cloned - began, there - cloned, moved - there)


def parse_counts(said: str) -> Counted:
    """Add up what every run of pytest counted, with the reasons for what was left out."""
    numbers: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    for line in said.splitlines():
        if re.search(r"\d+ (?:passed|failed|errors?)\b.* in [\d.]+s", line):
            for number, what in re.findall(r"(\d+) (passed|failed|error)", line):
                numbers[what] += int(number)
        elif skipped := re.match(r"SKIPPED \[(\d+)\] (\S+?)(?::\d+)?: (.*)", line):
            left_out[f"{skipped[2]}: {skipped[3]}"] += int(skipped[1])
    return Counted(numbers["passed"], numbers["failed"] + numbers["error"], left_out)


def inside(folder: Path, script: str, log: Path | None = None) -> str:
    """Run a script in a system that is not booted; return what it said, which can be read in a log meanwhile."""
    nspawn = ("systemd-nspawn", "--quiet", "--pipe", "--register=no", "--keep-unit", f"--bind-ro={ROOT}:/srv/source")
    return run(*nspawn, f"--directory={folder}", "bash", "-c", _BEGIN + script, within_s=WITHIN_S, log=log)


def play(folder: Path) -> Waited:
    """Clone, play and move once in a system, as somebody who has just read the README."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return parse_moments(inside(folder, _PLAY.format(port=port)))


def tell_tests(where: str, folder: Path, script: str) -> bool:
    """Run tests in a system, and tell of them; return whether they held."""
    began = time.monotonic()
    NOTES.mkdir(parents=True, exist_ok=True)
    try:
        said, is_good = inside(folder, script, NOTES / (re.sub(r"\W+", "-", where) + ".log")), True
    except CommandFailed as failed:
        said, is_good = failed.said, False
    counted = parse_counts(said)
    verdict = "all held" if is_good and counted.passed and not counted.failed else "FAILED"
    print(
        f"{where}: {verdict}: {counted.passed:,} passed, {counted.failed} failed, {counted.left_out.total()} left out, "
        f"in {(time.monotonic() - began) / 60:.1f} min"
    )
    for why, number in counted.left_out.most_common():
        print(f"    left out: {number} × {why}")
    if verdict == "FAILED":
        print("\n".join(said.splitlines()[-60:]), file=sys.stderr)
    sys.stdout.flush()
    return verdict != "FAILED"


def complete(folder: Path) -> None:
    """Give a system the certificates of this machine's network, and the name that the installer of Debian 12 writes."""
    (folder / CERTIFICATES).write_bytes(Path("/", CERTIFICATES).read_bytes())
    hosts = folder / "etc/hosts"
    if not hosts.exists():
        hosts.write_text(LOCALHOST)


def try_bare(version: str, architecture: str) -> bool:
    """Type both commands of the README on one Debian."""
    with unpacked(Debian(SUITES[version], architecture, BARE, "-bare")) as folder:
        complete(folder)
        waited = play(folder)
        print(
            f"Debian {version}, make play: clone {waited.clone:.1f} s, until the page is there {waited.page:.1f} s, "
            f"until the move is kept {waited.move:.1f} s, all {sum(waited):.1f} s",
            flush=True,
        )
        return note(version, commit_in(folder), held=tell_tests(f"Debian {version}, make test", folder, _TEST))


def try_newest(architecture: str) -> bool:
    """Test on the newest Pythons."""
    with unpacked(TESTING._replace(architecture=architecture)) as folder:
        complete(folder)
        held = [tell_tests(f"Python {version}", folder, _NEWEST.format(version=version)) for version in NEWEST]
        return note(TESTING.suite, commit_in(folder), held=all(held))


def note(system: str, commit: str, *, held: bool) -> bool:
    """Note on which commit a system held, or that it did not; return that."""
    NOTES.mkdir(parents=True, exist_ok=True)
    (NOTES / system).write_text(f"{commit}\n" if held else "")
    return held


def commit_in(folder: Path) -> str:
    """Return the commit that was cloned."""
    return run("git", "-c", "safe.directory=*", "-C", str(folder / "srv/hansa"), "rev-parse", "HEAD").strip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Try every system asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.fresh", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="12, 13, testing; without: all of them")
    chosen: list[str] = parser.parse_args(arguments).systems
    if unknown := [name for name in chosen if name not in SYSTEMS]:
        parser.error(f"unknown system {', '.join(unknown)}; there are {', '.join(SYSTEMS)}")
    architecture = run("dpkg", "--print-architecture").strip()
    held = [try_system(name, architecture) for name in chosen or SYSTEMS]
    return int(not all(held))


def try_system(name: str, architecture: str) -> bool:
    """Try one system; if even a command before the tests fails, say so, and let the next system be tried."""
    try:
        return try_newest(architecture) if name == TESTING.suite else try_bare(name, architecture)
    except CommandFailed as failed:
        print(f"{name}: FAILED before the tests began", flush=True)
        print("\n".join(failed.said.splitlines()[-60:]), file=sys.stderr)
        return note(name, "", held=False)


if __name__ == "__main__":
    sys.exit(main())
