"""The laboratories, behind one command: python -m tests.lab PART [OPTION …]; without a part, says which there are.

A part is one or more commands in a row; what is given after its name goes to its command. What a part needs from the
system is installed first, by tools/install-system, as COMMAND=PACKAGE.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
_CONTAINER: Final = ("mmdebstrap=mmdebstrap", "systemd-nspawn=systemd-container")
_DPKG: Final = "dpkg-deb=dpkg"


class Part(NamedTuple):
    """One laboratory: what it does, and its commands; a word with a dot in front is a module of tests."""

    does: str
    commands: tuple[str, ...]
    needs: tuple[str, ...] = ()


PARTS: Final = {
    "arm": Part(
        "install and test on an emulated ARM, as root (long)",
        ("tools/emulate-arm", ".lab.arm"),
        (
            "mmdebstrap=mmdebstrap",
            "qemu-aarch64-static=qemu-user-static",
            "arch-test=arch-test",
            "update-binfmts=binfmt-support",
            _DPKG,
        ),
    ),
    "boot": Part(
        "boot Debian 12 and 13 with the companion, as root (long)", (".lab.boot",), (*_CONTAINER, _DPKG, "ip=iproute2")
    ),
    "clicks": Part("play whole games of both games by clicks in a browser (long)", (".lab.clicks",)),
    "explain": Part(
        "hold what is explained against the rules, on many random positions (some minutes)", (".lab.explain",)
    ),
    "faults": Part("kill, cut, damage and attack everything, many times (up to an hour)", (".lab.faults",)),
    "mutants": Part(
        "change the rules in thousands of small ways, and see whether tests notice (long)",
        ("tools/make-venv .venv-mutants dev,mutants", "tools/mutants"),
    ),
    "newcomer": Part("time from `make play` to the first move by clicks in a browser", (".lab.fresh.newcomer",)),
    "policy": Part("see where the weights of the greedy bot of Hansa Teutonica should go (goes on)", (".lab.policy",)),
    "presses": Part(
        "count the presses that each verb takes, and what a turn takes, one's own and the companion's, for each kit",
        (".scenarios.presses", ".scenarios.turns"),
    ),
    "radio": Part("play ten simulated hours at reported error rates (a quarter of an hour)", (".lab.radio",)),
    "reference": Part(
        "play 300,000 moves against a second implementation of the rules (long)", (".lab.reference.teutonica",)
    ),
    "robots": Part("let robots play whole games in every way, both games, every kit", (".lab.robots",)),
    "seats": Part(
        "let fumbling hands carry out the companion's turns in 200 whole games of each game (some minutes)",
        (".lab.soak.carried --games 200",),
    ),
    "sight": Part("look at every phase of both games in every window and language (long)", (".lab.sight",)),
    "silicon": Part(
        "run the firmware on an emulated RP2040: rates, faults, flashing (more than an hour)",
        (
            "tools/npm-packages hardware/simulated/rp2040",
            "tools/pico-image",
            ".lab.silicon",
        ),
        (
            "node=nodejs",
            "npm=npm",
            "arm-none-eabi-gcc=gcc-arm-none-eabi",
            "/usr/lib/arm-none-eabi/newlib/libc.a=libnewlib-arm-none-eabi",
            "/usr/lib/arm-none-eabi/newlib/libstdc++.a=libstdc++-arm-none-eabi-newlib",
            "cmake=cmake",
            "ninja=ninja-build",
            "cc=gcc",
            "make=make",
            _DPKG,
            "dpkg-source=dpkg-dev",
        ),
    ),
    "soak": Part(
        "play a thousand random games through the simulated table, and kill some (long)",
        (".lab.soak --games 1000 --silicon 50", ".lab.soak.kills --kills 300", ".lab.soak.evenings"),
    ),
    "soak-chart": Part(
        "play 300 games with chart and wand and wrong touches, and kill 300 (long)",
        (".lab.soak.chart --games 300", ".lab.soak.kills --kills 300 --game teutonica"),
    ),
    "strength": Part("measure how strong the bots are (long; goes on where it was)", (".lab.strength",)),
    "tab": Part(
        "measure the table in a tab, and kill its browser at any moment (long)",
        ("tools/npm-packages tools/tab", ".lab.tab"),
        ("node=nodejs", "npm=npm"),
    ),
    "trace": Part("print which tests hold which rule of the rule books", (".trace",)),
    "tune": Part("make the weights of the bots that think again (long; goes on where it was)", (".lab.tune",)),
    "winning": Part(
        "make the chances of winning again, and measure them (long; goes on where it was)", (".lab.winning",)
    ),
    "usable": Part("look for what keeps somebody from using a view of Hansa Teutonica (long)", (".lab.usable",)),
}


def command_lines(name: str, options: Sequence[str] = ()) -> list[list[str]]:
    """Return what a part runs; what was asked for goes to its last command, beside which nothing else takes it."""
    lines = [command.split() for command in PARTS[name].commands]
    for line in lines:
        if line[0].startswith("."):
            line[:1] = [sys.executable, "-m", f"tests{line[0]}"]
    lines[-1] += options
    if PARTS[name].needs:
        lines.insert(0, ["tools/install-system", *PARTS[name].needs])
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a part; return the exit code of the first of its commands that failed."""
    name, *options = (sys.argv[1:] if arguments is None else list(arguments)) or [""]
    if name not in PARTS:
        told = sys.stderr if name else sys.stdout
        if name:
            print(f"unknown laboratory {name}; there are:", file=told)
        for each, part in PARTS.items():
            print(f"{each:<12}{part.does}", file=told)
        print("make lab PART=faults; more words for it: OPTIONS=…, and OPTIONS=--help tells which", file=told)
        return 2 if name else 0
    for line in command_lines(name, options):
        if code := subprocess.run(line, cwd=ROOT, check=False).returncode:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
