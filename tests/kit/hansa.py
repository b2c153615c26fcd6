"""Hansa out of its box, for tests that need some game that is really played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.games.hansa.boards import named_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.page.drawing import HansaSummary
from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.position import Position
from companion.games.hansa.table.hansatable import HansaTable
from companion.scenario.runner import vocabulary_of
from companion.shelf.shelf import open_box, shipped_rules
from companion.simulator import random_games as simulated
from companion.simulator.random_games import RandomGame as RandomGame

BOX = open_box("hansa")
RULES = shipped_rules("hansa")
VOCABULARY = vocabulary_of("hansa")


def game_table() -> HansaTable:
    """Hansa as it is played at the table, on the shipped board."""
    return HansaTable(Hansa(named_board("0.1")))


def summary_of(game_table: HansaTable) -> HansaSummary:
    """What a table of Hansa tells the hub."""
    return HansaSummary(game_table.game)


def random_setup(board: Board, players: int, random: Random) -> Position:
    """Set up a game by chance."""
    return Hansa(board).new(BOX.random_setup(players, random))


def random_game(board: Board, players: int, random: Random) -> RandomGame:
    """Play a whole game by chance."""
    return simulated.random_game(BOX, Hansa(board), players, random)


def random_games(board: Board, players: int, games: int, seed: int) -> Iterator[RandomGame]:
    """Play many games by chance."""
    return simulated.random_games(BOX, Hansa(board), players, games, seed)
