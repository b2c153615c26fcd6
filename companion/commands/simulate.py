"""`hansa-companion simulate`: games between bots, summed up."""

from __future__ import annotations

import argparse

from companion.commands import command
from companion.commands.command import Commands, add_command, positive


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "simulate",
        "let bots play games, and sum them up",
        """  hansa-companion simulate --games 1000 --players 4 --seed 7
  hansa-companion simulate --games 20 --save records     write each game in the notation
  hansa-companion simulate --show                        print one game, move by move
  hansa-companion simulate --game ID --games 200         another game on the shelf
  hansa-companion simulate --skills best,simple          bots of these skills, who change seats from game to game
""",
    )
    command.add_game(parser)
    parser.add_argument("--games", type=positive, default=1, metavar="N", help="how many games (default: 1)")
    parser.add_argument("--players", type=positive, metavar="N", help="how many players (default: as many as can play)")
    parser.add_argument(
        "--skills",
        type=lambda text: tuple(text.split(",")),
        default=(),
        metavar="A,B,…",
        help="who plays, one skill for each player (default: random players)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="same seed, same games (default: 0)")
    parser.add_argument(
        "--house-rule",
        action="append",
        default=[],
        metavar="NAME",
        help="play with this house rule, as the game's rulings name it; several times for several",
    )
    parser.add_argument("--board", metavar="FILE", help="a corrected board file instead of the shipped one")
    parser.add_argument("--save", metavar="DIR", help="write each game as DIR/game-0001 and so on, in its notation")
    parser.add_argument("--show", action="store_true", help="print the games in the notation too")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the games."""
    from companion.simulator.random_games import run as simulate

    return simulate(options, command.box_of(options.game))
