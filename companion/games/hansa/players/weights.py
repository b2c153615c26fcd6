"""Weights of the evaluation as text: a version, a mark of the features' names, and a line for each feature.

Weights that were made for other features would be nonsense, and are refused.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from companion.games.hansa.players.evaluation import FEATURES, Evaluation, Weight, Weights

VERSION: Final = 1
SHIPPED: Final = Path(__file__).with_name("weights.txt")


def mark_of(features: tuple[str, ...]) -> str:
    """Return a short mark of the features' names, in their order."""
    return sha256(" ".join(features).encode()).hexdigest()[:12]


def parse_weights(text: str) -> Weights:
    """Read weights, or raise ValueError with the line and what was expected there."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    expected = (f"version {VERSION}", f"features {mark_of(FEATURES)}", *FEATURES)
    weights = {}
    for number, (line, wanted) in enumerate(zip(lines, expected, strict=False)):
        name, *numbers = line.split()
        if number < 2:
            if line != wanted:
                raise ValueError(f"weights: {line!r:.60} given, expected {wanted!r}")
            continue
        try:
            early, late = map(float, numbers)
        except ValueError as error:
            raise ValueError(f"weights: {line!r:.60} given, expected {wanted} and two numbers") from error
        if name != wanted:
            raise ValueError(f"weights: {name!r:.60} given, expected {wanted}")
        weights[name] = Weight(early, late)
    if len(lines) != len(expected):
        raise ValueError(f"weights: {len(lines)} lines given, expected {len(expected)}")
    return weights


def format_weights(weights: Weights) -> str:
    """Write weights, so that `parse_weights` reads the same."""
    lines = (f"{name:<14} {weight.early:>7g} {weight.late:>7g}" for name, weight in weights.items())
    return "\n".join((f"version {VERSION}", f"features {mark_of(FEATURES)}", *lines, ""))


@cache
def shipped_evaluation() -> Evaluation:
    """Return the evaluation with the weights that ship."""
    return Evaluation(parse_weights(SHIPPED.read_text(encoding="utf-8")))
