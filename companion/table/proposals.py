"""Proposals: takes the stored game and a request, and returns what to make durable, or why that is impossible.

Nothing is changed here. What the table answers to an event or an intent is an `Outcome` or an `Answer`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from companion.games.game import Game, IllegalMove, Json, Refusal, Unreadable
from companion.table import notices
from companion.table.deciding import Deciding, Undone
from companion.table.gametable import GameTable
from companion.table.history import (
    ABORTED,
    BY,
    CORRECTION,
    FINISHED,
    MOVE,
    NOTE,
    SEATS,
    SETUP,
    TAKE_BACK,
    WAITS,
    History,
    Kept,
    Pairs,
    People,
    Span,
    format_people,
    pairs,
    renamed,
)
from companion.table.intents import (
    Agreed,
    BeginGame,
    Draw,
    Errand,
    GiveSeat,
    GiveUp,
    PlayOn,
    Seal,
    SeatCompanion,
    SetPace,
    TakeBack,
    TakeBackSteps,
)
from companion.table.notices import NO_GAME, NOTHING_TO_TAKE_BACK
from companion.table.owners import CARDBOARD, Owner, Robot, format_by
from companion.words.say import NOTHING, Say, listed, say

AnyGame = Game[Any, Any, Any]


class Proposal(NamedTuple):
    """Something to make durable; `kept` is the game after that."""

    kind: str
    payload: Json
    kept: Kept
    remark: Say = NOTHING  # what the screen says about it until the next step
    news: Say = NOTHING  # what the log of those who look on says about it, until the next step


Proposed = Proposal | Refusal
Asked = BeginGame | PlayOn | Seal | TakeBack | TakeBackSteps | Draw | GiveUp | Agreed | SeatCompanion | SetPace


def asked_for(command: Asked, deciding: Deciding, random: Random) -> Proposed | None:
    """Propose what a command asks for; None if there is nothing to do."""
    game_table, kept = deciding.game_table, deciding.kept
    match command:
        case BeginGame():
            return begin(game_table, kept, command, random)
        case PlayOn():
            return begin_from(game_table.game, kept, command)
        case Seal():
            return seal(game_table.game, kept)
        case TakeBack():
            return take_back(game_table, kept, deciding.goes_back())
        case TakeBackSteps(steps):
            return deciding.together(steps) or take_back_steps(kept, Span(steps))
        case Draw():
            return draw(game_table.game, kept, random)
        case GiveUp():
            return give_up(kept)
        case Agreed(what):
            return agreed(kept, what)
        case SeatCompanion(player, skill):
            people = kept.people.seated(player, Robot(skill) if skill else CARDBOARD)
            return None if people == kept.people else name_players(kept, people)
        case SetPace(waits):
            return name_players(kept, kept.people._replace(waits=waits))


def begin(game_table: GameTable, kept: Kept, wanted: BeginGame, random: Random) -> Proposed:
    """Propose a new game; chance decides what the set-up leaves open."""
    game = game_table.game
    try:
        first = game.new(game_table.complete(wanted.setup, random))
    except Unreadable as error:
        return Refusal("unreadable", "{why}", "Choose again.", {"why": str(error)})
    return _setup(game, kept, first, dict(wanted.names), wanted.robots, wanted.owner)


def begin_from(game: AnyGame, kept: Kept, wanted: PlayOn) -> Proposed:
    """Propose a new game that begins with a position of another one."""
    return _setup(game, kept, game.parse_position(wanted.first), {}, wanted.robots, wanted.owner)


def _setup(game: AnyGame, kept: Kept, first: Any, names: Mapping[str, str], robots: Pairs, owner: Owner) -> Proposed:
    players = game.players(first)
    robots = pairs(dict(robots))
    people = renamed(kept.people.next_time._replace(robots=robots), names, players)
    if isinstance(people, Refusal):
        # If names from the last time would now clash, they are dropped instead of blocking the game.
        people = renamed(kept.people.next_time._replace(names=(), robots=robots), names, players)
    if isinstance(people, Refusal):
        return people
    for player in players:
        if player not in dict(robots):
            people = people.seated(player, owner)
    payload = {"game": game.id, "position": game.format_position(first), **format_people(people)}
    return Proposal(SETUP, payload, Kept(History(first), people=people))


def give_up(kept: Kept) -> Proposal:
    """Propose to end the game here; the players' names are kept for the next one."""
    return Proposal(ABORTED, {}, Kept(people=kept.people.next_time))


