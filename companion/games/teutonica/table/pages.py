"""Screens to read from the table menu: the turn, desks, ledger, ends, markers, score; and what is told after a step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from companion.games.game import Refusal
from companion.games.teutonica.rules.pieces import Ability
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.scoring import score, winning_players
from companion.games.teutonica.table import board_pages, correcting, course, names, takeback
from companion.games.teutonica.table.cards import deed
from companion.games.teutonica.table.chores import chores
from companion.games.teutonica.table.course import turn_began
from companion.table.dialog import CLOSE, Choice, Dialog, Menu, Notice, Open
from companion.table.history import History
from companion.table.intents import Seal, TakeBack, TakeBackSteps
from companion.table.screen import Look, Row
from companion.words.say import NOTHING, Say, listed, say


def notices(history: History) -> tuple[Dialog, ...]:
    """Say what the players must be told after the last step, in order."""
    position: Position = history.position
    told: list[Dialog] = list(chores(history))
    near = course.end_warning(history)
    if near:
        told.append(near)
    if position.phase is Phase.OVER:
        told += final(history)
    return tuple(told)


def turn_page(history: History) -> Notice:
    """Show what the player whose turn it is has, and how near the ends are."""
    position: Position = history.position
    player, seat = position.players[position.active], position.active
    bags, book = (names.ability_value(ability, player.level(ability)) for ability in (Ability.BAGS, Ability.BOOK))
    rows = (
        Row(
            say("Supply {pieces}", pieces=names.in_supply(player)), say("stock {pieces}", pieces=names.in_stock(player))
        ),
        Row(say("Bags {bags}, book {book}", bags=bags, book=book)),
        Row(
            say("Prestige {points}", points=player.prestige),
            say("all {points}", points=score(position, seat).total),
        ),
        *course.end_rows(position),
    )
    title = Row(names.player_name(position, seat), names.actions(position.actions_left), Look.TITLE)
    return Notice(title, rows, name="turn")


def desks(history: History) -> Menu:
    """Ask whose desk to show."""
    position: Position = history.position
    lines = tuple(
        Choice(
            names.player_name(position, seat),
            Open(board_pages.desk(position, seat)),
            say("prestige {points}", points=position.players[seat].prestige),
        )
        for seat in position.seats
    )
    return Menu(Row(say("Desks"), look=Look.TITLE), lines, name="desks")


def _to_read(title: Say, rows: Iterable[tuple[Say, Say]], nothing: Say, name: str) -> Menu:
    """Show lines to read that may be more than a screen has."""
    lines = tuple(Choice(left, CLOSE, right) for left, right in rows) or (Choice(nothing, CLOSE),)
    return Menu(Row(title, look=Look.TITLE), lines, name=name)


def ledger(history: History) -> Menu:
    """List what was done in this turn, the last first."""
    began = turn_began(history) + 1
    steps = [
        (history.position_before(index), history.steps[index].entry)
        for index in range(len(history.steps) - 1, began - 1, -1)
    ]
    rows = [
        (deed(before, entry), NOTHING if before.mover == before.active else names.player_name(before, before.mover))
        for before, entry in steps
    ]
    return _to_read(say("This turn"), rows, say("Nothing is done yet."), "ledger")


def markers(history: History) -> Menu:
    """List the markers on routes and before the players."""
    position: Position = history.position
    side = position.setup.side
    rows = [(names.short_route(side, route), names.MARKERS[marker]) for route, marker in position.bonus.on_routes]
    for seat in position.seats:
        rows += [
            (names.player_name(position, seat), names.MARKERS[marker]) for marker in position.players[seat].markers
        ]
    rows.append((say("Markers in the pile"), say("{count}", count=position.bonus.pile)))
    return _to_read(say("Markers"), rows, NOTHING, "markers")


def ends_page(history: History) -> Notice:
    """Show how near each end is."""
    return Notice(Row(say("Ends"), look=Look.TITLE), course.end_rows(history.position), name="ends")


def _take_back(history: History) -> Menu:
    """Say what would be taken back before it is; a displacement goes back only if the displaced player agrees."""
    lines = [Choice(say("Take back"), TakeBack()), Choice(say("No"), CLOSE)]
    steps = takeback.displacement(history)
    if steps:
        placed: Position = history.position_before(len(history.steps) - 1)
        assert placed.mover is not None
        agreed = say("{player} agrees: all", player=names.called(placed, placed.mover))
        lines.insert(1, Choice(agreed, TakeBackSteps(steps)))
    head = (Row(takeback.taken_back(history)),)
    return Menu(Row(say("Take back"), look=Look.TITLE), tuple(lines), head, name="take back")


def pages(history: History) -> Menu:
    """Offer the pages of the table menu."""
    again = correcting.reenter(history)
    position: Position = history.position
    choices = (
        *((Choice(say("Marker mistyped"), Open(again), is_chore=True),) if again else ()),
        *((Choice(say("Turn"), Open(partial(turn_page, history))),) if position.phase is not Phase.OVER else ()),
        Choice(say("Score"), Open(partial(score_page, history))),
        Choice(say("Desks"), Open(partial(desks, history))),
        Choice(say("This turn"), Open(partial(ledger, history))),
        Choice(say("Markers"), Open(partial(markers, history))),
        Choice(say("Ends"), Open(partial(ends_page, history))),
        *((Choice(say("Take back"), Open(partial(_take_back, history))),) if history.steps else ()),
        Choice(say("Correct the table"), Open(partial(correcting.correcting, history))),
    )
    return Menu(Row(say("Table"), look=Look.TITLE), choices, name="table")


# --- the score: by player, then by source; while the game goes on, and at its end ---


SEAL = Seal(Refusal("score_first", "The final score is not confirmed yet.", "Read it, then press ok."))
SOURCES = {
    "prestige": say("Prestige"),
    "abilities": say("Abilities"),
    "markers": say("Markers"),
    "coellen": say("Coellen"),
    "cities": say("Cities"),
    "network": say("Network"),
}


def totals(position: Position) -> Notice:
    """Show who has how many points, and who wins."""
    rows = [
        Row(names.player_name(position, seat), say("{points}", points=score(position, seat).total))
        for seat in position.seats
    ]
    if position.phase is not Phase.OVER:
        return Notice(Row(say("Score so far"), look=Look.TITLE), tuple(rows), name="score")
    winners = [names.PLAYERS[player] for player in winning_players(position)]
    if len(winners) == 1:
        rows.append(Row(say("{player} wins!", player=winners[0]), look=Look.WARNING))
    else:
        rows.append(Row(say("Shared: {players}", players=listed(winners)), look=Look.WARNING))
    return Notice(Row(say("Final score"), look=Look.TITLE), tuple(rows), name="score")


def by_source(position: Position) -> Notice:
    """Show what the points were given for."""
    points = [score(position, seat) for seat in position.seats]
    heads = [names.INITIALS[player] for player in position.setup.players]
    rows = tuple(
        Row(name, names.columns([getattr(each, source) for each in points])) for source, name in SOURCES.items()
    )
    return Notice(Row(say("Points"), names.columns(heads), Look.TITLE), rows, name="points")


def score_page(history: History) -> Notice:
    """Show the score as it stands, and behind it its sources."""
    position: Position = history.position
    return replace(totals(position), action=Open(by_source(position)))


def final(history: History) -> tuple[Notice, ...]:
    """Tell that the game is over, why, and the score; it is recorded once the last page is confirmed."""
    position: Position = history.position
    causes = tuple(Row(names.CAUSES[cause]) for cause in position.ending)
    over = Notice(
        Row(say("Game over"), look=Look.TITLE),
        (Row(say("The game is over."), look=Look.LARGE), *causes),
        name="over",
    )
    return over, by_source(position), replace(totals(position), action=SEAL)
