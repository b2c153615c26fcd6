"""The house rules: what each allows, what stays as it is, and that games with any of them can be played and kept."""

from __future__ import annotations

import json
from itertools import chain, combinations
from random import Random

import pytest

from companion.games.game import Unreadable
from companion.games.teutonica.rules.moves import Decline, Income, Move
from companion.games.teutonica.rules.position import HOUSE_RULES, Establishing, Phase, Position, Relocating
from tests.companion.games.teutonica.rules.table import (
    GAME,
    after,
    begun,
    events,
    legal,
    moved,
    new,
    offices,
    player,
    refusal,
    refused,
    stock,
    supply,
)
from tests.companion.games.teutonica.rules.test_properties import check, eager

IDS = tuple(rule.id for rule in HOUSE_RULES)
SUBSETS = tuple(chain.from_iterable(combinations(IDS, count) for count in range(len(IDS) + 1)))
ROUTE, ACROSS = "stade-hamburg", "goettingen-quedlinburg"
DISPLACED = f"insert {{kind}} {ROUTE}; end; displace merchant {ROUTE} red {{kind}}"
BOTH = f"{moved('red trader', 'supply', *[ACROSS] * 3)}; move-marker extra_office pile red"


# --- a set-up with house rules ---


def test_without_house_rules_a_set_up_is_what_it_was() -> None:
    position = GAME.new({"players": ["red", "blue"], "start": "red", "house_rules": []})
    assert position == GAME.new({"players": ["red", "blue"], "start": "red"})
    assert "house_rules" not in GAME.format_position(position)
    assert "house_rules" not in GAME.format_state(position)
    assert "house-rules" not in GAME.format_record(position, ())


