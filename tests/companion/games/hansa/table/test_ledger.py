"""The ledger: what is paid, taxed and given up equals what the rules say happened."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.games.hansa.rules.corrections import Leave
from companion.games.hansa.rules.events import Discarded, Paid, Taxed
from companion.games.hansa.rules.goods import total
from companion.games.hansa.rules.moves import Discard
from companion.games.hansa.rules.position import LIMIT, Phase, Position
from companion.games.hansa.table.ledger import Ledger, closed_ledger, open_ledger
from companion.games.hansa.table.pages import SETTLE, ledger_page, settlement
from companion.table.history import History
from companion.table.screen import Row
from tests.companion.games.hansa.rules.strategies import first_positions, seeds, walk
from tests.companion.games.hansa.rules.table import situation
from tests.companion.games.hansa.table.playing import GAME, history_of
from tests.kit.examples import examples


def lines(page: object) -> list[str]:
    rows = getattr(page, "rows", ())
    return [f"{row.left.in_language()}: {row.right.in_language()}" for row in rows if isinstance(row, Row)]


@given(first_positions(), seeds, st.integers(0, 250))
@examples(20)
def test_settlements_of_a_game_sum_up_to_what_happened(first: Position, seed: int, plies: int) -> None:

    history = History(first)
    paid: Counter[tuple[str, str]] = Counter()
    taxed: Counter[str] = Counter()
    given_up: Counter[str] = Counter()
    settled: list[Ledger] = []
    for _, (entry, _) in zip(range(plies), walk(first, Random(seed)), strict=False):
        giver = GAME.mover(history.position)
        history = history.after(GAME, entry)
        given_up[giver or ""] += isinstance(entry, Discard)
        for event in history.steps[-1].events:
            match event:
                case Paid(player, to, talers):
                    paid[player, to] += talers
                case Taxed(player, talers):
                    taxed[player] += talers
                case Discarded(player):
                    given_up[player] += 1
                case _:
                    pass
        ledger = closed_ledger(history)
        if ledger:
            settled.append(ledger)
    if history.position.phase is not Phase.OVER:
        at_hand = open_ledger(history)
        settled.append(at_hand._replace(tax=0, toll=len(at_hand.given_up)))
        # What phase 4 has taken already of a turn that is not over yet.
        settled[-1] = settled[-1]._replace(
            tax=taxed[at_hand.player] - sum(ledger.tax for ledger in settled[:-1] if ledger.player == at_hand.player)
        )
    assert (
        paid
        == Counter(
            {
                (player, to): sum(ledger.paid.get(to, 0) for ledger in settled if ledger.player == player)
                for player in first.setup.players
                for to in ("bank", *first.setup.players)
            }
        )
        + Counter()
    )
    for player in first.setup.players:
        assert taxed[player] == sum(ledger.tax for ledger in settled if ledger.player == player)
        assert given_up[player] == sum(len(ledger.given_up) for ledger in settled if ledger.player == player)


@given(first_positions(), seeds, st.integers(0, 250))
@examples(20)
def test_open_ledger_says_what_phase_four_would_take_now(first: Position, seed: int, plies: int) -> None:

    history = History(first)
    for _, (entry, _) in zip(range(plies), walk(first, Random(seed)), strict=False):
        history = history.after(GAME, entry)
    position: Position = history.position
    if position.phase is not Phase.ACTIONS:
        return
    ledger, seat = open_ledger(history), position.active
    ended = history_of(position, "end")
    taken = [event.talers for event in ended.steps[-1].events if isinstance(event, Taxed)]
    assert ledger.tax == sum(taken) == max(0, position.purse(seat) - LIMIT)
    assert ledger.toll == max(0, total(position.hands[seat]) - LIMIT)
    assert ledger.player == position.setup.players[seat]


def test_ledger_names_payees_the_bank_first() -> None:
    table = situation(ship="danzig", talers={"gray": 3}, stock={"danzig": "blue1 -"}, booths={"yellow": {"danzig": 1}})
    history = history_of(table, "buy blue1", "sail reval")
    assert open_ledger(history).paid == {"bank": 1, "yellow": 1}
    assert lines(ledger_page(history)) == ["to bank: 1 T", "to Yellow: 1 T"]


def test_ledger_without_debts_says_so() -> None:
    assert "Nothing" in lines(ledger_page(history_of(situation(talers={"gray": 0}))))[0]


def test_nothing_is_owed_after_the_end() -> None:
    table = situation(ship="danzig", talers={"gray": 6})
    history = history_of(table, "sail reval", *map(Leave, table.position.setup.players))
    assert history.position.phase is Phase.OVER
    assert lines(ledger_page(history)) == ["Nothing is owed.: "]


def test_settlement_names_payments_tax_and_toll() -> None:
    table = situation(
        ship="danzig", talers={"gray": 6}, hands={"gray": "blue1 blue2 pink1 brown1"}, stock={"danzig": "orange1 -"}
    )
    history = history_of(table, "sail reval", "end", "discard blue1")
    shown = settlement(history)
    assert shown
    assert shown.action == SETTLE
    assert lines(shown)[0] == "to bank: 1 T"
    assert lines(shown)[1] == "tax to bank: 2 T"
    assert lines(shown)[2].startswith("toll: 1")


def test_settlement_of_a_turn_without_debts_still_stays_until_ok() -> None:
    shown = settlement(history_of(situation(talers={"gray": 0}), "end"))
    assert shown
    assert shown.action == SETTLE


def test_no_settlement_within_a_turn() -> None:
    assert settlement(history_of(situation(ship="danzig"), "sail reval")) is None
