"""The table menu: what the game offers, and below it what every table has; some of that is there before a game, too."""

from __future__ import annotations

from dataclasses import replace

from companion.table import standing
from companion.table.dialog import Choice, Command, Dialog, Menu, Open
from companion.table.say import LANGUAGES, say
from companion.table.screen import Look, Row

_LANGUAGE = Menu(
    Row(say("Language"), look=Look.TITLE),
    tuple(Choice(say("{name}", name=name), Command("language", code)) for code, name in LANGUAGES.items()),
    name="language",
)
_BOARD_CHECK = Choice(say("Board check"), Command("board check"))
_IN_LANGUAGE = Choice(_LANGUAGE.title.left, Open(_LANGUAGE))
_SHUT_DOWN = Choice(standing.SHUT_DOWN.title.left, Open(standing.SHUT_DOWN))
_HELP = Choice(standing.CALL_FOR_HELP.title.left, Open(standing.CALL_FOR_HELP))


def _phones(*, may_phone: bool) -> tuple[Choice, ...]:
    return (Choice(say("Phones"), Command(standing.PHONES)),) if may_phone else ()


def table_menu(own: Menu, *, is_over: bool, may_phone: bool, may_call: bool) -> Menu:
    """Offer the game's own pages, and what every table has while a game lies on it."""
    choices = (
        *own.choices,
        Choice(say("Restore the board"), Command("restore")),
        _BOARD_CHECK,
        *_phones(may_phone=may_phone),
        _IN_LANGUAGE,
        Choice(say("New game"), Open(standing.ANOTHER if is_over else standing.GIVE_UP)),
        _SHUT_DOWN,
        *((_HELP,) if may_call else ()),
    )
    return replace(own, choices=choices)


def with_no_game(own: Dialog, *, may_phone: bool) -> Dialog:
    """Add what a first evening needs of the table menu to the first question of a new game."""
    if not isinstance(own, Menu):
        return own
    return replace(own, choices=(*own.choices, *_phones(may_phone=may_phone), _BOARD_CHECK, _IN_LANGUAGE, _SHUT_DOWN))
