"""`hansa-companion score`: the score of a game."""

from __future__ import annotations

import argparse
import json

from companion.commands import command
from companion.commands.command import Commands, add_command
from companion.errors import OK


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "score",
        "score a game by source, with the tie-break spelled out",
        """  hansa-companion score                         the newest game of the journal
  hansa-companion score 2026-11-16              another one, by the beginning of its id
  hansa-companion score evening.game --json    a record file
""",
    )
    parser.add_argument(
        "game",
        metavar="GAME|FILE",
        nargs="?",
        default="last",
        help="a game's id or its beginning, or a record file (default: `last`, the newest game)",
    )
    parser.add_argument("--json", action="store_true", help="print as JSON")
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the score."""
    from companion.archive.scoreboard import score_json, score_table
    from companion.archive.stored_games import find_stored_game

    with command.told():
        stored = find_stored_game(command.read(options), options.game)
    if options.json:
        print(json.dumps({"game": stored.name, **score_json(stored.game, stored.history, stored.people)}, indent=2))
    else:
        print(score_table(stored.game, stored.history, stored.people))
    return OK
