"""`hansa-companion scenario`: plays an evening at the simulated table, with one step on each line."""

from __future__ import annotations

import argparse

from companion.commands import command
from companion.commands.command import Commands, add_command


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "scenario",
        "play scenarios on the simulated table and check what they expect",
        """  hansa-companion scenario evening.scenario
  hansa-companion scenario tests/scenarios/*.scenario
  hansa-companion scenario --show evening.scenario       draw the screen whenever it changes
  hansa-companion scenario --silicon evening.scenario    run the real drivers, on simulated chips
  hansa-companion scenario --forms                       list everything that a line can say
""",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a scenario file")
    parser.add_argument("--show", action="store_true", help="draw the screen after every step that changed it")
    parser.add_argument("--silicon", action="store_true", help="simulate chips, buses and pins too")
    parser.add_argument(
        "--stacks",
        choices=("answer", "silent", "both"),
        default="both",
        help="whether the lowest of stacked pieces still answers (default: both, one run each)",
    )
    parser.add_argument("--forms", action="store_true", help="list everything that a line can say")
    command.add_game(parser)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the scenarios."""
    from companion.scenario.report import run as run_files

    options.game = command.box_of(options.game).id
    return run_files(options)
