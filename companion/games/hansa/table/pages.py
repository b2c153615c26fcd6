"""Screens to read: the ledger, the settlement, the supply piles and the score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import takewhile

from companion.games.game import Refusal
from companion.games.hansa.rules.events import LastRound, Lost
from companion.games.hansa.rules.goods import total
from companion.games.hansa.rules.position import BOOTHS, TURN_ORDER, Phase, Position, pile_in_use
from companion.games.hansa.rules.scoring import score, winning_players
from companion.games.hansa.rules.setup import count_out_piles
from companion.games.hansa.table import correcting, names
from companion.games.hansa.table.ledger import Ledger, closed_ledger, open_ledger
from companion.games.hansa.table.menu import title
from companion.table.dialog import Choice, Dialog, Menu, Notice, Open, Tone
from companion.table.history import History
from companion.table.intents import Seal
from companion.table.screen import Bars, Look, Row
from companion.words.say import NOTHING, Say, listed, say

_SETTLE_FIRST = Refusal(
    "settle_first", "The previous turn is not settled yet.", "Hand over what is owed, then press ok."
)
SETTLE = Seal(_SETTLE_FIRST)


def _ledger_rows(ledger: Ledger) -> Iterable[Row]:
    for to, talers in ledger.paid.items():
        yield Row(say("to {payee}", payee=names.PLACES[to]), say("{talers} T", talers=talers))
    if ledger.tax:
        yield Row(say("tax to bank"), say("{talers} T", talers=ledger.tax))
    if ledger.toll:
        yield Row(say("toll"), names.markers(ledger.toll))


def ledger_page(history: History) -> Notice:
    """Show what is owed in this turn and what phase 4 would take if it ended now."""
    rows = tuple(_ledger_rows(open_ledger(history))) or (Row(say("Nothing is owed.")),)
    return Notice(Row(say("Ledger"), look=Look.TITLE), rows, name="ledger")


def piles_page(history: History) -> Notice:
    """Show the five supply piles."""
    position: Position = history.position
    board = position.setup.board
    full = max(count_out_piles(total(history.first.unseen) - board.space_count))
    last = len(position.piles) - 1
    bars = Bars(position.piles, max(full, *position.piles), pile_in_use(position), last)
    rows = (bars, Row(say("in all"), say("{count}", count=sum(position.piles))))
    return Notice(Row(say("Supply"), look=Look.TITLE), rows, name="piles")


def score_page(history: History) -> Notice:
    """Show the score by source as it stands."""
    position: Position = history.position
    rows = [Row(NOTHING, say("left\tsold\tcity\tall"))]
    for seat in position.seats:
        points = score(position, seat)
        numbers = f"{points.unsold}\t{points.sold}\t{points.cities}\t{points.total}"
        rows.append(Row(names.player_name(position, seat), say("{numbers}", numbers=numbers)))
    head = say("Final score") if position.phase is Phase.OVER else say("Score so far")
    if position.phase is Phase.OVER:
        rows.append(_winner_row(position))
    return Notice(Row(head, look=Look.TITLE), tuple(rows), name="score")


def _winner_row(position: Position) -> Row:
    winners = winning_players(position)
    best = max(score(position, seat).total for seat in position.seats)
    tied = sum(score(position, seat).total == best for seat in position.seats) > 1
    if len(winners) > 1:
        return Row(say("They share the win."), look=Look.WARNING)
    if tied:
        booths = BOOTHS - position.booths_left(position.setup.players.index(winners[0]))
        return Row(
            say("{player} wins: {booths}", player=names.PLAYERS[winners[0]], booths=names.booths(booths)),
            look=Look.WARNING,
        )
    return Row(say("{player} wins!", player=names.PLAYERS[winners[0]]), look=Look.WARNING)


def settlement(history: History) -> Notice | None:
    """Show what the player whose turn has ended hands over; it stays until it is confirmed."""
    ledger = closed_ledger(history)
    if ledger is None:
        return None
    rows = tuple(_ledger_rows(ledger)) or (Row(say("Nothing to pay.")),)
    head = Row(names.PLAYERS[ledger.player], say("settlement"), Look.TITLE)
    return Notice(head, rows, SETTLE, name="settlement", player=ledger.player, is_chore=True)


def notices(history: History) -> tuple[Dialog, ...]:
    """Say what the players must be told after the last step, in order."""
    told: list[Dialog] = []
    position: Position = history.position
    step = history.steps[-1]
    paid = settlement(history)
    if paid:
        told.append(paid)
    for event in step.events:
        match event:
            case LastRound():
                begun = say("The fifth pile is begun.")
                told.append(_warning(position, say("Last round!"), begun, _still_to_play(position)))
            case Lost(player, good):
                told.append(_told(player, say("loses {good}", good=names.marker_name(good))))
            case _:
                pass
    emptied = _emptied_pile(history)
    if emptied:
        empty = _warning(position, say("Pile {pile}", pile=emptied), say("should be empty now."))
        told.append(replace(empty, is_chore=True))
    if position.phase is Phase.OVER:
        final = score_page(history)
        # A corrected settlement is a new one: it must be confirmed and recorded again.
        told.append(final if paid else replace(final, action=SETTLE))
    return tuple(told)


def _warning(position: Position, head: Say, line: Say, *more: Say) -> Notice:
    rows = (Row(head, look=Look.LARGE), Row(line, look=Look.WARNING), *map(Row, more))
    return Notice(title(position), rows, tone=Tone.WARNING)


def _still_to_play(position: Position) -> Say:
    """Return who still has a turn in the last round, which ends before the start player."""
    setup = position.setup
    seats = takewhile(lambda seat: seat != setup.start, TURN_ORDER[len(setup.players)][position.active])
    following = [names.player_name(position, seat) for seat in seats if seat not in position.course.left]
    if not following:
        return say("This turn is the last one.")
    return say("Still to play: {players}", players=listed(following))


def _told(player: str, line: Say) -> Notice:
    return Notice(Row(names.PLAYERS[player], look=Look.TITLE), (Row(line, look=Look.LARGE),), player=player)


def _emptied_pile(history: History) -> int | None:
    """Return the number of the pile that the last step finished, if it did."""
    before: Position = history.position_before(len(history.steps) - 1)
    for number, (then, now) in enumerate(zip(before.piles, history.position.piles, strict=True), 1):
        if then and not now:
            return number
    return None


def pages(history: History) -> Menu:
    """Offer the pages of the table menu."""
    pages_ = (ledger_page, piles_page, score_page)
    again = correcting.reenter(history)
    choices = (
        *((Choice(say("Enter marker again"), Open(again), is_chore=True),) if again else ()),
        *(Choice(page(history).title.left, Open(partial(page, history))) for page in pages_),
        Choice(say("Correct the table"), Open(partial(correcting.correcting, history))),
    )
    return Menu(Row(say("Table"), look=Look.TITLE), choices, name="table")
