"""Proposals: what is to be made durable, with the game as it is kept once it is."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.games.game import Game, Json
from companion.table.entries import CORRECTION, FINISHED, MOVE, NOTE, SETUP, TAKE_BACK, Kept
from companion.table.history import History, Span
from companion.table.people import People, format_people
from companion.words.say import NOTHING, Say

AnyGame = Game[Any, Any, Any]


class Proposal(NamedTuple):
    """Something to be made durable; `kept` is the game once it is."""

    kind: str
    payload: Json
    kept: Kept
    remark: Say = NOTHING  # what the screen says of it, until the next step


def begin(game: AnyGame, first: Any, people: People) -> Proposal:
    """Propose a new game that begins with a position."""
    payload = {"game": game.id, "position": game.format_position(first), **format_people(people)}
    return Proposal(SETUP, payload, Kept(History(first), people=people))


def name_players(kept: Kept, people: People) -> Proposal:
    """Propose that players are called by other names, or that others play by themselves; nothing else changes."""
    payload = {"names": dict(people.names), "robots": dict(people.robots)}
    return Proposal(NOTE, payload, kept._replace(people=people))


def play(game: AnyGame, kept: Kept, history: History, entry: Any) -> Proposal:
    """Propose a move or correction; raises IllegalMove."""
    after = history.after(game, entry)
    kind = CORRECTION if game.is_correction(entry) else MOVE
    return Proposal(kind, {"entry": game.format_entry(entry)}, kept._replace(history=after))


def take_back(kept: Kept, history: History, span: Span) -> Proposal:
    """Propose to take back what goes back in one piece; what is sealed stays."""
    steps = max(1, min(span.steps, len(history.steps) - kept.sealed))
    payload = {} if steps == 1 else {"steps": steps}
    return Proposal(TAKE_BACK, payload, kept._replace(history=history.without_last(steps)), span.words)


def seal(game: AnyGame, kept: Kept, history: History) -> Proposal:
    """Propose that no step so far can be taken back any more, and that the game is finished where it is over."""
    sealed = len(history.steps)
    after = kept._replace(sealed=sealed)
    winners = game.winners(history.position)
    if winners is None:
        return Proposal(NOTE, {"settled": sealed}, after)
    scores = {player: score.by_name() for player, score in game.scores(history.position).items()}
    return Proposal(FINISHED, {"settled": sealed, "scores": scores, "winners": list(winners)}, after)
