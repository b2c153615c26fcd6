"""The menu holds exactly the legal moves."""

from __future__ import annotations

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from companion.games.hansa.rules.corrections import UNSEEN, Correction, MoveMarker, MoveTalers
from companion.games.hansa.rules.events import Taxed
from companion.games.hansa.rules.goods import marker, total
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Build, Buy, End, Reveal, Sail, Sell
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.table import cards, menu
from companion.games.hansa.table.ledger import taxes_and_tolls
from companion.table.dialog import Checklist, Do, Open
from companion.table.history import History
from companion.table.intents import Button, Command, GiveUp
from tests.companion.games.hansa.rules.strategies import positions
from tests.companion.games.hansa.rules.table import new_table, said, situation
from tests.companion.games.hansa.table.playing import GAME, history_of
from tests.companion.games.hansa.table.walking import MOST_TICKS, entries_in, ways
from tests.kit.examples import examples


@given(positions())
@examples(60)
def test_home_menu_reaches_every_legal_move_and_nothing_else(position: Position) -> None:
    home = menu.home(History(position))
    if position.phase is Phase.ACTIONS and len(cards.sellable(position)) > MOST_TICKS:
        return
    reached, legal = set(entries_in(home)), set(legal_moves(position))
    assert legal <= reached
    # A checklist cannot keep its players from unticking too much: that is refused, and never played.
    assert all(isinstance(move, Sell) for move in reached - legal)


@given(positions())
@examples(60)
def test_every_decision_of_the_home_menu_is_a_move_or_a_new_game(position: Position) -> None:
    if position.phase is Phase.ACTIONS and len(cards.sellable(position)) > MOST_TICKS:
        return
    for _, action in ways(menu.home(History(position))):
        if position.phase is Phase.OVER:
            assert action == GiveUp()
        else:
            assert not isinstance(action, Command)


@given(positions())
@examples(60)
def test_sale_offers_everything_sellable_ticked_and_nothing_else(position: Position) -> None:
    if position.phase is not Phase.ACTIONS:
        return
    sale = menu.sale(position)
    sells = [move for move in legal_moves(position) if isinstance(move, Sell)]
    assert len(sale.ticked) == len(sale.items)
    if sells:
        assert Sell(sale.values) == max(sells, key=lambda move: len(move.goods))


def choices_of(position: Position) -> list[str]:
    return [choice.label.in_language() for choice in menu.home(History(position)).choices]


def test_actions_come_in_the_order_of_a_turn() -> None:
    table = situation(
        ship="danzig",
        stock={"danzig": "blue1 pink3"},
        booths={"gray": {"danzig": 1}},
        hands={"gray": "orange1 orange3"},
    )
    verbs = [label.split()[0].strip(":…") for label in choices_of(table.position)]
    assert [verb for verb, _ in groupby(verbs)] == ["Buy", "Sail", "Build", "Sell", "End"]


def test_more_barrels_come_first() -> None:
    table = situation(ship="danzig", stock={"danzig": "blue1 pink3"}, hands={"gray": "orange1 orange3"})
    actions = [choice.action for choice in menu.home(history_of(table)).choices]
    choices = [action.entry for action in actions if isinstance(action, Do)]
    assert [str(move.good) for move in choices if isinstance(move, Buy)] == ["pink3", "blue1"]
    assert [str(move.good) for move in choices if isinstance(move, Build)] == ["orange3", "orange1"]


def test_routes_come_in_the_order_of_the_cities_numbers() -> None:
    position = situation(ship="danzig").position
    cities = [entry.to for entry in entries_in(menu.home(History(position))) if isinstance(entry, Sail)]
    numbers = [position.setup.board.city[city].number for city in cities]
    assert numbers == sorted(numbers)


def test_price_says_who_is_paid() -> None:
    def paid(**booths: dict[str, int]) -> str:
        table = situation(ship="danzig", stock={"danzig": "blue1 -"}, booths=booths)
        return cards.price(table.position).in_language()

    assert paid() == "1 T bank"
    assert "Yellow" in paid(yellow={"danzig": 2})
    assert paid(gray={"danzig": 1}) == "free"
    assert paid(gray={"danzig": 1}, yellow={"danzig": 1}) == "1 T bank"


@given(st.integers(0, 13))
def test_marker_is_entered_with_at_most_five_presses_on_average(revealed: int) -> None:
    table = new_table("gray yellow purple white")
    table.fill(revealed)
    presses = entries_in(menu.home(history_of(table)))
    weights = {move: total(table.position.unseen & 7 * move.good) for move in presses if isinstance(move, Reveal)}
    mean = sum(len(presses[move]) * weight for move, weight in weights.items()) / sum(weights.values())
    assert mean <= 5


def test_exhausted_kinds_are_not_offered() -> None:
    table = new_table("gray yellow")
    table.play(*["reveal blue1"] * 4)
    offered = {str(move.good) for move in entries_in(menu.home(history_of(table)))}
    assert "blue1" not in offered
    assert {"blue2", "blue3"} <= offered


def test_sale_is_one_line_and_one_press_away() -> None:
    table = situation(
        ship="danzig", stock={}, talers={"gray": 0}, booths={"gray": {"danzig": 1}}, hands={"gray": "orange1 orange3"}
    )
    actions = [choice.action for choice in menu.home(history_of(table)).choices]
    (opened,) = [action.dialog for action in actions if isinstance(action, Open)]
    assert isinstance(opened, Checklist)
    assert opened.press(Button.OK).action == Do(said("sell orange1 orange3"))


def test_turn_can_always_be_ended() -> None:
    assert End() in entries_in(menu.home(history_of(situation(talers={"gray": 0}, stock={}))))


def end_line(*corrections: Correction) -> str:
    """Return the line that ends the turn, after some corrections."""
    history = history_of(situation(ship="danzig", talers={"gray": 3}), *corrections)
    line = next(choice for choice in menu.home(history).choices if choice.action == Do(End()))
    return f"{line.label.in_language()} {line.right.in_language()}".strip()


def test_line_that_ends_the_turn_says_what_that_costs() -> None:
    markers = [
        MoveMarker(good, UNSEEN, "gray") for good in map(marker, ("blue1", "blue2", "blue3", "green1", "green2"))
    ]
    assert end_line() == "End the turn", "three talers may be kept"
    assert end_line(*markers[:3]) == "End the turn", "and three markers"
    assert end_line(MoveTalers(1, "bank", "gray")) == "End the turn -1 T"
    assert end_line(*markers[:4]) == "End the turn -1 marker"
    assert end_line(*markers) == "End the turn -2 markers"
    assert end_line(MoveTalers(2, "bank", "gray"), *markers) == "End -2 T, -2 markers"


@given(positions())
@examples(60)
def test_line_that_ends_the_turn_tells_what_ending_it_takes(position: Position) -> None:
    if position.phase is not Phase.ACTIONS:
        return
    history = History(position).after(GAME, End())
    seat, talers, markers = position.active, 0, total(position.hands[position.active])
    while history.position.phase is Phase.DISCARD:
        history = history.after(GAME, legal_moves(history.position)[0])
    for step in history.steps:
        talers += sum(event.talers for event in step.events if isinstance(event, Taxed))
    tax, toll = taxes_and_tolls(position)
    assert (tax, toll) == (talers, markers - total(history.position.hands[seat]))
