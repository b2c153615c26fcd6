"""What the lines of a trace carry: intents, commands and troubles as JSON, and back.

A trouble keeps its template and details, so that a replay can use any language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from companion.journal.journal import Json
from companion.table.dialog import CLOSE, Action
from companion.table.history import People, format_people, parse_people
from companion.table.intents import (
    AnswerBoardNews,
    AskBack,
    AskSeat,
    BeginGame,
    Button,
    CallHelp,
    Choose,
    ChooseHouseRules,
    ConfirmBoard,
    Equip,
    GiveSeat,
    GiveUp,
    Intend,
    Intent,
    LeaveSeat,
    LetPhones,
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
from companion.table.owners import format_by, owned_by, parse_by
from hardware.trouble import NO_TROUBLE, Trouble


def format_intent(intent: Intent, format_entry: Callable[[Any], Json], since: float) -> Json:
    """Return an intent as JSON; the time of a press is counted from `since`.

    The answered dialog is left out: another version may word it differently.
    """
    match intent:
        case Choose(_, line):
            return {"do": "choose", "line": line}
        case Press(button, at, is_held):
            return {"do": "press", "button": str(button), "at": round(at - since, 3), "held": is_held}
        case Play(entry, is_shown):
            return {"do": "play", "entry": format_entry(entry), "shown": is_shown}
        case BeginGame():
            return {"do": "begin", **_format_begin(intent)}
        case NewGame(begin, is_dealt):
            return {"do": "new game", **_format_begin(begin), "dealt": is_dealt}
        case NamePlayers(names, robots):
            return {"do": "name", "names": dict(names), "robots": None if robots is None else dict(robots)}
        case PlayOn(first, entries, robots):
            told = [format_entry(entry) for entry in entries]
            return {"do": "play on", "first": first, "entries": told, "robots": dict(robots)}
        case TakeSeat(player):
            return {"do": "take seat", "player": player}
        case LeaveSeat(player, skill):
            return {"do": "leave seat", "player": player, "skill": skill}
        case GiveSeat(player, owner):
            return {"do": "give seat", "player": player, "to": format_by(owner)}
        case AskBack():
            return {"do": "ask back"}
        case AskSeat(player):
            return {"do": "ask seat", "player": player}
        case Withdraw():
            return {"do": "withdraw"}
        case Intend(moves):
            return {"do": "intend", "moves": [format_entry(move) for move in moves]}
        case Equip():
            return {"do": "equip", **format_equipment(intent)}
        case TakeBack():
            return {"do": "take back"}
        case GiveUp():
            return {"do": "give up"}
        case ConfirmBoard():
            return {"do": "confirm board"}
        case ChooseHouseRules(chosen):
            return {"do": "choose house rules", "chosen": list(chosen)}
        case OfferGames(count, asks):
            return {"do": "offer games", "count": count, "asks": asks}
        case Tidy(piece, place):
            return {"do": "tidy", "piece": piece, "place": place}


def parse_intent(given: Json, parse_entry: Callable[[Json], Any]) -> Intent:
    """Read an intent back, or raise ValueError."""
    match given:
        case {"do": "choose", "line": int(line)}:
            return Choose("", line)
        case {"do": "press", "button": str(button), "at": float() | int() as at, "held": bool(is_held)}:
            return Press(Button(button), float(at), is_held)
        case {"do": "play", "entry": dict(entry), "shown": bool(is_shown)}:
            return Play(parse_entry(entry), is_shown)
        case {"do": "begin", "setup": dict(setup)}:
            return _parse_begin(setup, given)
        case {"do": "new game", "setup": dict(setup), "dealt": bool(is_dealt)}:
            return NewGame(_parse_begin(setup, given), is_dealt)
        case {"do": "name", "names": dict(names), "robots": dict() | None as robots}:
            return NamePlayers(tuple(names.items()), None if robots is None else tuple(robots.items()))
        case {"do": "play on", "first": dict(first), "entries": list(entries)}:
            return PlayOn(first, tuple(map(parse_entry, entries)), parse_people(given).robots)
        case {"do": "take seat", "player": str(player)}:
            return TakeSeat(player)
        case {"do": "leave seat", "player": str(player), "skill": str(skill)}:
            return LeaveSeat(player, skill)
        case {"do": "give seat", "player": str(player), "to": str(to)}:
            return GiveSeat(player, owned_by(parse_by(to)))
        case {"do": "ask back"}:
            return AskBack()
        case {"do": "ask seat", "player": str(player)}:
            return AskSeat(player)
        case {"do": "withdraw"}:
            return Withdraw()
        case {"do": "intend", "moves": list(moves)}:
            return Intend(tuple(map(parse_entry, moves)))
        case {"do": "equip", "cardboard": bool(), "deals": bool(), "owners": bool()}:
            return parse_equipment({name: value for name, value in given.items() if name != "do"})
        case {"do": "take back"}:
            return TakeBack()
        case {"do": "give up"}:
            return GiveUp()
        case {"do": "confirm board"}:
            return ConfirmBoard()
        case {"do": "choose house rules", "chosen": list(chosen)}:
            return ChooseHouseRules(tuple(map(str, chosen)))
        case {"do": "offer games", "count": int(count), "asks": bool(asks)}:
            return OfferGames(count, asks)
        case {"do": "tidy", "piece": str(piece), "place": str(place)}:
            return Tidy(piece, place)
        case _:
            raise ValueError(f"not an intent: {given!r:.80}")


def format_equipment(equipment: Equip) -> Json:
    """Return what a table has as JSON; how the companion plays only where it takes seats."""
    about_seats = ("companions", "levels", "characters")
    return {name: value for name, value in asdict(equipment).items() if value or name not in about_seats}


def parse_equipment(given: Json) -> Equip:
    """Read it back."""
    names = {name: tuple(map(str, given.get(name, ()))) for name in ("companions", "levels")}
    characters = tuple((str(id_), str(name)) for id_, name in given.get("characters", ()))
    return Equip(**{**given, **names, "characters": characters})


def _format_begin(begin: BeginGame) -> Json:
    return {"setup": dict(begin.setup), **format_people(People(begin.names, begin.robots))}


def _parse_begin(setup: Json, given: Json) -> BeginGame:
    people = parse_people(given)
    return BeginGame(setup, people.names, people.robots)  # whose the other seats are follows from who asked


_PHONES = {True: "on", False: "off", None: None}


def format_command(action: Action) -> list[Any] | None:
    """Return the command of a dialog's line as JSON, or None if it only closes."""
    match action:
        case LetPhones(in_):
            return ["phones", _PHONES[in_]]
        case CallHelp(wanted):
            return ["help", wanted]
        case AnswerBoardNews(take_over):
            return ["board", take_over]
        case _:
            return None


