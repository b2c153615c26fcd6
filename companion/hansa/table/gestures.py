"""What a piece at rest means: a position, what is believed of the pieces, and one that has come to rest enter."""

from __future__ import annotations

from collections import deque

from companion.game import Refusal
from companion.hansa.rules.goods import kinds_in, marker
from companion.hansa.rules.legal import legal_moves
from companion.hansa.rules.moves import Build, Buy, Discard, Lose, Place, Reveal, Sail
from companion.hansa.rules.position import Phase, Position
from companion.hansa.rules.refusals import refusal_of
from companion.hansa.table import menu, names
from companion.table.belief import Belief
from companion.table.dialog import Choice, Command, Do, DoAll, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading, Refuse
from companion.table.history import History
from companion.table.say import say
from companion.table.screen import Look, Row

_NOT_YOURS = Refusal("not_yours", "That booth belongs to {player}.", "Use a booth of {mover}.")
_TWO_PIECES = Refusal(
    "two_pieces", "There are two pieces on the pad that do not go together.", "Take one of them away."
)
_NOT_HERE = Refusal("not_here", "That marker is neither in {ship} nor before {player}.", "Take it off the pad.")
_NO_MARKER_NOW = Refusal("no_marker_now", "No marker is used now.", "Take it off the pad.")
_NO_BOOTH_NOW = Refusal("no_booth_now", "No booth is placed or built now.", "Take it back.")


def read(history: History, belief: Belief, piece: str, place: str) -> Reading:
    """Say what it means that a piece has come to rest at a place."""
    position: Position = history.position
    if position.phase is Phase.OVER:
        return Ignore()
    if place == names.PAD and not _go_together(piece, *(other for other in belief.seen_at(place) if other != piece)):
        return Refuse(_TWO_PIECES)
    if piece == names.SHIP:
        return _ship(history, place)
    if names.booth_owner(piece):
        return _booth(history, belief, piece, place)
    kind = names.marker_kind(piece)
    # A marker seen by a city's reader is evidence only: it may lie face down.
    return _marker(position, belief, kind) if kind and place == names.PAD else Ignore()


def _go_together(*pieces: str) -> bool:
    """Tell whether pieces on the pad mean something: one alone, a marker and a booth, or markers of one colour."""
    kinds = [kind for piece in pieces if (kind := names.marker_kind(piece))]
    others = len(pieces) - len(kinds)
    if others:
        return others == 1 and (not kinds or names.SHIP not in pieces)
    return len({marker(kind).colour for kind in kinds}) <= 1


# --- the ship ---


def _ship(history: History, place: str) -> Reading:
    position: Position = history.position
    city = names.city_at(place)
    if position.phase is not Phase.ACTIONS:
        return Ignore()
    if city is None:
        return _ship_tapped(position)
    if city == position.ship:
        return Ignore()
    if city in position.setup.board.routes[position.ship]:
        return Propose(Sail(city))
    if city == _last_stop(history):
        return Ask(_offer_take_back(position, city))
    chain = _cheapest(position, city)
    if len(chain) <= position.purse(position.active):
        return Ask(_offer_chain(position, chain))
    return Propose(Sail(city))  # is refused, with the reason and the routes that there are


def _ship_tapped(position: Position) -> Reading:
    choices = tuple(menu.sails(position))
    if len(choices) == 1 and isinstance(choices[0].action, Do):
        return Propose(choices[0].action.entry)
    if not choices:
        return Propose(Sail(position.setup.board.routes[position.ship][0]))  # is refused: no taler left
    return Ask(Menu(menu.title(position), choices, (Row(say("Sail where?"), look=Look.LARGE),), name="sail"))


def _last_stop(history: History) -> str | None:
    """Give the city that the last step sailed from, if it was a sail."""
    if not history.steps or not isinstance(history.steps[-1].entry, Sail):
        return None
    before: Position = history.position_before(len(history.steps) - 1)
    return before.ship


def _offer_take_back(position: Position, city: str) -> Menu:
    label = say("Back to {city}", city=names.city_name(position, city))
    head = (Row(say("Take back the trip?"), look=Look.LARGE),)
    choices = (Choice(label, Command("take back"), place=names.city_place(city)),)
    return Menu(menu.title(position), choices, head, name="take back")


def _cheapest(position: Position, city: str) -> tuple[str, ...]:
    """Give the shortest way to a city; every board leads everywhere."""
    ways: deque[tuple[str, ...]] = deque([()])
    reached = {position.ship}
    while True:
        way = ways.popleft()
        for to in position.setup.board.routes[way[-1] if way else position.ship]:
            if to == city:
                return (*way, to)
            if to not in reached:
                reached.add(to)
                ways.append((*way, to))


def _offer_chain(position: Position, chain: tuple[str, ...]) -> Menu:
    via = say("{city}", city=", ".join(position.setup.board.city[city].name for city in chain))
    head = (Row(say("Sail on?"), say("{talers} T", talers=len(chain)), Look.LARGE),)
    return Menu(
        menu.title(position), (Choice(via, DoAll(tuple(map(Sail, chain))), place=names.city_place(chain[-1])),), head
    )


