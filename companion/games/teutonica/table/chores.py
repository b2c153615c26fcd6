"""What to do on the board after a step beyond the move itself: points, stock, supply, plate, counter."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.teutonica.rules import moves
from companion.games.teutonica.rules.codec import is_correction
from companion.games.teutonica.rules.events import Absent, ActionsGained, Completed, Drawn, Kept, NoRoom, Paid, Taken
from companion.games.teutonica.rules.pieces import COVERED_BY, EMPTY, Ability, Kind, Marker
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.table import names
from companion.games.teutonica.table.course import established
from companion.table.dialog import Notice
from companion.table.history import History, Step
from companion.table.screen import Look, Row
from companion.words.say import Say, say

ROWS = 6  # of a notice, above its `ok`


def chores(history: History) -> tuple[Notice, ...]:
    """Return what the active player does on the board now; empty if the move says it all."""
    lines = list(_lines(history))
    if not lines:
        return ()
    last = len(history.steps) - 1
    before: Position = history.position_before(last)
    head = Row(say("On the board now"), names.player_name(before, before.active), Look.TITLE)
    return tuple(
        Notice(head, tuple(map(Row, lines[at : at + ROWS])), name="board now", is_chore=True)
        for at in range(0, len(lines), ROWS)
    )


def _lines(history: History) -> Iterator[Say]:
    step = history.steps[-1]
    before: Position = history.position_before(len(history.steps) - 1)
    if before.phase is Phase.ESTABLISH and not is_correction(step.entry):
        yield from _benefit(history)
    elif isinstance(step.entry, moves.UseImprove):
        yield _improved(step.entry.ability)
        yield say("{marker}: face down", marker=names.MARKERS[Marker.IMPROVE_ABILITY])
    elif isinstance(step.entry, moves.Displace | moves.Pay) and step.position.phase is not Phase.RELOCATE:
        yield from _paid(history)
    for event in step.events:
        match event:
            case NoRoom(player, Kind() as kind) | Absent(player, kind):
                yield say("{piece}: to the stock", piece=say(names.PIECES[kind].template, player=names.PLAYERS[player]))
            case NoRoom():
                yield say("No room for more pieces")
            case ActionsGained(gained=gained):
                yield say("1 action more", "{count} actions more", count=gained)
            case Kept():
                yield say("No route for the marker:")
                yield say("it stays on the plate")
            case _:
                pass


def _paid(history: History) -> Iterator[Say]:
    paid = [event.piece for event in history.steps[-1].events if isinstance(event, Paid)]
    yield from _to_stock(paid.count(Kind.TRADER), paid.count(Kind.MERCHANT))


def _to_stock(traders: int, merchants: int) -> Iterator[Say]:
    """Give each kind a line of its own: both have no room in one."""
    for kind, count in ((Kind.TRADER, traders), (Kind.MERCHANT, merchants)):
        if count:
            yield say("{pieces} to stock", pieces=names.of_kind(kind, count))


def _improved(ability: Ability) -> Say:
    kind = COVERED_BY[ability]
    words = say("{ability}: trader to supply") if kind is Kind.TRADER else say("{ability}: merchant to supply")
    return say(words.template, ability=names.ABILITIES[ability])


# --- a route established ---


def _benefit(history: History) -> Iterator[Say]:
    """Return the whole result of a route, from its points to its pieces: the track is moved once, at the end."""
    last, began = len(history.steps) - 1, established(history)
    assert began is not None
    before: Position = history.position_before(last)
    first: Position = history.position_before(began)
    after: Position = history.position
    events = [event for step in history.steps[began:] for event in step.events]
    yield from _taken_place(history.steps[last], before)
    if after.phase is Phase.ESTABLISH:  # another office may follow
        return
    player, then = after.players[before.active], before.players[before.active]
    traders, merchants = (player.stock(kind) - then.stock(kind) for kind in (Kind.TRADER, Kind.MERCHANT))
    yield from _to_stock(traders, merchants)
    for seat in after.seats:
        old, new = first.players[seat].prestige, after.players[seat].prestige
        if old != new:
            yield say("{player} prestige {old} > {new}", player=names.player_name(after, seat), old=old, new=new)
    for event in events:
        match event:
            case Taken(marker=marker):
                yield say("{marker}: face up", marker=names.MARKERS[marker])
            case Drawn():
                yield say("Draw 1 on the plate")
            case Completed(cities=cities):
                yield say("Completed cities: {count}", count=cities)
            case _:
                pass


def _taken_place(step: Step, before: Position) -> Iterator[Say]:
    side = before.setup.side
    words = {Kind.TRADER: say("Trader to {place}"), Kind.MERCHANT: say("Merchant to {place}")}
    match step.entry:
        case moves.Office(city):
            number = side.city_number[city]
            printed = side.cities[number].offices[before.cities.spaces[number].index(EMPTY)]
            yield say(words[printed.kind].template, place=side.cities[number].name)
        case moves.ExtraOffice(city, kind):
            yield say(words[kind].template, place=side.cities[side.city_number[city]].name)
            yield say("left of its offices")
            yield say("{marker}: face down", marker=names.MARKERS[Marker.EXTRA_OFFICE])
        case moves.Coellen(space):
            yield say("Merchant to table, {points}", points=space)
        case moves.Improve(ability):
            yield _improved(ability)
        case _:
            pass
