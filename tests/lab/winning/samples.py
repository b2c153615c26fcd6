"""Games of equal players, for the chances of winning: what is counted at the beginning of each turn, and who won.

A game is a line of JSON. It is kept, and counts as long as the features have the same names.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from companion.shelf.box import GameBox
from companion.shelf.players import Planner, deal, think
from companion.shelf.winning import decided, mark_of

LEVELS = ("medium", "hard")  # in turn
MOST_MOVES = 20_000


class Sample(NamedTuple):
    """One moment of a game."""

    progress: float
    rows: Sequence[Sequence[float]]  # for each seat
    lead: Sequence[float]  # points of each seat


class Played(NamedTuple):
    """One game: its moments, and the share of the win of each seat."""

    samples: list[Sample]
    won: Sequence[float]


def counting(game: str) -> ModuleType:
    """Return what a game counts."""
    return import_module(f"companion.games.{game}.players.winning")


def play_game(box: GameBox, players: int, seeds: str, number: int) -> Played:
    """Play a game between players of one level; it depends on seeds and number alone."""
    rules, bots, counts = box.rules(None), box.players(), counting(box.id)
    level, name = LEVELS[number % len(LEVELS)], f"winning {seeds} {players} {number}"
    chance = Random(f"{name} chance")
    position: Any = rules.new(box.random_setup(players, Random(f"{name} setup")))
    random = Random(f"{name} players")
    seats = {player: Planner(rules, lambda at: think(bots, at, level, random)) for player in rules.players(position)}
    samples, active = list[Sample](), None
    for _ in range(MOST_MOVES):
        if (mover := rules.mover(position)) is None:
            break
        if rules.chances(position):
            position = rules.play(position, deal(rules, position, chance)).position
            continue
        if rules.active(position) != active:
            active = rules.active(position)
            points = [each.total for each in rules.scores(position).values()]
            samples.append(Sample(counts.progress(position), counts.count(position), points))
        position = rules.play(position, seats[mover].decide(position)).position
    return Played(samples, decided(rules.winners(position) or (), rules.players(position)))


class Kept:
    """The games of one game and one set of seeds, in a file."""

    def __init__(self, path: Path, features: Sequence[str]) -> None:
        self._path, self._mark = path, mark_of(features)
        self._known: dict[tuple[int, int], Played] = {}
        for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            try:
                line = json.loads(text)
            except ValueError:  # the run was broken off while this was written
                continue
            if line["mark"] == self._mark:
                samples = [Sample(*each) for each in line["samples"]]
                self._known[line["players"], line["number"]] = Played(samples, line["won"])

    def games(self, players: int) -> list[Played]:
        """Return the games for this many players, in their order."""
        return [self._known[key] for key in sorted(self._known) if key[0] == players]

    def has(self, players: int, number: int) -> bool:
        """Return whether a game has been played."""
        return (players, number) in self._known

    def add(self, players: int, number: int, played: Played) -> None:
        """Keep one more game."""
        self._known[players, number] = played
        samples = [
            (round(each.progress, 4), [[round(number, 3) for number in row] for row in each.rows], each.lead)
            for each in played.samples
        ]
        line = {"mark": self._mark, "players": players, "number": number, "samples": samples, "won": played.won}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
