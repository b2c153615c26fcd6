"""Every route, province, city, marker and kind of piece that a screen can name: nothing is cut, in any language.

Whole games pass most places by. Here positions are laid out in which everything can be done everywhere. Each move is
made once in each of them, and taken back, and every screen that this leads to is set as the panel sets it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import cycle, product

import pytest

from companion.display.draw import overflow
from companion.games.teutonica.rules import places
from companion.games.teutonica.rules.moves import (
    Displace,
    Establish,
    ExtraOffice,
    Improve,
    Insert,
    Lift,
    Move,
    Office,
    Pawn,
    Put,
    Remove,
    Replace,
    Reveal,
    Ride,
    Use,
    UseSwap,
    Walk,
)
from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    EMPTY,
    HIGHEST,
    NAME_OF,
    PIECE,
    PRIVILEGES,
    Ability,
    Kind,
    Marker,
)
from companion.games.teutonica.rules.position import IN_STOCK, IN_SUPPLY, Phase, Position
from companion.games.teutonica.rules.refusals import SENTENCES, refusal_of
from companion.games.teutonica.rules.routes import routes_with
from companion.games.teutonica.table import pages, reasons
from companion.games.teutonica.table.names import PLAYERS
from companion.games.teutonica.table.spots import all_spots
from companion.shelf.shelf import catalogues
from companion.table import notices, own_dialogs
from companion.table.dialog import Dialog, Menu
from companion.table.history import History
from companion.table.intents import NewTag
from companion.table.screen import Row, Screen
from companion.words.language import load_language, with_names
from companion.words.say import LANGUAGES
from hardware.trouble import Trouble
from tests.companion.games.teutonica.rules.table import BOARD, after, begun, new
from tests.companion.games.teutonica.table.walking import GAME, TABLE, dialogs

LONG_NAME = "Giovanna"  # as long as a configured name may be
SHORT = Trouble("check the disk")
CROSSING = "minden-paderborn"  # no route has more neighbours


# --- positions in which everything can be done ---


def laid_out(
    players: int, *, fill: str, offices: int, pawn: str = "north", developed: bool = True, house_rules: str = ""
) -> Position:
    """Lay out red's turn: every route with these pieces, every city with this many offices, one of every marker."""
    position = begun(players, pawn, house_rules=house_rules)
    red = PIECE["red"]
    houses = tuple((fill * len(each))[: len(each)] for each in position.routes)
    owners = (red[Kind.TRADER] + PIECE["blue"][Kind.TRADER]) * 2
    spaces = tuple((owners[:offices] + EMPTY * 4)[: len(each)] for each in position.cities.spaces)
    levels = tuple(HIGHEST[a] - (a in (Ability.ACTIONS, Ability.BAGS)) for a in ABILITIES) if developed else (0,) * 5
    amount = 6 * (IN_SUPPLY[Kind.TRADER] + IN_STOCK[Kind.TRADER]) + 2 * (
        IN_SUPPLY[Kind.MERCHANT] + IN_STOCK[Kind.MERCHANT]
    )
    markers = tuple(sorted(Marker))
    own = tuple(player._replace(pieces=amount, levels=levels) for player in position.players)
    own = (own[0]._replace(markers=markers, plate=1), *own[1:])
    # A replacement goes to an empty route without a marker.
    bonus = position.bonus._replace(on_routes=()) if fill == EMPTY else position.bonus
    return position._replace(
        players=own,
        bonus=bonus,
        cities=position.cities._replace(spaces=spaces),
        on_routes=routes_with(houses),
        actions_left=3,
    )


@cache
def positions() -> tuple[Position, ...]:
    """Return positions in which, taken together, every move is legal at every place."""
    red, blue, free = "rrrR", "bBbb", f"{EMPTY}bB"
    found = [new(2), new(5), after(new(2), "taverns remove_three swap_offices extra_office")]
    for players in (3, 5):
        found += [laid_out(players, fill=fill, offices=offices) for fill, offices in ((EMPTY, 1), (blue, 2), (free, 1))]
        found += [laid_out(players, fill=red, offices=offices) for offices in range(4)]
        found += [laid_out(players, fill="R" + red, offices=offices, developed=False) for offices in (0, 1)]
        bare = laid_out(players, fill=free, offices=1)  # blue has no piece left but on the board
        found.append(
            bare._replace(
                players=tuple(each._replace(pieces=0) if at else each for at, each in enumerate(bare.players))
            )
        )
    for province in BOARD.province_ids:
        found += [laid_out(2, fill=fill, offices=1, pawn=province) for fill in (EMPTY, red)]
    found.append(with_something_of_everything())
    found += [with_a_choice_of_routes(victim, paid) for victim in Kind for paid in Kind]
    return tuple(found)


