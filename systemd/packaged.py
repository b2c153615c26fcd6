"""What the Debian package does on a machine beyond its files: `sudo hansa-companion-setup`.

Its maintainer scripts run this, and so does whoever has changed the configuration. Files come from dpkg, which also
takes them away; the configuration, drop-ins and boot files depend on the machine, and are made here.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from systemd.fitting import BACKUPS, HUB, LAN, NO_PHONES, SERVICE, Fitting
from systemd.kept_games import KeptGames
from systemd.machine import InstallError, Machine, Run, run_command

PROGRAM: Final = "hansa-companion-setup"
# There while systemd runs, as sd_booted(3) says; not where an image is made.
_BOOTED: Final = "/run/systemd/system"
_YES: Final = {"yes": True, "no": False}


def main(arguments: Sequence[str] | None = None, *, run: Run = run_command, root: Path = Path("/")) -> int:
    """Fit the system to the configuration, or take back what was fitted; return the exit code."""
    options = _parser().parse_args(arguments)
    if os.geteuid() != 0 and not options.dry_run:
        print(f"{PROGRAM}: only root can change this system: sudo {PROGRAM}", file=sys.stderr)
        return 1
    booted = (root / _BOOTED.lstrip("/")).is_dir()
    machine = Machine(destdir=root, dry_run=options.dry_run, is_live=booted, run=run)
    fitting = Fitting(machine, phones=_YES.get(options.phones), hub=_YES.get(options.hub), packaged=True)
    try:
        if options.remove:
            take_back(machine, fitting)
        else:
            set_up(machine, fitting, keep_games=options.upgraded)
    except InstallError as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 1
    return 0


def set_up(machine: Machine, fitting: Fitting, *, keep_games: bool) -> None:
    """Make what depends on the machine, and start the service; copy the games first where the version is a new one."""
    machine.say("== configuration")
    config = fitting.configure()
    fitting.fit(config)
    machine.say("== boot settings")
    fitting.fit_boot(config)
    if keep_games:
        # A newer version may change the journal's format; going back to the older one needs this copy.
        KeptGames(machine, config.journal).keep()
    machine.say("== service")
    fitting.enable()
    for unit in (SERVICE, *([HUB] if fitting.has_hub else [])):
        if machine.is_live and not machine.try_command("systemctl", "restart", unit):
            raise InstallError(f"{unit} does not start: journalctl --unit {unit} tells why")
    if fitting.restart_pi:
        machine.say("== restart the Pi for its new boot settings: sudo reboot")


def take_back(machine: Machine, fitting: Fitting) -> None:
    """Stop the service, and take away what was made for it; configuration and games stay."""
    fitting.unfit()
    for path in (LAN, BACKUPS, NO_PHONES):
        machine.remove(path)
    fitting.unfit_boot()


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
    parser.add_argument("--upgraded", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--remove", action="store_true", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
