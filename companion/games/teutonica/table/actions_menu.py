"""The home menu between actions: everything a player may do now, the likeliest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from companion.games.teutonica.rules.codec import named_in
from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
    Displace,
    End,
    Establish,
    Income,
    Insert,
    Lift,
    Move,
    Ride,
    Use,
    UseImprove,
    UseSwap,
    Walk,
)
from companion.games.teutonica.rules.pieces import COLOUR_OF, KIND_OF, Ability, Kind, Marker
from companion.games.teutonica.rules.position import Position, present
from companion.games.teutonica.table import cards, names
from companion.games.teutonica.table.course import last_route
from companion.games.teutonica.table.route_lists import likeliest, loosest, near_first, own_pieces, route_choices
from companion.table.dialog import Action, Choice, Do, Menu, Open
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import Say, say

Moves = dict[type[Move], list[Move]]
Insertable = dict[Kind, dict[int, Insert]]
SEVERAL = 2  # complete routes


def choices(history: History) -> tuple[Choice, ...]:
    """Return the lines of the menu."""
    position: Position = history.position
    moves = _by_type(position)
    end = _end(position)
    insertable = _insertable(position, moves[Insert])
    establishes = _establishes(position, moves)
    inserts, again = _inserts(history, insertable), _again(history, insertable)
    return (
        *(() if position.actions_left else (end,)),
        *establishes,
        # A player who does not establish a complete route wants another one, so insertions stay near.
        *((*inserts, *again) if establishes else (*again, *inserts)),
        *_incomes(position, moves),
        *_moving(history, moves),
        *marker_lines(position, [*moves[Use], *moves[UseImprove], *moves[UseSwap]]),
        *_displaces(history, moves),
        *_pawn(position, moves),
        *((end,) if position.actions_left else ()),
    )


def _by_type(position: Position) -> Moves:
    moves: Moves = defaultdict(list)
    for move in legal_moves(position):
        moves[type(move)].append(move)
    return moves


def _title(history: History, about: Say) -> Row:
    position: Position = history.position
    return Row(about, names.player_name(position, position.active), Look.TITLE)


def _end(position: Position) -> Choice:
    following = present(position, (position.active + 1) % len(position.players))
    whose = say("{player} next", player=names.player_name(position, following))
    return Choice(say("End turn"), Do(End()), whose)


def _establishes(position: Position, moves: Moves) -> tuple[Choice, ...]:
    """Offer a complete route in one line, or several in a list, so that everything else stays near."""
    lines = tuple(cards.listed(position, move).choice(move) for move in moves[Establish])
    if len(lines) < SEVERAL:
        return lines
    head = Row(say("Establish"), names.player_name(position, position.active), Look.TITLE)
    listed = Open(Menu(head, lines, name="establish"))
    return (Choice(say("Establish"), listed, say("{count} routes", count=len(lines))),)


# --- inserting ---


def _insertable(position: Position, moves: Iterable[Move]) -> Insertable:
    """Sort the insertions by kind and route; a kind that cannot be inserted is missing."""
    number = position.setup.side.route_number
    found: Insertable = {Kind.TRADER: {}, Kind.MERCHANT: {}}
    for move in moves:
        if type(move) is Insert:
            found[move.piece][number[move.route]] = move
    return {kind: routes for kind, routes in found.items() if routes}


def _again(history: History, insertable: Insertable) -> tuple[Choice, ...]:
    """Offer the likeliest insertion in one line: an unfinished route of the player, or the one used last."""
    position: Position = history.position
    for kind, routes in insertable.items():
        best = likeliest(history, routes, position.active)[0]
        if not own_pieces(position, best, position.active) and best != last_route(history, position.active):
            break
        side = position.setup.side
        label = say("Again {route}", route=names.short_route(side, best))
        if kind is Kind.MERCHANT:
            label = say("Merchant {route}", route=names.short_route(side, best))
        return (cards.listed(position, routes[best])._replace(label=label).choice(routes[best]),)
    return ()


def _inserts(history: History, insertable: Insertable) -> tuple[Choice, ...]:
    position: Position = history.position
    labels = {Kind.TRADER: say("Insert trader"), Kind.MERCHANT: say("Insert merchant")}
    player = position.players[position.active]
    return tuple(
        Choice(labels[kind], Open(_insert_list(history, kind, routes)), say("{count}", count=player.supply(kind)))
        for kind, routes in insertable.items()
    )


def insert_menu(history: History, kind: Kind) -> Menu | None:
    """List the routes where a piece of a kind can be inserted; None where there are none."""
    position: Position = history.position
    routes = _insertable(position, legal_moves(position)).get(kind)
    return _insert_list(history, kind, routes)() if routes else None


def _insert_list(history: History, kind: Kind, routes: dict[int, Insert]) -> Callable[[], Menu]:
    position: Position = history.position
    side = position.setup.side
    about = say("Insert trader") if kind is Kind.TRADER else say("Insert merchant")
    name = "insert trader" if kind is Kind.TRADER else "insert merchant"  # the page's map means this piece meanwhile

    def make() -> Menu:
        options = {route: cards.listed(position, move).choice(move) for route, move in routes.items()}
        order = likeliest(history, routes, position.active)
        return Menu(
            _title(history, about),
            route_choices(side, options, order, names.player_name(position, position.active), name=name),
            name=name,
        )

    return make


# --- income and moving ---


def _incomes(position: Position, moves: Moves) -> Iterable[Choice]:
    mixes = [move for move in moves[Income] if isinstance(move, Income)]
    whole, less = ([move for move in mixes if bool(move.fewer) is is_less] for is_less in (False, True))
    if len(whole) == 1:
        yield Choice(say("Income"), Do(whole[0]), _briefly(position, whole[0]))
    elif whole:
        yield Choice(
            say("Income"),
            Open(_mixes(position, whole)),
            say("{count} pieces", count=position.players[position.active].whole_income),
        )
    if less:
        yield Choice(say("Less income"), Open(_mixes(position, less)))


def _briefly(position: Position, move: Income) -> Say:
    """Return a count in figures if there are both kinds: next to the verb there is no room for words."""
    traders, merchants = cards.income_of(position, move)
    if traders and merchants:
        return say("{traders}+{merchants}", traders=traders, merchants=merchants)
    return names.pieces(traders, merchants)


def _mixes(position: Position, mixes: Iterable[Income]) -> Menu:
    """Ask for a mix: most traders first, as they come."""
    lines = tuple(cards.listed(position, move).choice(move) for move in mixes)
    return Menu(Row(say("Income"), names.player_name(position, position.active), Look.TITLE), lines, name="income")


def income(history: History) -> Choice | None:
    """Return the line that takes income, or asks which; None if there is none to take."""
    position: Position = history.position
    moves = _by_type(position)
    mixes = [move for move in moves[Income] if isinstance(move, Income)]
    if any(move.fewer for move in mixes):  # by a house rule: one question for all
        return Choice(say("Income"), Open(_mixes(position, mixes)))
    return next(iter(_incomes(position, moves)), None)


def lift_choices(position: Position, lifts: Sequence[Move], seat: int) -> tuple[Choice, ...]:
    """Return a line for each piece that can be lifted, route and kind at once."""
    number = position.setup.side.route_number
    by_route: dict[int, list[Lift]] = defaultdict(list)
    for move in lifts:
        assert isinstance(move, Lift)
        by_route[number[move.route]].append(move)
    return tuple(
        cards.listed(position, move).choice(move)
        for route in loosest(position, by_route, seat)
        for move in sorted(by_route[route], key=lambda lift: lift.piece is Kind.MERCHANT)
    )


def _moving(history: History, moves: Moves) -> Iterable[Choice]:
    if not moves[Lift]:
        return
    position: Position = history.position
    most = position.players[position.active].value(Ability.BOOK)

    yield Choice(say("Move pieces"), Open(lambda: _lift_list(history, moves[Lift])), say("up to {count}", count=most))


def _lift_list(history: History, lifts: Sequence[Move]) -> Menu:
    position: Position = history.position
    return Menu(_title(history, say("Lift which?")), lift_choices(position, lifts, position.active), name="lift")


def lift_menu(history: History) -> Menu | None:
    """List the own pieces that can be lifted; None where there are none."""
    lifts = _by_type(history.position)[Lift]
    return _lift_list(history, lifts) if lifts else None


# --- displacing ---


def _displaces(history: History, moves: Moves) -> Iterable[Choice]:
    if not moves[Displace]:
        return
    yield Choice(say("Displace"), Open(lambda: _displace_list(history, moves[Displace], say("Displace"))))


def _displace_list(history: History, displaces: Sequence[Move], about: Say) -> Menu:
    position: Position = history.position
    side, number = position.setup.side, position.setup.side.route_number
    by_route: dict[int, list[Displace]] = defaultdict(list)
    for move in displaces:
        assert isinstance(move, Displace)
        by_route[number[move.route]].append(move)
    options = {route: _displace_line(history, route, found) for route, found in by_route.items()}
    order = sorted(by_route, key=lambda route: (-own_pieces(position, route, position.active), route))
    lines = route_choices(side, options, order, names.player_name(position, position.active))
    return Menu(_title(history, about), lines, name="displace")


def displace_menu(history: History, colour: str, kind: Kind | None) -> Menu | None:
    """List where a player can be displaced, by a piece of a kind, or of the one that is worth less."""
    moves = [move for move in _by_type(history.position)[Displace] if isinstance(move, Displace)]
    theirs = cheapest([move for move in moves if COLOUR_OF[move.victim] == colour], kind)
    return _displace_list(history, theirs, say("Displace {player}", player=names.PLAYERS[colour])) if theirs else None


def cheapest(moves: Sequence[Displace], kind: Kind | None) -> list[Displace]:
    """Return the displacements by a piece of a kind; if none is named, by a trader if the player has one."""
    if kind is None:
        kind = Kind.TRADER if any(move.piece is Kind.TRADER for move in moves) else Kind.MERCHANT
    return [move for move in moves if move.piece is kind]


def _displace_line(history: History, route: int, found: list[Displace]) -> Choice:
    """Return the line of a route: it asks for the victim, or displaces at once if there is no choice."""
    position: Position = history.position
    line, victims = cards.listed(position, found[0]), {move.victim for move in found}
    if len(found) == 1:
        return line.choice(found[0])
    right = line.right if len(victims) == 1 else say("{count} pieces", count=len(victims))
    return Choice(line.label, Open(_victims(history, route, found)), right, line.place)


def _victims(history: History, route: int, found: list[Displace]) -> Menu:
    """Ask whom to displace; cheapest first, with a trader before with a merchant."""
    position: Position = history.position
    by_kind: dict[Kind, list[Displace]] = defaultdict(list)
    for move in found:
        by_kind[move.piece].append(move)

    def lines(kind: Kind) -> tuple[Choice, ...]:
        moves = sorted(by_kind[kind], key=lambda move: PENALTY[KIND_OF[move.victim]])
        return tuple(cards.line_here(move)._replace(place="").choice(move) for move in moves)

    words = names.route_beside_player(position.setup.side, route)
    head = Row(words, names.player_name(position, position.active), Look.TITLE)
    if len(by_kind) == 1:
        return Menu(head, lines(next(iter(by_kind))), name="victim")
    by_merchant = Menu(head, lines(Kind.MERCHANT), (Row(say("With a merchant")),), name="victim")
    more = Choice(say("With a merchant"), Open(by_merchant))
    return Menu(head, (*lines(Kind.TRADER), more), name="victim")


# --- the pawn ---


def _pawn(position: Position, moves: Moves) -> Iterable[Choice]:
    """Offer where the pawn can go free, then where it can go for an action.

    The free move may be saved for later, so near provinces can also be reached for an action, in a list after these.
    """
    walks = {move.to: move for move in moves[Walk] if isinstance(move, Walk)}
    rides = {move.to: move for move in moves[Ride] if isinstance(move, Ride)}
    lines = [cards.line(position, walks[to]).choice(walks[to]) for to in near_first(position, walks)]
    paid = [cards.line(position, rides[to]).choice(rides[to]) for to in near_first(position, rides)]
    head = Row(say("Pawn to"), names.player_name(position, position.active), Look.TITLE)
    if walks and rides:
        near = tuple(line for line in paid if isinstance(line.action, Do) and line.action.entry.to in walks)
        paid = [line for line in paid if line not in near]
        paid.append(Choice(say("Near, for an action"), Open(Menu(head, near, name="ride"))))
    lines += paid
    if lines:
        asked = Menu(head, tuple(lines), name="pawn")
        yield Choice(say("Pawn"), Open(asked), say("free") if walks else say("1 action"))


def pawn_menu(history: History) -> Menu | None:
    """List the provinces that the pawn can go to; None where it cannot."""
    position: Position = history.position
    for line in _pawn(position, _by_type(position)):
        if isinstance(line.action, Open) and isinstance(line.action.dialog, Menu):
            return line.action.dialog
    return None


# --- playing a marker: the kinds that can be used now, then an ability or two offices ---


def marker_lines(position: Position, uses: Sequence[Move]) -> tuple[Choice, ...]:
    """Return the line that leads to the markers; with one kind alone it plays that one."""
    kinds: dict[Marker, list[Move]] = {}
    for move in uses:
        kinds.setdefault(kind_of(move), []).append(move)
    played = {kind: _use(position, kind, moves) for kind, moves in kinds.items()}
    if not played:
        return ()
    if len(played) == 1:
        ((kind, action),) = played.items()
        return (Choice(cards.line(position, Use(kind)).label, action),)
    head = Row(say("Play a marker"), names.player_name(position, position.active), Look.TITLE)
    listed = tuple(Choice(names.MARKERS[kind], action) for kind, action in played.items())
    return (Choice(say("Play a marker"), Open(Menu(head, listed, name="marker"))),)


def kind_of(move: Move) -> Marker:
    """Return the kind of marker that a move uses."""
    marker: Marker = named_in(move)["marker"]
    return marker


def _use(position: Position, kind: Marker, moves: Sequence[Move]) -> Action:
    head = Row(names.MARKERS[kind], names.player_name(position, position.active), Look.TITLE)
    if kind is Marker.IMPROVE_ABILITY:
        return Open(Menu(head, _use_lines(position, moves), name="ability"))
    if kind is Marker.SWAP_OFFICES:
        return Open(lambda: Menu(head, _use_lines(position, moves), name="swap"))
    return Do(moves[0])


def _use_lines(position: Position, moves: Sequence[Move]) -> tuple[Choice, ...]:
    return tuple(cards.line(position, move).choice(move) for move in moves)
