"""A lesson: positions in which somebody makes one move each, and is told what it brought or why it is another one.

A game writes its lesson as data: the moves are those of its rules, the words its own. The positions follow from each
other: before a step stand the moves that lead there from the step before it, which others have made or the companion.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NamedTuple

from companion.games.game import Game, Json
from companion.table.history import History, history_of
from companion.words.say import Say, say


class Line(NamedTuple):
    """A move that is offered in words, where the page's own offer would ask for more."""

    move: Any
    words: Say
    places: tuple[str, ...] = ()


class Step(NamedTuple):
    """One aim."""

    aim: Say  # a sentence or two
    ways: tuple[Any, ...]  # the moves that reach it; the next step follows from the first one
    done: Say  # what happened, and why it matters
    before: tuple[Any, ...] = ()  # the moves that lead here from the step before
    wrong: tuple[tuple[Any, Say], ...] = ()  # a move, or a type of moves, and what is said of it
    lines: tuple[Line, ...] = ()


class Lesson(NamedTuple):
    """All of it."""

    setup: Json
    steps: tuple[Step, ...]
    end: Say  # what is left to be said before the first real game


class Kind(StrEnum):
    """What a try is."""

    DONE = "done"
    OTHER = "other"  # allowed, but not the aim
    REFUSED = "refused"  # by the rules


ANOTHER: Final = say("That is allowed, too, but not what is asked here. Try again: nothing has happened.")


def history_at(rules: Game[Any, Any, Any], lesson: Lesson, number: int) -> History:
    """Return the history that leads to a step, counted from 0."""
    entries: list[Any] = []
    for step in lesson.steps[:number]:
        entries += (*step.before, step.ways[0])
    return history_of(rules, rules.new(lesson.setup), [*entries, *lesson.steps[number].before])


def judge(step: Step, move: Any) -> tuple[Kind, Say]:
    """Return what a legal move is in a step, and what is said of it."""
    if move in step.ways:
        return Kind.DONE, step.done
    for which, words in step.wrong:
        if move == which or (isinstance(which, type) and isinstance(move, which)):
            return Kind.OTHER, words
    return Kind.OTHER, ANOTHER
