"""Games between simple players, kept in a journal as if they had been played at this table; the same for each seed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.games.hansa.boards import named_board
from companion.games.hansa.players.choosing import choose
from companion.games.hansa.rules.codec import format_entry
from companion.games.hansa.rules.moves import Move
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.state import format_position
from companion.journal.journal import Draft, Kind
from companion.journal.sqlite import SqliteJournal
from companion.table.history import NOBODY, People, format_people, pairs
from tests.kit.hansa import random_setup

EVENING = People(pairs({"gray": "Anna", "yellow": "Bruno"}), pairs({"purple": "simple"}))


def play_game(players: int, seed: int) -> tuple[Position, list[tuple[Move, Position]]]:
    """Play a whole game."""
    random = Random(seed)
    first = position = random_setup(named_board("0.1"), players, random)
    steps = []
    while position.phase is not Phase.OVER:
        move = choose(position, "simple", random)
        position = play(position, move).position
        steps.append((move, position))
    return first, steps


def keep_game(
    journal: SqliteJournal,
    players: int,
    seed: int,
    *,
    day: int,
    until: Any = None,
    least: int = 60,
    people: People = NOBODY,
) -> None:
    """Keep a game in a journal, whole or up to the first position that `until` holds for after some moves."""
    first, steps = play_game(players, seed)
    is_whole = until is None
    if not is_whole:
        end = next(n for n, (_, position) in enumerate(steps) if n > least and until(position))
        steps = steps[: end + 1]
    _append(journal, f"2026-10-{day:02}", seed, (first, steps), is_whole=is_whole, people=people)


def _append(
    journal: SqliteJournal,
    date: str,
    seed: int,
    game: tuple[Position, list[tuple[Move, Position]]],
    *,
    is_whole: bool,
    people: People = NOBODY,
) -> None:
    first, steps = game
    at, game_id = f"{date}T19:30:00+00:00", f"{date}-{seed:08x}"
    journal.create(game_id, "hansa", "", at)
    drafts = [Draft(Kind.SETUP, {"game": "hansa", "position": format_position(first), **format_people(people)}, at)]
    drafts += [Draft(Kind.MOVE, {"entry": format_entry(move)}, at) for move, _ in steps]
    drafts.append(Draft(Kind.FINISHED if is_whole else Kind.NOTE, {"settled": len(steps)}, at))
    journal.append_all(game_id, 1, drafts)


def keep_beginning(folder: Path, players: int, seed: int) -> list[tuple[Move, Position]]:
    """Keep a game before its first move; return every move that is to be made, with the position it leads to."""
    first, steps = play_game(players, seed)
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    _append(journal, "2026-10-01", seed, (first, []), is_whole=False)
    journal.close()
    return steps


def keep_up_to(folder: Path, players: int, seed: int, *, last: int) -> tuple[Position, list[Move]]:
    """Keep a game up to its last moves; return the position at its end, and these moves."""
    _, steps = play_game(players, seed)
    keep_steps(folder, players, (seed, len(steps) - last - 1))
    return steps[-1][1], [move for move, _ in steps[-last:]]


def keep_at(folder: Path, wanted: Callable[[Move, Position], bool], *, least: int = 60) -> None:
    """Keep a game of two up to the first move, after some, that is as wanted, with the position it leads to."""
    players, seed = 2, 1
    _, steps = play_game(players, seed)
    found = next(n for n, (move, position) in enumerate(steps) if n > least and wanted(move, position))
    keep_steps(folder, players, (seed, found))


def keep_steps(folder: Path, players: int, upto: tuple[int, int]) -> None:
    """Keep the game of a seed up to one of its moves, counted from 0."""
    seed, last = upto
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    keep_game(journal, players, seed, day=1, until=lambda _: True, least=last - 1)
    journal.close()


def keep_middle(folder: Path) -> None:
    """Keep a game of four that goes on in the middle of a turn."""
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    keep_game(journal, 4, 11, day=20, until=_is_worth_showing)
    journal.close()


def keep_evenings(folder: Path) -> None:
    """Keep some whole games, and one that goes on in the middle of a turn."""
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    for day, (players, seed) in enumerate([(3, 1), (2, 2), (4, 3), (3, 4), (4, 5)], 1):
        keep_game(journal, players, seed, day=day, people=EVENING)
    journal.close()
    keep_middle(folder)


def _is_worth_showing(position: Position) -> bool:
    """In the middle of a turn, with a choice of where to sail and talers to do it."""
    routes = position.setup.board.routes[position.ship]
    can_sail = position.phase is Phase.ACTIONS and len(routes) > 1 and position.purse(position.active) > 1
    return can_sail and sum(position.piles) < 35 and not position.acted
