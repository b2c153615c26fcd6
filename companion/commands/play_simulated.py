"""`hansa-companion play`: the companion on a simulated table."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.command import Commands, add_command, port
from companion.errors import OK, USAGE, UserError

if TYPE_CHECKING:
    from companion.assembly.loading import Sitting
    from companion.config.settings import Config


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "play",
        "play at a simulated table: the same companion, with no hardware at all",
        """  hansa-companion play                          in the browser: drag pieces, press buttons, play a whole game
  hansa-companion play --terminal               in the terminal: map, menu, log, and robots to play against
  hansa-companion play --terminal --new --robots simple,simple   a new game against two of them, at once
  hansa-companion play --game ID                the newest game of this kind, or a new one
  hansa-companion play --port 8090 --no-browser serve the page, also where there is no terminal
  hansa-companion play --kit board --new        a reader under every place, a new game
  printf 'ok\\ndown\\nok\\n' | hansa-companion play   line by line; `help` lists what can be said
  hansa-companion play --json < lines           screen and lamps as JSON after each line
""",
    )
    parser.add_argument("--new", action="store_true", help="do not go on with the newest game")
    command.add_game(parser, "the one played last")
    parser.add_argument("--json", action="store_true", help="answer each line of standard input with JSON")
    parser.add_argument("--page", action="store_true", help="in the browser, also where there is no terminal")
    parser.add_argument("--terminal", action="store_true", help="in the terminal instead of the browser")
    parser.add_argument("--robots", type=_skills, default=(), metavar="A,B", help="in the terminal: against these")
    parser.add_argument("--ascii", action="store_true", help="in the terminal: no letters or signs beyond ASCII")
    parser.add_argument("--port", type=port, metavar="N", help="of the page; default: as configured, or the next free")
    parser.add_argument("--no-browser", action="store_true", help="only print the address of the page")
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play until the input ends, `q` is pressed, or Ctrl-C."""
    from companion.running.logs import start_log
    from companion.running.state_folder import prepare_state

    sitting = command.sitting_of(options)
    config = command.read(options)
    # Whoever says where the page is to be served, or how, wants it; a service or nohup has no terminal.
    is_page_meant = options.port is not None or options.no_browser
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not options.json
    with command.told():
        prepare_state(config)  # a table in a box waits for its disk; here somebody reads the message
        if options.page or ((is_terminal or (is_page_meant and not options.json)) and not options.terminal):
            _play_page(options, config, sitting)
        elif is_terminal:
            _play_keys(options, config, sitting)
        else:
            from companion.simulator.lines import play_lines

            start_log(config.log.level)
            play_lines(config, sys.stdin, sys.stdout, sitting, as_json=options.json)
    return OK


def _skills(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _play_keys(options: argparse.Namespace, config: Config, sitting: Sitting) -> None:
    from companion.terminal.play_keys import play_keys

    if options.robots:
        box = command.box_of(options.game)
        known, most = box.players().skills, box.seats[-1] - 1
        if not set(options.robots) <= set(known) or len(options.robots) > most:
            given = ",".join(options.robots)
            raise UserError(f"--robots {given:.60}: expected up to {most} of {', '.join(known)}, with commas", USAGE)
    play_keys(config, sitting, options.robots, is_ascii=options.ascii)


def _play_page(options: argparse.Namespace, config: Config, sitting: Sitting) -> None:
    from companion.config.settings import DEFAULT
    from companion.simulator.browser import play_page
    from companion.web.server import CannotServe

    if config.settings["kit"].source == DEFAULT:
        options.kit = "board"  # with a reader under every place there is more to play with
        config = command.read(options)
    try:
        play_page(config, sitting, port=options.port, opens_browser=not options.no_browser)
    except CannotServe as error:
        raise UserError(error.on_command_line) from error
