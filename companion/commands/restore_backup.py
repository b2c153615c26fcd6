"""`hansa-companion restore`: a backup put in place, here or on another box."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import config_options
from companion.commands.backup import tell
from companion.commands.command import Commands, add_command
from companion.errors import OK, USAGE, UserError
from companion.running.exclusive import SERVICE, SERVICE_STATE

if TYPE_CHECKING:
    from companion.archive.backup_file import Backup
    from companion.archive.restoring import Plan
    from companion.config.settings import Config

UNIT = "hansa-companion.service"


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

The service is stopped meanwhile. If kit or server are others than before, run `sudo make install` again.
""",
    )
    parser.add_argument("file", metavar="FILE", help="the backup to take, or a folder in which files were set aside")
    parser.add_argument("--force", action="store_true", help="replace games, pieces and configuration that are there")
    parser.add_argument(
        "--yes", action="store_true", help="take commands and addresses of the backup's configuration over unasked"
    )
    config_options.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check a backup, say what it replaces, then put it in place."""
    from companion.archive.restoring import check_games, make_plan

    path = Path(options.file)
    backup = _read(path)
    if not options.force:
        check_games(backup.files, str(path))
    place = options.config
    if place and not Path(place).exists():  # on a new box there is none yet
        options.config = None
    config = config_options.read(options)
    plan = make_plan(config, backup, Path(place) if place else _config_place(config))
    tell(path, backup)
    carry_out(config, plan, force=options.force, is_asked=options.yes)
    return OK


def carry_out(config: Config, plan: Plan, *, force: bool, is_asked: bool) -> None:
    """Say what is replaced, ask what must be asked, and put everything in place."""
    from companion.archive import restoring
    from companion.running.state_folder import StateLock

    in_the_way = plan.in_the_way
    for place in plan.places:
        print(f"  -> {place}{', in place of what is there' if place in in_the_way else ''}")
    if in_the_way and not force:
        others = f", and {len(in_the_way) - 1} more" if len(in_the_way) > 1 else ""
        raise UserError(f"{in_the_way[0]}: is there already{others}; --force sets it aside and replaces it")
    if plan.reaching and not is_asked:
        _ask(plan.reaching)
    with _service_stopped(config.state), config_options.told(), _writing():
        config.state.mkdir(parents=True, exist_ok=True)
        lock = StateLock(config.state)
        try:
            aside = restoring.carry_out(plan, at=_now())
        finally:
            lock.release()
    for folder in aside:
        print(f"what was there before: {folder}")


def _read(path: Path) -> Backup:
    """Read a backup with the rights of whoever owns its folder: the service's may hold links."""
    from companion import version_number
    from companion.archive.backup import gather_folder
    from companion.archive.backup_file import LARGEST, parse_backup
    from companion.running.as_owner import as_owner

    with as_owner(path if path.is_dir() else path.parent):
        try:
            if path.is_dir():
                return gather_folder(path, version_number())
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except OSError as error:
            raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    return parse_backup(data, str(path))


def _ask(lines: tuple[str, ...]) -> None:
    """Let a person look at what a stranger's configuration could do with this table."""
    print("The backup's configuration runs a command or reaches beyond this table, other than here:")
    for line in lines:
        print(f"  {line}")
    if not sys.stdin.isatty():
        raise UserError(f"{lines[0]}: comes with the backup; --yes takes it over", USAGE)
    print("Take that over? [y/N] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UserError("nothing was changed")


def _now() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def _writing() -> Iterator[None]:
    """Say in one line which folder or file cannot be put in place."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{error.filename}: cannot be written: {error.strerror}") from error


@contextmanager
def _service_stopped(state: Path) -> Iterator[None]:
    """Stop the service while its own games are exchanged, and start it again with what it has then."""
    if os.geteuid() != 0 or state != SERVICE_STATE or not SERVICE.is_dir():
        yield
        return
    _systemctl("stop")
    try:
        yield
    finally:
        _systemctl("start")


def _systemctl(do: str) -> None:
    import subprocess

    if subprocess.run(["systemctl", do, UNIT], check=False).returncode:
        raise UserError(f"systemctl {do} {UNIT}: failed; journalctl --unit {UNIT} tells why")


def _config_place(config: Config) -> Path:
    if config.file:
        return Path(config.file)
    return Path(
        "/etc/hansa-companion/config.toml" if os.geteuid() == 0 else "~/.config/hansa-companion/config.toml"
    ).expanduser()
