"""`hansa-companion play`: the companion on a simulated table."""

from __future__ import annotations

import argparse
import sys

from companion.commands import configured
from companion.commands.command import OK, Commands, add_command


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "play",
        "play at a simulated table: the same companion, with no hardware at all",
        """  hansa-companion play                          in the terminal: arrows, Enter; `:` puts pieces down
  hansa-companion play --kit board --new        a reader under every city, a new game
  printf 'ok\\ndown\\nok\\n' | hansa-companion play   line by line; `help` lists what can be said
  hansa-companion play --json < lines           screen and lamps as JSON after each line
""",
    )
    parser.add_argument("--new", action="store_true", help="do not go on with the newest game")
    parser.add_argument("--json", action="store_true", help="answer each line of standard input with JSON")
    configured.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play until the input ends, or `q` is pressed."""
    from companion.logs import start_log
    from companion.playing import play_keys, play_lines

    config = configured.read(options)
    with configured.told():
        if sys.stdin.isatty() and sys.stdout.isatty() and not options.json:
            play_keys(config, begins_anew=options.new)
        else:
            start_log(config.log_level)
            play_lines(config, sys.stdin, sys.stdout, begins_anew=options.new, as_json=options.json)
    return OK
