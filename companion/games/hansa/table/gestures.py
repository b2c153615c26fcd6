"""Decides what a piece at rest means, from the position, the beliefs about the pieces, and the piece itself."""

from __future__ import annotations

from collections import Counter, deque

from companion.games.game import Refusal
from companion.games.hansa.rules.goods import Marker, kinds_in, marker, markers_in
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Build, Buy, Discard, Lose, Place, Reveal, Sail, Sell, Skip
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.refusals import refusal_of
from companion.games.hansa.table import menu, names
from companion.games.hansa.table.cards import CARDS, sellable
from companion.table.belief import PAD, Belief
from companion.table.dialog import CLOSE, Choice, Do, DoAll, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading, Refuse
from companion.table.history import History
from companion.table.intents import TakeBack
from companion.table.screen import Look, Row
from companion.words.say import Say, listed, say

_NOT_YOURS = Refusal("not_yours", "That booth belongs to {player}.", "Use a booth of {mover}.")
_TWO_PIECES = Refusal(
    "two_pieces", "There are two pieces on the pad that do not go together.", "Take one of them away."
)
_TWO_COLOURS = Refusal("two_colours", "Those are two colours: {first} and {good}.", "To sell, touch two of one colour.")
_NOT_HERE = Refusal("not_here", "That marker is neither in {ship} nor before {player}.", "Take it off the pad.")
_NO_MARKER_NOW = Refusal("no_marker_now", "No marker is used now.", "Take it off the pad.")
_NO_BOOTH_NOW = Refusal("no_booth_now", "No booth is placed or built now.", "Take it back.")


def read(history: History, belief: Belief, piece: str, place: str) -> Reading:
    """Return what it means that a piece has come to rest at a place."""
    position: Position = history.position
    if position.phase is Phase.OVER:
        return Ignore()
    if place == PAD and not _go_together(piece, *(other for other in belief.seen_at(place) if other != piece)):
        return Refuse(_TWO_PIECES)
    if piece == names.SHIP:
        return _ship(history, place)
    if names.booth_owner(piece):
        return _booth(history, belief, piece, place)
    kind = names.marker_kind(piece)
    # A marker seen by a city's reader is evidence only: it may lie face down.
    return _marker(position, belief, kind) if kind and place == PAD else Ignore()


def _markers_shown(belief: Belief) -> list[str]:
    """Return the kinds of the markers on the pad, and of the player's own one that touched it a moment ago."""
    pieces = dict.fromkeys((*belief.seen_at(PAD), belief.touched))
    return [kind for piece in pieces if (kind := names.marker_kind(piece))]


def _go_together(*pieces: str) -> bool:
    """Return whether pieces on the pad mean something: one alone, a marker and a booth, or markers of one colour."""
    kinds = [kind for piece in pieces if (kind := names.marker_kind(piece))]
    others = len(pieces) - len(kinds)
    if others:
        return others == 1 and (not kinds or names.SHIP not in pieces)
    return len({marker(kind).colour for kind in kinds}) <= 1


# --- booths ---


def _booth(history: History, belief: Belief, piece: str, place: str) -> Reading:
    position: Position = history.position
    mover, owner = position.mover, names.booth_owner(piece)
    assert mover is not None
    name = position.setup.players[mover]
    city = names.city_at(place)
    is_token = names.is_token(piece)
    if city and not is_token and _part_of_stack(position, belief, piece, city):
        return Ignore()
    if owner != name:
        return Refuse(_with(_NOT_YOURS, player=owner or "", mover=name))
    if position.phase is Phase.PLACE:
        return _place(position, belief, piece, city)
    if position.phase is not Phase.ACTIONS:
        return Refuse(_NO_BOOTH_NOW)
    if city not in (None, position.ship):
        return Refuse(_with(_WRONG_CITY, ship=position.setup.board.city[position.ship].name))
    # If the stack here has not been read yet, this booth may belong to it, so ask even when only one marker could pay.
    group, stack = f"booth.{owner}", position.booths_in(position.ship, mover)
    unheard = not is_token and city is not None and stack > 0 and not belief.from_here(group, place)
    return _build(position, belief, ask=unheard or _strayed(position, belief, piece, city))


