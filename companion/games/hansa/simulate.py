"""Random games: play them, sum them up, and save them in the notation."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import NamedTuple

from companion.errors import BAD_CONFIGURATION, OK, UserError
from companion.games.game import Json
from companion.games.hansa.boards import load_board, shipped_board
from companion.games.hansa.players import random_move
from companion.games.hansa.rules.board import Board, BoardError
from companion.games.hansa.rules.goods import COLOURS
from companion.games.hansa.rules.moves import End, Move
from companion.games.hansa.rules.notation import format_record
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.scoring import score, winning_players
from companion.games.hansa.rules.setup import GOODS_IN_PLAY, PLAYER_COLOURS, new_game
from companion.words.progress import Progress


class RandomGame(NamedTuple):
    """A whole game played at random."""

    first: Position
    moves: tuple[Move, ...]
    last: Position


def random_setup(board: Board, players: int, random: Random) -> Position:
    """Seat players, choose who starts and which goods are in."""
    seats = list(PLAYER_COLOURS[:players])
    random.shuffle(seats)
    goods = random.sample(COLOURS, GOODS_IN_PLAY[players])
    return new_game(board, seats, start=random.choice(seats), goods=goods)


def random_game(board: Board, players: int, random: Random) -> RandomGame:
    """Play a whole game at random."""
    first = position = random_setup(board, players, random)
    moves = []
    while position.phase is not Phase.OVER:
        move = random_move(position, random)
        moves.append(move)
        position = play(position, move).position
    return RandomGame(first, tuple(moves), position)


def random_games(board: Board, players: int, games: int, seed: int) -> Iterator[RandomGame]:
    """Play many games; each depends only on the seed and its own number, not on how many there are."""
    for number in range(1, games + 1):
        yield random_game(board, players, Random(f"{seed}/{number}"))


class _Row(NamedTuple):
    """What the summary keeps of a game, by distance from the start player."""

    totals: tuple[int, ...]
    won: tuple[bool, ...]
    moves: int
    turns: int


def _row(game: RandomGame) -> _Row:
    setup = game.last.setup
    players = len(setup.players)
    seats = [(setup.start + step) % players for step in range(players)]
    winners = winning_players(game.last)
    return _Row(
        totals=tuple(score(game.last, seat).total for seat in seats),
        won=tuple(setup.players[seat] in winners for seat in seats),
        moves=len(game.moves),
        turns=sum(isinstance(move, End) for move in game.moves),
    )


def run(options: argparse.Namespace) -> int:
    """Carry out `hansa-companion simulate`."""
    try:
        board = load_board(Path(options.board)) if options.board else shipped_board()
    except BoardError as error:
        raise UserError(str(error), BAD_CONFIGURATION) from error
    rows = []
    progress = Progress(options.games, "games", sys.stderr)
    with progress:
        for number, game in enumerate(random_games(board, options.players, options.games, options.seed), 1):
            rows.append(_row(game))
            if options.save:
                _save(Path(options.save), f"game-{number:04}.hansa", format_record(game.first, game.moves))
            if options.show:
                print(format_record(game.first, game.moves))  # a bar would stand before the next one
            else:
                progress.advance()
    summary = summarise(rows)
    print(json.dumps(summary, indent=2) if options.json else _table(summary))
    return OK


def _save(folder: Path, name: str, text: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{folder / name}: cannot be written: {error.strerror}") from error


def summarise(rows: Sequence[_Row]) -> Json:
    """Sum games up: scores and wins by seat counted from the start player, and lengths."""
    seats = range(len(rows[0].totals))
    return {
        "games": len(rows),
        "seats": [
            {
                "seat": seat + 1,
                "wins": sum(row.won[seat] for row in rows),
                "shared": sum(row.won[seat] and sum(row.won) > 1 for row in rows),
                "mean_score": round(mean(row.totals[seat] for row in rows), 2),
                "best_score": max(row.totals[seat] for row in rows),
            }
            for seat in seats
        ],
        "moves": _spread([row.moves for row in rows]),
        "turns": _spread([row.turns for row in rows]),
    }


def _spread(values: Sequence[int]) -> Json:
    return {"least": min(values), "median": median(values), "most": max(values)}


def _table(summary: Json) -> str:
    games = summary["games"]
    lines = [f"{games} game{'s' * (games != 1)}", "", "seat        wins  shared   score   best"]
    for row in summary["seats"]:
        label = f"{row['seat']}{' (start)' if row['seat'] == 1 else ''}"
        bar = "▇" * round(30 * row["wins"] / summary["games"])
        lines.append(
            f"{label:<10}{row['wins']:>6}{row['shared']:>8}{row['mean_score']:>8.1f}{row['best_score']:>7}  {bar}"
        )
    for what in ("moves", "turns"):
        spread = summary[what]
        lines.append(f"{what} a game: {spread['median']:g} (from {spread['least']} to {spread['most']})")
    return "\n".join(lines)
