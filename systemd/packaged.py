"""What the Debian package does on a machine beyond its files: `sudo hansa-companion-setup`.

Its maintainer scripts run this, and so does whoever has changed the configuration. Files come from dpkg, which also
takes them away; the configuration, drop-ins and boot files depend on the machine, and are made here. A version that
replaces another copies the games, and tests itself before it is started. A box on which version 0.2 was installed from
a checkout moves over: what that put there goes, games and configuration stay.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.errors import UserError
from companion.running.as_owner import as_owner
from companion.running.set_aside import copy_aside
from systemd.fitting import (
    BACKUPS,
    CONFIG,
    HUB,
    LAN,
    NO_PHONES,
    PHONES,
    PHONES_SERVICE,
    SERVICE,
    STATE,
    UNITS,
    Fitting,
)
from systemd.machine import InstallError, Machine, Run, ask_command, run_command
from systemd.pi_libraries import APT

PROGRAM: Final = "hansa-companion-setup"
# Made by the package's preinst, with the version before in it; the units do not start while it is there.
NOT_SET_UP: Final = "/usr/lib/hansa-companion/not-set-up"
CHECKOUT: Final = "/opt/hansa-companion"
# Put there by an installation from a checkout, which goes last: one that was cut off is then found again.
OF_A_CHECKOUT: Final = (
    *(f"{UNITS}/{unit}" for unit in (SERVICE, HUB, PHONES, PHONES_SERVICE, "hansa-companion-undo.service")),
    "/etc/sysusers.d/hansa-companion.conf",
    "/etc/modules-load.d/hansa-companion.conf",
    "/etc/systemd/system.conf.d/50-hansa-companion.conf",
    "/etc/udev/rules.d/70-hansa-companion-pico.rules",
    "/etc/polkit-1/rules.d/60-hansa-companion-power.rules",
    "/etc/polkit-1/rules.d/60-hansa-companion-reader.rules",
    "/usr/local/bin/hansa-companion",
    "/usr/local/share/doc/hansa-companion",
    CHECKOUT,
)
# There while systemd runs, as sd_booted(3) says; not where an image is made.
_BOOTED: Final = "/run/systemd/system"
_YES: Final = {"yes": True, "no": False}
# The libraries that bring pins and buses, and those for a system that has pins, as every Raspberry Pi OS.
_LIBRARIES: Final = "import spidev, luma.oled.device, serial, gpiozero"
# lgpio in our own way, for it would leave a pipe where it is imported.
_WITH_PINS: Final = "from hardware.gpio.pin_port import import_lgpio; import_lgpio(); import lgpio, RPi.GPIO"


def main(
    arguments: Sequence[str] | None = None, *, run: Run = run_command, ask: Run = ask_command, root: Path = Path("/")
) -> int:
    """Fit the system to the configuration, or take back what was fitted; return the exit code."""
    options = _parser().parse_args(arguments)
    if os.geteuid() != 0 and not options.dry_run:
        print(f"{PROGRAM}: only root can change this system: sudo {PROGRAM}", file=sys.stderr)
        return 1
    booted = (root / _BOOTED.lstrip("/")).is_dir()
    machine = Machine(destdir=root, dry_run=options.dry_run, is_live=booted, run=run, ask=ask)
    fitting = Fitting(machine, phones=_YES.get(options.phones), hub=_YES.get(options.hub))
    try:
        if options.remove:
            take_back(machine, fitting)
        else:
            set_up(machine, fitting)
    except InstallError as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 1
    return 0


def set_up(machine: Machine, fitting: Fitting) -> None:
    """Make what depends on the machine, and start the service, after a test of a version that is a new one here."""
    machine.say("== configuration")
    config = fitting.configure()
    before = (machine.text(NOT_SET_UP) or "").strip()
    copy = ""
    if before:
        # A newer version may change the journal's format; going back to the older one needs this copy.
        copy = keep_games(machine, config.journal)
    machine.say("== self-test")
    if failed := _failing(machine):
        raise InstallError(f"the self-test fails ({failed}), and the service is not started{_way_back(before, copy)}")
    if machine.at(CHECKOUT).is_dir():
        machine.say("== moving over from the installation in /opt")
        _leave_checkout(machine)
    fitting.fit(config)
    machine.say("== boot settings")
    fitting.fit_boot(config)
    machine.remove(NOT_SET_UP)
    machine.say("== service")
    fitting.enable()
    for unit in (SERVICE, *([HUB] if fitting.has_hub else [])):
        if machine.is_live and not machine.try_command("systemctl", "restart", unit):
            why = f"{unit} does not start: journalctl --unit {unit} tells why"
            raise InstallError(f"{why}{_way_back(before, copy)}")
    if fitting.restart_pi:
        machine.say("== restart the Pi for its new boot settings: sudo reboot")


def take_back(machine: Machine, fitting: Fitting) -> None:
    """Stop the service, and take away what was made for it; configuration and games stay."""
    fitting.unfit()
    for path in (LAN, BACKUPS, NO_PHONES):
        machine.remove(path)
    fitting.unfit_boot()


def _failing(machine: Machine) -> str:
    """Read the configuration in force, play a game and load the libraries; return what fails, empty: nothing."""
    # The pieces in the service's state folder are a part of what is in force.
    python = ("env", f"STATE_DIRECTORY={STATE}", "PYTHONPATH=/usr/lib/hansa-companion", "/usr/bin/python3", "-P")
    tests = {
        "configuration": ("-m", "companion", "config", "--json", "--config", CONFIG),
        "a simulated game": ("-m", "companion", "simulate", "--games", "1", "--json"),
        "libraries": ("-c", _LIBRARIES),
    }
    if machine.ask("dpkg-query", "--status", APT["lgpio"].package):
        tests["libraries of the pins"] = ("-c", _WITH_PINS)
    return next((what for what, test in tests.items() if not machine.try_command(*python, *test)), "")


def _way_back(before: str, copy: str) -> str:
    """Return how to go back to the version before, if there was one; the rest of a line."""
    if not before:
        return ""
    restore = f", then `sudo hansa-companion restore --force {copy}`" if copy else ""
    return f". Back to {before}: `sudo apt install --allow-downgrades` of its file{restore}"


def _leave_checkout(machine: Machine) -> None:
    """Take away what an installation from a checkout has put there; the mask that keeps phones out stays."""
    for path in OF_A_CHECKOUT:
        if not machine.linked(path):
            machine.remove(path)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Fit this system to /etc/hansa-companion/config.toml, and start the companion again.",
    )
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument(
        "--phones", choices=tuple(_YES), help="whether they may be let in at the table; default: as before"
    )
    parser.add_argument("--hub", choices=tuple(_YES), help="whether the hub runs on this machine; default: as before")
    # For the package's own scripts.
    parser.add_argument("--remove", action="store_true", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def keep_games(machine: Machine, journal: Path, *, now: Callable[[], str] = _now) -> str:
    """Copy a journal, whole, or raise InstallError; return the folder with the copy, empty: there is no journal."""
    place = machine.at(journal)
    if machine.is_dry:
        return ""
    try:
        with as_owner(place.parent):
            place.stat()  # `exists` would hide from Python 3.14 on that it must not be looked at
            copy = copy_aside(place.parent, "upgrade", [place.name], at=now())
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise InstallError(f"{journal}: cannot be copied: {error.strerror}") from error
    except UserError as error:
        raise InstallError(f"{journal}: cannot be copied: {error}") from error
    shown = str(journal.parent / copy.relative_to(place.parent))
    machine.say(f"  {shown}: the games as they are now")
    return shown
