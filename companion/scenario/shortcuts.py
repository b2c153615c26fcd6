"""Short cuts to a situation, for scenarios of any game: set up a game, and play entries, at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.game import Json
from companion.scenario.grammar import Unmet
from companion.scenario.stage import Stage
from companion.table.intents import BeginGame, Play


def begin_game(stage: Stage, setup: Json) -> None:
    """Set up a game; notices are confirmed unread."""
    stage.post(BeginGame(setup))
    if stage.refusal:
        raise Unmet("a game that can be set up", stage.refusal)
    stage.say_ok_to_notices()


def play_entries(stage: Stage, entries: Iterable[Any]) -> None:
    """Play moves and corrections at once, as a page would post them; notices are confirmed unread."""
    for entry in entries:
        stage.post(Play(entry, is_shown=True))
        if stage.refusal:
            raise Unmet(f"{entry} to be played", f"it is refused: {stage.refusal}")
        stage.say_ok_to_notices()


def try_entries(stage: Stage, entries: Iterable[Any]) -> None:
    """Post moves and corrections that may be refused."""
    for entry in entries:
        stage.post(Play(entry, is_shown=True))
