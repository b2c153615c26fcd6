"""Notices about faults and refusals; the game brings its words for places and details."""

from __future__ import annotations

from companion.games.game import Refusal
from companion.table.dialog import CLOSE, Menu, Notice, Open, Tone
from companion.table.gametable import AtOnce, GameTable
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.table.troubles import spoken
from companion.words.say import Detail, say
from hardware.trouble import Trouble

# The parts that any table may have, whatever the game.
_PARTS = {
    "pad": say("pad"),
    "screen": say("screen"),
    "copy": say("copy of the games"),
    "copying": say("copy of the games"),
    "page": say("page"),
    "archive": say("archive"),
    "hub": say("line to the hub"),
    "trace": say("trace"),
    "backups": say("backups"),
}


def fault(game_table: GameTable, source: str, reason: Trouble, remedy: Trouble) -> Notice:
    """Return a notice that a part does not work, and what to do about it."""
    rows = (Row(spoken(reason), look=Look.WARNING), Row(spoken(remedy)))
    title = Row(say("Trouble: {source}", source=_part_words(game_table, source)), look=Look.TITLE)
    return Notice(title, rows, tone=Tone.WARNING)


def _part_words(game_table: GameTable, source: str) -> Detail:
    kind, _, rest = source.partition(".")
    if kind == "button":
        return say("button {button}", button=rest)
    return _PARTS.get(kind) or game_table.place_words(source)


def helped(game_table: GameTable, refusal: Refusal, place: str, history: History | None) -> Notice | Menu:
    """Return a notice about a refusal; a refusal at a place of the table may be helped at once."""
    helps = game_table.help_with(refusal, history) if history and place else None
    return helps.menu if isinstance(helps, AtOnce) else refused(game_table, refusal, place, history)


def refused(game_table: GameTable, refusal: Refusal, place: str, history: History | None) -> Notice:
    """Return a notice about a refusal and what to do; `ok` opens the dialog that helps, if there is one.

    If nothing was meant by it, the notice raises no alarm.
    """
    troubles = {name: spoken(detail) for name, detail in refusal.details.items() if isinstance(detail, Trouble)}
    details = {**game_table.refusal_words(refusal), **troubles}
    rows = (Row(say(refusal.sentence, **details), look=Look.WARNING), Row(say(refusal.remedy, **details)))
    helps = game_table.help_with(refusal, history) if history else None
    title, action = Row(say("Not possible"), look=Look.TITLE), Open(helps) if isinstance(helps, Menu) else CLOSE
    if refusal.is_unmeant:
        return Notice(title, rows, action, name="refusal")
    return Notice(title, rows, action, Tone.REFUSAL, place, name="refusal")
