"""Rebuilds a game from the journal: takes its entries in order, and returns the history and the sealed steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.games.game import Game, GameError, Json, Unreadable
from companion.table.history import History
from companion.table.people import NOBODY, People, parse_people


class Kept(NamedTuple):
    """A game as stored in the journal."""

    history: History | None = None
    sealed: int = 0  # number of steps that cannot be taken back
    people: People = NOBODY  # without a game, the players of the last one, who may play again


class DoesNotFit(GameError):
    """A journal entry does not fit the game before it; the message says which and why."""


SETUP, MOVE, CORRECTION, TAKE_BACK, NOTE = "setup", "move", "correction", "take_back", "note"
FINISHED, ABORTED = "finished", "aborted"


def after(game: Game[Any, Any, Any], kept: Kept, kind: str, payload: Json) -> Kept:
    """Return the game after one entry of the journal."""
    if not isinstance(payload, dict):
        raise Unreadable(f"{kind}: {payload!r:.60}: expected an object")
    if kind == SETUP:
        return Kept(History(game.parse_position(payload["position"])), people=parse_people(payload))
    history = kept.history
    if history is None:
        raise Unreadable(f"{kind}: there is no set-up before it")
    match kind:
        case "move" | "correction":
            return kept._replace(history=history.after(game, game.parse_entry(payload["entry"])))
        case "take_back":
            steps, most = payload.get("steps", 1), len(history.steps) - kept.sealed
            if most < 1:
                raise Unreadable("take_back: there is nothing left to take back")
            if type(steps) is not int or not 1 <= steps <= most:
                raise Unreadable(f"take_back: steps {steps!r:.60}: expected a number from 1 to {most}")
            return kept._replace(history=history.without_last(steps))
        case "aborted":
            return kept
        case "note" | "finished":
            sealed = payload.get("settled", kept.sealed)
            if type(sealed) is not int or not 0 <= sealed <= len(history.steps):
                raise Unreadable(
                    f"{kind}: settled {sealed!r:.60}: expected a number of steps up to {len(history.steps)}"
                )
            return kept._replace(sealed=sealed, people=parse_people(payload, kept.people))
        case _:
            raise Unreadable(f"{kind!r} is not a kind of entry that this version knows")


def replay(game: Game[Any, Any, Any], entries: Iterable[tuple[int, str, Json]]) -> Kept:
    """Return the game after these entries (revision, kind, payload); raise DoesNotFit at the first that fails."""
    kept = Kept()
    for revision, kind, payload in entries:
        try:
            kept = after(game, kept, kind, payload)
        except (GameError, KeyError, TypeError, ValueError) as error:
            raise DoesNotFit(f"entry {revision} ({kind}) does not fit: {error}") from error
    return kept
