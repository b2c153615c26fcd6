"""Decides what the ship means: at rest in a near or far city, back where it came from, or tapped on the pad."""

from __future__ import annotations

from collections import deque

from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Sail, Skip
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.table import menu, names
from companion.table.commands import TakeBack
from companion.table.dialog import Choice, Do, DoAll, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import Say, listed, say


def read_ship(history: History, place: str) -> Reading:
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
