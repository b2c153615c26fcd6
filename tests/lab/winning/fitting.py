"""Fits the weights of winning chances to games, and says how good chances are: Brier's score, and calibration; pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from operator import add, mul
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from companion.shelf.winning import WHEN, Weight, chances, shares
from tests.lab.strength.intervals import Interval, over_blocks
from tests.lab.winning.samples import Played, Sample

TIMES: Final = 6  # that each moment is learned from
RATE: Final = 0.3  # of the first steps, in standard deviations of a feature
KEPT_SMALL: Final = 0.002  # by how much large weights are worse, for each sample
BINS: Final = 10
_TINY: Final = 1e-12

Model = Callable[[Sample], Sequence[float]]


def fit(games: Sequence[Played], of: Callable[[Sample], Sequence[Sequence[float]]]) -> tuple[Weight, ...]:
    """Return the weights of what `of` counts under which what happened is likeliest; each moment counts some times."""
    samples = [(shares(each.progress), of(each), game.won) for game in games for each in game.samples]
    width = len(samples[0][1][0])
    spread = [_spread([row[place] for _, rows, _ in samples for row in rows]) for place in range(width)]
    # A feature times what it counts for at each time, from the mean of all seats, which nothing depends on.
    ready = [([_spans(row, rows, spread, share) for row in rows], won) for share, rows, won in samples]
    count = width * len(WHEN)
    weights, whole, squares = [0.0] * count, [0.0] * count, [1.0] * count
    random = Random(0)
    for turn in range(TIMES):
        random.shuffle(ready)
        for spans, won in ready:
            guesses = _softmax([sum(map(mul, weights, span)) for span in spans])
            slope = [KEPT_SMALL * weight for weight in weights]
            for span, guess, share in zip(spans, guesses, won, strict=True):
                slope = [each + (guess - share) * number for each, number in zip(slope, span, strict=True)]
            squares = [before + each * each for before, each in zip(squares, slope, strict=True)]
            steps = zip(weights, slope, squares, strict=True)
            weights = [weight - RATE * each / sqrt(square) for weight, each, square in steps]
            if turn >= TIMES // 2:  # what comes out is the mean of the later ones
                whole = list(map(add, whole, weights))
    made, times = len(ready) * (TIMES - TIMES // 2), len(WHEN)
    return tuple(
        tuple(whole[place * times + time] / made / spread[place] for time in range(times)) for place in range(width)
    )


def _spread(values: Sequence[float]) -> float:
    middle = mean(values)
    return sqrt(mean((value - middle) ** 2 for value in values)) or 1.0


def _spans(
    row: Sequence[float], rows: Sequence[Sequence[float]], spread: Sequence[float], share: Sequence[float]
) -> list[float]:
    spans = []
    for place, number in enumerate(row):
        apart = (number - sum(each[place] for each in rows) / len(rows)) / spread[place]
        spans += [apart * each for each in share]
    return spans


def _softmax(sums: Sequence[float]) -> tuple[float, ...]:
    return chances([(1.0, 1.0, 1.0)], [[each] for each in sums], 0.0)


def by_rows(sample: Sample) -> Sequence[Sequence[float]]:
    """Return what the game counts."""
    return sample.rows


def by_lead(sample: Sample) -> Sequence[Sequence[float]]:
    """Return the points alone."""
    return [[float(points)] for points in sample.lead]


def model_of(weights: Sequence[Weight], of: Callable[[Sample], Sequence[Sequence[float]]]) -> Model:
    """Return who guesses with these weights."""
    return lambda sample: chances(weights, of(sample), sample.progress)


class Bin(NamedTuple):
    """Guesses that were about alike: how many, their mean, and how often it came true."""

    many: int
    guessed: float
    happened: float


class Quality(NamedTuple):
    """How good guesses are."""

    brier: Interval  # over games: the mean of the squared errors of all seats
    calibration: float  # by how much a guess is off on average, in bins
    bins: tuple[Bin, ...]


def quality_of(games: Sequence[Played], model: Model) -> Quality:
    """Measure a model on games."""
    guesses = [
        [(guess, share) for each in game.samples for guess, share in _pairs(model(each), game)] for game in games
    ]
    brier = over_blocks([mean((guess - share) ** 2 for guess, share in game) for game in guesses])
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for game in guesses:
        for guess, share in game:
            bins[min(int(guess * BINS), BINS - 1)].append((guess, share))
    told = tuple(Bin(len(each), mean(g for g, _ in each), mean(s for _, s in each)) for each in bins if each)
    whole = sum(each.many for each in told)
    calibration = sum(each.many * abs(each.guessed - each.happened) for each in told) / whole
    return Quality(brier, calibration, told)


def better_by(games: Sequence[Played], model: Model, than: Model) -> Interval:
    """Return by how much a model's Brier score is lower than another's, over games."""

    def brier(guesser: Model, game: Played) -> float:
        return mean((guess - share) ** 2 for each in game.samples for guess, share in _pairs(guesser(each), game))

    return over_blocks([brier(than, game) - brier(model, game) for game in games], least=-1.0)


def likelihood(games: Sequence[Played], model: Model) -> float:
    """Return the mean logarithm of the chance that was given to what happened."""
    return mean(
        sum(share * log(max(guess, _TINY)) for guess, share in _pairs(model(each), game))
        for game in games
        for each in game.samples
    )


def _pairs(guesses: Sequence[float], game: Played) -> list[tuple[float, float]]:
    return list(zip(guesses, game.won, strict=True))