def with_something_of_everything() -> Position:
    """Return a position with menus so long that they need their narrow side bar, and numbers of two digits."""
    position = laid_out(5, fill=EMPTY, offices=1, house_rules="less_income displaced_to_stock office_and_extra")
    fills = cycle((f"r{EMPTY}", "rR", f"{EMPTY}b", f"B{EMPTY}", f"r{EMPTY}", EMPTY))
    houses = tuple((next(fills) * len(each))[: len(each)] for each in position.routes)
    many = 10 * (IN_SUPPLY[Kind.TRADER] + IN_STOCK[Kind.TRADER]) + IN_SUPPLY[Kind.MERCHANT] + IN_STOCK[Kind.MERCHANT]
    red = position.players[0]._replace(pieces=many)
    markers = tuple(zip(range(len(houses)), cycle(sorted(Marker)), strict=False))
    return position._replace(
        on_routes=routes_with(houses),
        bonus=position.bonus._replace(on_routes=markers),
        players=(red, *position.players[1:]),
    )


def with_a_choice_of_routes(victim: Kind, paid: Kind) -> Position:
    """Return a position in which whoever is displaced has more routes to choose from than the screen has lines.

    Whoever displaces has pieces of one kind only, so that nothing is asked about the penalty.
    """
    position = laid_out(5, fill=EMPTY, offices=1)
    houses, route = list(position.routes), position.setup.side.route_number[CROSSING]
    houses[route] = PIECE["blue"][victim] * len(houses[route])
    red = position.players[0]._replace(pieces=6 * IN_SUPPLY[paid])
    return position._replace(on_routes=routes_with(tuple(houses)), players=(red, *position.players[1:]))


# --- what they lead to ---


def steps(position: Position) -> Iterator[History]:
    """Make every legal move, those of the steps that it begins, too; each once in each step of each route."""
    todo, met = [History(position)], set()
    while todo:
        history = todo.pop()
        now: Position = history.position
        yield history
        if history.steps and now.phase in (Phase.ACTIONS, Phase.OVER):
            continue
        for move in GAME.legal_moves(now):
            key = (now.phase, getattr(now.step, "route", None), move)
            if key not in met:
                met.add(key)
                todo.append(history.after(GAME, move))


def told() -> Iterator[Dialog]:
    """What is told after every move, and after each is taken back."""
    listed = set()
    for position in positions():
        homes: dict[tuple[Move, ...], Menu] = {}
        for history in steps(position):
            position_now: Position = history.position
            entries = history.entries
            yield from TABLE.notices(history)
            if not entries or position_now.phase is not Phase.ACTIONS:
                homes[entries] = TABLE.home(history)
                yield from dialogs(homes[entries]) if len(entries) < 2 else (homes[entries],)
            if entries and TABLE.may_take_back(history, 0) is None:
                back = TABLE.goes_back(history)
                home = homes[history.without_last(back.steps).entries]
                yield replace(home, head=(Row(back.words), *home.head))
            if entries and (len(position_now.players), entries) not in listed:  # these screens show nothing else
                listed.add((len(position_now.players), entries))
                yield pages.ledger(history)
                yield pages._take_back(history)


def listed_first() -> Iterator[Dialog]:
    """What a player is offered where one route comes before all others: it has a marker, or a piece already."""
    position = laid_out(5, fill=EMPTY, offices=1)
    for route, houses in enumerate(position.routes):
        for marker in (None, Marker.PLUS_3_ACTIONS):
            begun_here = list(position.routes)
            begun_here[route] = houses if marker else f"r{houses[1:]}"
            bonus = position.bonus._replace(on_routes=((route, marker),) if marker else ())
            yield from dialogs(
                TABLE.home(History(position._replace(on_routes=routes_with(tuple(begun_here)), bonus=bonus)))
            )


def looked_up() -> Iterator[Dialog]:
    """Everything that the table menu leads to, and how the board is laid out again, with pieces at every place."""
    for position in positions():
        yield from TABLE.restore(position)
    for players, fill in ((2, "r"), (5, "rRbB")):
        full = laid_out(players, fill=fill, offices=4)
        extras = tuple("rB" for _ in full.cities.extras)
        laid = full._replace(cities=full.cities._replace(extras=extras, table="RRBB", links=(0,)))
        yield from TABLE.restore(laid)
        yield from dialogs(TABLE.pages(History(laid)) if players == 2 else pages.markers(History(laid)))
    stickers = TABLE.stickers(all_spots())
    assert stickers
    yield stickers
    for choice in stickers.choices:
        assert isinstance(choice.action, NewTag)
        yield own_dialogs.new_tag(choice.action.piece, choice.label)


def pointed_at() -> Iterator[Dialog]:
    """What a wand asks at every spot of chart and card, alone and together with another spot."""
    for position in positions()[3:12]:
        for history in (History(position), *established(position)):
            for spot in all_spots():
                for spots in ([spot], [spot, "card.income"]):
                    asked = TABLE.offer(history, spots, None)
                    if isinstance(asked, Menu):
                        yield from dialogs(asked)
                meaning = TABLE.point(history, spot, None)
                if dialog := getattr(meaning, "dialog", None):
                    yield from dialogs(dialog)