def parse_command(given: list[Any] | None) -> Action:
    """Read it back, or raise ValueError."""
    match given:
        case None:
            return CLOSE
        case ["phones", argument] if argument in _PHONES.values():
            return LetPhones(next(in_ for in_, word in _PHONES.items() if word == argument))
        case ["help", bool(wanted)]:
            return CallHelp(wanted)
        case ["board", bool(take_over)]:
            return AnswerBoardNews(take_over)
        case _:
            raise ValueError(f"not a command: {given!r:.80}")


def format_trouble(trouble: Trouble) -> Json | str:
    """Return a trouble as JSON, an empty text if there is none.

    >>> format_trouble(Trouble("{file}: the disk is full", file="games.sqlite"))
    {'template': '{file}: the disk is full', 'details': {'file': 'games.sqlite'}}
    """
    made: Json = {"template": trouble.template, "details": dict(trouble.details), "plainly": trouble.plainly}
    return {name: value for name, value in made.items() if value} or ""


def parse_trouble(given: Json | str) -> Trouble:
    """Read a trouble back, or raise ValueError."""
    if isinstance(given, str):
        if given:
            raise ValueError(f"not a trouble: {given!r:.80}")
        return NO_TROUBLE
    if isinstance(given, str):
        raise ValueError(f"not a trouble: {given!r:.80}")  # noqa: TRY004  (what is not written so)
    try:
        return Trouble(given.get("template", ""), plainly=given.get("plainly", ""), **given.get("details", {}))
    except (AttributeError, LookupError, TypeError) as error:
        raise ValueError(f"not a trouble: {given!r:.80}") from error
