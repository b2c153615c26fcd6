"""Carries out an intent and returns the table's answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.game import Refusal
from companion.table import deciding, notices
from companion.table.dialog import Menu, fingerprint
from companion.table.history import Pairs, no_such_player, renamed
from companion.table.intents import (
    AskBack,
    AskSeat,
    BeginGame,
    Choose,
    ChooseHouseRules,
    ConfirmBoard,
    Equip,
    GiveSeat,
    GiveUp,
    Intend,
    Intent,
    LeaveSeat,
    NamePlayers,
    NewGame,
    OfferGames,
    Play,
    PlayOn,
    Press,
    TakeBack,
    TakeSeat,
    Tidy,
    Withdraw,
)
from companion.table.owners import (
    CARDBOARD,
    EVERYBODY,
    PROGRAM,
    By,
    Owner,
    Phone,
    Robot,
    may_hand_over,
    may_take,
    owned_by,
    plays_too,
)
from companion.table.proposals import Accepted, Answer, Refused, Stale, name_players
from companion.table.table import ON_PRESS, Table


def post(table: Table, intent: Intent, by: By = PROGRAM) -> Answer:
    """Hand to a table what somebody asks for; an intent that is refused or stale does not change the game."""
    table.refused, table.by = None, by
    answer = _taken(table, intent)
    # The rules may refuse what a line or a button leads to: that must not look like success.
    if isinstance(answer, Accepted) and answer.outcome is None and table.refused:
        answer = Refused(table.refused, is_shown=table.shows_refusal)
    if isinstance(answer, Refused):
        return replace(answer, said=notices.said(table.deciding.game_table, answer.refusal))
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
            undone = table.deciding.goes_back()
            return Refused(undone) if isinstance(undone, Refusal) else Accepted(table.act(intent))
        case BeginGame():
            if table.kept.history is not None:
                return Stale("a game has begun meanwhile")
            return Accepted(table.act(intent))
        case NamePlayers(names, robots):
            return _name(table, dict(names), robots)
        case TakeSeat(player):
            return _seat(table, player, owned_by(table.by), may_take)
        case LeaveSeat(player, skill):
            return _seat(table, player, Robot(skill) if skill else CARDBOARD, may_hand_over)
        case GiveSeat(player, owner):
            return _seat(table, player, owner, may_hand_over)
        case AskBack():
            return _ask(table, deciding.to_take_back(table.deciding))
        case AskSeat(player):
            if player not in table.deciding.players:
                return Refused(no_such_player(player))
            return _ask(table, deciding.to_have_seat(table.deciding, player))
        case Withdraw():
            table.withdraw()
            return Accepted()
        case Intend(moves):
            refusal = table.intend(moves)
            return Refused(refusal) if refusal else Accepted()
        case Equip():
            return Accepted(table.equip(intent))
        case NewGame() | PlayOn() if isinstance(table.by, Phone) and (others := table.deciding.others()):
            return Refused(plays_too(others[0]))
        case NewGame(begin, is_dealt):
            deals = (table.deal,) if is_dealt else ()
            begin = replace(begin, owner=owned_by(table.by))
            return Accepted(table.begin_instead(partial(table.act, begin), *deals))
        case PlayOn(entries=entries):
            begins = partial(table.act, replace(intent, owner=owned_by(table.by)))
            table.by = EVERYBODY  # whoever decided it there
            return Accepted(table.begin_instead(begins, *(partial(table.propose, entry) for entry in entries)))
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


def _ask(table: Table, asked: Menu | Refusal) -> Answer:
    if isinstance(asked, Refusal):
        return Refused(asked)
    table.tell(asked)
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


def _seat(table: Table, player: str, owner: Owner, refusal_of: Callable[[str, Owner, By], Refusal | None]) -> Answer:
    kept, game = table.kept, table.game
    if kept.history is None:
        return Refused(notices.NO_GAME)
    if player not in game.players(kept.history.position):
        return Refused(no_such_player(player))
    if refusal := refusal_of(player, kept.people.owner(player), table.by):
        return Refused(refusal)
    people = kept.people.seated(player, owner)
    return Accepted(None if people == kept.people else name_players(kept, people))


def _play(table: Table, entry: Any) -> Answer:
    history, game = table.kept.history, table.game
    if history is None:
        return Refused(notices.NO_GAME)
    if refusal := table.deciding.not_theirs(entry):
        return Refused(refusal)
    if table.waits_to_be_read():
        return Refused(notices.READ_FIRST)
    refusal = game.refusal(history.position, entry)
    return Refused(refusal) if refusal else Accepted(table.propose_anyway(entry))
