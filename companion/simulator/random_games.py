"""Random games of any game: play them, sum them up, and save them in their notation."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

from companion.errors import BAD_CONFIGURATION, OK, USAGE, UserError
from companion.games.game import HOUSE_RULES, GameError, Json
from companion.shelf.box import AnyGame, GameBox
from companion.shelf.players import next_move
from companion.words.progress import Progress
from hardware.formats.durable import write_durably


class RandomGame(NamedTuple):
    """A whole game played by random players."""

    first: Any
    moves: tuple[Any, ...]
    last: Any


def random_game(
    box: GameBox, game: AnyGame, players: int, random: Random, house_rules: Sequence[str] = ()
) -> RandomGame:
    """Play a whole game."""
    setup = box.random_setup(players, random)
    first = position = game.new({**setup, HOUSE_RULES: list(house_rules)} if house_rules else setup)
    bots = box.players(game)
    skill = bots.skills[0]
    moves = []
    while game.mover(position) is not None:
        move = next_move(game, bots, position, skill, random)
        moves.append(move)
        position = game.play(position, move).position
    return RandomGame(first, tuple(moves), position)


def random_games(
    box: GameBox, game: AnyGame, players: int, games: int, seed: int, house_rules: Sequence[str] = ()
) -> Iterator[RandomGame]:
    """Play many games; each depends only on the seed and its own number, not on how many there are."""
    for number in range(1, games + 1):
        yield random_game(box, game, players, Random(f"{seed}/{number}"), house_rules)


class _Row(NamedTuple):
    """The facts of a game for the summary, by distance from the start player."""

    totals: tuple[int, ...]
    won: tuple[bool, ...]
    moves: int
    turns: int
    ending: str


def _row(box: GameBox, game: AnyGame, played: RandomGame) -> _Row:
    players = game.players(played.last)
    begin = players.index(game.format_state(played.first).get("start", players[0]))
    seats = [players[(begin + step) % len(players)] for step in range(len(players))]
    winners = game.winners(played.last) or ()
    scores = game.scores(played.last)
    bots = box.players(game)
    return _Row(
        totals=tuple(scores[seat].total for seat in seats),
        won=tuple(seat in winners for seat in seats),
        moves=len(played.moves),
        turns=sum(bots.ends_turn(move) for move in played.moves),
        ending=bots.ending(played.last),
    )


def run(options: argparse.Namespace, box: GameBox) -> int:
    """Carry out `hansa-companion simulate` with a game."""
    try:
        game = box.rules(Path(options.board) if options.board else None)
    except GameError as error:
        raise UserError(str(error), BAD_CONFIGURATION) from error
    players = options.players or box.seats[-1]
    if players not in box.seats:
        raise UserError(f"--players {players}: expected {box.seats[0]} to {box.seats[-1]}", USAGE)
    known = [rule.id for rule in box.house_rules()]
    for rule in options.house_rule:
        if rule not in known or options.house_rule.count(rule) > 1:
            raise UserError(f"--house-rule {rule}: expected some of {', '.join(known) or 'none'}, each once", USAGE)
    rows = []
    progress = Progress(options.games, "games", sys.stderr)
    with progress:
        games = random_games(box, game, players, options.games, options.seed, options.house_rule)
        for number, played in enumerate(games, 1):
            rows.append(_row(box, game, played))
            record = game.format_record(played.first, played.moves) if options.save or options.show else ""
            if options.save:
                _save(Path(options.save), f"game-{number:04}{box.suffix}", record)
            if options.show:
                print(record)  # the progress bar would be in front of the next game
            else:
                progress.advance()
    summary = summarise(rows)
    print(json.dumps(summary, indent=2) if options.json else _table(summary))
    return OK


def _save(folder: Path, name: str, text: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_durably(folder / name, text.encode())
    except OSError as error:
        raise UserError(f"{folder / name}: cannot be written: {error.strerror}") from error


def summarise(rows: Sequence[_Row]) -> Json:
    """Return a summary: scores and wins by seat from the start player, lengths, and how games ended."""
    seats = range(len(rows[0].totals))
    endings = Counter(row.ending for row in rows if row.ending)
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
        **({"endings": dict(endings.most_common())} if endings else {}),
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
    for ending, count in summary.get("endings", {}).items():
        lines.append(f"ended by {ending}: {count}")
    return "\n".join(lines)
