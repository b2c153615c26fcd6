"""Bots: what a game's box offers to simulations, demonstrations and the virtual table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from companion.games.game import Game
from companion.words.say import Say


class Gesture(NamedTuple):
    """Put a piece of a kind on a place; a piece that is put on the pad is taken off again."""

    group: str
    place: str


class Plan(NamedTuple):
    """What a bot means to do: its moves from here until somebody else, or chance, decides."""

    moves: tuple[Any, ...]
    value: float  # points that it expects to be ahead of the best other player at the end
    nodes: int  # positions that it looked at


class Character(NamedTuple):
    """Somebody who likes other things than others of the same level, and plays about as well: `easy:bold`."""

    id: str
    name: Say
    sentence: Say  # what it says of itself


Watch = Callable[[int, int], None]  # is told how many positions were looked at, of how many at most


def unwatched(looked: int, most: int) -> None:
    """Do nothing: nobody watches."""


class Players(Protocol):
    """The bots of one game; chance is separate, see `deal`."""

    @property
    def skills(self) -> tuple[str, ...]:
        """Those who decide at once, the weakest first."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Those who think, the weakest first; empty if a game has none."""

    @property
    def characters(self) -> tuple[Character, ...]:
        """Whom those who think may be like; empty if they are all alike."""

    def decide(self, position: Any, skill: str, random: Random) -> Any:
        """Return a move for the player who decides; not for positions where chance decides."""

    def plan(
        self, position: Any, level: str, random: Random, nodes: int | None = None, watch: Watch = unwatched
    ) -> Plan:
        """Think about the rest of the turn, looking at no more positions than `nodes`, or than the level does.

        The level may have a character: `easy:bold`.
        `watch` is called again and again meanwhile; if it raises something, the thinking ends with that.
        """

    def winning_chances(self, position: Any) -> tuple[float, ...]:
        """Return how likely each seat is to win, between equal players; exactly, if the game is over."""

    def gestures(self, position: Any, move: Any) -> tuple[Gesture, ...]:
        """Return how a hand makes a move with pieces at a table with readers; empty if buttons make it."""

    def ends_turn(self, move: Any) -> bool:
        """Return whether a move ends a turn, for counting turns."""

    def ending(self, position: Any) -> str:
        """Return the kind of ending, for summaries; empty if a game has only one."""


def split_level(name: str) -> tuple[str, str]:
    """Return the level and the id of the character in a name; empty if it has none.

    >>> split_level("easy:bold"), split_level("easy")
    (('easy', 'bold'), ('easy', ''))
    """
    level, _, character = name.partition(":")
    return level, character


def does_think(players: Players, name: str) -> bool:
    """Return whether this is a level, or a level with a character."""
    level, apart, character = name.partition(":")
    return level in players.levels and (not apart or any(each.id == character for each in players.characters))


def is_known(players: Players, name: str) -> bool:
    """Return whether somebody of this name plays by itself."""
    return name in players.skills or does_think(players, name)


def names_known(players: Players, names: Sequence[str]) -> str:
    """List these names, and the characters of those who think among them."""
    level = next((name for name in names if name in players.levels), "")
    liked = ", ".join(f"{level}:{each.id}" for each in players.characters)
    if not level or not liked:
        return ", ".join(names)
    return f"{', '.join(names)}, or a level with a character, such as {liked}"


def deal(game: Game[Any, Any, Any], position: Any, random: Random) -> Any:
    """Return a random outcome of chance, by its weights."""
    chances = game.chances(position)
    return random.choices(list(chances), weights=list(chances.values()))[0]


def next_move(game: Game[Any, Any, Any], players: Players, position: Any, skill: str, random: Random) -> Any:
    """Return the next move, from chance or from the player."""
    return deal(game, position, random) if game.chances(position) else players.decide(position, skill, random)


LONGEST_TURN: Final = 60  # moves; whoever decides at random may go to and fro


def rest_of_turn(
    game: Game[Any, Any, Any], players: Players, position: Any, skill: str, random: Random
) -> tuple[Any, ...]:
    """Return what a skill decides on at once, move by move, until somebody else, or chance, decides."""
    mover = game.mover(position)
    moves: list[Any] = []
    while len(moves) < LONGEST_TURN and game.mover(position) == mover is not None and not game.chances(position):
        moves.append(players.decide(position, skill, random))
        position = game.play(position, moves[-1]).position
    return tuple(moves)


def think(players: Players, position: Any, name: str, random: Random, nodes: int | None = None) -> Plan:
    """Return what a level plans, or the one move that a skill decides on at once."""
    if does_think(players, name):
        return players.plan(position, name, random, nodes)
    return Plan((players.decide(position, name, random),), 0.0, 1)


class Steps:
    """A plan, kept to for as long as the game goes as planned."""

    def __init__(self) -> None:
        self._planned: list[tuple[Any, Any]] = []  # positions and the moves meant for them, the next one last

    def plan(self, game: Game[Any, Any, Any], position: Any, moves: Sequence[Any]) -> None:
        """Mean to make these moves from here on."""
        steps = []
        for move in moves:
            steps.append((position, move))
            position = game.play(position, move).position
        self._planned = steps[::-1]

    def next(self, position: Any) -> Any | None:
        """Return the move that was meant for this position, or None if nothing was."""
        if not self._planned or self._planned[-1][0] != position:
            return None
        return self._planned.pop()[1]


class Planner:
    """One player of one game, who keeps to a plan while the game goes as planned."""

    def __init__(self, game: Game[Any, Any, Any], thinks: Callable[[Any], Plan]) -> None:
        self._game, self._thinks, self._steps = game, thinks, Steps()

    def decide(self, position: Any) -> Any:
        """Return the next move; not for positions where chance decides."""
        move = self._steps.next(position)
        if move is None:
            self._steps.plan(self._game, position, self._thinks(position).moves)
            move = self._steps.next(position)
        return move
