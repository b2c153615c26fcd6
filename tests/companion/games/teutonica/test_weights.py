"""Weights as text: what is written is read again, and what was written for other features is refused in one line."""

from __future__ import annotations

import pytest

from companion.games.teutonica.players.features import (
    FEATURES,
    GROUPS,
    MARK,
    WeightsError,
    format_weights,
    numbers_of,
    parse_weights,
    scaled,
    shipped_weights,
)

SIMPLE = shipped_weights("simple")
TEXT = format_weights(SIMPLE, "For a test.")


@pytest.mark.parametrize("name", ["simple", "tuned"])
def test_shipped_weights_have_every_feature_and_are_written_as_they_are_read(name: str) -> None:
    weights = shipped_weights(name)
    assert tuple(numbers_of(weights)) == FEATURES
    assert parse_weights(format_weights(weights, "Again."), "again") == weights


def test_mark_of_the_features_is_the_one_that_files_were_written_for() -> None:
    """Another mark means other features: then files must be written again, and the mark here with them."""
    assert MARK == "bb11eb677731b2c5"


def test_groups_are_scaled_together_and_others_stay() -> None:
    twice = numbers_of(scaled(SIMPLE, {"keys": 2.0}))
    for name, number in numbers_of(SIMPLE).items():
        assert twice[name] == (2 * number if name.startswith("keys.") else number)
    assert {name.partition(".")[0] for name in FEATURES} == set(GROUPS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version = 1", "version = 2", "file: version: 2 given, expected 1"),
        (MARK, "0123456789abcdef", f"file: features: '0123456789abcdef' given, expected {MARK}, the mark of today's"),
        ("pace = 2.5", "pace = true", "file: pace: True given, expected a number"),
        ("pace = 2.5", "pace = nan", "file: pace: nan given, expected a number"),
        ("pace = 2.5", "peace = 2.5", "file: pace: None given, expected a number"),
        ("[weights]", "[weights]\nkraken = 1", "file: weights: ['kraken'] given, expected no others than the features"),
        ("[weights]", "[heights]", "file: weights: None given, expected a table"),
    ],
)
def test_weights_that_no_bot_can_use_are_refused_in_one_line(old: str, new: str, message: str) -> None:
    with pytest.raises(WeightsError) as refused:
        parse_weights(TEXT.replace(old, new), "file")
    assert str(refused.value) == message


def test_text_that_is_no_toml_is_refused_in_one_line() -> None:
    with pytest.raises(WeightsError, match=r"^file: .*, expected TOML$"):
        parse_weights("version =", "file")