def test_house_rules_are_in_state_position_and_record() -> None:
    setup = {"players": ["red", "blue"], "start": "red", "house_rules": ["office_and_extra", "less_income"]}
    position = GAME.new(setup)
    assert GAME.format_state(position)["house_rules"] == ["less_income", "office_and_extra"]
    written = json.loads(json.dumps(GAME.format_position(position)))
    assert written["house_rules"] == ["less_income", "office_and_extra"]
    assert GAME.parse_position(written) == position
    record = GAME.format_record(position, ())
    assert "\nstart red\nhouse-rules less_income office_and_extra\n" in record
    assert GAME.parse_record(record).first == position


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            ["kinder"],
            "house_rules 'kinder': expected some of less_income, displaced_to_stock, office_and_extra, each once",
        ),
        (["less_income", "less_income"], "house_rules 'less_income': expected some of"),
        ("less_income", "house_rules 'less_income': expected a list of texts"),
        ([1], "house_rules [1]: expected a list of texts"),
    ],
)
def test_unknown_house_rules_are_refused(given: object, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        GAME.new({"players": ["red", "blue"], "start": "red", "house_rules": given})
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("house-rules", "line 5, column 1: expected 'house-rules' and its value"),
        ("house-rules kinder", "line 5, column 13: house_rules 'kinder': expected some of"),
    ],
)
def test_a_record_with_wrong_house_rules_names_the_place(line: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        GAME.parse_record(f"teutonica-record 1\nboard 1\nplayers red blue\nstart red\n{line}\n")
    assert str(caught.value).startswith(said)


def test_a_position_names_its_house_rules_in_order_and_only_if_there_are_any() -> None:
    written = GAME.format_position(new(house_rules="less_income office_and_extra"))
    for wrong in (["office_and_extra", "less_income"], []):
        with pytest.raises(Unreadable):
            GAME.parse_position({**written, "house_rules": wrong})


# --- ruling 7: income ---


def test_less_income_offers_every_smaller_number() -> None:
    position = after(begun(house_rules="less_income"), "move-piece red merchant supply stock")
    incomes = {move for move in legal(position) if move.startswith("income")}
    assert incomes == {
        "income 0",
        "income 1",
        "income 0 fewer 1",
        "income 1 fewer 1",
        "income 0 fewer 2",
        "income 1 fewer 2",
    }
    taken = after(position, "income 1 fewer 1")
    assert (supply(taken, "red"), stock(taken, "red")) == ((6, 1), (5, 0))
    assert (taken.actions_left, taken.acted) == (position.actions_left - 1, True)


def test_less_income_counts_from_what_is_in_stock() -> None:
    position = after(begun(house_rules="less_income"), moved("red trader", "stock", *["supply"] * 4))
    assert {move for move in legal(position) if move.startswith("income")} == {"income 0", "income 0 fewer 1"}
    assert refusal(position, "income 0 fewer 2") == "wrong_number"


def test_less_income_is_refused_by_ruling_7_otherwise() -> None:
    said = refused(begun(), "income 0 fewer 1")
    assert said
    assert said.message() == "Income is 3 pieces, no fewer (ruling 7)."
    assert "New game" in said.advice()
    assert not any("fewer" in move for move in legal(begun()))


# --- ruling 10: the displaced piece ---


@pytest.mark.parametrize("kind", ["trader", "merchant"])
def test_displaced_piece_may_go_to_the_stock_and_extra_ones_still_come(kind: str) -> None:
    position = after(begun(house_rules="displaced_to_stock"), DISPLACED.format(kind=kind))
    position = (
        after(position, "pay trader; pay trader") if position.phase is Phase.PAY and kind == "merchant" else position
    )
    position = after(position, "pay trader") if position.phase is Phase.PAY else position
    assert {move.split()[0] for move in legal(position)} == {"put", "decline"}
    assert GAME.format_state(position)["step"]["stock"] is True
    before = sum(stock(position, "red"))
    rested = after(position, "decline")
    assert (rested.phase, sum(stock(rested, "red"))) == (Phase.RELOCATE, before + 1)
    assert GAME.format_state(rested)["step"] == {"route": ROUTE, "hand": [], "extra": 1 if kind == "trader" else 2}
    assert f"add {kind} hamburg-luebeck" in legal(rested)
    assert after(rested, "decline").phase is Phase.ACTIONS


def test_displaced_piece_that_was_put_is_not_declined_again() -> None:
    position = after(begun(house_rules="displaced_to_stock"), DISPLACED.format(kind="trader"))
    put = after(position, "put trader hamburg-luebeck")
    before = stock(put, "red")
    assert stock(after(put, "decline"), "red") == before


def test_an_extra_piece_lifted_off_the_board_must_be_put_down() -> None:
    position = after(begun(house_rules="displaced_to_stock"), DISPLACED.format(kind="trader"))
    position = after(position, "put trader hamburg-luebeck")
    position = after(position, moved("red trader", "stock", *["goslar.extra"] * 6))
    position = after(position, moved("red trader", "supply", *["goslar.extra"] * 4))
    position = after(position, moved("red merchant", "supply", "goslar.extra"))
    lifted = after(position, "lift trader hamburg-luebeck")
    assert "decline" not in legal(lifted)
    said = refused(lifted, "decline")
    assert said
    assert (said.code, said.message()) == ("put_first", "A piece is still in hand.")


def test_displaced_piece_must_be_placed_by_ruling_10_otherwise() -> None:
    said = refused(after(begun(), DISPLACED.format(kind="trader")), "decline")
    assert said
    assert said.code == "put_first"
    assert said.message() == "The displaced piece must go back to the board (ruling 10)."
    assert "New game" in said.advice()


# --- ruling 30: the extra office ---


def test_printed_office_and_extra_office_with_one_route() -> None:
    position = after(begun(house_rules="office_and_extra"), f"{BOTH}; establish {ACROSS}; office goettingen")
    assert legal(position) == {"clear", "extra_office goettingen trader"}
    assert GAME.format_state(position)["step"] == {"route": ACROSS, "taken": None, "founded": "office"}
    both = after(position, "extra_office goettingen trader")
    assert offices(both, "goettingen") == "r|r."
    assert (both.phase, player(both, "red").used) == (Phase.ACTIONS, ("extra_office",))
    assert sum(stock(both, "red")) == sum(stock(position, "red")) + 1
    assert both.actions_left == position.actions_left


def test_extra_office_may_come_first() -> None:
    position = after(begun(house_rules="office_and_extra"), f"{BOTH}; move-piece blue trader supply goettingen")
    position = after(position, f"set-actions 3; move-piece red trader desk.privilege supply; establish {ACROSS}")
    first = after(position, "extra_office goettingen trader")
    assert legal(first) == {"clear", "office goettingen"}
    assert offices(after(first, "office goettingen"), "goettingen") == "r|br"
    assert after(first, "clear").phase is Phase.ACTIONS


def test_route_is_cleared_by_itself_when_no_second_office_is_possible() -> None:
    without = BOTH.replace("pile red", "pile blue")
    position = after(begun(house_rules="office_and_extra"), f"{without}; establish {ACROSS}; office goettingen")
    assert position.phase is Phase.ACTIONS


def test_marker_taken_with_the_route_is_not_used_in_the_same_action() -> None:
    tavern = "hildesheim-goslar"
    filled = moved("red trader", "supply", *[tavern] * 3)
    position = after(begun(house_rules="office_and_extra"), f"{filled}; establish {tavern}; office goslar")
    assert position.phase is Phase.ACTIONS
    assert player(position, "red").markers == ("extra_office",)


def test_game_ends_after_the_second_office() -> None:
    near_end = f"{BOTH}; set-prestige red 19; move-piece red trader supply goettingen; establish {ACROSS}"
    position = after(begun(house_rules="office_and_extra"), near_end)
    assert position.ending == ("prestige",)
    position = after(position, moved("red trader", "desk.privilege", "supply"))
    first = after(position, "office goettingen")
    assert (first.phase, first.ending) == (Phase.ESTABLISH, ("prestige",))
    assert events(first, "extra_office goettingen trader")[-1]["type"] == "over"


def test_second_office_is_refused_by_ruling_30_otherwise() -> None:
    position = after(begun(), f"{BOTH}; establish {ACROSS}; office goettingen")
    assert position.phase is Phase.ACTIONS
    said = refused(position, "extra_office goettingen trader")
    assert said
    assert said.code == "wrong_phase"
    assert "(ruling 30)" in said.message()
    assert "New game" in said.advice()


# --- whole games ---


def owed(position: Position) -> set[str]:
    """Name the house rules to which this position owes a move."""
    step, moves = position.step, GAME.legal_moves(position)
    found = {"less_income"} if any(isinstance(move, Income) and move.fewer for move in moves) else set()
    found |= {"displaced_to_stock"} if isinstance(step, Relocating) and step.hand and Decline() in moves else set()
    return found | ({"office_and_extra"} if isinstance(step, Establishing) and step.founded else set())


@pytest.mark.slow
@pytest.mark.parametrize("rules", SUBSETS, ids=lambda rules: "+".join(rules) or "none")
@pytest.mark.parametrize("players", [2, 5])
def test_random_games_end_and_are_kept_with_any_house_rules(rules: tuple[str, ...], players: int) -> None:
    random = Random(f"{rules}{players}")
    first = position = new(players, house_rules=" ".join(rules))
    entries: list[Move] = []
    seen: set[str] = set()
    while position.phase is not Phase.OVER:
        move = eager(position, random)
        seen |= owed(position)
        position = GAME.play(position, move).position
        entries.append(move)
        if len(entries) % 50 == 0:
            check(position)
            assert GAME.parse_position(json.loads(json.dumps(GAME.format_position(position)))) == position
    record = GAME.format_record(first, entries)
    assert GAME.parse_record(record) == (first, tuple(entries))
    assert seen <= set(rules)
    assert set(rules) - seen <= {"office_and_extra"}  # needs a marker of one kind, which not every game brings
