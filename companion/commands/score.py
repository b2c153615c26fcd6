"""`hansa-companion score`: the score of a game."""

from __future__ import annotations

import argparse
import json

from companion.commands import configured
from companion.commands.command import OK, Commands, add_command


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "score",
        "score a game by source, with the tie-break spelled out",
        """  hansa-companion score last                    the newest game of the journal
  hansa-companion score evening.hansa --json    a record file
""",
    )
    parser.add_argument("game", metavar="GAME|FILE", help="a game's id or its beginning, `last`, or a record file")
    parser.add_argument("--json", action="store_true", help="print as JSON")
    configured.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the score."""
    from companion.library import find_story
    from companion.scoreboard import score_json, score_table

    with configured.told():
        story = find_story(configured.read(options), options.game)
    if options.json:
        print(json.dumps({"game": story.name, **score_json(story.game, story.history)}, indent=2))
    else:
        print(score_table(story.game, story.history))
    return OK
