"""The command `hansa-companion`: reads the arguments and hands over to the command's own module.

What a command needs is imported only when it runs, so that `--help` and the engine start at once.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from companion.commands import (
    backup,
    check,
    config,
    doctor,
    engine,
    enrol,
    flash,
    games,
    hub,
    play,
    replay,
    restore,
    run,
    scenario,
    score,
    simulate,
)
from companion.commands.command import BAD_CONFIGURATION, BAD_DATA, FAILED, OK, USAGE, UserError

COMMANDS = (
    run,
    play,
    hub,
    check,
    enrol,
    flash,
    games,
    replay,
    score,
    config,
    backup,
    restore,
    doctor,
    scenario,
    engine,
    simulate,
)
INTERRUPTED = 130

_EXITS = f"""exit codes:
  {OK}   done
  {FAILED}   something failed; one line on standard error says what
  {USAGE}   the command line was not understood
  {BAD_DATA}  a journal, record or trace cannot be trusted; one line says where, and it is left as it is
  {BAD_CONFIGURATION}  a configuration, board or kit file is wrong; one line names file, key and what is allowed
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a character shows another in its place
    try:
        try:
            options = _parser().parse_args(arguments)
            return int(options.run(options))
        finally:
            sys.stdout.flush()  # here, where a reader that has gone can still be told from a fault
    except UserError as error:
        print(f"hansa-companion: {error}", file=sys.stderr)
        return error.code
    except BrokenPipeError:
        # There is nobody left to tell; give the interpreter's own last flush somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hansa-companion",
        description="Referee and scorekeeper beside the cardboard game of Hansa.",
        epilog=_EXITS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return parser


def _version() -> str:
    return f"hansa-companion {version_number()}"


def version_number() -> str:
    """Give the version that is installed."""
    try:
        return version("hansa-companion")
    except PackageNotFoundError:
        return "(not installed)"
