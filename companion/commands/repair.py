"""`hansa-companion repair`: saves what a damaged journal still holds into a journal that can be trusted."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.command import Commands, add_command, now, standing_still
from companion.errors import BAD_DATA, OK, UserError
from companion.words.outside import one_line

if TYPE_CHECKING:
    from companion.journal.journal import Journal
    from companion.journal.salvage import Salvaged


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "repair",
        "save what a damaged journal still holds, and say what is missing",
        """  sudo hansa-companion repair
  sudo hansa-companion repair --dry-run     only say what could be saved

Nothing is invented: an entry counts only if its seal fits. What is missing is taken from the copy on a server, if one
is configured and answers. The damaged file is set aside, and never changed. The exit code is 65 when something is
missing.
""",
    )
    parser.add_argument("--dry-run", action="store_true", help="change nothing")
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Save what can be saved."""
    from companion.archive.restoring import is_sound, put_in_place, saved

    config = command.read(options)
    if not config.journal.exists():
        raise UserError(f"{config.journal}: there is no journal here; restore brings one back from a backup")
    with ExitStack() as stack:
        stack.enter_context(standing_still(config))
        if is_sound(config.journal):
            print(f"{config.journal}: every page and every seal is good; there is nothing to repair")
            return OK
        salvaged = stack.enter_context(saved(config.journal, *_copy(config.copy, stack)))
        if not salvaged.games:
            raise UserError(
                f"{config.journal}: nothing in it can be saved; it is left as it is: restore a backup", BAD_DATA
            )
        # Put it in place before printing: people read these lines as success.
        aside = None if options.dry_run else put_in_place(config.journal, salvaged, "repair", at=now())
        tell(salvaged)
        if aside:
            print(f"the damaged file: {aside}")
    return OK if salvaged.is_whole else BAD_DATA


def tell(salvaged: Salvaged) -> None:
    """Print the result for each game."""
    for game in salvaged.games:
        print(f"  {game}")
    for lost in salvaged.lost:
        print(f"  game {one_line(lost, 80)}: nothing can be saved; its beginning is gone")
    for trouble in salvaged.trouble:
        print(f"hansa-companion: {one_line(trouble)}", file=sys.stderr)


def _copy(address: str, stack: ExitStack) -> tuple[Journal, ...]:
    """Open the copy on a server, if there is one and it answers."""
    from companion.journal.journal import JournalError
    from companion.journal.redis import RedisJournal

    if not address:
        return ()
    remote = RedisJournal(address)
    stack.callback(remote.close)
    try:
        remote.open()
    except JournalError as error:
        print(f"hansa-companion: {one_line(str(error))}; without the copy", file=sys.stderr)
        return ()
    return (remote,)
