"""The features by which a bot values a position, and the weights of them, in prestige points, as text.

In: a text with a version, the mark of the features' names, and a number for each of them. Out: `Weights`, or a
`WeightsError` of one line. A text that was written for other features has another mark, and is refused.
"""

from __future__ import annotations

import hashlib
import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from companion.games.game import GameError
from companion.games.teutonica.rules.pieces import ABILITIES, HIGHEST

VERSION = 1  # of the text
MOST_TRADERS, MOST_FORCE = 7, 11  # as many in the supply, or at all, are told apart; more are worth no more

# Those of one number, with what they mean.
_SINGLE = {
    "marker": "face up: it can be used",
    "merchant": "in the supply",
    "office": "beyond its points: a place in a city",
    "control": "of a city: two points at the end, and one whenever a route to it is established",
    "rival": "of a point of all others together",
    "filled": "of the prize, when all houses of a route are taken",
    "convex": "above one, so that two pieces on one route are worth more than one on each of two",
    "in_the_way": "of the worth of pieces on a route, for each piece of others there",
    "reach": "of what the best route near the pawn promises",
    "action": "of a benefit that is not taken",
    "effort": "a turn goes on only for moves worth at least this",
    "pace": "bonus for establishing: the pieces come back, and the game advances",
    "finish": "of ending the game as its winner",
}
# Those of several numbers, each from one on, because none at all is worth nothing; and how many there are.
_SERIES = {
    **{str(ability): HIGHEST[ability] for ability in ABILITIES},  # by level, beyond the points that it scores
    "traders": MOST_TRADERS,  # by how many are in the supply
    "force": MOST_FORCE,  # by how many pieces are in supply, in stock and on routes: who has too few has lost
}
GROUPS = (*_SERIES, *_SINGLE)
FEATURES = (*(f"{name}.{count}" for name, most in _SERIES.items() for count in range(1, most + 1)), *_SINGLE)
MARK = hashlib.sha256("\n".join(FEATURES).encode()).hexdigest()[:16]


class WeightsError(GameError):
    """Weights that no bot can use; the message is one line: where, what was given, what was expected."""


class Weights(NamedTuple):
    """A number for each feature."""

    tracks: tuple[tuple[float, ...], ...]  # by ability and level
    traders: tuple[float, ...]
    force: tuple[float, ...]
    marker: float
    merchant: float
    office: float
    control: float
    rival: float
    filled: float
    convex: float
    in_the_way: float
    reach: float
    action: float
    effort: float
    pace: float
    finish: float

    def force_worth(self, force: int) -> float:
        """Return what this many pieces are worth that can still be used."""
        return self.force[min(force, MOST_FORCE)]


def weights_from(numbers: Mapping[str, float]) -> Weights:
    """Put weights together from a number for each feature."""
    series = {name: (0.0, *(numbers[f"{name}.{n}"] for n in range(1, most + 1))) for name, most in _SERIES.items()}
    tracks = tuple(series[ability] for ability in ABILITIES)
    return Weights(tracks, series["traders"], series["force"], *(numbers[name] for name in _SINGLE))


def numbers_of(weights: Weights) -> dict[str, float]:
    """Take weights apart into a number for each feature."""
    series: dict[str, tuple[float, ...]] = {"traders": weights.traders, "force": weights.force}
    series.update(zip(ABILITIES, weights.tracks, strict=True))
    several = {f"{name}.{n}": series[name][n] for name, most in _SERIES.items() for n in range(1, most + 1)}
    return several | {name: getattr(weights, name) for name in _SINGLE}


def scaled(weights: Weights, factors: Mapping[str, float]) -> Weights:
    """Return weights with groups of features multiplied: `keys` means all levels of the keys.

    >>> from companion.games.teutonica.players.features import shipped_weights
    >>> scaled(shipped_weights("simple"), {"bags": 2, "pace": 3})[0][-1], scaled(shipped_weights("simple"), {}).pace
    ((0.0, 4.0, 6.0, 6.0), 2.5)
    """
    numbers = numbers_of(weights)
    return weights_from({name: number * factors.get(name.partition(".")[0], 1) for name, number in numbers.items()})


def format_weights(weights: Weights, about: str) -> str:
    """Write weights as text, with a line about where they come from."""
    lines = [f"# {about}", f"version = {VERSION}", f'features = "{MARK}"', "", "[weights]"]
    for name, number in numbers_of(weights).items():
        meaning = f"  # {_SINGLE[name]}" if name in _SINGLE else ""
        key = f'"{name}"' if "." in name else name
        lines.append(f"{key} = {round(number, 6)}{meaning}")
    return "\n".join(lines) + "\n"


def parse_weights(text: str, source: str) -> Weights:
    """Read weights from text."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WeightsError(f"{source}: {error}, expected TOML") from error
    _expect(told.get("version") == VERSION, f"{source}: version", told.get("version"), str(VERSION))
    _expect(told.get("features") == MARK, f"{source}: features", told.get("features"), f"{MARK}, the mark of today's")
    numbers = told.get("weights")
    if type(numbers) is not dict:
        raise WeightsError(f"{source}: weights: {numbers!r:.60} given, expected a table")
    for name in FEATURES:
        number = numbers.get(name)
        sound = isinstance(number, int | float) and type(number) is not bool and math.isfinite(number)
        _expect(sound, f"{source}: {name}", number, "a number")
    unknown = [name for name in numbers if name not in FEATURES]
    _expect(not unknown, f"{source}: weights", unknown, "no others than the features")
    return weights_from({name: float(number) for name, number in numbers.items()})


def _expect(holds: bool, where: str, given: object, expected: str) -> None:
    if not holds:
        raise WeightsError(f"{where}: {given!r:.60} given, expected {expected}")


# --- the weights that ship, each in a file next to this module ---


@cache
def shipped_weights(name: str) -> Weights:
    """Return weights that ship with the companion.

    >>> shipped_weights("simple").pace
    2.5
    """
    file = f"weights-{name}.toml"
    return parse_weights(files(__package__).joinpath(file).read_text(encoding="utf-8"), source=file)
