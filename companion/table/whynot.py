"""Why something cannot be done: what may be meant by a place, a piece or a line, and why the rules refuse it.

The game says what may be meant (`GameTable.attempts`), the likeliest first; the rules say why not, by their own codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion.games.game import Refusal
from companion.table.dialog import CLOSE, About, Choice, Menu, Notice, Open, Topic
from companion.table.gametable import GameTable
from companion.table.history import History
from companion.table.notices import said
from companion.table.screen import Look, Row
from companion.words.say import Say, say

MOST: Final = 3  # reasons for one place, and things to do there
LINE: Final = "line."  # what a verb that can be asked about begins with
_NOT_THEIRS = Refusal("not_theirs", "That lies before {player}.", "Use what lies before {mover}.")
_TITLE = say("Why not?")


class Why(NamedTuple):
    """What can be said about a place: why nothing is done there, and what can be."""

    refusals: tuple[Refusal, ...] = ()  # the likeliest first, each once
    possible: tuple[Any, ...] = ()  # legal moves, one of each kind


def not_theirs(player: str, mover: str) -> Refusal:
    """Return why a player's things are not used by whoever decides."""
    return Refusal(_NOT_THEIRS.code, _NOT_THEIRS.sentence, _NOT_THEIRS.remedy, {"player": player, "mover": mover})


def why_not(game_table: GameTable, position: Any, place: str) -> Why:
    """Return why the rules refuse what may be meant by a place, a piece or a line; nothing for what is unknown."""
    refusals: dict[tuple[str, str], Refusal] = {}
    possible: dict[type[Any], Any] = {}
    for attempt in game_table.attempts(position, place):
        refusal = attempt if isinstance(attempt, Refusal) else game_table.game.refusal(position, attempt)
        if refusal is None:
            possible.setdefault(type(attempt), attempt)
        else:
            refusals.setdefault((refusal.code, refusal.sentence), refusal)
    return Why(tuple(refusals.values())[:MOST], tuple(possible.values())[:MOST])


def ask_why(game_table: GameTable, history: History) -> Menu | Notice:
    """Offer what cannot be done now, each line with the reason behind it."""
    position = history.position
    verbs: Mapping[str, Say] = game_table.verbs(position)
    refused = {place: why_not(game_table, position, place) for place in verbs}
    lines = tuple(
        Choice(verbs[place], Open(_reason(game_table, verbs[place], why.refusals[0])))
        for place, why in refused.items()
        if why.refusals and not why.possible
    )
    title = Row(_TITLE, look=Look.TITLE)
    if not lines:
        return Notice(title, (Row(say("All of it can be done now."), look=Look.LARGE),), name="why not")
    return Menu(title, lines, name="why not")


def _reason(game_table: GameTable, verb: Say, refusal: Refusal) -> Notice:
    """Tell a reason without alarm: nobody has tried it."""
    why, advice = said(game_table, refusal)
    rows = (Row(why, look=Look.WARNING), Row(advice))
    topic = Topic(About.REFUSED, code=refusal.code)
    return Notice(Row(verb, look=Look.TITLE), rows, CLOSE, name=f"why not {refusal.code}", topic=topic)
