"""`hansa-companion replay`: a game again, from the journal, from a record, or from what its sensors saw."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.command import Commands, add_command
from companion.errors import FAILED, OK
from companion.words.outside import one_line

if TYPE_CHECKING:
    from companion.archive.stored_games import StoredGame
    from companion.config.settings import Config


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "replay",
        "play a game again, move by move, or reproduce it from its raw sensor trace",
        """  hansa-companion replay                       on a terminal a step at each Enter, else all at once
  hansa-companion replay evening.game --all
  hansa-companion replay last --json           every step with the state it led to
  hansa-companion replay --trace               through the same table, from what its sensors reported: same game?
  hansa-companion replay --trace bug.trace

With --trace the exit code is 0 if every entry came about again and the position is the same, 1 if not.
""",
    )
    parser.add_argument(
        "game",
        metavar="GAME|FILE",
        nargs="?",
        default="last",
        help="a game's id or its beginning, or a file (default: `last`, the newest game)",
    )
    parser.add_argument("--trace", action="store_true", help="reproduce it from its trace")
    parser.add_argument("--all", action="store_true", help="do not wait between steps")
    parser.add_argument("--json", action="store_true", help="print as JSON, one line a step")
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Replay the game."""
    config = command.read(options)
    with command.told():
        if options.trace:
            return _retrace(config, options.game, as_json=options.json)
        from companion.archive.stored_games import find_stored_game

        stored = find_stored_game(config, options.game)
    if options.json:
        _print_json(stored)
    else:
        _print_steps(stored, waits=not options.all and sys.stdin.isatty() and sys.stdout.isatty())
    return OK


def _print_json(stored: StoredGame) -> None:
    game, history = stored.game, stored.history
    print(json.dumps({"step": 0, "state": game.format_state(history.first)}))
    for number, step in enumerate(history.steps, 1):
        told = {
            "step": number,
            "entry": game.format_entry(step.entry),
            "events": [game.format_event(event) for event in step.events],
            "state": game.format_state(step.position),
        }
        print(json.dumps(told))


def _print_steps(stored: StoredGame, *, waits: bool) -> None:
    from companion.archive.scoreboard import score_table
    from companion.table.history import label

    game, history = stored.game, stored.history
    players = game.players(history.first)
    named = ", ".join(label(stored.people, each) for each in players)
    print(one_line(f"{stored.name}: {named}; {len(history.steps)} steps"))
    width = max(map(len, players))
    for number, step in enumerate(history.steps, 1):
        mover = game.mover(history.position_before(number - 1)) or ""
        entry, events = game.format_entry(step.entry), [game.format_event(event) for event in step.events]
        told = "; ".join(_words(event) for event in events)
        line = f"{number:>4}  {mover:<{width}}  {_words(entry)}" + (f"   ({told})" if told else "")
        if not waits:
            print(one_line(line))
        elif input(f"{one_line(line)}  ") in ("q", "quit"):
            return
    print()
    print(score_table(game, history, stored.people))


def _words(told: dict[str, object]) -> str:
    values = (" ".join(map(str, value)) if isinstance(value, list) else str(value) for value in told.values())
    return " ".join(value.replace("_", " ") for value in values if value)


def _retrace(config: Config, wanted: str, *, as_json: bool) -> int:
    from companion.archive.verify import retrace_game

    report = retrace_game(config, wanted)
    if as_json:
        print(json.dumps(report.told(), indent=2))
    else:
        print(report)
    return OK if report.is_same else FAILED