def established(position: Position) -> Iterator[History]:
    """Establish every route that is complete."""
    for move in GAME.legal_moves(position):
        if isinstance(move, Establish):
            yield History(position).after(GAME, move)


DETAILS: dict[str, tuple[object, ...]] = {
    "route": BOARD.route_ids,
    "city": tuple(city.name for city in BOARD.sides[1].cities),
    "province": BOARD.province_ids,
    "player": tuple(PLAYERS),
    "piece": tuple(Kind),
    "marker": tuple(Marker),
    "ability": ABILITIES,
    "privilege": PRIVILEGES,
    "verb": tuple(reasons.VERBS),
    "phase": tuple(Phase),
    "place": tuple(
        dict.fromkeys(
            (
                *places.piece_places(begun(5)),
                *places.marker_places(begun(5)),
                "in the supply",
                "on the route",
                "face up",
            )
        )
    ),
    "what": (*NAME_OF.values(), *Marker, *ABILITIES, "A piece", "An office 1 or 2", "pair of offices from 1 on"),
    "choice": tuple(", ".join((one, *others)) for one in BOARD.route_ids for others in ((), ("kampen-osnabrueck", "x")))
    + tuple(", ".join((one, "south-west", "x")) for one in BOARD.province_ids)
    + tuple(", ".join((one, Marker.IMPROVE_ABILITY, "x")) for one in Marker),
    "stock": ("11 traders, 4 merchants",),
    "traders": (12,),
    "merchants": (12,),
    "number": (12,),
    "ruling": (30,),
    "least": (0,),
    "most": (99,),
    "owed": (2,),
    "there": (0,),
}


def longest(name: str) -> list[object]:
    """Return what is longest in a gap, for the gaps next to it."""
    return sorted(DETAILS[name], key=lambda value: len(str(value)))[-2:]


def refused() -> Iterator[Dialog]:
    """Every refusal, with every name that may fill each of its gaps."""
    for key, sentences in SENTENCES.items():
        gaps = [name for name in DETAILS if f"{{{name}}}" in "".join(sentences)]
        for varied in gaps or [""]:
            for values in product(*(DETAILS[name] if name == varied else longest(name) for name in gaps)):
                yield notices.refused(TABLE, refusal_of(key, **dict(zip(gaps, values, strict=True))), "", None)
    for place in (*(f"route.{route}" for route in BOARD.route_ids), *(f"city.{city}" for city in BOARD.city_ids)):
        yield notices.fault(TABLE, place, SHORT, SHORT)


Sweep = Callable[[], Iterator[Dialog]]


def screens(kind: Sweep) -> tuple[Screen, ...]:
    """Return the screens of dialogs, wherever the cursor is, each once."""
    lines_apart = 4  # no menu shows fewer at once
    return tuple({dialog.at(line).screen() for dialog in kind() for line in range(0, dialog.lines, lines_apart)})


@pytest.mark.parametrize("kind", [told, listed_first, looked_up, pointed_at, refused], ids=lambda kind: kind.__name__)
def test_nothing_that_names_a_place_or_a_piece_is_cut(kind: Sweep) -> None:
    # All languages at once: to find the screens takes as long as to set them.
    shown = screens(kind)
    assert shown
    for language in LANGUAGES:
        spoken = load_language(language, catalogues())
        called = with_names(spoken, {words.template: LONG_NAME for words in PLAYERS.values()})
        cut = {text for screen in shown for translate in (spoken, called) for text in overflow(screen, translate)}
        assert (language, cut) == (language, set())


def test_every_place_and_marker_comes_up() -> None:
    named: dict[type[Move], set[str]] = defaultdict(set)
    for position in positions():
        for history in steps(position):
            for move in history.entries[-1:]:
                named[type(move)] |= {getattr(move, field.name) for field in fields(move)}
    routes, cities, provinces = (set(ids) for ids in (BOARD.route_ids, BOARD.city_ids, BOARD.province_ids))
    everywhere: tuple[tuple[set[str], tuple[type[Move], ...]], ...] = (
        (routes, (Insert, Displace, Establish, Lift, Put, Remove, Replace)),
        (provinces, (Walk, Ride, Pawn)),
        (cities, (Office, ExtraOffice)),
    )
    for ids, kinds in everywhere:
        assert [kind for kind in kinds if not named[kind] >= ids] == []
    assert named[UseSwap] >= {city.id for city in BOARD.sides[0].cities if len(city.offices) > 1}
    assert named[Reveal] >= set(Marker)
    assert named[Use] >= {Marker.PLUS_3_ACTIONS, Marker.PLUS_4_ACTIONS, Marker.REMOVE_THREE}
    assert named[Improve] >= {city.ability for city in BOARD.sides[0].cities if city.ability}
