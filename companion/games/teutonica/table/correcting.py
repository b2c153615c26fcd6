"""Correct the table: the players overrule the record, step by step, with the buttons.

Each walk ends in one of the rules' corrections, so that nothing is made or lost by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from companion.games.game import IllegalMove
from companion.games.teutonica.rules import corrections, places
from companion.games.teutonica.rules.board import Board
from companion.games.teutonica.rules.codec import is_correction
from companion.games.teutonica.rules.establish import LINK
from companion.games.teutonica.rules.moves import Replace
from companion.games.teutonica.rules.pieces import EMPTY, Kind, Marker, Piece
from companion.games.teutonica.rules.places import face_down_at, face_down_places
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.table import names, route_lists
from companion.games.teutonica.table.names import place_name
from companion.table.dialog import Action, Choice, Do, DoAll, Menu, Open
from companion.table.history import History
from companion.table.own_dialogs import CORRECT, CORRECTING
from companion.table.screen import Look, Row
from companion.words.say import Say, say

_TITLE = Row(say("Correct"), look=Look.TITLE)
_WITHIN_TURN = (Phase.ACTIONS, Phase.PAY, Phase.RELOCATE, Phase.MOVE, Phase.ESTABLISH, Phase.REMOVE)
_BEFORE = (Phase.TAVERNS, Phase.PAWN)


def correcting(history: History) -> Menu:
    """Offer everything that can be corrected now."""
    position: Position = history.position
    walks: tuple[tuple[Say, Callable[[Position], Menu]], ...] = (
        (say("Pieces"), _piece),
        (say("Prestige"), _prestige),
        (say("Markers"), _marker),
        (say("Actions left"), _actions),
        (say("Whose turn"), _turn),
        (say("Completed cities"), _completed),
        (say("Swap two offices"), _swap),
        (say("Face-down markers"), _face_down),
        (say("Link"), _link),
        (say("Pawn"), _pawn),
        (say("A player leaves"), _leave),
    )
    opened = [(label, walk(position)) for label, walk in walks]
    choices = tuple(Choice(label, Open(menu)) for label, menu in opened if menu.choices)
    return Menu(_TITLE, choices, name=CORRECT, topic=CORRECTING)


def _ask(question: Say, options: Sequence[tuple[Say, Action]]) -> Menu:
    """Ask one question of a correction."""
    head = (Row(question, look=Look.LARGE),)
    return Menu(_TITLE, tuple(Choice(label, action) for label, action in options), head, name=CORRECT, topic=CORRECTING)


def _named(position: Position, place: str) -> Say:
    """Name a place of the position at hand."""
    side = position.setup.side
    return place_name(Board((side, side)), place)


def _prestige(position: Position) -> Menu:
    """One point more or less, or any number."""
    players = position.setup.players

    def numbers(player: str) -> Menu:
        now = position.players[players.index(player)].prestige
        near = [now + 1, now - 1, *(n for n in range(now + 2, now + 8)), *(n for n in range(now - 2, now - 8, -1))]
        return _ask(
            say("Prestige is?"),
            [(say("{points}", points=n), Do(corrections.SetPrestige(player, n))) for n in near if 0 <= n <= 99],
        )

    return _ask(say("Whose prestige?"), [(names.PLAYERS[player], Open(partial(numbers, player))) for player in players])


def _actions(position: Position) -> Menu:
    if position.phase not in _WITHIN_TURN:
        return _ask(say("Actions left?"), [])
    numbers = [number for number in range(10) if number != position.actions_left]
    return _ask(
        say("Actions left?"), [(say("{count}", count=number), Do(corrections.SetActions(number))) for number in numbers]
    )


def _turn(position: Position) -> Menu:
    gone = position.phase in _BEFORE or position.phase is Phase.OVER
    seats = [] if gone else [seat for seat in position.seats if seat != position.active and seat not in position.left]
    players = [position.setup.players[seat] for seat in seats]
    return _ask(say("Whose turn?"), [(names.PLAYERS[player], Do(corrections.MoveTurn(player))) for player in players])


def _completed(position: Position) -> Menu:
    now = position.cities.completed
    near = [n for n in (now + 1, now - 1, now + 2, now - 2, now + 3, now - 3) if 0 <= n <= len(position.cities.spaces)]
    return _ask(say("Cities are?"), [(say("{count}", count=n), Do(corrections.SetCompleted(n))) for n in near])


def _swap(position: Position) -> Menu:
    side = position.setup.side
    pairs = [
        (city, pos)
        for city, spaces in enumerate(position.cities.spaces)
        for pos in range(1, len(spaces))
        if EMPTY not in spaces[pos - 1 : pos + 1]
    ]

    def label(city: int, pos: int) -> Say:
        return say("{city} {first}, {second}", city=side.cities[city].name, first=pos, second=pos + 1)

    return _ask(say("Which?"), [(label(c, p), Do(corrections.SwapOffices(side.cities[c].id, p))) for c, p in pairs])


def _face_down(position: Position) -> Menu:
    if position.phase in _BEFORE:
        return _ask(say("From?"), [])
    places = face_down_places(position)

    def targets(source: str) -> Menu:
        return _ask(
            say("To?"),
            [(_named(position, to), Do(corrections.MoveFaceDown(source, to))) for to in places if to != source],
        )

    full = [place for place in places if face_down_at(position, place)]
    return _ask(say("From?"), [(_named(position, place), Open(partial(targets, place))) for place in full])


def _link(position: Position) -> Menu:
    linked = position.cities.links
    options: list[tuple[Say, Do]] = []
    for seat, player in enumerate(position.setup.players):
        name = names.PLAYERS[player]
        if seat in linked:
            options.append((say("{player}: no link", player=name), Do(corrections.DropLink(player))))
        elif len(linked) < len(LINK):
            options.append((say("{player} has the link", player=name), Do(corrections.AddLink(player))))
    return _ask(say("Link?"), options)


def _pawn(position: Position) -> Menu:
    provinces = [each for each in position.setup.side.bordering if each != position.pawn] if position.pawn else []
    return _ask(
        say("Pawn is in?"), [(names.PROVINCES[province], Do(corrections.MovePawn(province))) for province in provinces]
    )


def _leave(position: Position) -> Menu:
    over = position.phase is Phase.OVER
    present = [] if over else [p for seat, p in enumerate(position.setup.players) if seat not in position.left]
    return _ask(say("Who leaves?"), [(names.PLAYERS[player], Do(corrections.Leave(player))) for player in present])


# --- a piece: whose, of which kind, from where, to where ---


FLAT = 7

ByPlace = Callable[[str], Action]


def _piece(position: Position) -> Menu:
    """Ask whose piece lies somewhere else."""
    players = position.setup.players
    return _ask(say("Whose piece?"), [(names.PLAYERS[p], Open(partial(_kinds, position, p))) for p in players])


def _kinds(position: Position, player: str) -> Menu:
    own = position.setup.own[position.setup.players.index(player)]
    labels = {Kind.TRADER: say("Trader"), Kind.MERCHANT: say("Merchant")}
    return _ask(
        say("Which kind?"), [(labels[kind], Open(partial(_piece_from, position, own[kind]))) for kind in labels]
    )


def _piece_from(position: Position, piece: Piece) -> Menu:
    sources = [place for place in places.piece_places(position) if _can(places.take_piece, position, piece, place)]
    return _places_of_pieces(
        position, say("From?"), sources, lambda source: Open(partial(_piece_to, position, piece, source))
    )


def _piece_to(position: Position, piece: Piece, source: str) -> Menu:
    taken = places.take_piece(position, piece, source)
    targets = [
        place
        for place in places.piece_places(position)
        if place != source and _can(places.put_piece, taken, piece, place)
    ]
    return _places_of_pieces(
        position, say("To?"), targets, lambda target: Do(corrections.MovePiece(piece, source, target))
    )


def _can(change: Callable[[Position, Piece, str], Position], position: Position, piece: Piece, place: str) -> bool:
    try:
        change(position, piece, place)
    except IllegalMove:
        return False
    return True


def _places_of_pieces(position: Position, question: Say, found: Sequence[str], lead: ByPlace) -> Menu:
    """List places: flat where they are few, else the desk, then routes and cities by region."""
    side = position.setup.side
    if len(found) <= FLAT:
        return _ask(question, [(_named(position, place), lead(place)) for place in found])

    def those(wanted: Sequence[str]) -> list[tuple[Say, Action]]:
        return [(_named(position, place), lead(place)) for place in wanted if place in found]

    options = those([places.SUPPLY, places.STOCK])
    groups: list[tuple[Say, list[tuple[Say, Action]]]] = [
        (say("Desk"), those([place for place in found if place.startswith(places.DESK)])),
        (
            say("Routes"),
            _by_region(question, lambda r: those([side.routes[n].id for n in route_lists.routes_of(side, r)])),
        ),
        (
            say("Offices"),
            _by_region(question, lambda r: those([side.cities[n].id for n in route_lists.cities_of(side, r)])),
        ),
        (
            say("Extra offices"),
            _by_region(
                question,
                lambda r: those([f"{side.cities[n].id}.{places.EXTRA}" for n in route_lists.cities_of(side, r)]),
            ),
        ),
        (say("Coellen's table"), those([place for place in found if place.startswith(places.TABLE)])),
    ]
    options += [(name, Open(_ask(question, inside))) for name, inside in groups if inside]
    return _ask(question, options)


def _by_region(
    question: Say, inside: Callable[[route_lists.Region], list[tuple[Say, Action]]]
) -> list[tuple[Say, Action]]:
    return [
        (name, Open(_ask(question, lines))) for region, name in route_lists.NAMES.items() if (lines := inside(region))
    ]


# --- a marker that lies somewhere else ---


def _marker(position: Position) -> Menu:
    """Ask where a marker is taken from."""
    if position.phase is Phase.TAVERNS:
        return _ask(say("From?"), [])
    sources = [place for place in places.marker_places(position) if _kinds_at(position, place)]
    return _places_of_markers(position, say("From?"), sources, lambda source: Open(partial(_which, position, source)))


def _kinds_at(position: Position, place: str) -> list[Marker]:
    return [marker for marker in Marker if _taken(position, marker, place) is not None]


def _taken(position: Position, marker: Marker, place: str) -> Position | None:
    try:
        return places.take_marker(position, marker, place)
    except IllegalMove:
        return None


def _which(position: Position, source: str) -> Menu:
    kinds = _kinds_at(position, source)
    return _ask(
        say("Which?"), [(names.MARKERS[kind], Open(partial(_marker_to, position, kind, source))) for kind in kinds]
    )


def _marker_to(position: Position, marker: Marker, source: str) -> Menu:
    taken = _taken(position, marker, source)
    assert taken is not None
    targets = [place for place in places.marker_places(position) if place != source and _fits(taken, marker, place)]
    return _places_of_markers(
        position, say("To?"), targets, lambda target: Do(corrections.MoveMarker(marker, source, target))
    )


def _fits(position: Position, marker: Marker, place: str) -> bool:
    try:
        places.put_marker(position, marker, place)
    except IllegalMove:
        return False
    return True


def _places_of_markers(position: Position, question: Say, found: Sequence[str], lead: Callable[[str], Action]) -> Menu:
    """List places outside the board, and the routes by region."""
    side = position.setup.side
    options: list[tuple[Say, Action]] = [
        (_named(position, place), lead(place)) for place in found if place not in side.route_number
    ]
    for region, name in route_lists.NAMES.items():
        ids = [side.routes[number].id for number in route_lists.routes_of(side, region)]
        inside = [(_named(position, place), lead(place)) for place in ids if place in found]
        if inside:
            options.append((name, Open(_ask(question, inside))))
    return _ask(question, options)


# --- a marker that was mistyped (ruling 46) ---


def reenter(history: History) -> Menu | None:
    """Offer to enter the last marker again, until the next player has moved; None where there is none."""
    position: Position = history.position
    last = len(history.steps) - 1
    while last >= 0 and is_correction(history.steps[last].entry):
        last -= 1
    if last < 0 or position.phase is Phase.TAVERNS:
        return None
    route = _last_marked(history, last)
    if route is None:
        return None
    wrong = position.bonus.on(position.setup.side.route_number[route])
    if wrong is None:
        return None
    kinds = [kind for kind in dict.fromkeys(position.bonus.unseen) if kind is not wrong]
    lines = tuple(
        Choice(
            names.MARKERS[kind],
            DoAll(
                (corrections.MoveMarker(wrong, route, places.PILE), corrections.MoveMarker(kind, places.PILE, route))
            ),
            piece=f"marker.{kind}",
        )
        for kind in kinds
    )
    return replace(_ask(say("It really is?"), ()), choices=lines) if lines else None


def _last_marked(history: History, last: int) -> str | None:
    """Name the route that the last marker came to, if that was the last move."""
    entry = history.steps[last].entry
    return entry.route if isinstance(entry, Replace) else None
