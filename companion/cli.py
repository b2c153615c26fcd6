"""The command `hansa-companion`: reads the arguments and hands over to the command's own module.

A module is imported only when its command runs, so that `--help` and the engine start at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

OK, FAILED, USAGE, BAD_CONFIGURATION = 0, 1, 2, 78

_EXITS = f"""exit codes:
  {OK}   done
  {FAILED}   something failed; one line on standard error says what
  {USAGE}   the command line was not understood
  {BAD_CONFIGURATION}  a configuration, board or kit file is wrong; one line names file, key and what is allowed
"""


class UserError(Exception):
    """Something the person at the keyboard can put right; the message is one line."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except UserError as error:
        print(f"hansa-companion: {error}", file=sys.stderr)
        return error.code
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody left to tell.
        sys.stderr.close()
        return FAILED
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hansa-companion",
        description="Referee and scorekeeper beside the cardboard game of Hansa.",
        epilog=_EXITS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (_add_engine, _add_simulate):
        add(commands)
    return parser


def _version() -> str:
    try:
        return f"hansa-companion {version('hansa-companion')}"
    except PackageNotFoundError:
        return "hansa-companion (not installed)"


def _add(commands: Commands, name: str, summary: str, examples: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_engine(commands: Commands) -> None:
    parser = _add(
        commands,
        "engine",
        "speak the engine protocol: JSON requests on standard input, answers on standard output",
        """  echo '{"do":"new","players":["gray","white"],"start":"gray","goods":["blue","brown","green","pink"]}' \\
      | hansa-companion engine
""",
    )
    parser.set_defaults(run=_engine)


def _engine(_: argparse.Namespace) -> int:
    from companion.engine import Engine, serve

    serve(Engine(), sys.stdin.buffer, sys.stdout.buffer)
    return OK


def _add_simulate(commands: Commands) -> None:
    parser = _add(
        commands,
        "simulate",
        "play random games and sum them up",
        """  hansa-companion simulate --games 1000 --players 4 --seed 7
  hansa-companion simulate --games 20 --save records     write each game in the notation
  hansa-companion simulate --show                        print one game, move by move
""",
    )
    parser.add_argument("--games", type=_positive, default=1, metavar="N", help="how many games (default: 1)")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4, help="how many players (default: 4)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="same seed, same games (default: 0)")
    parser.add_argument("--board", metavar="FILE", help="a corrected board file instead of the shipped one")
    parser.add_argument("--save", metavar="DIR", help="write each game as DIR/game-0001.hansa and so on")
    parser.add_argument("--show", action="store_true", help="print the games in the notation too")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=_simulate)


def _simulate(options: argparse.Namespace) -> int:
    from companion.hansa.simulate import run

    return run(options)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number of at least 1")
    return int(text)
