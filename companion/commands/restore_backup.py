"""`hansa-companion restore`: a backup put in place, here or on another box."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.backup import tell
from companion.commands.command import Commands, add_command, now, standing_still
from companion.errors import BAD_DATA, OK, USAGE, UserError
from companion.words.outside import one_line

if TYPE_CHECKING:
    from companion.archive.backup_file import Backup
    from companion.archive.restoring import Plan
    from companion.config.settings import Config


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "restore",
        "put everything of a backup in place, here or on another box",
        """  sudo hansa-companion restore evening.tar.gz
  sudo hansa-companion restore evening.tar.gz --force    what is there is set aside first, and never overwritten
  sudo hansa-companion restore /var/lib/hansa-companion/set-aside/2026-11-17T20-15-00-restore
                                                         what was set aside, back again
  sudo hansa-companion restore --from redis://server:6379/0
                                                         the games that a server has a copy of, onto a new card

The service is stopped meanwhile. If kit or server are others than before, run `sudo hansa-companion-setup`.
""",
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="the backup to take, or a folder in which files were set aside"
    )
    parser.add_argument("--from", dest="server", metavar="ADDRESS", help="the server that has a copy of the games")
    parser.add_argument("--table", metavar="NAME", help="with --from: whose games, where several tables share a server")
    parser.add_argument("--force", action="store_true", help="replace games, pieces and configuration that are there")
    parser.add_argument(
        "--yes", action="store_true", help="take commands and addresses of the backup's configuration over unasked"
    )
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check a backup, print what it replaces, then put it in place."""
    from companion.archive.restoring import check_games, make_plan

    if (options.file is None) == (options.server is None):
        raise UserError("restore: name a backup, or a server with --from", USAGE)
    if options.server is not None:
        return _restore_from_server(options)
    path = Path(options.file)
    backup = _read(path)
    if not options.force:
        check_games(backup.files, str(path))
    place = options.config
    if place and not Path(place).exists():  # on a new box there is none yet
        options.config = None
    config = command.read(options)
    plan = make_plan(config, backup, Path(place) if place else _config_place(config))
    tell(path, backup)
    carry_out(config, plan, force=options.force, is_asked=options.yes)
    return OK


def carry_out(config: Config, plan: Plan, *, force: bool, is_asked: bool) -> None:
    """Print what is replaced, ask if necessary, and put everything in place."""
    from companion.archive import restoring

    in_the_way = plan.in_the_way
    for place in plan.places:
        print(f"  -> {place}{', in place of what is there' if place in in_the_way else ''}")
    if in_the_way and not force:
        others = f", and {len(in_the_way) - 1} more" if len(in_the_way) > 1 else ""
        raise UserError(f"{in_the_way[0]}: already exists{others}; --force sets it aside and replaces it")
    if plan.reaching and not is_asked:
        _ask(plan.reaching)
    with standing_still(config):
        aside = restoring.carry_out(plan, at=now())
    for folder in aside:
        print(f"what was there before: {folder}")


def _read(path: Path) -> Backup:
    """Read a backup with the rights of its folder's owner: the service's folder may contain links."""
    from companion import version_number
    from companion.archive.backup import gather_folder
    from companion.archive.backup_file import LARGEST, parse_backup
    from companion.running.as_owner import as_owner

    # First of the folder it lies in: whoever owns that may have put a link there, to a folder of somebody else.
    with as_owner(path.parent), as_owner(path if path.is_dir() else path.parent):
        try:
            if path.is_dir():
                return gather_folder(path, version_number())
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except OSError as error:
            raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    return parse_backup(data, str(path))


def _restore_from_server(options: argparse.Namespace) -> int:
    """Fetch the games of a server's copy; games that are here stay, and are extended if the copy has more."""
    from companion.archive.restoring import put_in_place, saved
    from companion.commands.repair import tell as tell_games
    from companion.config.redis_server import ENCODED, is_server
    from companion.journal.redis import RedisJournal
    from companion.words.redaction import copy_shown

    if not is_server(options.server):
        allowed = f"an address such as redis://server:6379/0, {ENCODED}"
        raise UserError(f"--from {copy_shown(options.server)}: expected {allowed}", USAGE)
    config = command.read(options)
    remote = RedisJournal(options.server)
    with command.told():
        remote.open()
        try:
            tables = remote.tables()
            if len(tables) > 1 and options.table not in tables:
                names = ", ".join(sorted(tables))
                raise UserError(f"--table: several tables have their games there; whose? {names}", USAGE)
            remote.limit_to(options.table or "")
            with standing_still(config), saved(config.journal, remote) as salvaged:
                if not salvaged.games:
                    raise UserError(f"{copy_shown(options.server)}: has no games", BAD_DATA)
                aside = put_in_place(config.journal, salvaged, "restore", at=now())
        finally:
            remote.close()
    tell_games(salvaged)
    print(f"  -> {config.journal}")
    if aside.is_dir():
        print(f"what was there before: {aside}")
    return OK if salvaged.is_whole else BAD_DATA


def _ask(lines: tuple[str, ...]) -> None:
    """Ask a person about settings by which a stranger's configuration could harm this table."""
    print("The backup's configuration runs commands or reaches machines that yours does not:")
    for line in lines:
        print(f"  {one_line(line)}")
    if not sys.stdin.isatty():
        raise UserError(f"{lines[0]}: comes with the backup; --yes accepts it", USAGE)
    print("Take that over? [y/N] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UserError("nothing was changed")


def _config_place(config: Config) -> Path:
    if config.file:
        return Path(config.file)
    return Path(
        "/etc/hansa-companion/config.toml" if os.geteuid() == 0 else "~/.config/hansa-companion/config.toml"
    ).expanduser()
