"""What is not possible and what does not work: the table's own refusals, and notices about refusals and faults.

The game brings its words for places and details. What only a maker understands is said in plain words at the table, on
the page and at the hub; the log and `check` have it as the device said it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.game import Refusal
from companion.table.dialog import CLOSE, Menu, Notice, Open, Tone
from companion.table.gametable import AtOnce, GameTable
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import Detail, Say, say
from hardware.trouble import Trouble

UNKNOWN_TAG = Refusal("unknown_tag", "This tag is not one of the pieces.", "Enrol it, or take it off the table.")
STRANGE_TOUCH = replace(UNKNOWN_TAG, is_unmeant=True)  # a piece that is only held to a reader and has no place
CROWDED = Refusal("crowded", "The tags there cannot be read.", "Take all but one away; that one into the middle.")
NOTHING_TO_TAKE_BACK = Refusal("nothing_to_take_back", "There is nothing to take back.", "Make a move first.")
HOLD = Refusal("hold", "That button only acts when it is held.", "Hold it for a second.")
BEING_CORRECTED = Refusal(
    "correcting",
    "The table is being corrected: no piece is a move now.",
    "Finish with the buttons, or press back.",
    is_unmeant=True,
)
TAG_TAKEN = Refusal("tag_taken", "This sticker is in use already.", "Take a new one.")
FREE_SEAT = Refusal("free_seat", "Nobody has this seat.", "Take it.")
NO_GAME = Refusal("no_game", "There is no game yet.", "Begin a new game.")
NO_GAME_TO_POINT_IN = replace(NO_GAME, is_unmeant=True)  # a spot does not ask for anything
READ_FIRST = Refusal("read_first", "Something on the screen waits for ok.", "Read it, then press ok.")


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
    why, advice = said(game_table, refusal)
    rows = (Row(why, look=Look.WARNING), Row(advice))
    helps = game_table.help_with(refusal, history) if history else None
    title, action = Row(say("Not possible"), look=Look.TITLE), Open(helps) if isinstance(helps, Menu) else CLOSE
    if refusal.is_unmeant:
        return Notice(title, rows, action, name="refusal")
    return Notice(title, rows, action, Tone.REFUSAL, place, name="refusal")


def said(game_table: GameTable, refusal: Refusal) -> tuple[Say, Say]:
    """Return why something is refused and what to do instead, in the game's words."""
    troubles = {name: spoken(detail) for name, detail in refusal.details.items() if isinstance(detail, Trouble)}
    details = {**game_table.refusal_words(refusal), **troubles}
    return say(refusal.sentence, **details), say(refusal.remedy, **details)


def player_words(game_table: GameTable, player: str) -> Detail:
    """Return what the game calls a player."""
    return game_table.refusal_words(replace(NO_GAME, details={"player": player}))["player"]


def spoken(trouble: Trouble) -> Say:
    """Return a trouble as the table says it.

    >>> spoken(Trouble("{file}: the disk is full", file="games.sqlite")).in_language()
    'games.sqlite: the disk is full'
    >>> spoken(Trouble("the chip starts no command", plainly="the reader does nothing")).in_language()
    'the reader does nothing'
    """
    return say(trouble.plainly or trouble.template, **trouble.details)
