"""Time from a fresh clone to the first move, on Debian 12 and 13: python -m tests.lab.first_move [12] [13].

Needs root, mmdebstrap, systemd-nspawn and a network. Each system has git, make and python3, and nothing else of what
`make play` needs. It is played at once before it counts, so that the packages are in its caches.
"""

from __future__ import annotations

import argparse
import os
import resource
import socket
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.lab.boot.__main__ import SUITES
from tests.lab.boot.commands import run
from tests.lab.boot.root_folder import ROOT, Debian, unpacked

PACKAGES: Final = ("ca-certificates", "git", "make", "python3")
TIMES: Final = 3
CERTIFICATES: Final = "etc/ssl/certs/ca-certificates.crt"
# What a newcomer types; then the page is played on, and everything that was installed is taken away again.
_PLAY: Final = """
set -e
export HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PIP_CERT=/{certificates}
cd /root
began=$(date +%s.%N)
git -c safe.directory='*' clone --quiet file:///srv/source hansa
cd hansa
cloned=$(date +%s.%N)
printf 'format = 1\\n[web]\\nport = {port}\\n' > hansa.toml
make play >/tmp/play.log 2>&1 &
moved=$(python3 tests/lab/first_move/mover.py http://127.0.0.1:{port})
kill $(jobs -p) || true
wait || true
echo moments $began $cloned $moved
cd / && rm -rf /root/hansa /root/.local
apt-get purge -qq -y 'python3*-venv' >/dev/null 2>&1 || true
"""


class Waited(NamedTuple):
    """How long each part of it took, in seconds."""

    clone: float
    page: float
    move: float
    processor: float = 0.0  # of all cores, with the clean-up: what a busy machine does not change

    @property
    def all(self) -> float:
        """All of it."""
        return self.clone + self.page + self.move


def parse(said: str) -> Waited:
    """Read the moments that were noted: begun, cloned, the page there, the move kept."""
    (line,) = (line for line in said.splitlines() if line.startswith("moments "))
    began, cloned, there, moved = map(float, line.split()[1:])
    return Waited(cloned - began, there - cloned, moved - there)


def play(folder: Path) -> Waited:
    """Clone, play and move once in a system."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    inside = ("systemd-nspawn", "--quiet", "--pipe", "--register=no", "--keep-unit", f"--bind-ro={ROOT}:/srv/source")
    script = _PLAY.format(certificates=CERTIFICATES, port=port)
    before = _processor_s()
    waited = parse(run(*inside, f"--directory={folder}", "bash", "-c", script))
    return waited._replace(processor=_processor_s() - before)


def _processor_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(arguments: Sequence[str] | None = None) -> int:
    """Time it, and print a row for each system."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.first_move", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("versions", nargs="*", metavar="VERSION", help="12, 13; without: both")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.versions if name not in SUITES]:
        parser.error(f"unknown version {', '.join(unknown)}; there are {', '.join(SUITES)}")
    print("| system | clone | until the page is there | until the move is kept | processor | all | load before |")
    print("|---|---|---|---|---|---|---|")
    for version in options.versions or SUITES:
        architecture = run("dpkg", "--print-architecture").strip()
        with unpacked(Debian(SUITES[version], architecture, PACKAGES, "-bare")) as folder:
            (folder / CERTIFICATES).write_bytes(Path("/", CERTIFICATES).read_bytes())
            play(folder)  # fills the caches
            load = os.getloadavg()[0]
            waited = sorted((play(folder) for _ in range(TIMES)), key=lambda each: each.all)
        parts = " | ".join(f"{statistics.median(part):.1f} s" for part in zip(*waited, strict=True))
        print(f"| Debian {version} | {parts} | {waited[TIMES // 2].all:.1f} s | {load:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
