"""`hansa-companion doctor`: one archive for the person who helps."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands import command
from companion.commands.command import Commands, add_command
from companion.errors import OK, UserError
from companion.words.outside import one_line

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
    command.add_output(parser, "the archive to make", DEFAULT)
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the archive, and print what is in it."""
    from companion.check.doctor import format_bundle, gather, set_aside

    path = command.output_place(options)
    config, trouble = None, ""
    try:
        config = command.read(options)
    except UserError as error:  # a wrong configuration is a reason to ask for help
        trouble = str(error)
    keys = ("config", "kit", "language", "state", "journal")
    given = [word for key in keys if (value := getattr(options, key)) for word in (f"--{key}", value)]
    parts = list(gather(config, trouble, given))
    command.write_output(path, format_bundle(parts), config.state if config else Path())
    print(f"{path}, {path.stat().st_size // 1024 + 1} kB:")
    for part in parts:
        print(f"  {part.name:<20} {part.about}")
    if aside := set_aside(config):
        print("Set aside:", *map(one_line, aside), sep="\n")
    print("Tag numbers, names, PINs, passwords and the command for switching off are taken out; look through it first.")
    return OK
