"""The weights of the bots that ship, each in a file next to this one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from companion.games.teutonica.players.features import Weights, parse_weights


@cache
def shipped_weights(name: str) -> Weights:
    """Return weights that ship with the companion.

    >>> shipped_weights("simple").pace
    2.5
    """
    file = f"weights-{name}.toml"
    return parse_weights(files(__package__).joinpath(file).read_text(encoding="utf-8"), source=file)
