"""What a move would change: the numbers that matter, before and after it.

The game says which numbers those are (`GameTable.reckon`). The move is played by the rules on the position at hand,
which never changes, so what is told is what will be; where chance goes on, that is told too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.games.game import Game
from companion.table.history import History, Step
from companion.words.say import NOTHING, Say, say


def _plainly(value: int) -> Say:
    return say("{value}", value=value)


class Number(NamedTuple):
    """Something that is counted for each player; a player for whom it is not counted now is left out."""

    words: Say
    values: Mapping[str, int]  # by player
    write: Callable[[int], Say] = _plainly
    is_sum: bool = True  # whether a difference says something


class Holder(NamedTuple):
    """Who has something; empty: nobody."""

    words: Say
    player: str


Reckoning = Mapping[str, Number | Holder]  # by ids that stay the same from one position to the next


class Change(NamedTuple):
    """One number of one player, or who has something, before and after."""

    id: str
    words: Say
    player: str  # whose number; empty: it is about who has something
    before: int | str
    after: int | str
    said: tuple[Say, Say] = (NOTHING, NOTHING)  # a number in words, before and after
    by: int = 0  # by how much a sum changes


class Forecast(NamedTuple):
    """What a move would lead to."""

    step: Step
    changes: tuple[Change, ...]  # those of whoever decides first, then the others in the order of play
    is_chance: bool  # chance goes on from there


def foresee(game: Game[Any, Any, Any], reckon: Callable[[Any], Reckoning], position: Any, move: Any) -> Forecast:
    """Play a move on a position, and return what it would change; raise IllegalMove if it is not allowed."""
    played = game.play(position, move)
    changes = compare(reckon(position), reckon(played.position))
    players = game.players(position)
    mover = game.mover(position)
    first = players.index(mover) if mover in players else 0
    order = {player: (at - first) % len(players) for at, player in enumerate(players)}
    ranked = sorted(changes, key=lambda change: order.get(change.player, len(order)))
    return Forecast(Step(move, *played), tuple(ranked), bool(game.chances(played.position)))


def changed_by_last(
    game: Game[Any, Any, Any], reckon: Callable[[Any], Reckoning], history: History
) -> tuple[str | None, tuple[Change, ...]]:
    """Return who made the last move, and what it has changed for them."""
    before = history.position_before(len(history.steps) - 1)
    mover = None if game.chances(before) else game.mover(before)
    changes = compare(reckon(before), reckon(history.position)) if mover else ()
    return mover, tuple(change for change in changes if change.player == mover)


def compare(before: Reckoning, after: Reckoning) -> tuple[Change, ...]:
    """Return every difference between two reckonings, in the order of the second."""
    found: list[Change] = []
    for id_, now in after.items():
        then = before.get(id_)
        if isinstance(now, Holder) and isinstance(then, Holder):
            if then.player != now.player:
                found.append(Change(id_, now.words, "", then.player, now.player))
        elif isinstance(now, Number) and isinstance(then, Number):
            for player, value in now.values.items():
                was = then.values.get(player, value)
                if was != value:
                    said = now.write(was), now.write(value)
                    found.append(Change(id_, now.words, player, was, value, said, value - was if now.is_sum else 0))
    return tuple(found)
