"""Lessons: positions in which somebody makes one move each, and is told what it brought or why it is another one.

A game writes its lesson as data: the moves are those of its rules, the words its own. The positions follow from each
other: before a step stand the moves that lead there from the step before it, which others have made or the companion.

At a table hands lay the first position out, and make every move of a lesson with the pieces that are there. In: the
lesson, and the stored game, which follows its moves one by one. Out: what is shown instead of the game's menu, what is
told after a step, and why a move is not the one that is asked for. What others do on the way is carried out by hands,
as turns of the companion are; so is a step that is shown. How far somebody has come is how many moves have been made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Any, Final, NamedTuple

from companion.games.game import Game, IllegalMove, Json, Refusal
from companion.table import carrying, intents
from companion.table.carrying import Carried
from companion.table.dialog import CLOSE, About, Choice, Dialog, DoAll, Menu, Notice, Open, Tone, Topic
from companion.table.gametable import GameTable, Memo
from companion.table.history import History, Kept, history_of
from companion.table.screen import Look, Row
from companion.table.whatif import changed_by_last
from companion.table.whynot import ask_why
from companion.words.say import NOTHING, Say, say

AnyGame = Game[Any, Any, Any]


# --- the data ---


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
    teaches: tuple[str, ...] = ()  # ids of paragraphs of the rule book, where there is more about it


class Short(NamedTuple):
    """How a game that goes on where the lesson ends becomes short, by the rules as they are."""

    shorten: Callable[[Json], Json]  # given that position as JSON
    words: Say  # what hands change for it, and when the game ends


class Lesson(NamedTuple):
    """All of it."""

    setup: Json
    steps: tuple[Step, ...]
    end: Say  # what is left to be said before the first real game
    short: Short  # the first real game
    end_teaches: tuple[str, ...] = ()  # as the steps do


def short_game(game: AnyGame, lesson: Lesson, skill: str) -> intents.PlayOn:
    """Return the short game after a lesson, from what lies there: the companion plays the other seats."""
    last = history_at(game, lesson, len(lesson.steps) - 1)
    learner = game.mover(last.position)
    position = lesson.short.shorten(game.format_position(last.after(game, lesson.steps[-1].ways[0]).position))
    others = (player for player in game.players(last.position) if player != learner)
    return intents.PlayOn(position, (), tuple((player, skill) for player in others))


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


# --- at a table ---

NOT_ASKED: Final = Refusal("not_asked_here", ANOTHER.template, "Try again, or let it be shown.")
IN_LESSON: Final = Refusal("in_lesson", "This is a lesson: nothing else is played here.", "Go on with it, or end it.")
_LESSON: Final = say("lesson")
_TEACHING: Final = Topic(About.CARRYING)
HELPED: Final = 16  # moves of the short game, which say what they have changed
_HELP_LINES: Final = 3
_ROWS: Final = 6  # of what is laid out at once


class _Move(NamedTuple):
    """A move of the lesson: on the way to a step, or what that asks for."""

    entry: Any
    number: int  # of the step
    is_asked: bool


def moves_of(lesson: Lesson) -> Iterator[_Move]:
    """Yield the moves of a lesson, each following from the one before."""
    for number, step in enumerate(lesson.steps):
        yield from (_Move(entry, number, False) for entry in step.before)
        yield _Move(step.ways[0], number, True)


def fits(game: AnyGame, lesson: Lesson) -> bool:
    """Return whether the rules allow a lesson, as they may not on an owner's board."""
    try:
        last = history_at(game, lesson, len(lesson.steps) - 1)
        last.after(game, lesson.steps[-1].ways[0])
    except IllegalMove:
        return False
    return True


def goes_on(game: AnyGame, lesson: Lesson, history: History) -> bool:
    """Return whether somebody is on the way through a lesson, and not through another one or at its end."""
    made, moves = history.entries, [each.entry for each in moves_of(lesson)]
    return history.first == game.new(lesson.setup) and len(made) < len(moves) and list(made) == moves[: len(made)]


def beginning(lesson: Lesson) -> Notice:
    """Tell what hands change before the short game."""
    return _notice(say("A short game"), lesson.short.words, "short game")


