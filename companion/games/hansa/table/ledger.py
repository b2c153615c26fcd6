"""The ledger of a turn: what was paid to whom, and what taxes and tolls take, or would take if it ended now."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.hansa.rules.corrections import BeginTurn, MoveTurn
from companion.games.hansa.rules.events import BANK, Discarded, Income, Paid, Taxed
from companion.games.hansa.rules.goods import Marker, total
from companion.games.hansa.rules.moves import Discard
from companion.games.hansa.rules.position import LIMIT, Phase, Position
from companion.table.history import History, Step


class Ledger(NamedTuple):
    """One turn's account."""

    player: str
    paid: dict[str, int]  # talers owed to the bank and to each player, in order of first payment
    tax: int  # talers over the limit
    toll: int  # markers over the limit
    given_up: tuple[Marker, ...]  # markers given up already


def turn_began(history: History) -> int:
    """Return the index of the step that began the turn at hand; -1 before the first turn."""
    for index in range(len(history.steps) - 1, -1, -1):
        step = history.steps[index]
        if isinstance(step.entry, MoveTurn | BeginTurn) or any(isinstance(event, Income) for event in step.events):
            return index
    return -1


def taxes_and_tolls(position: Position) -> tuple[int, int]:
    """Return the talers and the markers that phase 4 would take if the turn ended now."""
    seat = position.active
    return max(0, position.purse(seat) - LIMIT), max(0, total(position.hands[seat]) - LIMIT)


def open_ledger(history: History) -> Ledger:
    """Return the ledger of the current turn, with what phase 4 would take now; None after the end."""
    position: Position = history.position
    seat = position.active
    player = position.setup.players[seat]
    if position.phase is Phase.OVER:
        return _ledger(player, ())
    tax, toll = (0, 0) if _is_setup(position) else taxes_and_tolls(position)
    return _ledger(player, history.steps[turn_began(history) + 1 :])._replace(tax=tax, toll=toll)


def closed_ledger(history: History) -> Ledger | None:
    """Return the ledger of the turn that the last step ended, or None if it ended none."""
    if not history.steps or not _ends_turn(history.steps[-1], history):
        return None
    last = len(history.steps) - 1
    before: Position = history.position_before(last)
    began = turn_began(history._replace(steps=history.steps[:-1]))
    ledger = _ledger(before.setup.players[before.active], history.steps[began + 1 :])
    if isinstance(history.steps[last].entry, MoveTurn | BeginTurn) and not (ledger.paid or ledger.given_up):
        return None  # nobody has played yet in the corrected turn
    taxes = [event.talers for step in history.steps[began + 1 :] for event in step.events if isinstance(event, Taxed)]
    return ledger._replace(tax=sum(taxes), toll=len(ledger.given_up))


def _ends_turn(step: Step, history: History) -> bool:
    if isinstance(step.entry, MoveTurn | BeginTurn):
        return True
    before: Position = history.position_before(len(history.steps) - 1)
    after: Position = step.position
    if after.phase is Phase.OVER:
        return before.phase is not Phase.OVER
    # A marker that is turned up or lost can also end the turn of a player who has left.
    return not _is_setup(before) and any(isinstance(event, Income) for event in step.events)


def _is_setup(position: Position) -> bool:
    return position.phase is Phase.PLACE or position.in_first_fill


def _ledger(player: str, steps: tuple[Step, ...]) -> Ledger:
    paid: dict[str, int] = {}
    given_up: list[Marker] = []
    for step in steps:
        if isinstance(step.entry, Discard):
            given_up.append(step.entry.good)
        for event in step.events:
            match event:
                case Paid(to=to, talers=talers):
                    paid[to] = paid.get(to, 0) + talers
                case Discarded(good=good):
                    given_up.append(good)
                case _:
                    pass
    order = sorted(paid, key=lambda to: to != BANK)
    return Ledger(player, {to: paid[to] for to in order}, 0, 0, tuple(given_up))
