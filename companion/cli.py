"""The command `hansa-companion`: reads the arguments and hands over to the command's own module.

Each command imports what it needs only when it runs, so that `--help` and the engine start at once.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout

from companion import version_number
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
    play_simulated,
    repair,
    replay,
    restore_backup,
    run,
    scenario,
    score,
    simulate,
)
from companion.commands.command import CommandParser
from companion.errors import BAD_CONFIGURATION, BAD_DATA, FAILED, OK, USAGE, UserError
from companion.running.commit import commit
from companion.words.outside import gated, one_line

COMMANDS = (
    run,
    play_simulated,
    hub,
    check,
    enrol,
    flash,
    games,
    replay,
    score,
    config,
    backup,
    restore_backup,
    repair,
    doctor,
    scenario,
    engine,
    simulate,
)
DISTRIBUTION = "hansa-companion"
PACKAGES = ("companion", "hardware", "firmware", "wiring")  # what it installs, under names that others may have, too
INTERRUPTED = 130
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

_EXITS = f"""exit codes:
  {OK}   done
  {FAILED}   something failed; one line on standard error says what
  {USAGE}   the command line was not understood
  {BAD_DATA}  a journal, record or trace cannot be trusted; one line says where, and it is left as it is
  {BAD_CONFIGURATION}  a configuration, board or kit file is wrong; one line names file, key and what is allowed
  {INTERRUPTED} Ctrl-C ended it before it was done
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    _open_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a character shows a substitute
    try:
        try:
            options = _parser().parse_args(arguments)
            with redirect_stdout(gated(sys.stdout)), redirect_stderr(gated(sys.stderr)):
                return int(options.run(options))
        finally:
            sys.stdout.flush()  # flush here, where a closed pipe can still be told from a fault
    except UserError as error:
        print(f"hansa-companion: {one_line(str(error))}", file=sys.stderr)
        return error.code
    except ImportError as error:
        if not (others := _others_of_that_name(error)):
            raise
        advice = "install the companion in an environment of its own, as pipx and uvx do"
        said = f"{one_line(str(error))}: {others} has the same name and is installed here, too; {advice}"
        print(f"hansa-companion: {said}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        _drop_output()  # nobody is left to read a message
        return FAILED
    except OSError as error:
        # Commands handle errors of the files they write; this is an error of the output, or an unforeseen one.
        if error.errno not in _NO_ROOM or error.filename is not None:
            raise
        _drop_output()
        print(f"hansa-companion: the output cannot be written: {error.strerror}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _open_streams() -> None:
    """Open /dev/null for each stream that the caller closed, as in `>&-`, where Python has None."""
    for name, flags in (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), "r" if flags == os.O_RDONLY else "w"))


def _drop_output() -> None:
    """Let the interpreter's final flush go to /dev/null."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _others_of_that_name(error: ImportError) -> str:
    """Name the distributions that install a package of the same name as one of ours, which could not be imported."""
    from importlib.metadata import packages_distributions

    package = (error.name or "").partition(".")[0]
    if package not in PACKAGES:
        return ""
    return ", ".join(sorted({found for found in packages_distributions().get(package, ()) if found != DISTRIBUTION}))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hansa-companion",
        description="Referee and scorekeeper for cardboard games.",
        epilog=_EXITS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=CommandParser)
    for command in COMMANDS:
        command.add(commands)
    return parser


def _version() -> str:
    built_from = commit()
    return f"hansa-companion {version_number()}" + (f" ({built_from})" if built_from else "")
