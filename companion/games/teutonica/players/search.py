"""A bot that thinks: it plays a few turns on for some rounds, and takes the one that most likely wins.

In: a position, a greedy player for the play-outs, how far and how wide to look, how many positions at most, chance.
Out: plans, the best so far again and again, so that whoever asks may stop at any of them. The candidates are the greedy
player's best first moves, each continued by it until somebody else, or chance, decides. Each is then played on by the
greedy player on all seats, with the same chance, and the chances of winning are judged where that ends; where they are
about equal, the lead in points. A game that ends is counted as it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.games.teutonica.game import RULES
from companion.games.teutonica.players.characters import policy_of
from companion.games.teutonica.players.greedy import Greedy, considered, noticed, outcome
from companion.games.teutonica.players.winning import winning_chances
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.scoring import score
from companion.shelf.players import Plan, Watch, deal, split_level, unwatched

WON = 15.0  # points that winning is worth on top, and that losing costs
LONGEST = 60  # moves of a turn: more is no plan
_CHANCE = frozenset({Phase.TAVERNS, Phase.REVEAL})
_DIGITS = 2  # of a chance: where it is as good as won or lost, the lead decides, so that whoever wins ends the game
TRIED = 4  # first moves for each candidate, because many lead to the same turn


class Depth(NamedTuple):
    """How a bot thinks."""

    candidates: int
    rounds: int
    nodes: int  # positions at most, in the whole decision
    overlooked: float = 0.0  # of its own moves


class _Line(NamedTuple):
    """A candidate: the moves of the rest of a turn, and where they lead."""

    moves: tuple[Move, ...]
    after: Position


def plans(player: Greedy, position: Position, depth: Depth, random: Random, watch: Watch = unwatched) -> Iterator[Plan]:
    """Think about the rest of the turn; return the best plan so far, again and again."""
    seat, began = position.mover, player.nodes
    assert seat is not None

    def looked() -> None:
        watch(player.nodes - began, depth.nodes)

    seed = random.getrandbits(32)
    most = began + depth.nodes
    lines: list[_Line] = []
    for line in _lines(player, position, depth, random, looked):
        if not lines:
            plan = Plan(line.moves, lead(player, line.after, seat), player.nodes - began)
            yield plan
        lines.append(line)
        if len(lines) == depth.candidates or player.nodes >= most:
            break
    if len(lines) < 2:
        return
    best = (-1.0, 0.0)
    for line in lines:
        end = _played_on(player, line.after, depth.rounds, seed, most, looked)
        if end is None:  # out of nodes
            yield plan._replace(nodes=player.nodes - began)
            return
        judged = round(winning_chances(end)[seat], _DIGITS), lead(player, end, seat)
        if judged > best:
            best, plan = judged, Plan(line.moves, judged[1], 0)
        plan = plan._replace(nodes=player.nodes - began)
        yield plan


def lead(player: Greedy, position: Position, seat: int) -> float:
    """Return how many points a seat is ahead of the best other, as the player sees it; exactly, if the game is over."""
    if position.phase is Phase.OVER:
        points: list[float] = [score(position, each).total for each in position.seats]
        own = points.pop(seat)
        return own - max(points) + WON * outcome(position, seat)
    worths = [player.standing(position, each) for each in position.seats]
    own = worths.pop(seat)
    return own - max(worths)


def _lines(
    player: Greedy, position: Position, depth: Depth, random: Random, looked: Callable[[], None]
) -> Iterator[_Line]:
    """Return different turns, the one first whose first move the player likes best."""
    moves = noticed(considered(position), depth.overlooked, random)
    worths = player.worths(position, moves) if len(moves) > 1 else [0.0]
    chances = [random.random() for _ in moves]
    order = sorted(range(len(moves)), key=lambda place: (worths[place], chances[place]), reverse=True)
    seen = set()
    for place in order[: depth.candidates * TRIED]:
        line = _line(player, position, moves[place], depth.overlooked, random)
        looked()
        key = tuple(line.after)[1:]  # without the set-up, which stays the same
        if key not in seen:
            seen.add(key)
            yield line


def _line(player: Greedy, position: Position, move: Move, overlooked: float, random: Random) -> _Line:
    """Continue a turn from its first move until somebody else, or chance, decides."""
    seat, turn, line = position.mover, position.active, [move]
    position = play(position, move).position
    while position.mover == seat and position.active == turn and position.phase not in _CHANCE and len(line) < LONGEST:
        line.append(player.move(position, random, overlooked))
        position = play(position, line[-1]).position
    return _Line(tuple(line), position)


def _played_on(
    player: Greedy, position: Position, rounds: int, seed: int, most: int, looked: Callable[[], None]
) -> Position | None:
    """Return the position after some rounds, or nothing if they take too many positions."""
    chance, ties = Random(f"chance {seed}"), Random(f"ties {seed}")
    turns, active = rounds * len(position.players), position.active
    while position.mover is not None:
        if position.phase in _CHANCE:
            move = deal(RULES, position, chance)
        else:
            if player.nodes >= most:
                return None
            move = player.move(position, ties)
            looked()
        position = play(position, move).position
        if position.active != active:
            turns, active = turns - 1, position.active
            if turns <= 0:
                break
    return position


# --- levels ---


LEVELS: Final[Mapping[str, Depth]] = MappingProxyType(
    {
        "beginner": Depth(candidates=1, rounds=0, nodes=3_000, overlooked=0.25),
        "easy": Depth(candidates=1, rounds=0, nodes=3_000, overlooked=0.18),
        "medium": Depth(candidates=1, rounds=0, nodes=3_000, overlooked=0.12),
        "hard": Depth(candidates=1, rounds=0, nodes=3_000),
        "expert": Depth(candidates=2, rounds=2, nodes=10_000),
        "best": Depth(candidates=6, rounds=2, nodes=25_000),
    }
)


def level_plans(
    position: Position, level: str, random: Random, nodes: int | None = None, watch: Watch = unwatched
) -> Iterator[Plan]:
    """Find better and better plans for the player who decides, with the level's nodes or with this many.

    The level may have a character.
    """
    level, character = split_level(level)
    depth = LEVELS[level]
    if nodes is not None:
        depth = depth._replace(nodes=nodes)
    return plans(policy_of(character, len(position.players)), position, depth, random, watch)