# --- booths ---


def _booth(history: History, belief: Belief, piece: str, place: str) -> Reading:
    position: Position = history.position
    mover, owner = position.mover, names.booth_owner(piece)
    assert mover is not None
    name = position.setup.players[mover]
    city = names.city_at(place)
    if city and _part_of_stack(position, belief, piece, city):
        return Ignore()
    if owner != name:
        return Refuse(_with(_NOT_YOURS, player=owner or "", mover=name))
    if position.phase is Phase.PLACE:
        return Ask(menu.home(History(position))) if city is None else Propose(Place(city))
    if position.phase is not Phase.ACTIONS:
        return Refuse(_NO_BOOTH_NOW)
    if city not in (None, position.ship):
        return Refuse(_with(_WRONG_CITY, ship=position.setup.board.city[position.ship].name))
    # Of a stack here of which no booth has been heard yet, this may be one: then ask, also where one marker can pay.
    group, stack = f"booth.{owner}", position.booths_in(position.ship, mover)
    unsure = city is not None and stack > 0 and not belief.from_here(group, place)
    return _build(position, belief, ask=unsure)


_WRONG_CITY = Refusal("wrong_city", "Booths are built where the ship is: in {ship}.", "Bring the booth there.")


def _part_of_stack(position: Position, belief: Belief, piece: str, city: str) -> bool:
    """Tell whether a booth at rest is one of those that belong in a city, and not a new one.

    No more of its colour may be known there than belong there. Where the booth could be a move, it must have been there
    before: then a stack was straightened. Where it could be none, it is one of a stack that was not heard until now.
    """
    owner, place = names.booth_owner(piece) or "", names.city_place(city)
    if owner not in position.setup.players:
        return False
    seat = position.setup.players.index(owner)
    back = belief.returns(piece, place)
    known = belief.from_here(f"booth.{owner}", place) + (not back)
    if known > position.booths_in(city, seat):
        return False
    if position.phase is Phase.PLACE:
        could_be_move = seat == position.mover and not position.booths_in(city, seat)
    else:
        could_be_move = (
            position.phase is Phase.ACTIONS and seat == position.mover and city == position.ship and not position.acted
        )
    return back or not could_be_move


def _with(refusal: Refusal, **details: str) -> Refusal:
    return Refusal(refusal.code, refusal.sentence, refusal.remedy, details)


def _build(position: Position, belief: Belief, *, ask: bool) -> Reading:
    """Build with the marker on the pad, else with the only kind there is; ask where kinds differ."""
    if position.acted:
        return Refuse(refusal_of("already_acted", ship=position.setup.board.city[position.ship].name))
    on_pad = [kind for piece in belief.seen_at(names.PAD) if (kind := names.marker_kind(piece))]
    if len(on_pad) == 1:
        return Propose(Build(marker(on_pad[0])))
    builds = [move for move in legal_moves(position) if isinstance(move, Build)]
    if len(builds) == 1 and not ask:
        return Propose(builds[0])
    if not builds:
        hand = kinds_in(position.hands[position.active])
        return Propose(Build(hand[0])) if hand else Refuse(_NO_MARKER)
    choices = tuple(Choice(names.marker_name(move.good), Do(move)) for move in builds)
    return Ask(Menu(menu.title(position), choices, (Row(say("Pay with?"), look=Look.LARGE),), name="build"))


_NO_MARKER = Refusal("no_marker", "There is no marker to pay the booths with.", "Buy a marker first.")


# --- markers on the pad ---


def _marker(position: Position, belief: Belief, kind: str) -> Reading:
    good = marker(kind)
    match position.phase:
        case Phase.FILL:
            return Propose(Reveal(good))
        case Phase.LOSE:
            return Propose(Lose(good))
        case Phase.DISCARD:
            return Propose(Discard(good))
        case Phase.ACTIONS:
            return _marker_in_actions(position, belief, kind)
        case _:
            return Refuse(_NO_MARKER_NOW)


def _marker_in_actions(position: Position, belief: Belief, kind: str) -> Reading:
    good = marker(kind)
    others = [each for piece in belief.seen_at(names.PAD) if (each := names.marker_kind(piece))]
    booths = [piece for piece in belief.seen_at(names.PAD) if names.booth_owner(piece)]
    if booths:
        return Propose(Build(good))
    if others:
        return Ask(menu.sale(position))
    if good in position.stock(position.ship):
        return Propose(Buy(good))
    if good in kinds_in(position.hands[position.active]):
        return Ignore()  # one's own marker alone says nothing yet: a booth or a second marker will
    ship, player = position.setup.board.city[position.ship].name, position.setup.players[position.active]
    return Refuse(_with(_NOT_HERE, ship=ship, player=player))