def _place(position: Position, belief: Belief, piece: str, city: str | None) -> Reading:
    if city is None:
        return Ask(menu.home(History(position)))
    if not _strayed(position, belief, piece, city):
        return Propose(Place(city))
    choice = Choice(names.city_name(position, city), Do(Place(city)), place=names.city_place(city))
    return Ask(Menu(menu.title(position), (choice,), menu.WHERE, name="place"))


def _strayed(position: Position, belief: Belief, piece: str, city: str | None) -> bool:
    """Return whether a booth at rest in a city may have been knocked over from another city where it belongs."""
    there = None if names.is_token(piece) else belief.pieces.get(piece)
    home = names.city_at(there.place or there.origin) if there else None
    owner = names.booth_owner(piece)
    if city is None or home is None or home == city or owner not in position.setup.players:
        return False
    stack = position.booths_in(home, position.setup.players.index(owner))
    return belief.from_here(f"booth.{owner}", names.city_place(home)) <= stack


_WRONG_CITY = Refusal("wrong_city", "Booths are built where the ship is: in {ship}.", "Bring the booth there.")


def _part_of_stack(position: Position, belief: Belief, piece: str, city: str) -> bool:
    """Return whether a booth at rest is one of those that belong in a city, and not a new one.

    No more of its colour may be known there than belong there. If the booth could be a move, it must have been there
    before, so that a stack was only straightened. If it could not be a move, it belongs to a stack that was not read
    until now.
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
    """Build with the marker on the pad, otherwise with the only kind there is; ask if there are several."""
    if position.acted:
        return Refuse(refusal_of("already_acted", ship=position.setup.board.city[position.ship].name))
    shown = _markers_shown(belief)
    if len(shown) == 1:
        return _build_with(position, marker(shown[0]))
    builds = [move for move in legal_moves(position) if isinstance(move, Build)]
    if len(builds) == 1 and not ask:
        return Propose(builds[0])
    if not builds:
        hand = kinds_in(position.hands[position.active])
        return Propose(Build(hand[0])) if hand else Refuse(_NO_MARKER)
    return Ask(menu.builds(position, builds, say("Pay with?")))


def _build_with(position: Position, good: Marker) -> Reading:
    """Build with a marker; ask how many booths, if a house rule allows fewer than it has barrels."""
    builds = [move for move in legal_moves(position) if isinstance(move, Build) and move.good == good]
    return Ask(menu.builds(position, builds, say("How many?"))) if len(builds) > 1 else Propose(Build(good))


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
    good, player = marker(kind), position.setup.players[position.active]
    owners = [owner for piece in belief.seen_at(PAD) if (owner := names.booth_owner(piece))]
    if owners:
        stranger = owners[0] != player
        return Refuse(_with(_NOT_YOURS, player=owners[0], mover=player)) if stranger else _build_with(position, good)
    hand = Counter(map(str, markers_in(position.hands[position.active])))
    shown = _markers_shown(belief)
    same = [other for other in shown if marker(other).colour is good.colour]
    if same and Counter([kind, *same]) <= hand:
        return _sale(position)
    is_own, is_here = hand[kind] > same.count(kind), good in position.stock(position.ship)
    if is_own and is_here and Buy(good) in legal_moves(position):
        return Ask(_offer_purchase(position, good), _hint(position, good))
    if is_own and not (is_here and position.acted):
        if different := [other for other in shown if other not in same]:
            return Refuse(_with(_TWO_COLOURS, first=different[0], good=kind))
        # Alone it means nothing yet; without a hint it never will, and the rules say why.
        hint = _hint(position, good)
        return Ignore(hint) if hint else Propose(Build(good))
    if is_here:
        return Propose(Buy(good))  # refused if an action has been taken
    return Refuse(_with(_NOT_HERE, ship=position.setup.board.city[position.ship].name, player=player))


def _hint(position: Position, good: Marker) -> tuple[Row, ...]:
    """Say what a second piece on the pad does with a marker of the player who acts; nothing if none does anything."""
    legal = legal_moves(position)
    may_sell = good in sellable(position) and any(isinstance(move, Sell) for move in legal)
    rows = (
        *((Row(say("another {colour} sells", colour=names.COLOURS[good.colour])),) if may_sell else ()),
        *((Row(say("a booth builds")),) if Build(good) in legal else ()),
    )
    return (Row(names.marker_name(good), look=Look.LARGE), *rows) if rows else ()


def _sale(position: Position) -> Reading:
    if any(isinstance(move, Sell) for move in legal_moves(position)):
        return Ask(menu.sale(position))
    return Propose(Sell(sellable(position)))  # refused before anybody ticks anything


def _offer_purchase(position: Position, good: Marker) -> Menu:
    """Ask: a marker like this is both in the warehouse and in front of the player."""
    choices = (
        CARDS[Buy].line(position, Buy(good)).choice(Buy(good)),
        Choice(say("It is one of mine"), CLOSE),
    )
    return Menu(menu.title(position), choices, (Row(say("Buy it?"), look=Look.LARGE),), name="buy")


# --- the ship: at rest in a near or far city, back where it came from, or tapped on the pad ---


def _ship(history: History, place: str) -> Reading:
    """Return what it means that the ship has come to rest at a place."""
    position: Position = history.position
    city = names.city_at(place)
    if city == position.ship:
        return Ignore()
    match position.phase:
        case Phase.ACTIONS:
            return _tapped(position) if city is None else _put_down(history, city)
        case Phase.REPLENISH:
            return _before_replenishing(position, city)
        case Phase.FILL | Phase.PLACE if city:
            return Ignore()  # the board is being laid out: only say where the ship belongs
        case _:
            return Propose(Sail(city or _first_exit(position)))  # refused, with the reason


def _put_down(history: History, city: str) -> Reading:
    position: Position = history.position
    if city in position.setup.board.routes[position.ship]:
        return Propose(Sail(city))
    if city == _last_stop(history):
        return Ask(_offer_take_back(position, city))
    chain = _cheapest(position, city)
    if len(chain) <= position.purse(position.active):
        return Ask(_offer_chain(position, chain))
    return Propose(Sail(city))  # refused, with the reason and the existing routes


def _before_replenishing(position: Position, city: str | None) -> Reading:
    """Offer both at once: a player who sails can no longer replenish, and must not lose that choice by mistake."""
    if Skip() not in legal_moves(position):
        return Propose(Skip())  # refused: all warehouses are empty
    routes = position.setup.board.routes[position.ship]
    exits = [each for each in position.setup.board.city if each in routes]
    chains = [_cheapest(position, city)] if city else [(each,) for each in exits]
    if len(chains[0]) > position.purse(position.active):
        return Propose(Sail(chains[0][-1]))  # is refused
    choices = tuple(
        Choice(_via(position, chain), DoAll((Skip(), *map(Sail, chain))), _price(chain), names.city_place(chain[-1]))
        for chain in chains
    )
    return Ask(Menu(menu.title(position), choices, (Row(say("Do not replenish?"), look=Look.LARGE),), name="skip"))


def _first_exit(position: Position) -> str:
    return position.setup.board.routes[position.ship][0]


def _tapped(position: Position) -> Reading:
    choices = tuple(menu.sails(position))
    if len(choices) == 1 and isinstance(choices[0].action, Do):
        return Propose(choices[0].action.entry)
    if not choices:
        return Propose(Sail(_first_exit(position)))  # refused: no taler left
    return Ask(Menu(menu.title(position), choices, (Row(say("Sail where?"), look=Look.LARGE),), name="sail"))


def _last_stop(history: History) -> str | None:
    """Return the city that the last step sailed from, if it was a sail."""
    if not history.steps or not isinstance(history.steps[-1].entry, Sail):
        return None
    before: Position = history.position_before(len(history.steps) - 1)
    return before.ship


def _offer_take_back(position: Position, city: str) -> Menu:
    label = say("Back to {city}", city=names.city_name(position, city))
    head = (Row(say("Take back the trip?"), look=Look.LARGE),)
    choices = (Choice(label, TakeBack(), place=names.city_place(city)),)
    return Menu(menu.title(position), choices, head, name="take back")


def _cheapest(position: Position, city: str) -> tuple[str, ...]:
    """Return the shortest way to a city; on every board each city can be reached."""
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
    head = (Row(say("Sail on?"), _price(chain), Look.LARGE),)
    via = Choice(_via(position, chain), DoAll(tuple(map(Sail, chain))), place=names.city_place(chain[-1]))
    return Menu(menu.title(position), (via,), head)


def _via(position: Position, chain: tuple[str, ...]) -> Say:
    cities = listed(names.city_name(position, city) for city in chain)
    return say("Sail to {city}", city=cities) if len(chain) == 1 else cities


def _price(chain: tuple[str, ...]) -> Say:
    return say("{talers} T", talers=len(chain))
