"""Every screen there is: dialogs are walked through, games played, refusals and reports made with the longest words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from types import ModuleType

from companion.games.game import Refusal
from companion.games.hansa.boards import named_board, shipped_board
from companion.games.hansa.box import BOX
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.corrections import MoveBooth, MoveMarker, MoveShip, SwapMarkers
from companion.games.hansa.rules.goods import ALL_MARKERS, kinds_in, markers_in
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.refusals import SENTENCES
from companion.games.hansa.table import board_pages, gestures, hansatable
from companion.games.hansa.table.hansatable import HansaTable
from companion.games.hansa.table.reasons import VERBS
from companion.table import notices, own_dialogs
from companion.table.belief import Belief, Mismatch
from companion.table.dialog import Checklist, Dialog, Menu, Notice, Open
from companion.table.gametable import Ask, Ignore
from companion.table.history import History
from companion.table.intents import Button
from companion.table.own_dialogs import HouseRules, Offers, table_menu, with_no_game
from companion.table.screen import Screen
from hardware.trouble import Trouble
from tests.companion.words.locale import reports
from tests.kit.hansa import random_game

HANSA = HansaTable(Hansa(named_board("0.1")))
BOARD = HANSA.game.board
CITIES = [city.name for city in BOARD.cities]
PLAYERS = ("gray", "yellow", "purple", "white")
PLACES = (
    *("unseen", "out", "supply", "bank", "copenhagen", "stockholm.1", "copenhagen.2", "purple.sold", "yellow.sold"),
    *BOARD.city,
    *(
        "face down",
        *(f"in {city}" for city in CITIES),
        "before yellow",
        "before purple",
        "to lose before yellow",
        "at stockholm.1",
    ),
    *("at purple.sold", "pile 5", "pile 1"),
)
DETAILS: dict[str, tuple[str, ...]] = {
    "player": PLAYERS,
    "mover": PLAYERS,
    "city": tuple(CITIES),
    "ship": tuple(CITIES),
    "exits": tuple(", ".join(BOARD.city[to].name for to in city.routes) for city in BOARD.cities),
    "good": tuple(map(str, ALL_MARKERS)),
    "first": tuple(map(str, ALL_MARKERS)),
    "place": PLACES,
    "choice": (", ".join(map(str, ALL_MARKERS)), ", ".join(PLACES[:8]), "none"),
    "verb": tuple(VERBS),
    "phase": tuple(map(str, Phase)),
    "count": ("0", "25"),
    "ruling": ("11",),
    "why": ("the disk gives errors (SQLITE_IOERR_WRITE)",),
}
SOURCES = (
    *("city.copenhagen", "warehouse.copenhagen.2", "button.down", "seat.purple", "pile.5"),
    *("pad", "screen", "pico", "copy", "page", "hub", "trace", "backups", "archive"),
)


@cache
def histories() -> tuple[History, ...]:
    """Play a whole game of two, three and four, and return what the table knew after every step."""
    known = []
    for players, seed in ((2, 1), (3, 2), (4, 3)):
        game = random_game(BOARD, players, Random(seed))
        history = History(game.first)
        known.append(history)
        for move in game.moves:
            history = history.after(HANSA.game, move)
            known.append(history)
    return tuple(known)


def some_histories() -> Iterator[History]:
    """Yield the first history of every phase and number of players, and the last ones."""
    seen = set()
    for history in histories():
        position = history.position
        mark = len(position.setup.players), position.phase, position.course.last_round
        if mark not in seen:
            seen.add(mark)
            yield history
    yield from histories()[-40::9]


def walk(dialog: Dialog, depth: int = 6) -> Iterator[Screen]:
    """Show a dialog with the cursor on every line, and whatever its first, last and longest lines open."""
    if isinstance(dialog, Notice):
        yield dialog.screen()
        if isinstance(dialog.action, Open):
            yield from walk(_opened(dialog.action), depth - 1)
        return
    lines = len(dialog.choices) if isinstance(dialog, Menu) else len(dialog.items) + 1
    shown: Dialog = dialog
    for _ in range(max(lines, 1)):
        yield shown.screen()
        if isinstance(shown, Checklist):
            yield shown.press(Button.OK).dialog.screen()
        shown = shown.press(Button.DOWN).dialog
    if isinstance(dialog, Menu) and depth:
        for action in _notable(dialog):
            yield from walk(_opened(action), depth - 1)


def _notable(menu: Menu) -> list[Open]:
    opening = [choice for choice in menu.choices if isinstance(choice.action, Open)]
    if menu.name in ("table", "correct") and not menu.head:
        chosen = opening
    else:
        chosen = [*opening[:1], *opening[-1:], *sorted(opening, key=lambda c: len(c.label.in_language()))[-1:]]
    return list({id(choice): choice.action for choice in chosen if isinstance(choice.action, Open)}.values())


def _opened(action: Open) -> Dialog:
    return action.dialog() if callable(action.dialog) else action.dialog


# --- by kind ---


def of_games() -> Iterator[Screen]:
    for history in histories():
        yield from walk(HANSA.home(history), depth=2)
        if history.steps:
            for notice in HANSA.notices(history):
                yield from walk(notice, depth=0)


def of_every_city() -> Iterator[Screen]:
    """The ship in every city, every marker in its warehouses and before a player, and whoever is paid for it."""
    begun = next(
        each for each in histories() if each.position.phase is Phase.ACTIONS and len(each.position.setup.players) > 3
    )
    for city in BOARD.cities:
        history = begun if begun.position.ship == city.id else begun.after(HANSA.game, MoveShip(city.id))
        yield from walk(HANSA.home(history), depth=1)
        for good in kinds_in(history.position.unseen):
            there, here = f"{city.id}.1", history.position.stock(city.id)[0]
            if here and markers_in(here)[0] != good:
                swap = SwapMarkers(markers_in(here)[0], there, good, "unseen")
                yield HANSA.home(history.after(HANSA.game, swap)).screen()
            mine = history.after(HANSA.game, MoveMarker(good, "unseen", history.position.setup.players[0]))
            yield from walk(HANSA.home(mine), depth=1)


def of_the_set_up() -> Iterator[Screen]:
    for rules in (HouseRules(BOX.house_rules()), HouseRules(BOX.house_rules(), tuple("ab"))):
        asked = with_no_game(HANSA.new_game(), Offers(elsewhere=999, house_rules=rules))
        yield from walk(asked, depth=10)
    for history in histories():
        if not history.steps:
            for notice in HANSA.notices(history):
                yield notice.screen()


def of_the_table_menu() -> Iterator[Screen]:
    for history in some_histories():
        is_over = history.position.phase is Phase.OVER
        yield from walk(table_menu(HANSA.pages(history), Offers(may_call=True), is_over=is_over))


def of_the_board() -> Iterator[Screen]:
    yield from walk(HANSA.board_question())
    for presses, sightings in ((9999, 0), (0, 1), (9999, 9999)):
        yield from walk(own_dialogs.overloaded(presses, sightings))
    yield from walk(own_dialogs.games_elsewhere(999))
    for count, failed in ((999, 0), (0, 1), (999, 999)):
        yield from walk(own_dialogs.brought_back(count, failed))
    yield from walk(board_pages.news(named_board("0.1"), shipped_board()))
    for notice in HANSA.board_check():
        yield notice.screen()
    for history in histories()[::7]:
        for notice in HANSA.restore(history.position):
            yield notice.screen()
    for notice in HANSA.restore(crowded().position):
        yield notice.screen()
    for piece in ("ship", *(f"booth.{player}.07" for player in PLAYERS)):
        for city in BOARD.city:
            others = tuple(f"city.{each.id}" for each in BOARD.cities if each.id != city)
            for homes in (others[:count] for count in range(len(others) + 1)):
                yield HANSA.mismatch(Mismatch(piece, f"city.{city}", homes)).screen()


def crowded() -> History:
    """Bring booths of all four players, and the ship, into a city with two warehouse spaces."""
    history = histories()[-1]
    city = next(each.id for each in BOARD.cities if each.spaces == max(other.spaces for other in BOARD.cities))
    for player in PLAYERS:
        position = history.position
        seat = position.setup.players.index(player)
        if not position.booths_in(city, seat):
            source = (
                "supply" if position.booths_left(seat) else next(c for c in BOARD.city if position.booths_in(c, seat))
            )
            history = history.after(HANSA.game, MoveBooth(player, source, city))
    return history if history.position.ship == city else history.after(HANSA.game, MoveShip(city))


def of_gestures() -> Iterator[Screen]:
    """What pieces ask or wait for: ship or booth in a city and on the pad, a marker there, a booth knocked over."""
    for history in histories()[::3]:
        position = history.position
        if position.phase not in (Phase.PLACE, Phase.REPLENISH, Phase.ACTIONS):
            continue
        mover = position.setup.players[position.mover]
        booth, home = (
            f"booth.{mover}.01",
            next((city for city in BOARD.city if position.booths_in(city, position.mover)), "riga"),
        )
        beliefs = (Belief(), Belief().seen(f"marker.{ALL_MARKERS[0]}.1", "pad"), Belief().seen(booth, f"city.{home}"))
        places = [*(f"city.{city}" for city in BOARD.city), "pad"]
        tried = [*product(("ship", booth), places), *((f"marker.{kind}.1", "pad") for kind in ALL_MARKERS)]
        for piece, place in tried:
            for believed in beliefs:
                reading = HANSA.read(history, believed, piece, place)
                if isinstance(reading, Ask):
                    yield from walk(reading.dialog)
                if isinstance(reading, Ask | Ignore) and reading.hint:
                    yield replace(HANSA.home(history), head=reading.hint).screen()


def of_refusals() -> Iterator[Screen]:
    """Every refusal with every combination of its longest details."""
    named = [Refusal(code, *sentences) for code, sentences in SENTENCES.items()]
    for module in (own_dialogs, gestures, hansatable):
        named += _refusals_of(module)
    position = next(each for each in histories() if each.position.phase is Phase.FILL)
    for refusal in named:
        gaps = [name for name in DETAILS if f"{{{name}}}" in refusal.sentence + refusal.remedy]
        for values in product(*(DETAILS[name] for name in gaps)):
            filled = Refusal(refusal.code, refusal.sentence, refusal.remedy, dict(zip(gaps, values, strict=True)))
            yield from walk(notices.refused(HANSA, filled, "pad", None))
    for good in ALL_MARKERS[:6]:
        gone = Refusal(
            "no_such_marker", *SENTENCES["no_such_marker"], {"good": str(good), "place": "unseen", "choice": "none"}
        )
        yield from walk(notices.refused(HANSA, gone, "pad", position))


def _refusals_of(module: ModuleType) -> Iterable[Refusal]:
    return [value for value in vars(module).values() if isinstance(value, Refusal)]


def of_troubles() -> Iterator[Screen]:
    """Every trouble, above a remedy and as one."""
    short = Trouble("check the disk")
    for pair in (pair for trouble in reports.troubles() for pair in ((trouble, short), (short, trouble))):
        for source in SOURCES:
            yield notices.fault(HANSA, source, *pair).screen()
        kept = Refusal("not_kept", "{reason}", "{remedy}", dict(zip(("reason", "remedy"), pair, strict=True)))
        yield notices.refused(HANSA, kept, "", None).screen()


def of_restarts() -> Iterator[Screen]:
    for dialog in vars(own_dialogs).values():
        if isinstance(dialog, Menu | Notice):
            yield from walk(dialog)


KINDS = (
    of_games,
    of_every_city,
    of_the_set_up,
    of_the_table_menu,
    of_the_board,
    of_gestures,
    of_refusals,
    of_troubles,
    of_restarts,
)
