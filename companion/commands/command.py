"""Shared by all commands: adding a command to the command line, and reading numbers from it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["CommandParser"]
else:  # not generic at run time
    Commands = argparse._SubParsersAction


class CommandParser(argparse.ArgumentParser):
    """The parser of one command, which refuses unknown arguments itself, with its own usage."""

    def parse_known_args(  # type: ignore[override]  # the stub has overloads for namespaces that nobody here brings
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Read the arguments; there are never any left."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}{self._nearest(unknown[0])}")
        return found, unknown

    def _nearest(self, word: str) -> str:
        from difflib import get_close_matches

        options = [option for option in self._option_string_actions if option.startswith("--")]
        near = get_close_matches(word.partition("=")[0], options, 1)
        return f"; did you mean {near[0]}?" if near else ""


def add_command(commands: Commands, name: str, summary: str, examples: str) -> argparse.ArgumentParser:
    """Add a command with a one-line summary and examples."""
    return commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def positive(text: str) -> int:
    """Read a whole number of at least 1 from the command line."""
    if not text.isdecimal() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number of at least 1")
    return int(text)


def port(text: str) -> int:
    """Read the number of a port from the command line."""
    if not text.isdecimal() or len(text) > 5 or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1 to 65535")
    return int(text)
