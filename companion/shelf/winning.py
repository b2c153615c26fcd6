"""How likely each seat is to win: a softmax over what is counted of each seat, weighed; pure.

In: for each seat a row of numbers, one for each feature of the game; how far the game is, from 0 to 1; and the weights
for this number of players, each given at the beginning, in the middle and at the end. Out: chances that add up to 1.
Weights are text with a version and a mark of the features' names. They hold for equal players who think.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final

from companion.games.game import GameError

VERSION: Final = 1
WHEN: Final = ("beginning", "middle", "end")  # a feature has a weight for each

Weight = tuple[float, ...]  # one for each of these
Weights = Mapping[int, tuple[Weight, ...]]  # by number of players, a weight for each feature
Rows = Sequence[Sequence[float]]


class WinningError(GameError):
    """Weights that cannot be used; the message is one line: where, what was given, what was expected."""


def shares(progress: float) -> tuple[float, float, float]:
    """Return by how much the weights at the beginning, in the middle and at the end count.

    >>> shares(0.0), shares(0.25), shares(0.5), shares(1.0)
    ((1.0, 0.0, 0.0), (0.5, 0.5, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    """
    late = min(max(progress, 0.0), 1.0) * 2
    return max(1.0 - late, 0.0), 1.0 - abs(late - 1.0), max(late - 1.0, 0.0)


def chances(weights: Sequence[Weight], rows: Rows, progress: float) -> tuple[float, ...]:
    """Return how likely each seat is to win.

    >>> chances([(1.0, 1.0, 1.0)], [[2.0], [2.0]], 0.3)
    (0.5, 0.5)
    """
    of = shares(progress)
    now = [sum(share * each for share, each in zip(of, weight, strict=True)) for weight in weights]
    sums = [sum(each * number for each, number in zip(now, row, strict=True)) for row in rows]
    highest = max(sums)
    powers = [math.exp(each - highest) for each in sums]
    whole = sum(powers)
    return tuple(power / whole for power in powers)


def decided(winners: Sequence[str], players: Sequence[str]) -> tuple[float, ...]:
    """Return the chances when the game is over: those who won it share it.

    >>> decided(["red", "blue"], ["red", "green", "blue"])
    (0.5, 0.0, 0.5)
    """
    return tuple(1 / len(winners) if player in winners else 0.0 for player in players)


def mark_of(features: Sequence[str]) -> str:
    """Return a short mark of the features' names, in their order."""
    return sha256(" ".join(features).encode()).hexdigest()[:12]


def format_weights(weights: Weights, features: Sequence[str], about: str) -> str:
    """Write weights, so that `parse_weights` reads the same, to four digits."""
    lines = [f"# {about}", f"version = {VERSION}", f'features = "{mark_of(features)}"']
    for players, each in sorted(weights.items()):
        lines += ["", f"[{players}] # players; {', '.join(WHEN)}"]
        for name, weight in zip(features, each, strict=True):
            lines.append(f"{name} = [{', '.join(f'{number:.4f}' for number in weight)}]")
    return "\n".join(lines) + "\n"


def parse_weights(text: str, features: Sequence[str], numbers: Iterable[int], source: str) -> Weights:
    """Read the weights of a game for every number of players."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WinningError(f"{source}: {error}, expected TOML") from error
    _expect(told.get("version") == VERSION, f"{source}: version", told.get("version"), str(VERSION))
    _expect(told.get("features") == mark_of(features), f"{source}: features", told.get("features"), mark_of(features))
    return {
        players: _parse_rows(told.get(str(players)), features, f"{source}: {players} players") for players in numbers
    }


def _parse_rows(told: object, features: Sequence[str], where: str) -> tuple[Weight, ...]:
    if not isinstance(told, dict) or tuple(told) != tuple(features):
        raise WinningError(f"{where}: {told!r:.60} given, expected {', '.join(features)}")
    for name, numbers in told.items():
        sound = isinstance(numbers, list) and len(numbers) == len(WHEN)
        sound = sound and all(type(each) in (int, float) and math.isfinite(each) for each in numbers)
        _expect(sound, f"{where}: {name}", numbers, f"a number for {', '.join(WHEN)}")
    return tuple(tuple(map(float, told[name])) for name in features)


def _expect(holds: bool, where: str, given: object, expected: str) -> None:
    if not holds:
        raise WinningError(f"{where}: {given!r:.60} given, expected {expected}")
