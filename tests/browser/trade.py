"""Games of Hansa Teutonica between simple players, kept up to a moment; the same for each seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.games.teutonica.game import RULES
from companion.games.teutonica.players import TeutonicaPlayers
from companion.games.teutonica.rules.codec import format_entry
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.position import Phase, Position
from companion.journal.journal import Draft, Kind
from companion.journal.sqlite import SqliteJournal

COLOURS = ("blue", "green", "purple", "red", "yellow")
AT = "2026-11-16T20:15:00+00:00"


class Game(NamedTuple):
    """A whole game: its first position, and every move with the position that it led to."""

    first: Position
    steps: tuple[tuple[Move, Position], ...]


@cache
def play_game(players: int, seed: int) -> Game:
    """Play a whole game."""
    random, decide = Random(seed), TeutonicaPlayers().decide
    first = position = RULES.new({"players": list(COLOURS[:players]), "start": "blue"})
    steps = []
    while position.phase is not Phase.OVER:
        move = decide(position, "simple", random)
        position = RULES.play(position, move).position
        steps.append((move, position))
    return Game(first, tuple(steps))


def up_to(game: Game, wanted: Callable[[Position], bool], *, least: int = 0) -> Game:
    """Return a game up to the first position that is as wanted, after some moves."""
    end = next(n for n, (_, position) in enumerate(game.steps) if n >= least and wanted(position))
    return Game(game.first, game.steps[: end + 1])


def keep_game(folder: Path, game: Game, game_id: str = "2026-11-16-00000001", *, is_left: bool = False) -> None:
    """Keep a game in the journal of a state folder; the table goes on with it, unless the players have left it."""
    folder.mkdir(exist_ok=True)
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    journal.create(game_id, RULES.id, "", AT)
    drafts = [Draft(Kind.SETUP, {"game": RULES.id, "position": RULES.format_position(game.first)}, AT)]
    drafts += [Draft(Kind.MOVE, {"entry": format_entry(move)}, AT) for move, _ in game.steps]
    drafts.append(Draft(Kind.FINISHED if is_left else Kind.NOTE, {"settled": len(game.steps)}, AT))
    journal.append_all(game_id, 1, drafts)
    journal.close()


class Late(NamedTuple):
    """A game up to a position near its end, and the steps that end it."""

    before: Game
    steps: tuple[tuple[Move, Position], ...]


def late_game(players: int, seed: int, *, back: int, varied: int) -> Late:
    """Play the end of a game again: some moves of every kind there is, those used least first, then simple ones."""
    game, random, decide = play_game(players, seed), Random(seed * 100 + back), TeutonicaPlayers().decide
    before = Game(game.first, game.steps[: 1 - back])
    position = before.steps[-1][1]
    used: Counter[tuple[str, object]] = Counter()
    steps: list[tuple[Move, Position]] = []
    while position.phase is not Phase.OVER:
        if len(steps) < varied:
            legal = list(RULES.legal_moves(position))
            least = min(used[_kind(move)] for move in legal)
            move = random.choice([move for move in legal if used[_kind(move)] == least])
        else:
            move = decide(position, "simple", random)
        used[_kind(move)] += 1
        position = RULES.play(position, move).position
        steps.append((move, position))
    return Late(before, tuple(steps))


def _kind(move: Move) -> tuple[str, object]:
    return type(move).__name__, getattr(move, "marker", None)
