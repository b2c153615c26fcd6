"""`hansa-companion backup`: a table in one file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.command import Commands, add_command
from companion.errors import BAD_DATA, OK, UserError

if TYPE_CHECKING:
    from companion.archive.backup_file import Backup


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    backup = add_command(
        commands,
        "backup",
        "put games, pieces, board, kit and configuration into one file, also while the companion plays",
        """  sudo hansa-companion backup evening.tar.gz
  sudo hansa-companion backup /media/usb/table.tar.gz --force

The file is for you alone: it holds tag numbers, names, and the password of a server if one is configured.
""",
    )
    command.add_output(backup, "the backup to make")
    command.add_options(backup)
    backup.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Make a backup, and read it back."""
    from datetime import UTC, datetime

    from companion import version_number
    from companion.archive.backup import damages, gather
    from companion.archive.backup_file import GAMES, format_backup, parse_backup
    from companion.running.as_owner import as_owner

    path = command.output_place(options)
    config = command.read(options)
    with as_owner(config.state):  # with the service's own rights, a link that the service put there leads nowhere else
        backup = gather(config, version_number(), datetime.now(UTC).isoformat(timespec="seconds"))
    if not backup.files:  # nothing is written: it could replace a backup that holds something
        raise UserError(f"{config.state}: nothing of a table is here, so there is no backup; the service's takes sudo")
    wrong = damages(backup.files[GAMES]) if GAMES in backup.files else ()
    command.write_output(path, format_backup(backup), config.state)
    if parse_backup(path.read_bytes(), str(path)) != backup:
        raise UserError(f"{path}: the disk did not keep what was written", BAD_DATA)
    tell(path, backup)
    if wrong:
        others = f", and {len(wrong) - 1} damages more" if len(wrong) > 1 else ""
        print(f"hansa-companion: {wrong[0]}{others}; it is in the backup as it is", file=sys.stderr)
    return BAD_DATA if wrong else OK


def tell(path: Path, backup: Backup) -> None:
    """Print what a backup contains."""
    print(f"{path}: made {backup.made} by companion {backup.version}")
    for name, data in backup.files.items():
        print(f"  {name:<14} {len(data):>12,} bytes")