def name_players(kept: Kept, people: People) -> Proposal:
    """Propose to change names of players, or whose their seats are; nothing else changes."""
    payload: dict[str, object] = {"names": dict(people.names), "robots": dict(people.robots)}
    if people.seats != kept.people.seats:
        payload[SEATS] = dict(people.seats)
    if people.waits != kept.people.waits:
        payload[WAITS] = people.waits
    return Proposal(NOTE, payload, kept._replace(people=people))


def play(game: AnyGame, kept: Kept, entry: Any) -> Proposed:
    """Propose a move or correction."""
    history = kept.history
    if history is None:
        return NO_GAME
    try:
        after = history.after(game, entry)
    except IllegalMove as error:
        return error.refusal
    kind = CORRECTION if game.is_correction(entry) else MOVE
    return Proposal(kind, {"entry": game.format_entry(entry)}, kept._replace(history=after))


def overruled(move: Proposal) -> Proposal:
    """Say with a move for a seat of the companion that those at the table have decided it."""
    return move._replace(payload={**move.payload, BY: format_by(CARDBOARD)})


def draw(game: AnyGame, kept: Kept, random: Random) -> Proposed | None:
    """Propose the outcome of a chance decision that is due."""
    chances = {} if kept.history is None else game.chances(kept.history.position)
    if not chances:
        return None
    return play(game, kept, random.choices(list(chances), weights=list(chances.values()))[0])


def take_back(game_table: GameTable, kept: Kept, undone: Undone | Refusal) -> Proposed:
    """Propose to take back what may go back; what robots have done goes with it, and that is told."""
    if isinstance(undone, Refusal):
        return undone
    proposed = take_back_steps(kept, undone.span)
    if isinstance(proposed, Refusal) or not undone.over:
        return proposed
    players = listed(notices.player_words(game_table, player) for player in undone.over)
    return proposed._replace(news=say("Taken back, with what the companion did: {players}.", players=players))


def take_back_steps(kept: Kept, span: Span) -> Proposed:
    """Propose to take back this many steps; what is sealed stays."""
    history = kept.history
    if history is None or len(history.steps) <= kept.sealed:
        return NOTHING_TO_TAKE_BACK
    steps = max(1, min(span.steps, len(history.steps) - kept.sealed))
    payload = {} if steps == 1 else {"steps": steps}
    return Proposal(TAKE_BACK, payload, kept._replace(history=history.without_last(steps)), span.words)


def agreed(kept: Kept, what: TakeBackSteps | GiveSeat | GiveUp) -> Proposed:
    """Propose what all whom it concerns have agreed to."""
    match what:
        case TakeBackSteps(steps):
            proposed = take_back_steps(kept, Span(steps))
            return proposed if isinstance(proposed, Refusal) else proposed._replace(news=say("Taken back: all agreed."))
        case GiveSeat(player, owner):
            return name_players(kept, kept.people.seated(player, owner))
        case GiveUp():
            return give_up(kept)


def seal(game: AnyGame, kept: Kept) -> Proposal | None:
    """Propose to seal all steps so far against take-back, and to finish the game if it is over."""
    history = kept.history
    if history is None:
        return None
    sealed = len(history.steps)
    after = kept._replace(sealed=sealed)
    winners = game.winners(history.position)
    if winners is None:
        return Proposal(NOTE, {"settled": sealed}, after)
    scores = {player: score.by_name() for player, score in game.scores(history.position).items()}
    return Proposal(FINISHED, {"settled": sealed, "scores": scores, "winners": list(winners)}, after)


# --- answers ---

Outcome = Proposal | Errand | None
Step = Callable[[], Outcome]


class Agenda:
    """The remaining steps, the next one first."""

    def __init__(self) -> None:
        self._steps: deque[Step] = deque()

    def plan(self, *steps: Step) -> None:
        """Replace the remaining steps by these."""
        self._steps = deque(steps)

    def insert(self, step: Step) -> None:
        """Insert a step before the remaining ones."""
        self._steps.appendleft(step)

    def drop(self) -> None:
        """Drop the remaining steps, because one could not be done."""
        self._steps.clear()

    def next(self) -> Outcome:
        """Take steps up to the first that leads to something, and return that."""
        while self._steps:
            outcome = self._steps.popleft()()
            if outcome is not None:
                return outcome
        return None


@dataclass(frozen=True, slots=True)
class Accepted:
    """It is done, once the result is durable."""

    outcome: Proposal | Errand | None = None


@dataclass(frozen=True, slots=True)
class Stale:
    """It was made for a state that has changed in the meantime."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """It is not possible; nothing has changed, except that the refusal may be shown at the table."""

    refusal: Refusal
    is_shown: bool = False
    kept: int = 0  # number of entries of the same request that were kept before
    said: tuple[Say, Say] = (NOTHING, NOTHING)  # why, and what to do instead, in the game's words


Answer = Accepted | Stale | Refused
