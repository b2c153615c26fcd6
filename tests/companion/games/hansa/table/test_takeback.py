"""Ruling 21: what may be taken back, and what not any more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.hansa.rules.corrections import MoveShip
from companion.table.history import History
from tests.companion.games.hansa.rules.table import begun, new_table, situation, stocked
from tests.companion.games.hansa.table.playing import Game, history_of


def _acting() -> History:
    return history_of(
        situation(
            ship="danzig",
            stock={"danzig": "blue1 pink3", "riga": "brown1 -"},
            booths={"gray": {"danzig": 2}, "yellow": {"riga": 2}},
            hands={"gray": "orange1 orange3 pink2"},
        )
    )


def _losing() -> History:
    hands = {"gray": "blue1 blue2", "yellow": "blue1 blue3", "purple": "blue2 blue3"}
    return history_of(situation(hands=hands, booths={"gray": {"copenhagen": 2}}), "sell blue1 blue2")


def _discarding() -> History:
    return history_of(situation(hands={"gray": "blue1 blue2 pink1 brown1"}))


def _replenishing() -> History:
    table = begun("gray yellow purple")
    return history_of(table, f"buy {table.stock('copenhagen')}", "end")


ALLOWED: dict[str, tuple[Callable[[], History], str]] = {
    "sail": (_acting, "sail kalmar"),
    "buy": (_acting, "buy blue1"),
    "build": (_acting, "build pink2"),
    "sell": (_acting, "sell orange1 orange3"),
    "skip": (_replenishing, "skip"),
    "replenish, before its first marker": (_replenishing, "replenish"),
    "a placement, until the next one": (lambda: history_of(stocked("gray yellow")), "place riga"),
    "end, until its settlement is confirmed": (_acting, "end"),
    "end, with a toll still to choose": (_discarding, "end"),
}


@pytest.mark.parametrize(("make", "move"), ALLOWED.values(), ids=ALLOWED)
def test_move_of_this_kind_is_taken_back(make: Callable[[], History], move: str) -> None:
    before = make()
    game = Game(before)
    game.table.kept = game.table.kept._replace(history=history_of_more(before, move))
    game.hold("back")
    assert [proposal.kind for proposal in game.kept] == ["take_back"]
    assert game.history == before


def history_of_more(history: History, *moves: str) -> History:
    more = history_of(history.position, *moves)
    return history._replace(steps=(*history.steps, *more.steps))


REFUSED: dict[str, tuple[Callable[[], History], str, str]] = {
    "reveal": (lambda: history_of(new_table("gray yellow")), "reveal blue1", "marker_seen"),
    "reveal in a fill": (lambda: history_of_more(_replenishing(), "replenish"), "reveal blue1", "marker_seen"),
    "lose": (_losing, "lose blue1", "choice_made"),
    "discard": (lambda: history_of_more(_discarding(), "end"), "discard blue1", "choice_made"),
}


@pytest.mark.parametrize(("make", "move", "code"), REFUSED.values(), ids=REFUSED)
def test_move_of_this_kind_is_not_taken_back(make: Callable[[], History], move: str, code: str) -> None:
    game = Game(history_of_more(make(), move))
    game.hold("back")
    assert game.kept == []
    assert game.name == f"refusal {code}"


def test_end_is_settled_for_good_with_ok() -> None:
    game = Game(_acting())
    game.hold("end")
    game.press("ok")
    assert [proposal.kind for proposal in game.kept] == ["move", "note"]
    game.hold("back")
    assert game.name == "refusal settled"
    assert [proposal.kind for proposal in game.kept] == ["move", "note"]


def test_placement_is_taken_back_only_until_the_next_one() -> None:
    game = Game(history_of(stocked("gray yellow"), "place riga", "place riga"))
    game.hold("back")
    assert game.moves == ["place riga"]


def test_moves_of_a_turn_are_taken_back_one_after_the_other() -> None:
    game = Game(history_of_more(_acting(), "buy blue1", "sail kalmar"))
    game.hold("back")
    game.hold("back")
    assert game.moves == []
    game.hold("back")
    assert game.name == "refusal nothing_to_take_back"


def test_correction_can_be_taken_back() -> None:
    game = Game(history_of(situation(ship="danzig"), MoveShip("riga")))
    game.hold("back")
    assert game.position.ship == "danzig"


def test_last_trip_back_is_offered_when_the_ship_returns() -> None:
    """Where no route leads back, a ship on its last stop asks with one ok."""
    start = situation(ship="danzig")
    routes = start.position.setup.board.routes
    away, home = next((a, b) for b, tos in routes.items() for a in tos if b not in routes[a])
    game = Game(history_of(situation(ship=home), f"sail {away}"))
    game.put("ship", f"city.{home}")
    assert game.name.endswith("take back")
    game.press("ok")
    assert game.moves == []
    assert game.position.ship == home
