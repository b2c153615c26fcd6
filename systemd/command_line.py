"""The installer's command line."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from systemd.installer import Installer
from systemd.machine import InstallError, Machine, Run, run_command
from systemd.versions import Versions

SOURCES = Path(__file__).parent.parent
COMMANDS = ("install", "upgrade", "uninstall")
_YES = {"yes": True, "no": False}
_EXAMPLES = """examples:
  sudo systemd/install --dry-run install      say what would be done
  sudo systemd/install install                install, or bring an installation up to date
  sudo systemd/install --phones no install    and let nobody at the table let phones in
  sudo systemd/install --hub yes install      and show every table of an evening at port 8100 of this machine
  sudo systemd/install upgrade                the same, if something is installed
  sudo systemd/install uninstall              take it away; games and configuration stay
  systemd/install --destdir image install     into a folder, to make an image or a package of
"""


def main(arguments: Sequence[str] | None = None, *, run: Run = run_command) -> int:
    """Carry out one command; return its exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.purge and options.do != "uninstall":
        parser.error(f"--purge takes games and configuration away: it goes with uninstall, not with {options.do}")
    machine = Machine(destdir=options.destdir.absolute(), dry_run=options.dry_run, run=run)
    versions = Versions(machine, SOURCES, options.python)
    installer = Installer(machine, SOURCES, versions, phones=_YES.get(options.phones), hub=_YES.get(options.hub))
    if machine.is_live and not machine.is_dry and os.geteuid() != 0:
        again = shlex.join(("sudo", "systemd/install", *(sys.argv[1:] if arguments is None else arguments)))
        print(f"systemd/install: only root can change this system: {again}", file=sys.stderr)
        return 1
    try:
        if options.do == "install":
            installer.install()
        elif options.do == "upgrade":
            installer.upgrade()
        else:
            installer.uninstall(purge=options.purge)
    except InstallError as error:
        print(f"systemd/install: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="systemd/install",
        description="Put the companion on a Raspberry Pi, as a service.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("do", type=_command, metavar="|".join(COMMANDS))
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument("--destdir", type=Path, default=Path("/"), metavar="DIR", help="into this folder")
    parser.add_argument(
        "--phones",
        choices=tuple(_YES),
        help="whether they may be let in at the table; default: as before, at first yes",
    )
    parser.add_argument(
        "--hub", choices=tuple(_YES), help="whether the hub runs on this machine; default: as before, at first no"
    )
    parser.add_argument("--purge", action="store_true", help="uninstall games and configuration, too")
    parser.add_argument(
        "--python", default="/usr/bin/python3", type=_program, metavar="FILE", help="default: the system's own"
    )
    return parser


def _command(text: str) -> str:
    if text in COMMANDS:
        return text
    near = get_close_matches(text, COMMANDS, 1)
    raise argparse.ArgumentTypeError(
        f"{text!r} is none of these" + (f"; did you mean {near[0]}?" if near else "; --help tells what each does")
    )


def _program(text: str) -> str:
    """Return a file from where the caller stands, and a name as it is."""
    return str(Path(text).absolute()) if "/" in text else text
