"""Games of any game between bots: play them, sum them up, and save them in their notation."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

from companion.errors import BAD_CONFIGURATION, OK, USAGE, UserError
from companion.games.game import HOUSE_RULES, GameError, Json
from companion.shelf.box import AnyGame, GameBox
from companion.shelf.players import Planner, deal, is_known, names_known, next_move, think
from companion.words.progress import Progress
from hardware.formats.durable import write_durably


class RandomGame(NamedTuple):
    """A whole game played by bots: random ones, unless others were asked for."""

    first: Any
    moves: tuple[Any, ...]
    last: Any
    skills: tuple[str, ...] = ()  # in seating order; empty if all were random


def random_game(
    box: GameBox, game: AnyGame, players: int, random: Random, house_rules: Sequence[str] = ()
) -> RandomGame:
    """Play a whole game."""
    first = position = _new_game(box, game, players, random, house_rules)
    bots = box.players()
    skill = bots.skills[0]
    moves = []
    while game.mover(position) is not None:
        move = next_move(game, bots, position, skill, random)
        moves.append(move)
        position = game.play(position, move).position
    return RandomGame(first, tuple(moves), position)


def _new_game(box: GameBox, game: AnyGame, players: int, random: Random, house_rules: Sequence[str]) -> Any:
    setup = box.random_setup(players, random)
    return game.new({**setup, HOUSE_RULES: list(house_rules)} if house_rules else setup)


def skilled_game(
    box: GameBox, game: AnyGame, skills: Sequence[str], random: Random, house_rules: Sequence[str] = ()
) -> RandomGame:
    """Play a whole game between bots of these skills or levels, in seating order."""
    first = position = _new_game(box, game, len(skills), random, house_rules)
    bots = box.players()
    seats = {
        player: Planner(game, partial(think, bots, name=skill, random=random))
        for player, skill in zip(game.players(first), skills, strict=True)
    }
    moves = []
    while (mover := game.mover(position)) is not None:
        move = deal(game, position, random) if game.chances(position) else seats[mover].decide(position)
        moves.append(move)
        position = game.play(position, move).position
    return RandomGame(first, tuple(moves), position, tuple(skills))


def random_games(
    box: GameBox,
    game: AnyGame,
    players: int,
    games: int,
    seed: int,
    skills: Sequence[str] = (),
    house_rules: Sequence[str] = (),
) -> Iterator[RandomGame]:
    """Play many games; each depends only on the seed and its own number, not on how many there are.

    Bots of given skills change seats from game to game: each moves on by one.
    """
    for number in range(1, games + 1):
        random = Random(f"{seed}/{number}")
        if skills:
            yield skilled_game(box, game, rotated(skills, number - 1), random, house_rules)
        else:
            yield random_game(box, game, players, random, house_rules)


def rotated(skills: Sequence[str], by: int) -> tuple[str, ...]:
    """Return skills moved on by some seats.

    >>> rotated(("best", "simple", "random"), 1)
    ('random', 'best', 'simple')
    """
    by %= len(skills)
    return (*skills[len(skills) - by :], *skills[: len(skills) - by])


class _Row(NamedTuple):
    """The facts of a game for the summary, by distance from the start player."""

    totals: tuple[int, ...]
    won: tuple[bool, ...]
    moves: int
    turns: int
    ending: str
    skills: tuple[str, ...] = ()


def _row(box: GameBox, game: AnyGame, played: RandomGame) -> _Row:
    players = game.players(played.last)
    begin = players.index(game.format_state(played.first).get("start", players[0]))
    seats = [players[(begin + step) % len(players)] for step in range(len(players))]
    winners = game.winners(played.last) or ()
    scores = game.scores(played.last)
    bots = box.players()
    return _Row(
        totals=tuple(scores[seat].total for seat in seats),
        won=tuple(seat in winners for seat in seats),
        moves=len(played.moves),
        turns=sum(bots.ends_turn(move) for move in played.moves),
        ending=bots.ending(played.last),
        skills=tuple(skills[players.index(seat)] for seat in seats) if (skills := played.skills) else (),
    )


def run(options: argparse.Namespace, box: GameBox) -> int:
    """Carry out `hansa-companion simulate` with a game."""
    try:
        game = box.rules(Path(options.board) if options.board else None)
    except GameError as error:
        raise UserError(str(error), BAD_CONFIGURATION) from error
    players = options.players or len(options.skills) or box.seats[-1]
    if players not in box.seats:
        asked = f"--players {players}" if options.players else f"--skills {','.join(options.skills)}"
        raise UserError(f"{asked}: expected {box.seats[0]} to {box.seats[-1]}", USAGE)
    _check_skills(options.skills, players, box)
    known = [rule.id for rule in box.house_rules()]
    for rule in options.house_rule:
        if rule not in known or options.house_rule.count(rule) > 1:
            raise UserError(f"--house-rule {rule}: expected some of {', '.join(known) or 'none'}, each once", USAGE)
    rows = []
    progress = Progress(options.games, "games", sys.stderr)
    games = random_games(box, game, players, options.games, options.seed, options.skills, options.house_rule)
    with progress:
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


def _check_skills(skills: Sequence[str], players: int, box: GameBox) -> None:
    bots = box.players()
    for skill in skills:
        if not is_known(bots, skill):
            known = names_known(bots, (*bots.skills, *bots.levels))
            raise UserError(f"--skills {skill!r:.40}: expected only {known}", USAGE)
    if skills and len(skills) != players:
        raise UserError(f"--skills {','.join(skills)}: expected {players} of them, one for each player", USAGE)


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
        **({"skills": _by_skill(rows)} if rows[0].skills else {}),
        "moves": _spread([row.moves for row in rows]),
        "turns": _spread([row.turns for row in rows]),
        **({"endings": dict(endings.most_common())} if endings else {}),
    }


def _by_skill(rows: Sequence[_Row]) -> list[Json]:
    """Sum up each skill, wherever it sat; a game with several players of one skill counts for each of them."""
    summed = []
    for skill in dict.fromkeys(skill for row in rows for skill in sorted(row.skills)):
        sat = [(row, seat) for row in rows for seat, each in enumerate(row.skills) if each == skill]
        summed.append(
            {
                "skill": skill,
                "games": len(sat),
                "wins": sum(row.won[seat] for row, seat in sat),
                "shared": sum(row.won[seat] and sum(row.won) > 1 for row, seat in sat),
                "mean_score": round(mean(row.totals[seat] for row, seat in sat), 2),
                "best_score": max(row.totals[seat] for row, seat in sat),
            }
        )
    return summed


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
    if "skills" in summary:
        wide = max(10, *(len(row["skill"]) for row in summary["skills"]))
        lines += ["", f"{'skill':<{wide}} games    wins  shared   score   best"]
    for row in summary.get("skills", ()):
        bar = "▇" * round(30 * row["wins"] / row["games"])
        lines.append(
            f"{row['skill']:<{wide}}{row['games']:>6}{row['wins']:>8}{row['shared']:>8}"
            f"{row['mean_score']:>8.1f}{row['best_score']:>7}  {bar}"
        )
    for what in ("moves", "turns"):
        spread = summary[what]
        lines.append(f"{what} a game: {spread['median']:g} (from {spread['least']} to {spread['most']})")
    for ending, count in summary.get("endings", {}).items():
        lines.append(f"ended by {ending}: {count}")
    return "\n".join(lines)
