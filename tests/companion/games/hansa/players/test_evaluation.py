"""The evaluation: features that count what they say, points at the end, and weights that fit the features."""

from __future__ import annotations

import pytest

from companion.games.hansa.players.evaluation import (
    FEATURES,
    SHIPPED_WEIGHTS,
    Evaluation,
    Weight,
    format_weights,
    lead,
    mark_of,
    parse_weights,
    rest_of,
)
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.scoring import score
from tests.companion.games.hansa.players.test_whole_turns import positions
from tests.companion.games.hansa.rules.table import Table, situation

NOTHING = dict.fromkeys(FEATURES, Weight(0.0, 0.0))


def counted(position: Position, feature: str, seat: int = 0) -> float:
    """How many of a feature a seat has: what it adds with a weight of one, and is the same early and late."""
    plain = Evaluation(NOTHING).values(position)[seat]
    with_it = Evaluation({**NOTHING, feature: Weight(1.0, 1.0)}).values(position)[seat]
    return with_it - plain


def table() -> Table:
    return situation(
        "gray yellow",
        ship="danzig",
        talers={"gray": 2, "yellow": 0},
        booths={"gray": {"danzig": 3, "riga": 1, "reval": 2}, "yellow": {"danzig": 1, "riga": 1}},
        hands={"gray": "blue1 blue3 pink2", "yellow": "blue2 brown1 brown2"},
        sold={"gray": "orange3 orange1"},
        stock={"danzig": "pink3", "riga": "blue2 brown1", "reval": "orange1"},
    )


@pytest.mark.parametrize(
    ("feature", "gray", "yellow"),
    [
        ("talers", 2, 0),
        ("last_taler", 1, 0),
        ("markers", 3, 3),
        ("set_barrels", 4, 3),
        ("sets", 1, 1),
        ("lone_barrels", 2, 2),
        ("at_risk", 0, 3),  # gray can sell blue, and yellow would lose one of two barrels
        ("booths", 6, 2),
        ("cities", 3, 2),
        ("monopolies", 1, 0),
        ("stacks", 2, 0),
        ("majorities", 2, 0),
        ("own_goods", 4, 0),
        ("wanted_goods", 5, 3),
    ],
)
def test_feature_counts_what_it_says(feature: str, gray: int, yellow: int) -> None:
    position = table().position
    assert counted(position, feature, 0) == pytest.approx(gray)
    assert counted(position, feature, 1) == pytest.approx(yellow)


def test_without_weights_a_position_is_worth_its_points() -> None:
    for position in positions(3, seed=4)[::7]:
        points = [score(position, seat).total for seat in range(3)]
        assert Evaluation(NOTHING).values(position) == pytest.approx(points)


def test_at_the_end_only_points_count_and_booths_break_ties() -> None:
    over = table().position._replace(phase=Phase.OVER)
    heavy = Evaluation(dict.fromkeys(FEATURES, Weight(9.0, 9.0)))
    values = heavy.values(over)
    assert values == pytest.approx([score(over, 0).total + 0.06, score(over, 1).total + 0.02])
    assert lead(values, 0) == pytest.approx(values[0] - values[1])


def test_weights_go_from_early_to_late_with_the_supply() -> None:
    weighed = Evaluation({**NOTHING, "talers": Weight(1.0, 0.2)})
    begun = situation("gray yellow", talers={"gray": 3, "yellow": 0}).position
    assert rest_of(begun) == 1.0
    assert weighed.values(begun)[0] - score(begun, 0).total == pytest.approx(3.0)
    late = situation("gray yellow", talers={"gray": 3, "yellow": 0}, piles=(0, 0, 0, 0, 5)).position
    assert rest_of(late) == 0.0
    assert weighed.values(late)[0] - score(late, 0).total == pytest.approx(0.6)


def test_shipped_weights_are_read_and_written_the_same() -> None:
    weights = parse_weights(SHIPPED_WEIGHTS.read_text(encoding="utf-8"))
    assert tuple(weights) == FEATURES
    assert parse_weights(format_weights(weights)) == weights


def test_weights_of_other_features_are_refused() -> None:
    good = format_weights(NOTHING)
    for wrong, why in (
        (good.replace("version 1", "version 2"), "'version 2' given, expected 'version 1'"),
        (good.replace(mark_of(FEATURES), "0" * 12), "expected 'features "),
        (good.replace("talers   ", "thalers  "), "'thalers' given, expected talers"),
        (good.replace("markers              0 ", "markers           many "), "expected markers and two numbers"),
        (good.rpartition("filling_space")[0], "18 lines given, expected 19"),
    ):
        assert wrong != good
        with pytest.raises(ValueError, match=why):
            parse_weights(wrong)
    with pytest.raises(ValueError, match="expected talers, last_taler"):
        Evaluation({"talers": Weight(1.0, 1.0)})
