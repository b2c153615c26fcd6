"""Sittings: sets the table up for a game, plays it, and sets it up again for another game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from companion.running.signals import stopping_at_signals
from companion.shelf.shelf import SHELF, UnknownGame, first_game

if TYPE_CHECKING:
    from pathlib import Path

    from companion.assembly.service import Service
    from companion.journal.journal import GameInfo, Journal
    from companion.table.dialog import Dialog


class Sitting(NamedTuple):
    """What a table is set up for; without a game, for the one played last."""

    game: str = ""  # its newest goes on, unless another id is given
    begins: bool = False  # a new game, whatever is unfinished
    game_id: str = ""  # id of the game that goes on; empty: the one played last
    told: Dialog | None = None  # the first message to the players

    @property
    def laid_out_for(self) -> str:
        """The game that names lamps and readers; before the journal is read, the last game is unknown."""
        return self.game or first_game()


NEWEST = Sitting()


class GoesOn(NamedTuple):
    """A game to play, and the journal's information on the one that goes on, if any."""

    game: str
    info: GameInfo | None


def what_goes_on(journal: Journal, state: Path, sitting: Sitting) -> GoesOn:
    """Return what is played in a sitting; raise CannotResume if it cannot be trusted or is not on the shelf."""
    from companion.running.resume import CannotResume, newest_game, newest_of

    if sitting.begins:
        return GoesOn(sitting.game or _played_last(journal, state), None)
    info = newest_game(journal, state, sitting.game_id)
    if sitting.game and not sitting.game_id and (info is None or info.game != sitting.game):
        return GoesOn(sitting.game, newest_of(journal, sitting.game))
    if info and info.game not in SHELF:
        if info.finished:  # no game has to go on
            return GoesOn(_played_last(journal, state), None)
        raise CannotResume(f"game {info.id} is of a kind that is not on the shelf: {UnknownGame(info.game)}")
    return GoesOn(info.game if info else first_game(), info)


def _played_last(journal: Journal, state: Path) -> str:
    from companion.running.resume import CannotResume, newest_game

    try:
        info = newest_game(journal, state)
    except CannotResume:  # that is why another one begins
        info = None
    return info.game if info and info.game in SHELF else first_game()


def serve_sittings(make_service: Callable[[Sitting], Service], first: Sitting) -> Service:
    """Serve one sitting after another until one ends without a successor; return the last."""
    sitting: Sitting | None = first
    while sitting is not None:
        service = make_service(sitting)
        with stopping_at_signals(service.stop):
            service.serve()
        sitting = service.following
    return service
