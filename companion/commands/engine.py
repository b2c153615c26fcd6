"""`hansa-companion engine`: the engine protocol on standard input and output."""

from __future__ import annotations

import argparse
import sys

from companion.commands.command import Commands, add_command
from companion.errors import OK


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "engine",
        "speak the engine protocol: JSON requests on standard input, answers on standard output",
        """  hansa-companion engine < requests.jsonl > answers.jsonl
""",
    )
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Answer requests until the input ends."""
    from companion.engine import Engine, serve

    serve(Engine(), sys.stdin.buffer, sys.stdout.buffer)
    return OK
