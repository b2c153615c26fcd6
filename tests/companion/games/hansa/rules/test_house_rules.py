"""The house rule: what it allows, what stays as it is, and that games with it can be played and kept."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.games.game import Unreadable
from companion.games.hansa.boards import named_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.moves import Build, Move
from companion.games.hansa.rules.position import HOUSE_RULES, Phase
from tests.companion.games.hansa.rules.table import Table, situation

GAME = Hansa(named_board("0.1"))
SETUP: dict[str, Any] = {
    "players": ["gray", "yellow"],
    "start": "gray",
    "goods": ["blue", "brown", "orange", "pink"],
}
FEWER = {**SETUP, "house_rules": ["fewer_booths"]}


def in_danzig(hand: str, *, left: int = 9, house_rules: str = "fewer_booths") -> Table:
    return situation(ship="danzig", hands={"gray": hand}, booths={"gray": {"riga": 15 - left}}, house_rules=house_rules)


def builds(table: Table) -> set[str]:
    return {f"{move.good} fewer {move.fewer}" for move in table.legal if isinstance(move, Build)}


def test_without_house_rules_a_set_up_is_what_it_was() -> None:
    position = GAME.new({**SETUP, "house_rules": []})
    assert position == GAME.new(SETUP)
    assert "house_rules" not in GAME.format_position(position)
    assert "house_rules" not in GAME.format_state(position)
    assert "house-rules" not in GAME.format_record(position, ())


def test_house_rule_is_in_state_position_and_record() -> None:
    position = GAME.new(FEWER)
    assert GAME.format_state(position)["house_rules"] == ["fewer_booths"]
    assert GAME.parse_position(json.loads(json.dumps(GAME.format_position(position)))) == position
    record = GAME.format_record(position, ())
    assert "\ngoods blue brown orange pink\nhouse-rules fewer_booths\nboard copenhagen\n" in record
    assert GAME.parse_record(record).first == position


def test_unknown_house_rule_is_refused() -> None:
    with pytest.raises(Unreadable, match="house_rules 'more_booths': expected some of fewer_booths, each once"):
        GAME.new({**SETUP, "house_rules": ["more_booths"]})


@pytest.mark.parametrize(
    ("hand", "left", "offered"),
    [
        ("pink1", 9, {"pink1 fewer 0"}),
        ("pink2", 9, {"pink2 fewer 0", "pink2 fewer 1"}),
        ("pink3", 9, {"pink3 fewer 0", "pink3 fewer 1", "pink3 fewer 2"}),
        ("pink3", 2, {"pink3 fewer 0", "pink3 fewer 1"}),
        ("pink3", 1, {"pink3 fewer 0"}),
        ("blue1 pink2", 9, {"blue1 fewer 0", "pink2 fewer 0", "pink2 fewer 1"}),
    ],
)
def test_every_smaller_number_of_booths_is_offered(hand: str, left: int, offered: set[str]) -> None:
    assert builds(in_danzig(hand, left=left)) == offered


@pytest.mark.parametrize(("left", "fewer", "placed"), [(9, 1, 2), (9, 2, 1), (2, 1, 1)])
def test_fewer_booths_are_built_and_the_marker_is_gone(left: int, fewer: int, placed: int) -> None:
    table = in_danzig("pink3", left=left)
    table.play(f"build pink3 fewer {fewer}")
    assert (table.booths("gray", "danzig"), table.booths_left("gray"), table.hand("gray")) == (
        placed,
        left - placed,
        "",
    )
    assert table.position.acted


@pytest.mark.parametrize(("hand", "left", "fewer"), [("pink1", 9, 1), ("pink2", 9, 2), ("pink3", 1, 1)])
def test_at_least_one_booth_is_built(hand: str, left: int, fewer: int) -> None:
    assert in_danzig(hand, left=left).code(f"build {hand} fewer {fewer}") == "too_few_booths"


def test_refusals_of_a_build_come_in_order() -> None:
    assert in_danzig("pink1", left=0).code("build pink1 fewer 1") == "no_booths_left"
    assert in_danzig("pink1").code("build blue1 fewer 1") == "no_such_marker"
    table = in_danzig("pink1 pink2")
    table.play("build pink1")
    assert table.code("build pink2 fewer 1") == "already_acted"


def test_fewer_booths_are_refused_by_ruling_11_otherwise() -> None:
    table = in_danzig("pink3", house_rules="")
    assert builds(table) == {"pink3 fewer 0"}
    said = table.refused("build pink3 fewer 1")
    assert said.code == "house_rule"
    assert "(ruling 11)" in said.message()
    assert "New game" in said.advice()


@pytest.mark.parametrize("given", [{"fewer": 0}, {"fewer": 3}, {"fewer": True}, {"fewer": "1"}, {"booths": 1}])
def test_other_numbers_cannot_be_read(given: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        GAME.parse_entry({"type": "build", "good": "pink3", **given})


def test_builds_are_written_as_before_unless_fewer() -> None:
    assert GAME.format_entry(GAME.parse_entry({"type": "build", "good": "pink3"})) == {"type": "build", "good": "pink3"}
    fewer = {"type": "build", "good": "pink3", "fewer": 1}
    assert GAME.format_entry(GAME.parse_entry(fewer)) == fewer
    assert repr(GAME.parse_entry(fewer)) == "Build(good=marker('pink3'), fewer=1)"


@pytest.mark.slow
@pytest.mark.parametrize("rules", [(), tuple(rule.id for rule in HOUSE_RULES)])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_are_kept_with_and_without(rules: tuple[str, ...], seed: int) -> None:
    random = Random(seed)
    first = position = GAME.new({**SETUP, "house_rules": list(rules)})
    entries: list[Move] = []
    fewer = 0
    while position.phase is not Phase.OVER:
        move = random.choice(list(GAME.legal_moves(position)))
        fewer += isinstance(move, Build) and bool(move.fewer)
        position = GAME.play(position, move).position
        entries.append(move)
    assert bool(fewer) == bool(rules)
    assert GAME.parse_position(json.loads(json.dumps(GAME.format_position(position)))) == position
    assert GAME.parse_record(GAME.format_record(first, entries)) == (first, tuple(entries))
