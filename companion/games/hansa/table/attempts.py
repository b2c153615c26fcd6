"""What somebody may mean by a place, a piece or a verb of Hansa, so that the rules can say why not.

Places: `city.danzig`, `warehouse.danzig.blue2`, `warehouse.danzig.empty`, `hand.gray.blue2`, `booths.gray`, `pile.1`,
and `line.Sail` for a verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.games.game import Refusal
from companion.games.hansa.rules.goods import ALL_MARKERS, Marker, marker, markers_in
from companion.games.hansa.rules.moves import (
    Build,
    Buy,
    Discard,
    End,
    Lose,
    Move,
    Place,
    Replenish,
    Sail,
    Sell,
    Skip,
)
from companion.games.hansa.rules.play import SALE_AT_LEAST
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.table.cards import CARDS
from companion.table.whynot import LINE, not_theirs
from companion.words.say import Say

Attempt = Move | Refusal
Attempts = Iterable[Attempt]

_NO_MARKER = Refusal(
    "no_marker_to_pay", "{player} has no marker to build with.", "Buy one first: its barrels are the booths."
)
_NO_PAIR = Refusal("nothing_to_sell", "{player} has no two markers of a colour.", "Buy another one of a colour first.")
_ELSEWHERE = Refusal("ship_elsewhere", "The ship is in {ship}: only there markers are bought.", "Sail to {city} first.")
_NOTHING_THERE = Refusal("warehouse_empty", "Nothing is left in the warehouses of {ship}.", "Sail on first.")


def verbs(position: Position) -> Mapping[str, Say]:
    """Return what can be asked about by its verb; chance is nobody's."""
    del position
    return {f"{LINE}{kind.__name__}": CARDS[kind].verb for kind in _VERBS}


def places(position: Position) -> tuple[str, ...]:
    """Return every place and piece that can be pressed, and every verb."""
    setup = position.setup
    found = [f"city.{city}" for city in setup.board.city]
    for city in setup.board.city:
        found += [
            f"warehouse.{city}.{marker_ or 'empty'}" for marker_ in dict.fromkeys(map(_named, position.stock(city)))
        ]
    for seat, player in enumerate(setup.players):
        found += [f"hand.{player}.{good}" for good in dict.fromkeys(markers_in(position.hands[seat]))]
        found.append(f"booths.{player}")
    found += [f"pile.{number}" for number in range(1, len(position.piles) + 1)]
    return (*found, *verbs(position))


def _named(goods: int) -> str:
    return str(markers_in(goods)[0]) if goods else ""


def attempts(position: Position, place: str) -> Attempts:
    """Return what may be meant by a place, a piece or a verb; nothing for what is none."""
    if position.phase is Phase.OVER:
        return (End(),)
    kind, _, rest = place.partition(".")
    match kind:
        case "line":
            asked = next((ask for verb, ask in _VERBS.items() if verb.__name__ == rest), None)
            return asked(position) if asked else ()
        case "city" if rest in position.setup.board.city:
            return (Place(rest),) if position.phase is Phase.PLACE else (Sail(rest),)
        case "warehouse":
            return _at_warehouse(position, *rest.split(".", 1))
        case "hand" | "booths":
            return _before_player(position, kind, *rest.split(".", 1))
        case "pile":
            return (Replenish(),)
        case _:
            return ()


def _at_warehouse(position: Position, city: str, good: str = "") -> Attempts:
    if good == "empty":
        return (Replenish(),)
    if city not in position.setup.board.city or good not in _GOODS:
        return ()
    if position.phase is not Phase.ACTIONS or city == position.ship:
        return (Buy(marker(good)),)
    return (_with(position, _ELSEWHERE, city),)


def _before_player(position: Position, kind: str, player: str, good: str = "") -> Attempts:
    players, mover = position.setup.players, position.mover
    if player not in players or mover is None or (good and good not in _GOODS):
        return ()
    if player != players[mover]:
        return (not_theirs(player, players[mover]),)
    if kind == "booths":
        return _placing(position) if position.phase is Phase.PLACE else _building(position)
    return _with_marker(position, marker(good)) if good else ()


def _with_marker(position: Position, good: Marker) -> Attempts:
    match position.phase:
        case Phase.LOSE:
            return (Lose(good),)
        case Phase.DISCARD:
            return (Discard(good),)
        case _:
            hand = position.hands[position.active]
            alike = [other for other in markers_in(hand) if other.colour is good.colour]
            return (Build(good), Sell(tuple(alike)))


# --- by verb ---


def _placing(position: Position) -> Attempts:
    return (Place(city) for city in position.setup.board.city if city != position.setup.board.start)


def _sailing(position: Position) -> Attempts:
    return (Sail(city) for city in position.setup.board.routes[position.ship])


def _buying(position: Position) -> Attempts:
    lying = [marker(name) for name in map(_named, position.stock(position.ship)) if name]
    if not lying and position.phase is Phase.ACTIONS and not position.acted:
        return (_with(position, _NOTHING_THERE),)
    return map(Buy, lying or ALL_MARKERS[:1])


def _building(position: Position) -> Attempts:
    hand = markers_in(position.hands[position.active])
    if not hand and position.phase is Phase.ACTIONS and not position.acted:
        return (_with(position, _NO_MARKER),)
    return map(Build, hand or ALL_MARKERS[:1])


def _selling(position: Position) -> Attempts:
    hand = position.hands[position.active]
    by_colour = [
        tuple(good for good in markers_in(hand) if good.colour is colour)
        for colour in dict.fromkeys(good.colour for good in markers_in(hand))
    ]
    sales = [goods for goods in by_colour if len(goods) >= SALE_AT_LEAST]
    is_there = position.booths_in(position.ship, position.active) > 0
    if not sales and is_there and position.phase is Phase.ACTIONS and not position.acted:
        return (_with(position, _NO_PAIR),)
    return map(Sell, sales or [()])


def _losing(position: Position) -> Attempts:
    return map(Lose, markers_in(position.hands[position.mover or 0]) or ALL_MARKERS[:1])


def _discarding(position: Position) -> Attempts:
    return map(Discard, markers_in(position.hands[position.active]) or ALL_MARKERS[:1])


_VERBS: Mapping[type[Move], Callable[[Position], Attempts]] = {
    Place: _placing,
    Replenish: lambda _: (Replenish(),),
    Skip: lambda _: (Skip(),),
    Sail: _sailing,
    Buy: _buying,
    Build: _building,
    Sell: _selling,
    End: lambda _: (End(),),
    Lose: _losing,
    Discard: _discarding,
}
_GOODS = frozenset(map(str, ALL_MARKERS))


def _with(position: Position, refusal: Refusal, city: str = "") -> Refusal:
    """Fill in who decides, and where the ship is and should be."""
    board, seat = position.setup.board, position.active
    details = {"player": position.setup.players[seat], "ship": board.city[position.ship].name}
    if city:
        details["city"] = board.city[city].name
    return Refusal(refusal.code, refusal.sentence, refusal.remedy, details)
