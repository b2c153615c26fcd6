"""Turns that the companion decides on and hands carry out, one step after the other.

In: the stored game, what the companion means to do, and what a piece, a touch or a line would do. Out: the step that is
asked for, or that it thinks; and whether what somebody did is a step of its plan, which may be made in any order that
the rules allow. The players may always decide themselves instead, with any other legal move.

A plan holds for one position. After a take-back, a correction or another move the companion thinks again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, Final, NamedTuple

from companion.games.game import Game, IllegalMove, Refusal
from companion.table import notices
from companion.table.dialog import CLOSE, About, Action, Checklist, Choice, Dialog, Do, DoAll, Menu, Notice, Topic
from companion.table.gametable import Ask, Carry, Follow, GameTable, Meaning, Memo, Refuse
from companion.table.history import History, Kept, People
from companion.table.intents import Equip, LetDecide, NextStep, Overrule, TakeBack
from companion.table.screen import Look, Row
from companion.words.say import say

AnyGame = Game[Any, Any, Any]
NOT_ASKED: Final = Refusal("not_asked", "The companion is not to move.", "Wait for its turn.")
NOT_PLANNED: Final = Refusal("not_planned", "{player} means something else.", "Do what the screen says, or decide.")
THINKS: Final = Refusal("thinks", "{player} still thinks.", "Wait for its move, or decide for it.")
STEPS: Final = 5  # of the sign that it thinks
_MOST_TICKS: Final = 12  # lines of a checklist whose every answer is tried
_CARRYING: Final = Topic(About.CARRYING)
_COMPANION: Final = say("companion")
_DONE: Final = Row(say("Done"), look=Look.LARGE)


class Intended(NamedTuple):
    """What the companion means to do from a position on, or that the players decide themselves there."""

    position: Any
    moves: tuple[Any, ...] = ()  # the next one first
    is_theirs: bool = False


class Carried(NamedTuple):
    """A decision that is the companion's, at a table where hands carry out its moves."""

    player: str
    skill: str
    moves: tuple[Any, ...]  # the next one first; none while it thinks
    is_theirs: bool  # the players decide for it


def carried(
    game: AnyGame, history: History | None, people: People, equipment: Equip, intended: Intended | None
) -> Carried | None:
    """Return the decision of the companion that is due, if one is; chance is turned over by hand."""
    if history is None or not equipment.companions or equipment.owners:
        return None
    player = game.mover(history.position)
    skill = dict(people.robots).get(player or "")
    if player is None or skill is None or game.chances(history.position):
        return None
    if intended is None or intended.position != history.position:
        intended = Intended(history.position)
    return Carried(player, skill, intended.moves, intended.is_theirs)


class Intentions:
    """What the companion means to do at one table, whose hands carry it out."""

    def __init__(self, game: AnyGame) -> None:
        self.stage = 0  # how far its thinking is, of STEPS
        self.is_paused = False  # a step was made, and the next one waits for `ok`
        self.is_seen = False  # what is done now was seen by a reader, and not said by `ok`
        self._game = game
        self._intended: Intended | None = None
        self._due = Memo(partial(carried, game))

    def due(self, kept: Kept, equipment: Equip) -> Carried | None:
        """Return the decision of the companion that is due, if one is."""
        if kept.history is None or not equipment.companions:
            return None
        return self._due(kept.history, kept.people, equipment, self._intended)

    def intend(self, history: History, moves: Sequence[Any]) -> bool:
        """Mean to make these moves now; return whether that can be."""
        legal = legal_start(self._game, history.position, moves)
        if legal:
            self._intended = Intended(history.position, legal)
        return bool(legal)

    def leave(self, history: History, plan: Carried, *, is_theirs: bool) -> None:
        """Let the players decide, or the companion after all; its plan is kept."""
        self._intended = Intended(history.position, plan.moves, is_theirs)

    def follow(self, before: History | None, after: History | None, *, waits: bool) -> None:
        """Take in what became durable: what is still meant after a step, is; otherwise it thinks again.

        `waits`: after a step that a reader has seen, the next one waits for `ok`.
        """
        if before is after:
            return  # only names have changed, or steps were sealed
        intended, self._intended = self._intended, None
        if before and after and len(after.steps) == len(before.steps) + 1:
            entry = after.steps[-1].entry
            self._intended = follow(self._game, intended, before.position, entry, after.position)
        self.is_paused = waits and self.is_seen and self._intended is not None


def legal_start(game: AnyGame, position: Any, moves: Sequence[Any]) -> tuple[Any, ...]:
    """Return the moves of a plan from its first on, as far as they are legal and one player's."""
    found: list[Any] = []
    mover = game.mover(position)
    for move in moves:
        if game.mover(position) != mover or game.chances(position) or game.is_correction(move):
            break
        try:
            position = game.play(position, move).position
        except IllegalMove:
            break
        found.append(move)
    return tuple(found)


def follow(game: AnyGame, intended: Intended | None, before: Any, entry: Any, after: Any) -> Intended | None:
    """Return what is still meant after a step, which may have come before its turn; None to think again."""
    if intended is None or intended.position != before or entry not in intended.moves:
        return None
    moves = list(intended.moves)
    moves.remove(entry)
    if not moves or len(legal_start(game, after, moves)) < len(moves):
        return None
    return Intended(after, tuple(moves))


