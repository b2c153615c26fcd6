"""Correct the table: the players overrule the record, step by step, with the buttons.

Each walk ends in one of the rules' corrections, so nothing can be created or lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from companion.games.hansa.rules import corrections
from companion.games.hansa.rules.events import BANK
from companion.games.hansa.rules.goods import Marker, kinds_in
from companion.games.hansa.rules.moves import Reveal
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.table import names
from companion.games.hansa.table.menu import next_space
from companion.table.dialog import Action, Choice, Do, Menu, Open
from companion.table.history import History
from companion.table.own_dialogs import CORRECT, CORRECTING
from companion.table.screen import Look, Row
from companion.words.say import Say, say

_TITLE = Row(say("Correct"), look=Look.TITLE)


def correcting(history: History) -> Menu:
    """Offer everything that can be corrected now: no marker can be wrong before the first is face up."""
    position: Position = history.position
    walks: list[tuple[Say, Callable[[Position], Menu]]] = [
        (say("Talers"), _talers),
        (say("Booths"), _booths),
        (say("Wrong marker"), _wrong_marker),
        (say("Move a marker"), _marker),
        (say("The ship"), _ship),
        (say("Whose turn"), _turn),
        (say("Supply piles"), _pile),
        (say("A player leaves"), _leave),
    ]
    if position.phase is Phase.OVER:
        walks = walks[:5]
    opened = [(label, walk(position)) for label, walk in walks]
    choices = tuple(Choice(label, Open(menu)) for label, menu in opened if menu.choices)
    return Menu(_TITLE, choices, name=CORRECT, topic=CORRECTING)


def _ask(question: Say, options: Sequence[tuple[Say, Action]]) -> Menu:
    head = (Row(question, look=Look.LARGE),)
    return Menu(_TITLE, tuple(Choice(label, action) for label, action in options), head, name=CORRECT, topic=CORRECTING)


def _ask_marker(question: Say, options: Sequence[tuple[Marker, Action]]) -> Menu:
    """Ask for a marker, which may touch the pad for an answer."""
    asked = _ask(question, [(names.marker_name(good), action) for good, action in options])
    pieces = [names.marker_piece(good) for good, _ in options]
    choices = tuple(choice._replace(piece=piece) for choice, piece in zip(asked.choices, pieces, strict=True))
    return replace(asked, choices=choices)


def _named(position: Position, place: str) -> Say:
    return names.place_name(position.setup.board, place)


# --- talers, booths, ship, turn, piles ---


def _talers(position: Position) -> Menu:
    """One taler at a time, from here to there."""
    purses = [BANK, *position.setup.players]
    full = [BANK] * (position.bank > 0) + [
        player for seat, player in enumerate(position.setup.players) if position.purse(seat)
    ]

    def targets(source: str) -> Menu:
        return _ask(
            say("Taler to?"),
            [
                (names.PLACES[target], Do(corrections.MoveTalers(1, source, target)))
                for target in purses
                if target != source
            ],
        )

    return _ask(say("Taler from?"), [(names.PLACES[source], Open(partial(targets, source))) for source in full])


def _booths(position: Position) -> Menu:
    return _ask(
        say("Whose booth?"),
        [(names.PLAYERS[player], Open(partial(_booth_from, position, player))) for player in position.setup.players],
    )


def _booth_from(position: Position, player: str) -> Menu:
    seat = position.setup.players.index(player)
    places = [corrections.SUPPLY, *position.setup.board.city]
    stacks = {
        corrections.SUPPLY: position.booths_left(seat),
        **{c: position.booths_in(c, seat) for c in position.setup.board.city},
    }

    def targets(source: str) -> Menu:
        return _ask(
            say("Booth to?"),
            [
                (_named(position, target), Do(corrections.MoveBooth(player, source, target)))
                for target in places
                if target != source
            ],
        )

    return _ask(
        say("Booth from?"),
        [(_named(position, source), Open(partial(targets, source))) for source in places if stacks[source]],
    )


def _ship(position: Position) -> Menu:
    cities = [city for city in position.setup.board.city if city != position.ship]
    return _ask(
        say("Ship is in?"), [(names.city_name(position, city), Do(corrections.MoveShip(city))) for city in cities]
    )


def _turn(position: Position) -> Menu:
    others = [seat for seat in position.seats if seat != position.active and seat not in position.course.left]
    players = [position.setup.players[seat] for seat in others]
    return _ask(say("Whose turn?"), [(names.PLAYERS[player], Do(corrections.BeginTurn(player))) for player in players])


def _pile(position: Position) -> Menu:
    numbers = range(1, len(position.piles) + 1)

    def targets(source: int) -> Menu:
        return _ask(
            say("One marker to?"),
            [(say("Pile {pile}", pile=n), Do(corrections.MovePile(1, source, n))) for n in numbers if n != source],
        )

    full = [number for number in numbers if position.piles[number - 1]]
    return _ask(say("One marker from?"), [(say("Pile {pile}", pile=n), Open(partial(targets, n))) for n in full])


def _leave(position: Position) -> Menu:
    present = [player for seat, player in enumerate(position.setup.players) if seat not in position.course.left]
    return _ask(say("Who leaves?"), [(names.PLAYERS[player], Do(corrections.Leave(player))) for player in present])


# --- markers ---


def _kinds_at(position: Position, place: str) -> tuple[Marker, ...]:
    return kinds_in(corrections.goods_at(position, place))


def _marker(position: Position) -> Menu:
    """A marker from here to there."""
    places = corrections.marker_places(position)

    def targets(good: Marker, source: str) -> Menu:
        free = [
            place
            for place in places
            if place != source
            and not (place.partition(".")[0] in position.setup.board.city and corrections.goods_at(position, place))
        ]
        return _ask(say("To?"), [(_named(position, to), Do(corrections.MoveMarker(good, source, to))) for to in free])

    def goods(source: str) -> Menu:
        kinds = _kinds_at(position, source)
        return _ask_marker(say("Which?"), [(good, Open(partial(targets, good, source))) for good in kinds])

    sources = [place for place in places if _kinds_at(position, place)]
    return _ask(say("From?"), [(_named(position, place), Open(partial(goods, place))) for place in sources])


def _wrong_marker(position: Position) -> Menu:
    """A marker that was entered wrongly: where it lies, and what it really is."""
    unseen = kinds_in(position.unseen)

    def mistakable(place: str) -> list[Marker]:
        return [good for good in _kinds_at(position, place) if unseen not in ((), (good,))]

    places = [
        place for place in corrections.marker_places(position) if place != corrections.UNSEEN and mistakable(place)
    ]

    def goods(place: str) -> Menu:
        kinds = mistakable(place)
        return _ask_marker(say("Which?"), [(good, Open(partial(really, position, good, place))) for good in kinds])

    return _ask(say("Where is it?"), [(_named(position, place), Open(partial(goods, place))) for place in places])


def really(position: Position, wrong: Marker, place: str) -> Menu:
    """Ask what a marker that was entered wrongly really is: one of those thought to lie face down."""
    goods = [good for good in kinds_in(position.unseen) if good != wrong]
    return _ask_marker(
        say("It really is?"),
        [(good, Do(corrections.SwapMarkers(wrong, place, good, corrections.UNSEEN))) for good in goods],
    )


def reenter(history: History) -> Menu | None:
    """Offer to enter the last marker again, if a marker was the last thing entered, rightly or not."""
    last = len(history.steps) - 1
    while last >= 0 and isinstance(history.steps[last].entry, corrections.SwapMarkers):
        last -= 1
    if last < 0 or not isinstance(history.steps[last].entry, Reveal):
        return None
    before: Position = history.position_before(last)
    city, number = next_space(before)
    place, position = f"{city}.{number}", history.position
    (good,) = _kinds_at(position, place)
    again = really(position, good, place)
    return again if again.choices else None


def known(position: Position, good: Marker) -> Menu:
    """List where every marker of a kind is known to be, to find the one that was entered wrongly."""
    places = [
        place
        for place in corrections.marker_places(position)
        if place != corrections.UNSEEN and good in _kinds_at(position, place)
    ]
    options: list[tuple[Say, Action]] = [
        (_named(position, place), Open(partial(really, position, good, place))) for place in places
    ]
    return _ask(say("Which is wrong?"), options)
