"""The command `hansa-companion`: reads the arguments and hands over to the command's own module.

What a command needs is imported only when it runs, so that `--help` and the engine start at once.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence

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
from companion.errors import BAD_CONFIGURATION, BAD_DATA, FAILED, OK, USAGE, UserError, one_line
from companion.running.commit import commit

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
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a character shows another in its place
    try:
        try:
            options = _parser().parse_args(arguments)
            return int(options.run(options))
        finally:
            sys.stdout.flush()  # here, where a reader that has gone can still be told from a fault
    except UserError as error:
        print(f"hansa-companion: {one_line(str(error))}", file=sys.stderr)
        return error.code
    except BrokenPipeError:
        _drop_output()  # there is nobody left to tell
        return FAILED
    except OSError as error:
        # What is written to a file, commands answer for; this is the output, or something nobody thought of.
        if error.errno not in _NO_ROOM or error.filename is not None:
            raise
        _drop_output()
        print(f"hansa-companion: the output cannot be written: {error.strerror}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _open_streams() -> None:
    """Put nothing in the place of a stream that the caller closed, as in `>&-`: Python has None there."""
    for name, flags in (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), "r" if flags == os.O_RDONLY else "w"))


def _drop_output() -> None:
    """Give the interpreter's own last flush somewhere to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hansa-companion",
        description="Referee and scorekeeper beside the cardboard.",
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