def helped(game_table: GameTable, kept: Kept, is_short: Callable[[Any], bool]) -> tuple[Notice, ...]:
    """Return what the last move has changed for whoever made it, in the first moves of a short game."""
    history = kept.history
    if history is None or not 0 < len(history.steps) <= HELPED or not is_short(history.first):
        return ()
    mover, changes = changed_by_last(game_table.game, game_table.reckon, history)
    if mover in dict(kept.people.robots):
        return ()
    turned = ((each.words, *each.said) for each in changes[:_HELP_LINES])
    rows = (Row(words, say("{before} → {after}", before=before, after=after)) for words, before, after in turned)
    return (Notice(Row(say("That changed"), look=Look.TITLE), tuple(rows), name="changed"),) if changes else ()


def not_this_time(refusal: Refusal) -> Notice:
    """Return how a try that is allowed, but not asked for, is answered."""
    rows = (Row(say(refusal.sentence)), Row(say(refusal.remedy)))
    return Notice(Row(say("Not this time"), look=Look.TITLE), rows, tone=Tone.WARNING)


class Teaching:
    """One lesson at one table."""

    def __init__(self, game_table: GameTable, lesson: Lesson) -> None:
        self._game_table, self._lesson = game_table, lesson
        self._moves = tuple(moves_of(lesson))
        self._shown = -1  # after how many moves the companion shows what is asked
        self._due = Memo(self._carried)

    # --- where somebody is ---

    def _next(self, history: History) -> _Move | None:
        made = len(history.steps)
        return self._moves[made] if made < len(self._moves) else None

    def asked(self, history: History) -> int | None:
        """Return the number of the step that is asked now, if one is."""
        following = self._next(history)
        return following.number if following and following.is_asked else None

    def is_begun(self, history: History) -> bool:
        """Return whether anybody has done anything yet but lay out the first position."""
        return len(history.steps) > len(self._lesson.steps[0].before)

    def shows_after(self, history: History) -> None:
        """Show what is asked now: hands make it."""
        self._shown = len(history.steps)

    def due(self, history: History) -> Carried | None:
        """Return the next move, if it is not the learner's to find."""
        return self._due(history, self._shown)

    def _carried(self, history: History, shown: int) -> Carried | None:
        following = self._next(history)
        if following is None or (following.is_asked and shown != len(history.steps)):
            return None
        mover = self._game_table.game.mover(history.position) or ""
        return Carried(mover, "", (following.entry,), is_theirs=False, is_taught=True)

    def by_itself(self, history: History) -> Any:
        """Return the next move if no hand has anything to do for it; else None."""
        following = self._next(history)
        if following is None or following.is_asked or self._is_chance(history):
            return None
        step = self._game_table.carry(history, following.entry)
        return None if step.hands or step.place else following.entry

    def _is_chance(self, history: History) -> bool:
        return bool(self._game_table.game.chances(history.position))

    # --- what may be done ---

    def meant(self, history: History, entry: Any) -> Any:
        """Return the move that is made for one that was tried: any way that is accepted leads on as the first does."""
        following = self._next(history)
        is_way = following and following.is_asked and entry in self._lesson.steps[following.number].ways
        return following.entry if following and is_way else entry

    def why_not(self, history: History, entry: Any) -> Refusal | None:
        """Return why a move is not made here although the rules may allow it; None if it is what comes next."""
        game, following, plan = self._game_table.game, self._next(history), self.due(history)
        if following is None or game.is_correction(entry):
            return IN_LESSON
        if entry == following.entry:
            return None
        if plan:
            return carrying.unplanned(plan)
        if game.refusal(history.position, entry):
            return None  # the rules say why
        kind, words = judge(self._lesson.steps[following.number], entry)
        return replace(NOT_ASKED, sentence=words.template) if kind is Kind.OTHER else None

    # --- what is shown ---

    def told(self, history: History, *, is_step: bool) -> tuple[Dialog, ...]:
        """Return what is told now, the last to be read first: what a step has brought, and what is asked next."""
        made, following, steps = len(history.steps), self._next(history), self._lesson.steps
        last = self._moves[made - 1] if made and is_step else None
        return (
            *((_notice(say("The lesson is over"), self._lesson.end, "end of lesson"),) if following is None else ()),
            *((self._aim(history, following.number),) if following and following.is_asked else ()),
            *((_notice(say("Well done."), steps[last.number].done, "done"),) if last and last.is_asked else ()),
        )

    def _aim(self, history: History, number: int) -> Notice:
        steps = self._lesson.steps
        place = self._game_table.carry(history, steps[number].ways[0]).place
        of = say("{step} of {steps}", step=number + 1, steps=len(steps))
        return replace(_notice(say("Lesson"), steps[number].aim, "aim", of), place=place)

    def home(self, history: History, home: Menu) -> Menu:
        """Return what is shown while no dialog is open, instead of the game's menu."""
        plan = self.due(history)
        if self._next(history) is None:
            return self._over()
        if plan is None:
            return home
        if self._is_chance(history):
            return self._lay_out(history)
        step = self._game_table.carry(history, plan.moves[0])
        return carrying.menu_of(self._game_table, plan, step, _LESSON)

    def _lay_out(self, history: History) -> Menu:
        """Ask hands to lay out all that chance brings until somebody decides."""
        game, game_table, after = self._game_table.game, self._game_table, history
        brought: list[Any] = []
        while game.chances(after.position):
            brought.append(self._moves[len(after.steps)].entry)
            after = after.after(game, brought[-1])
        before = {notice.title: notice.rows for notice in game_table.restore(history.position)}
        rows = [
            Row(notice.title.left, row.right, mark=row.mark) if row.right.template else row
            for notice in game_table.restore(after.position)
            for row in notice.rows
            if isinstance(row, Row) and row not in before.get(notice.title, ())
        ]
        title = Row(say("Lay out"), _LESSON, Look.TITLE)
        done = Choice(say("Done"), DoAll(tuple(brought)))
        return Menu(title, (done,), tuple(rows[:_ROWS]), name="lay out", topic=_TEACHING)

    def _over(self) -> Menu:
        game = self._game_table.game.id
        lines = (
            Choice(say("Play a short game"), intents.LeaveLesson(plays=True)),
            Choice(say("From the beginning"), intents.Learn(game, begins=True)),
            Choice(say("Leave the lesson"), intents.LeaveLesson()),
        )
        return Menu(Row(say("The lesson is over"), look=Look.TITLE), lines, name="lesson over", topic=_TEACHING)

    def menu(self, history: History, *more: Choice) -> Menu:
        """Return the table menu during the lesson; `more` is what every table offers."""
        following, game_table = self._next(history), self._game_table
        asked: tuple[Choice, ...] = ()
        if following and following.is_asked and self.due(history) is None:
            asked = (
                Choice(say("What is asked"), Open(self._aim(history, following.number))),
                Choice(say("Show me how"), intents.ShowWay()),
                Choice(say("Why not…"), Open(partial(ask_why, game_table, history))),
            )
        lines = (
            *asked,
            Choice(say("Restore the board"), intents.RestoreBoard()),
            Choice(say("From the beginning"), intents.Learn(game_table.game.id, begins=True)),
            Choice(say("Leave the lesson"), intents.LeaveLesson()),
            *more,
        )
        title = Row(say("Lesson"), look=Look.TITLE)
        return Menu(title, lines, name="lesson menu", topic=Topic(About.TABLE))

    def lay_out(self) -> Notice:
        """Ask for the first position, before it is shown place by place."""
        words = say("First lay out the board as the screen shows it, place by place. Then there is one aim at a time.")
        return replace(_notice(say("Lesson"), words, "lay out"), topic=Topic(About.RESTORING))

    def resume(self) -> Menu:
        """Ask how to go on after a start."""
        lines = (
            Choice(say("Go on with the lesson"), CLOSE),
            Choice(say("Restore the board"), intents.RestoreBoard()),
            Choice(say("From the beginning"), intents.Learn(self._game_table.game.id, begins=True)),
            Choice(say("Leave the lesson"), intents.LeaveLesson()),
        )
        title = Row(say("Welcome back"), look=Look.TITLE)
        return Menu(title, lines, name="resume", topic=Topic(About.RESUMING))


def _notice(title: Say, words: Say, name: str, right: Say = NOTHING) -> Notice:
    return Notice(Row(title, right, Look.TITLE), (Row(words),), name=name)
