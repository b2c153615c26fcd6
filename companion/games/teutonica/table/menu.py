"""The menu of legal moves: exactly those, in a useful order, below what is good to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.teutonica.rules.events import Paid
from companion.games.teutonica.rules.moves import (
    Displace,
    Move,
    Pay,
)
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.rules.position import Moving, Paying, Phase, Position, Relocating, Replacing
from companion.games.teutonica.table import actions_menu, cards, names, steps_menu
from companion.games.teutonica.table.cards import CARDS, places_of
from companion.games.teutonica.table.course import title
from companion.table.dialog import Choice, Menu, Open
from companion.table.gametable import Carry
from companion.table.history import History
from companion.table.own_dialogs import ANOTHER
from companion.table.screen import Row
from companion.words.say import Say, say


def home(history: History) -> Menu:
    """Offer the legal moves of the position at hand."""
    position: Position = history.position
    return Menu(title(history), _CHOICES[position.phase](history), _HEADS[position.phase](history), name="home")


def _over(_: History) -> tuple[Choice, ...]:
    return (Choice(ANOTHER.title.left, Open(ANOTHER)),)  # an extra press of ok must not lose the score


_CHOICES: Mapping[Phase, Callable[[History], tuple[Choice, ...]]] = {
    Phase.TAVERNS: steps_menu.tavern_choices,
    Phase.PAWN: steps_menu.pawn_choices,
    Phase.ACTIONS: actions_menu.choices,
    Phase.PAY: steps_menu.pay_choices,
    Phase.RELOCATE: steps_menu.relocate_choices,
    Phase.MOVE: steps_menu.move_choices,
    Phase.ESTABLISH: steps_menu.benefit_choices,
    Phase.REMOVE: steps_menu.remove_choices,
    Phase.REVEAL: steps_menu.reveal_choices,
    Phase.REPLACE: steps_menu.replace_choices,
    Phase.WALK: steps_menu.walk_choices,
    Phase.OVER: _over,
}


def carry(history: History, move: Move) -> Carry:
    """Return what hands do to make a move for the companion; where they place pieces, also where those come from."""
    position: Position = history.position
    step = CARDS[type(move)].carried(position, move)
    place = step.place or next((each for each in places_of(position, move) if each.startswith("route.")), "")
    told = [row.left for row in _relocating(history)] if position.phase is Phase.RELOCATE else []
    return step._replace(hands=(*cards.in_hands(position, move), *told), place=place)


# --- what is good to know ---


def _nothing(_: History) -> tuple[Row, ...]:
    return ()


def _tavern(history: History) -> tuple[Row, ...]:
    position: Position = history.position
    side = position.setup.side
    tavern = side.taverns[len(position.bonus.on_routes)]
    return (Row(say("Marker on the tavern")), Row(names.route_name(side, tavern)))


def _supply(history: History) -> tuple[Row, ...]:
    """Show supply and stock of the player whose turn it is, so that a wrong count is noticed."""
    position: Position = history.position
    player = position.players[position.active]
    stock = say("stock {pieces}", pieces=names.in_stock(player))
    return (Row(say("Supply {pieces}", pieces=names.in_supply(player)), stock),)


def _paying(history: History) -> tuple[Row, ...]:
    position: Position = history.position
    assert type(position.step) is Paying
    return (Row(say("{piece} is displaced.", piece=names.piece_name(position.step.victim))),)


def _relocating(history: History) -> tuple[Row, ...]:
    """Say what is in hand, where more comes from, and what the displacing player pays."""
    position: Position = history.position
    step = position.step
    assert type(step) is Relocating
    rows = [Row(_in_hand(step.hand) if step.hand else _source(position, step.seat))]
    last = history.steps[-1] if history.steps else None
    paid = [event.piece for event in last.events if isinstance(event, Paid)] if last else []
    if last and isinstance(last.entry, Displace | Pay) and paid:
        # In short: next to a long list of routes, both kinds in words have no room.
        pieces = names.in_short(paid.count(Kind.TRADER), paid.count(Kind.MERCHANT))
        rows.append(
            Row(say("{player} to stock: {pieces}", player=names.player_name(position, position.active), pieces=pieces))
        )
    return tuple(rows)


def _in_hand(kind: Kind) -> Say:
    return say("Trader in hand") if kind is Kind.TRADER else say("Merchant in hand")


def _source(position: Position, seat: int) -> Say:
    player = position.players[seat]
    if player.stock_size:
        return say("From the stock: {pieces}", pieces=names.in_stock(player))
    if player.supply_size:
        return say("From the supply: {pieces}", pieces=names.in_supply(player))
    return say("Take one from the board")


def _moving(history: History) -> tuple[Row, ...]:
    position: Position = history.position
    step = position.step
    assert type(step) is Moving
    if not step.hand:
        return (Row(say("Nothing in hand"), say("{count} more", count=step.lifts_left)),)
    in_hand = names.pieces(step.hand.count(Kind.TRADER), step.hand.count(Kind.MERCHANT))
    return (Row(say("In hand: {pieces}", pieces=in_hand)),)


def _removing(_: History) -> tuple[Row, ...]:
    return (Row(say("To its owner's supply")),)


def _revealing(history: History) -> tuple[Row, ...]:
    position: Position = history.position
    return (Row(say("From the plate"), say("{count} there", count=position.players[position.active].plate)),)


def _replacing(history: History) -> tuple[Row, ...]:
    position: Position = history.position
    assert type(position.step) is Replacing
    return (Row(names.MARKERS[position.step.marker]),)


def _pawn_at(history: History) -> tuple[Row, ...]:
    position: Position = history.position
    return (Row(say("Now: {province}", province=names.PROVINCES[position.pawn])),) if position.pawn else ()


_HEADS: Mapping[Phase, Callable[[History], tuple[Row, ...]]] = {
    Phase.TAVERNS: _tavern,
    Phase.PAWN: _nothing,
    Phase.ACTIONS: _supply,
    Phase.PAY: _paying,
    Phase.RELOCATE: _relocating,
    Phase.MOVE: _moving,
    Phase.ESTABLISH: steps_menu.benefit_head,
    Phase.REMOVE: _removing,
    Phase.REVEAL: _revealing,
    Phase.REPLACE: _replacing,
    Phase.WALK: _pawn_at,
    Phase.OVER: _nothing,
}
