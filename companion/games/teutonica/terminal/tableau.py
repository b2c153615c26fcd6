"""Hansa Teutonica in a terminal: the map with offices, houses and markers, and the desks in words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.display.cells import NO_BREAK, Ink, Line, Sheet, Span, rgb
from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.rules.board import City
from companion.games.teutonica.rules.establish import CITY_LIMIT
from companion.games.teutonica.rules.pieces import ABILITIES, COLOUR_OF, EMPTY, RANK, Kind, Marker, Privilege
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.scoring import SPACES, TABLE, controller
from companion.games.teutonica.table import course, names
from companion.games.teutonica.table.cards import places_of
from companion.games.teutonica.terminal.roads import FEWEST_COLUMNS, FEWEST_LINES, Plan, lay_out
from companion.shelf.box import Aim, Seat
from companion.table.history import History
from companion.words.say import Say, Translate, say

GROUND = Ink(None, rgb("#1d2721"))
LABEL = Ink(rgb("#23180a"), rgb("#ecdcb6"), bold=True)
CHOSEN = Ink(rgb("#062012"), rgb("#5df2a0"), bold=True, inverse=True)
OFFERED = Ink(rgb("#a8f0b8"), rgb("#2f5a3d"), bold=True)
WALL = Ink(rgb("#d8ccb0"), rgb("#3a3126"))
ROAD, PAWN_ROAD = Ink(rgb("#a38d62")), Ink(rgb("#ffd75e"))
HOUSE = Ink(rgb("#e9dfc4"), rgb("#4a4032"))
LAST = Ink(rgb("#fff1b8"), rgb("#7a6420"), bold=True)  # where the last move was made
GOLD = Ink(rgb("#2b1d00"), rgb("#f5c542"), bold=True)
FAINT = Ink(rgb("#98a39b"))
WARNING = Ink(rgb("#ffffff"), rgb("#b3261e"), bold=True, inverse=True)
COIN, IMPROVES, EMPTY_HOUSE = "°", "↑", "○"

SEATS = {
    "blue": Seat("B", Ink(rgb("#ffffff"), rgb("#1f6fd0"), bold=True)),
    "green": Seat("G", Ink(rgb("#ffffff"), rgb("#0d8a66"), bold=True)),
    "purple": Seat("P", Ink(rgb("#1c0620"), rgb("#c986cd"), bold=True)),
    "red": Seat("R", Ink(rgb("#ffffff"), rgb("#cf3b1a"), bold=True)),
    "yellow": Seat("Y", Ink(rgb("#221b00"), rgb("#f0cf2f"), bold=True)),
}
PRIVILEGE_INKS = {
    Privilege.WHITE: Ink(rgb("#2b2418"), rgb("#f4efe2")),
    Privilege.ORANGE: Ink(rgb("#2b1800"), rgb("#f2a13c")),
    Privilege.PINK: Ink(rgb("#33091d"), rgb("#e995bd")),
    Privilege.BLACK: Ink(rgb("#ffffff"), rgb("#0a0a0c")),
}
SQUARE, ROUND = "1234", "①②③④"
MARKERS = {
    Marker.EXTRA_OFFICE: "+",
    Marker.IMPROVE_ABILITY: IMPROVES,
    Marker.PLUS_3_ACTIONS: "3",
    Marker.PLUS_4_ACTIONS: "4",
    Marker.REMOVE_THREE: "x",
    Marker.SWAP_OFFICES: "%",
}


class TeutonicaTerminal:
    """Hansa Teutonica as cells."""

    seats = SEATS
    sources: Mapping[str, Say] = {
        "prestige": say("prestige"),
        "abilities": say("abilities"),
        "markers": say("markers"),
        "coellen": say("Coellen"),
        "cities": say("cities"),
        "network": say("network"),
    }
    legend = (
        ("b B", say("a trader and a merchant of Blue; other players by their own letters")),
        (SQUARE, say("an empty office for a trader: white, orange, pink, black")),
        (ROUND, say("an empty office for a merchant")),
        (f"1{COIN}", say("this office brings 1 prestige point at once")),
        (EMPTY_HOUSE, say("an empty house of a route")),
        (IMPROVES, say("a route to this city can improve an ability")),
        *((sign, names.MARKERS[marker]) for marker, sign in MARKERS.items()),
    )

    def __init__(self, game: Teutonica) -> None:
        self.game = game

    def places(self, position: Position, entry: object) -> tuple[str, ...]:
        """Return where on the map a move is made."""
        return places_of(position, entry)

    # --- the map ---

    def draw_map(self, history: History, columns: int, lines: int, aim: Aim, translate: Translate) -> Sheet:
        """Draw the roads, then houses, markers and cities in front of them."""
        del translate  # names of cities are the same in every language
        position: Position = history.position
        side = position.setup.side
        columns, lines = max(columns, FEWEST_COLUMNS), max(lines, FEWEST_LINES)
        plan = lay_out(side, columns, lines)
        sheet = Sheet(columns, lines, GROUND)
        border = side.bordering.get(position.pawn or "", frozenset())
        for number, route in enumerate(side.routes):
            ink = PAWN_ROAD if number in border else ROAD
            for end in route.ends:
                sheet.line(plan.cities[end].middle, plan.houses[route.id].middle, ink)
        last = history.steps[-1].entry if history.steps else None
        moved = places_of(history.position_before(len(history.steps) - 1), last) if last else ()
        for number, route in enumerate(side.routes):
            self._draw_houses(sheet, plan, position, number, aim, is_last=f"route.{route.id}" in moved)
            if marker := position.bonus.on(number):
                sheet.put(*plan.markers[route.id], MARKERS[marker], GOLD)
        for number, city in enumerate(side.cities):
            _draw_city(sheet, plan, position, number, city, aim)
        return sheet

    def _draw_houses(
        self, sheet: Sheet, plan: Plan, position: Position, number: int, aim: Aim, *, is_last: bool
    ) -> None:
        """Draw the houses of a route from left to right, whichever city they are counted from."""
        route = position.setup.side.routes[number]
        box, place = plan.houses[route.id], f"route.{route.id}"
        first, second = (plan.cities[city].middle for city in route.ends)
        houses = position.routes[number]
        ink = CHOSEN if place in aim.chosen else OFFERED if place in aim.offered else LAST if is_last else HOUSE
        sheet.fill(box.x, box.y, box.width, 1, ink)
        for index, piece in enumerate(houses if first <= second else houses[::-1]):
            x = box.x + index * plan.pitch
            if piece == EMPTY:
                sheet.put(x, box.y, EMPTY_HOUSE, ink)
            else:
                sheet.put(x, box.y, piece, SEATS[COLOUR_OF[piece]].ink)

    # --- beside the map ---

    def tell_desk(self, position: Position, player: str, translate: Translate) -> tuple[Line, ...]:
        """Tell supply, stock, abilities and markers."""

        def said(words: Say) -> str:
            return words.in_language(translate)

        desk = position.players[position.setup.players.index(player)]
        ink = SEATS[player].ink
        supply = _pieces(player, desk.supply(Kind.TRADER), desk.supply(Kind.MERCHANT))
        stock = said(names.in_stock(desk))
        levels = []
        for ability in ABILITIES:
            levels += [
                Span(f"{said(names.TOLD_ABILITIES[ability])}{NO_BREAK}", FAINT),
                Span(f"{said(names.ability_value(ability, desk.level(ability)))} ", Ink(bold=True)),
            ]
        held = [Span(f"{MARKERS[marker]}", GOLD) for marker in desk.markers]
        spaced = [span for each in held for span in (each, Span(" "))]
        used = Span(said(say("{count} used", count=len(desk.used))), FAINT) if desk.used else Span("")
        markers = (*spaced, used) if held or desk.used else ()
        return (
            (Span(f"{said(say('supply'))} ", FAINT), Span(supply, ink), Span(f" {said(say('stock'))} ", FAINT))
            + (Span(f"{stock} "), *markers),
            tuple(levels),
        )

    def tell_course(self, history: History, translate: Translate) -> Line:
        """Tell the prestige table, how near the ends are, and where the pawn stands."""
        position: Position = history.position
        table = [Span(f"{say('Coellen').in_language(translate)} ", FAINT)]
        for space, piece in zip(SPACES, position.cities.table, strict=True):
            if piece == EMPTY:
                table.append(Span(f"{space}", PRIVILEGE_INKS[TABLE[space]]))
            else:
                table.append(Span(f"{space}{piece}", SEATS[COLOUR_OF[piece]].ink))
            table.append(Span(" "))
        cities = say("{count} of {most} cities full", count=position.cities.completed, most=CITY_LIMIT)
        pile = say("1 marker in the pile", "{count} markers in the pile", count=position.bonus.pile)
        told = [Span(f"· {cities.in_language(translate)} · {pile.in_language(translate)} ", FAINT)]
        if position.pawn:
            told.append(Span(f"· {names.PROVINCES[position.pawn].in_language(translate)} ", PAWN_ROAD))
        if position.phase is not Phase.OVER and course.near_ends(position):
            told.append(Span(f" {say('The end comes near').in_language(translate)} ", WARNING))
        return (*table, *told)


def _pieces(player: str, traders: int, merchants: int) -> str:
    letter = SEATS[player].letter
    return f"{traders}{letter.lower()} {merchants}{letter}"


def _draw_city(sheet: Sheet, plan: Plan, position: Position, number: int, city: City, aim: Aim) -> None:
    """Draw a city: its name on the colour of whoever controls it, extra offices behind; its offices below."""
    (name, row), place = plan.cities[city.id], f"city.{city.id}"
    owner = controller(position.cities.offices(number))
    ink = SEATS[COLOUR_OF[owner]].ink if owner else LABEL
    ink = CHOSEN if place in aim.chosen else OFFERED if place in aim.offered else ink
    extras = position.cities.extras[number]
    sign = IMPROVES if city.ability else ""
    sheet.fill(name.x, name.y, name.width, 1, ink)
    end = sheet.put(name.x, name.y, city.name[: max(name.width - len(extras) - len(sign), 2)], ink)
    sheet.put(min(end, name.x + name.width - 1), name.y, sign, GOLD)
    for index, piece in enumerate(extras):
        sheet.put(name.x + name.width - len(extras) + index, name.y, piece, SEATS[COLOUR_OF[piece]].ink)
    sheet.fill(row.x, row.y, row.width, 1, WALL)
    for index, (office, piece) in enumerate(zip(city.offices, position.cities.spaces[number], strict=True)):
        x = row.x + index * plan.pitch + plan.pitch - 1
        if piece != EMPTY:
            sheet.put(x, row.y, piece, SEATS[COLOUR_OF[piece]].ink)
            continue
        shape = ROUND if office.kind is Kind.MERCHANT else SQUARE
        sheet.put(x, row.y, shape[RANK[office.privilege]], PRIVILEGE_INKS[office.privilege])
        if office.coin and plan.pitch > 1:
            sheet.put(x + 1, row.y, COIN, Ink(rgb("#f5c542"), bold=True))
