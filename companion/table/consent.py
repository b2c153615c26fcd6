"""What concerns others is asked of them, one after the other: taking back what they decided, a seat that has somebody,
the end of a game that they play. Who says no ends it; whoever asked may withdraw the question, and so does any move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.game import Refusal
from companion.table import notices, owners
from companion.table.deciding import Deciding
from companion.table.dialog import About, Choice, Menu, Open, Topic
from companion.table.intents import Agreed, Declined, GiveSeat, GiveUp, TakeBackSteps
from companion.table.owners import format_by
from companion.table.screen import Look, Row
from companion.words.say import Detail, Say, say

_TITLE: Final = Row(say("A question"), look=Look.TITLE)


def to_take_back(deciding: Deciding) -> Menu | Refusal:
    """Ask those who have decided something since the last decision of whoever asks."""
    undone = deciding.goes_back(asks=True)
    if isinstance(undone, Refusal):
        return undone
    if not undone.others:
        return notices.NOTHING_TO_TAKE_BACK
    said = say("Take {count} back?", count=undone.span.steps)
    return _ask(deciding, undone.others, said, TakeBackSteps(undone.span.steps))


def to_have_seat(deciding: Deciding, player: str) -> Menu | Refusal:
    """Ask whoever has a seat to leave it to whoever asks."""
    owner = deciding.owner(player)
    if owners.may_take(player, owner, deciding.by) is None:
        return notices.FREE_SEAT
    said = say("Leave me this seat?")
    return _ask(deciding, (player,), said, GiveSeat(player, owners.owned_by(deciding.by)))


def to_end(deciding: Deciding) -> Menu | None:
    """Ask the others who play whether the game may end here; None if there are none, or it is over."""
    others = deciding.others()
    return _ask(deciding, others, say("End this game?"), GiveUp()) if others else None


def _ask(deciding: Deciding, players: Sequence[str], said: Say, then: TakeBackSteps | GiveSeat | GiveUp) -> Menu:
    (player, *more), asker = players, say("{who} asks:", who=_asker(deciding))
    agreed = Open(_ask(deciding, more, said, then)) if more else Agreed(then)
    return Menu(
        _TITLE,
        (Choice(say("No"), Declined(player)), Choice(say("Yes"), agreed)),
        (Row(asker), Row(said, look=Look.LARGE)),
        name="asked of others",
        topic=Topic(About.CONSENT, code=format_by(deciding.by), player=player),
    )


def _asker(deciding: Deciding) -> Detail:
    """Name whoever asks: by the seat, if they have one."""
    by = deciding.by
    seats = [player for player in deciding.players if deciding.owner(player) == by]
    if seats:
        return notices.player_words(deciding.game_table, seats[0])
    return say("A phone") if isinstance(by, owners.Phone) else say("The table")
