"""`hansa-companion doctor`: one archive for whoever helps."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands import configured
from companion.commands.command import OK, Commands, UserError, add_command

DEFAULT = "hansa-doctor.tar.gz"


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "doctor",
        "gather what somebody who helps needs to know in one archive, without tag numbers, names, PINs and passwords",
        """  sudo hansa-companion doctor                 writes hansa-doctor.tar.gz
  sudo hansa-companion doctor /tmp/mine.tar.gz
""",
    )
    parser.add_argument("file", nargs="?", default=DEFAULT, metavar="FILE", help=f"default: {DEFAULT}")
    parser.add_argument("--force", action="store_true", help="overwrite the file if it is there")
    configured.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Gather, and say what was gathered."""
    from companion.doctor import gather, write_bundle

    path = Path(options.file)
    if path.exists() and not options.force:
        raise UserError(f"{path}: is there already; --force overwrites it")
    config, trouble = None, ""
    try:
        config = configured.read(options)
    except UserError as error:  # a configuration that is wrong is a reason to ask for help
        trouble = str(error)
    keys = ("config", "kit", "language", "state", "journal")
    given = [word for key in keys if (value := getattr(options, key)) for word in (f"--{key}", value)]
    parts = list(gather(config, trouble, given))
    try:
        with path.open("wb") as file:
            path.chmod(0o600)
            write_bundle(file, parts)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error
    print(f"{path}, {path.stat().st_size // 1024 + 1} kB:")
    for part in parts:
        print(f"  {part.name:<20} {part.about}")
    print("Tag numbers, players' names, PINs and passwords are taken out; look through it before you send it.")
    return OK
