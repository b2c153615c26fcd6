"""The table menu: the game's own pages, then those of every table, some of which are there before a game, too."""

from __future__ import annotations

from dataclasses import replace

from companion.table import commands, own_dialogs
from companion.table.dialog import About, Choice, Dialog, Menu, Open, Topic
from companion.table.offered_rules import NO_HOUSE_RULES, HouseRules
from companion.table.other_games import NO_OTHERS, OtherGames
from companion.table.screen import Look, Row
from companion.words.say import LANGUAGES, SOURCE, say

_BOARD_CHECK = Choice(say("Board check"), commands.CheckBoard())
_SHUT_DOWN = Choice(own_dialogs.SHUT_DOWN.title.left, Open(own_dialogs.SHUT_DOWN))
_HELP = Choice(own_dialogs.CALL_FOR_HELP.title.left, Open(own_dialogs.CALL_FOR_HELP))


def _in_language(spoken: str) -> Choice:
    """Offer the languages, with the cursor on the one that is spoken."""
    languages = tuple(
        Choice(say("{name}", name=name), commands.SpeakLanguage(code)) for code, name in LANGUAGES.items()
    )
    title = Row(say("Language"), look=Look.TITLE)
    return Choice(title.left, Open(Menu(title, languages, cursor=list(LANGUAGES).index(spoken), name="language")))


def _phones(*, phones_allowed: bool) -> tuple[Choice, ...]:
    return (Choice(say("Phones"), commands.LetPhones()),) if phones_allowed else ()


def table_menu(
    own: Menu,
    *,
    is_over: bool,
    phones_allowed: bool,
    may_call: bool,
    language: str = SOURCE,
    keeping: commands.LayOut | None = None,
    stickers: Menu | None = None,
) -> Menu:
    """Return the menu of the game's own pages and of what every table offers during a game."""
    choices = (
        *own.choices,
        Choice(say("Restore the board"), commands.RestoreBoard()),
        _BOARD_CHECK,
        *((Choice(stickers.title.left, Open(stickers)),) if stickers else ()),
        *_phones(phones_allowed=phones_allowed),
        _in_language(language),
        Choice(say("New game"), Open(own_dialogs.ANOTHER if is_over else own_dialogs.give_up(keeping))),
        _SHUT_DOWN,
        *((_HELP,) if may_call else ()),
    )
    return replace(own, choices=choices, topic=Topic(About.TABLE))


def with_no_game(
    own: Dialog,
    *,
    phones_allowed: bool,
    others: OtherGames = NO_OTHERS,
    elsewhere: int = 0,
    language: str = SOURCE,
    house_rules: HouseRules = NO_HOUSE_RULES,
) -> Dialog:
    """Return a new game's first question with house rules, other games, games on a server and more of a table added."""
    if not isinstance(own, Menu):
        return own
    table = (*_phones(phones_allowed=phones_allowed), _BOARD_CHECK, _in_language(language), _SHUT_DOWN)
    back = Choice(say("Bring games back"), commands.BringBack(), say("{count}", count=elsewhere))
    more = (*house_rules.choices(), *others.choices(), *((back,) if elsewhere else ()), *table)
    return replace(own, choices=(*own.choices, *more))
