"""Carries out an intent and returns the table's answer."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.game import Refusal
from companion.table import notices
from companion.table.dialog import fingerprint
from companion.table.history import Pairs, renamed
from companion.table.intents import (
    BeginGame,
    Choose,
    ChooseHouseRules,
    ConfirmBoard,
    GiveUp,
    Intent,
    NamePlayers,
    NewGame,
    OfferGames,
    Play,
    PlayOn,
    Press,
    TakeBack,
    Tidy,
)
from companion.table.proposals import Accepted, Answer, Refused, Stale, name_players
from companion.table.table import ON_PRESS, Table


def post(table: Table, intent: Intent) -> Answer:
    """Hand an intent to a table; one that is refused or stale does not change the game."""
    table.refused = None
    answer = _taken(table, intent)
    # The rules may refuse what a line or a button leads to: that must not look like success.
    if isinstance(answer, Accepted) and answer.outcome is None and table.refused:
        return Refused(table.refused, is_shown=True)
    return answer


def _taken(table: Table, intent: Intent) -> Answer:
    match intent:
        case Choose(shown, line):
            return _choose(table, shown, line)
        case Press(button, at, is_held):
            if button in ON_PRESS and table.is_too_late(at):
                return Accepted()
            return Accepted(table.hold(button) if is_held else table.press(button))
        case Play(entry, is_shown):
            return Accepted(table.propose(entry)) if is_shown else _play(table, entry)
        case TakeBack():
            refusal = table.may_take_back()
            return Refused(refusal) if refusal else Accepted(table.act(intent))
        case BeginGame():
            if table.kept.history is not None:
                return Stale("a game has begun meanwhile")
            return Accepted(table.begin(intent))
        case NamePlayers(names, robots):
            return _name(table, dict(names), robots)
        case NewGame(begin, is_dealt):
            deals = (table.deal,) if is_dealt else ()
            return Accepted(table.begin_instead(partial(table.begin, begin), *deals))
        case PlayOn(first, entries, robots):
            return Accepted(table.begin_instead(partial(table.begin_from, first, robots), *table.each(entries)))
        case GiveUp():
            return Accepted(None if table.kept.history is None else table.act(intent))
        case ConfirmBoard():
            return Accepted(table.act(intent) if table.view.asks_board else None)
        case ChooseHouseRules():
            return Accepted(table.act(intent))
        case OfferGames(count, asks):
            table.offer_games(count, asks=asks)
            return Accepted()
        case Tidy(piece, place):
            table.tidy(piece, place)
            return Accepted()


def _choose(table: Table, shown: str, line: int) -> Answer:
    if shown and fingerprint(table.dialog) != shown:
        return Stale("the screen has changed meanwhile")
    if not 0 <= line < table.dialog.lines:
        return Stale(f"line {line}: there are {table.dialog.lines}")
    return Accepted(table.choose(line))


def _name(table: Table, names: dict[str, str], robots: Pairs | None) -> Answer:
    kept, game = table.kept, table.game
    if kept.history is None:
        return Refused(notices.NO_GAME)
    people = renamed(kept.people, names, game.players(kept.history.position))
    if isinstance(people, Refusal):
        return Refused(people)
    people = people if robots is None else people._replace(robots=robots)
    return Accepted(None if people == kept.people else name_players(kept, people))


def _play(table: Table, entry: Any) -> Answer:
    history, game = table.kept.history, table.game
    if history is None:
        return Refused(notices.NO_GAME)
    if table.waits_to_be_read():
        return Refused(notices.READ_FIRST)
    refusal = game.refusal(history.position, entry)
    return Refused(refusal) if refusal else Accepted(table.propose_anyway(entry))
