"""Bots: what a game's box offers to simulations, demonstrations and the virtual table."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, Protocol

from companion.games.game import Game


class Gesture(NamedTuple):
    """Put a piece of a kind on a place; a piece that is put on the pad is taken off again."""

    group: str
    place: str


class Plan(NamedTuple):
    """What a bot means to do: its moves from here until somebody else, or chance, decides."""

    moves: tuple[Any, ...]
    value: float  # points that it expects to be ahead of the best other player at the end
    nodes: int  # positions that it looked at


class Players(Protocol):
    """The bots of one game; chance is separate, see `deal`."""

    @property
    def skills(self) -> tuple[str, ...]:
        """Those who decide at once, the weakest first."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Those who think, the weakest first; empty if a game has none."""

    def decide(self, position: Any, skill: str, random: Random) -> Any:
        """Return a move for the player who decides; not for positions where chance decides."""

    def plan(self, position: Any, level: str, random: Random, nodes: int | None = None) -> Plan:
        """Think about the rest of the turn, looking at no more positions than `nodes`, or than the level does."""

    def gestures(self, position: Any, move: Any) -> tuple[Gesture, ...]:
        """Return how a hand makes a move with pieces at a table with readers; empty if buttons make it."""

    def ends_turn(self, move: Any) -> bool:
        """Return whether a move ends a turn, for counting turns."""

    def ending(self, position: Any) -> str:
        """Return the kind of ending, for summaries; empty if a game has only one."""


def deal(game: Game[Any, Any, Any], position: Any, random: Random) -> Any:
    """Return a random outcome of chance, by its weights."""
    chances = game.chances(position)
    return random.choices(list(chances), weights=list(chances.values()))[0]


def next_move(game: Game[Any, Any, Any], players: Players, position: Any, skill: str, random: Random) -> Any:
    """Return the next move, from chance or from the player."""
    return deal(game, position, random) if game.chances(position) else players.decide(position, skill, random)