def is_planned(game: AnyGame, position: Any, plan: Carried, entry: Any) -> bool:
    """Return whether a move may be made now because it is planned: the next one, or one after which the rest still can
    be made.
    """
    if entry not in plan.moves:
        return False
    if entry == plan.moves[0]:
        return True
    if game.refusal(position, entry):
        return False
    after = game.play(position, entry).position
    return follow(game, Intended(position, plan.moves), position, entry, after) is not None


def why_not(game: AnyGame, position: Any, plan: Carried, entry: Any) -> Refusal | None:
    """Return why a move may not be made for the companion: it means another one, or still thinks."""
    if plan.is_theirs or game.is_correction(entry) or is_planned(game, position, plan, entry):
        return None
    return unplanned(plan)


def unplanned(plan: Carried) -> Refusal:
    """Say that something is no step of the plan, or that there is none yet."""
    about = NOT_PLANNED if plan.moves else THINKS
    return Refusal(about.code, about.sentence, about.remedy, {"player": plan.player})


# --- what a piece or a touch means while a step waits ---


def judged(game_table: GameTable, history: History, plan: Carried, meaning: Meaning, spot: str) -> Meaning:
    """Return what a piece or a touch means: a step of the plan that it says, or that answers its question, or why it
    is none.
    """
    game, position = game_table.game, history.position
    for move in plan.moves if spot else ():
        if not is_planned(game, position, plan, move):
            continue
        said = game_table.says(history, spot, move)
        if said is None:
            return meaning  # a command, or a kind of piece: the answer to its question is looked at
        if said:
            return Follow(Do(move))
    match meaning:
        case Ask(dialog) if not (isinstance(dialog, Notice) or _takes_back(dialog)):
            for move in () if spot else plan.moves:
                action = _answer(dialog, move, plan.moves)
                if action and is_planned(game, position, plan, move):
                    return Follow(action)
            return Refuse(unplanned(plan))
        case _:
            return meaning


def _takes_back(dialog: Dialog) -> bool:
    """Return whether a question is about a piece that was put back."""
    return isinstance(dialog, Menu) and any(isinstance(choice.action, TakeBack) for choice in dialog.choices)


def _answer(dialog: Dialog, move: Any, moves: tuple[Any, ...]) -> Action | None:
    """Return the answer to a question that makes a move of the plan, or the next ones together."""
    match dialog:
        case Menu():
            for choice in dialog.choices:
                match choice.action:
                    case Do(entry) if entry == move:
                        return choice.action
                    case DoAll(entries) if entries == moves[: len(entries)] and move == moves[0]:
                        return choice.action
                    case _:
                        pass
        case Checklist() if len(dialog.items) <= _MOST_TICKS:
            values = [item.value for item in dialog.items]
            for count in range(len(values), 0, -1):
                for ticked in combinations(values, count):
                    if dialog.decide(ticked) == Do(move):
                        return Do(move)
        case _:
            pass
    return None


# --- what is shown ---


def dialog_of(
    game_table: GameTable, history: History, plan: Carried, home: Menu, stage: int, *, is_paused: bool
) -> Menu:
    """Return what is shown instead of the game's menu while the companion decides; `stage`: how far it is."""
    if plan.is_theirs:
        return replace(home, choices=(*home.choices, Choice(say("Let it decide"), LetDecide())))
    title = Row(say("{player}", player=notices.player_words(game_table, plan.player)), _COMPANION, Look.TITLE)
    decide = Choice(say("Decide for it…"), Overrule())
    if not plan.moves:
        bar = say("{bar}", bar="■" * stage + "□" * (STEPS - stage))
        return Menu(title, (decide,), (Row(say("thinks…"), bar, Look.LARGE),), name="thinks", topic=_CARRYING)
    if is_paused:
        return Menu(title, (Choice(say("Next step"), NextStep()), decide), (_DONE,), name="paused", topic=_CARRYING)
    step = game_table.carry(history, plan.moves[0])
    done = Choice(say("Done"), Do(plan.moves[0]), place=step.place)
    return Menu(title, (done, decide), rows_of(step), name="carry", topic=_CARRYING)


def rows_of(step: Carry) -> tuple[Row, ...]:
    """Return the step in words: what it is, then what hands do, a line each."""
    return (Row(step.what, step.right, Look.LARGE), *map(Row, step.hands))


def refused(game_table: GameTable, history: History, plan: Carried, entry: Any | None) -> Menu:
    """Return what is asked when somebody does something else: go on with the plan, or decide for the companion."""
    player = notices.player_words(game_table, plan.player)
    head: tuple[Row, ...] = (Row(say("{player} still thinks.", player=player), look=Look.WARNING),)
    if plan.moves:
        step = game_table.carry(history, plan.moves[0])
        head = (Row(say("{player} means:", player=player), look=Look.WARNING), Row(step.what, step.right, Look.LARGE))
    is_legal = entry is not None and game_table.game.refusal(history.position, entry) is None
    instead = say("Play this instead") if is_legal else say("Decide for it…")
    choices = (Choice(say("Go on"), CLOSE), Choice(instead, Overrule(entry if is_legal else None)))
    return Menu(Row(say("Not the plan"), look=Look.TITLE), choices, head, name="not planned")
