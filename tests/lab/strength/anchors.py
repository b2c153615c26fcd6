"""Players that others are measured by, for any game: flat Monte Carlo, UCT, and OpenSpiel's MCTS; one move at a time.

`nodes` is how many play-outs flat Monte Carlo has, how many positions UCT makes, and how many simulations OpenSpiel's
MCTS has. Where OpenSpiel is not installed (`pip install open_spiel`), only asking for it fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from math import log, sqrt
from random import Random
from typing import Any, Final

from companion.shelf.box import AnyGame, GameBox
from companion.shelf.players import Plan, deal, next_move
from companion.shelf.winning import decided
from tests.lab.strength.entrants import Thinker

LONGEST: Final = 5_000  # moves of a play-out
Worth = Callable[[Any], Sequence[float]]  # of a position to each seat, from 0 to 1


def flat(box: GameBox, playouts: int) -> Thinker:
    """Return who plays every legal move on at random to the end, in turn, and takes the one that wins most often."""
    rules, bots = box.rules(None), box.players()

    def think(position: Any, random: Random, nodes: int | None) -> Plan:
        moves = list(rules.legal_moves(position))
        seat = seat_of(rules, position)
        won, tried = [0.0] * len(moves), [0] * len(moves)
        for number in range(nodes or playouts):
            place = number % len(moves)
            end = rules.play(position, moves[place]).position
            for _ in range(LONGEST):
                if rules.mover(end) is None:
                    break
                end = rules.play(end, next_move(rules, bots, end, bots.skills[0], random)).position
            won[place] += decided(rules.winners(end) or (), rules.players(end))[seat]
            tried[place] += 1
        best = max(range(len(moves)), key=lambda place: (won[place] / max(tried[place], 1), random.random()))
        return Plan((moves[best],), won[best], nodes or playouts)

    return think


def seat_of(rules: AnyGame, position: Any) -> int:
    """Number the seat of whoever decides."""
    return list(rules.players(position)).index(rules.mover(position) or "")


# --- UCT: a tree of moves, in which the better and the less tried ones are tried more; chance is drawn ---


class _Node:
    """A position in the tree: what came of it for each seat, and what follows."""

    __slots__ = ("after", "moves", "position", "seat", "sums", "visits")

    def __init__(self, position: Any, seat: int | None, seats: int) -> None:
        self.position, self.seat, self.visits = position, seat, 0
        self.sums = [0.0] * seats
        self.after: dict[Any, _Node] = {}
        self.moves: list[Any] | None = None  # not yet tried, in a random order


def uct(box: GameBox, worth: Worth, constant: float, budget: int) -> Thinker:
    """Return who searches the tree with this constant and values its leaves; plans while the same seat decides."""
    rules = box.rules(None)

    def node_of(position: Any) -> _Node:
        players = list(rules.players(position))
        mover = rules.mover(position)
        by_chance = mover is None or rules.chances(position)
        return _Node(position, None if by_chance else players.index(mover or ""), len(players))

    def value(position: Any) -> Sequence[float]:
        winners = rules.winners(position)
        return worth(position) if winners is None else decided(winners, rules.players(position))

    def think(position: Any, random: Random, nodes: int | None) -> Plan:
        root, made, most = node_of(position), 0, nodes or budget
        for _ in range(most):  # at the end of a game nothing new may be left to make
            if made >= most:
                break
            node, path = root, [root]
            while True:
                if node.seat is None:
                    if rules.mover(node.position) is None:
                        break
                    move = deal(rules, node.position, random)
                else:
                    if node.moves is None:
                        node.moves = list(rules.legal_moves(node.position))
                        random.shuffle(node.moves)
                    move = node.moves.pop() if node.moves else _most_promising(node, constant)
                is_new = move not in node.after
                if is_new:
                    made += 1
                    node.after[move] = node_of(rules.play(node.position, move).position)
                node = node.after[move]
                path.append(node)
                if is_new and node.seat is not None:
                    break
            for seat, each in enumerate(value(node.position)):
                for passed in path:
                    passed.sums[seat] += each
            for passed in path:
                passed.visits += 1
        return Plan(_line(root), 0.0, made)

    return think


def _most_promising(node: _Node, constant: float) -> Any:
    seat, whole = node.seat, log(node.visits + 1)
    assert seat is not None
    return max(
        node.after,
        key=lambda move: (
            (after := node.after[move]).sums[seat] / max(after.visits, 1)
            + constant * sqrt(whole / max(after.visits, 1))
        ),
    )


def _line(root: _Node) -> tuple[Any, ...]:
    """Return the moves that were tried most, as long as they were tried often and the same seat decides."""
    moves, node = list[Any](), root
    while node.after and node.seat == root.seat and (not moves or node.visits >= 50):
        moves.append(max(node.after, key=lambda move: node.after[move].visits))
        node = node.after[moves[-1]]
    return tuple(moves)


# --- OpenSpiel's MCTS, which is given a state of its own kind ---


class State:
    """A position as OpenSpiel's MCTS asks for it: actions are numbers, players are seats."""

    def __init__(self, rules: AnyGame, position: Any) -> None:
        self._rules, self._position = rules, position
        self._moves: list[Any] | None = None

    def clone(self) -> State:
        """Return a copy."""
        return State(self._rules, self._position)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._rules.mover(self._position) is None

    def is_chance_node(self) -> bool:
        """Return whether chance decides."""
        return bool(self._rules.chances(self._position))

    def current_player(self) -> int:
        """Return the seat that decides; -1 for chance, -4 if the game is over, as OpenSpiel counts."""
        return -4 if self.is_terminal() else -1 if self.is_chance_node() else seat_of(self._rules, self._position)

    def moves(self) -> list[Any]:
        """Return what can be done, in the order of the actions' numbers."""
        if self._moves is None:
            chances = self._rules.chances(self._position)
            self._moves = list(chances or self._rules.legal_moves(self._position))
        return self._moves

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Number what can be done."""
        del player
        return list(range(len(self.moves())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return how likely each outcome is."""
        weights = self._rules.chances(self._position)
        whole = sum(weights.values())
        return [(number, weights[move] / whole) for number, move in enumerate(self.moves())]

    def apply_action(self, action: int) -> None:
        """Do it."""
        self._position = self._rules.play(self._position, self.moves()[action]).position
        self._moves = None

    def returns(self) -> list[float]:
        """Return 1 for who has won, and -1 for who has lost."""
        won = decided(self._rules.winners(self._position) or (), self._rules.players(self._position))
        return [2 * share - 1 for share in won]


def openspiel(box: GameBox, simulations: int, constant: float = 2.0) -> Thinker:
    """Return OpenSpiel's MCTS, which plays its leaves on at random to the end."""
    rules = box.rules(None)

    def think(position: Any, random: Random, nodes: int | None) -> Plan:
        try:
            numpy, pyspiel = import_module("numpy"), import_module("pyspiel")
            mcts = import_module("open_spiel.python.algorithms.mcts")
        except ImportError as error:
            raise SystemExit("openspiel: this player needs the package open_spiel") from error
        own, chance = State(rules, position), numpy.random.RandomState(random.getrandbits(32))

        class Kind:
            """What OpenSpiel asks of a game."""

            reward_model = pyspiel.GameType.RewardModel.TERMINAL
            dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL

            def get_type(self) -> Kind:
                return self

            def max_utility(self) -> float:
                return 1.0

        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = mcts.MCTSBot(Kind(), constant, nodes or simulations, evaluator, random_state=chance)
        move = own.moves()[int(bot.mcts_search(own).best_child().action)]
        return Plan((move,), 0.0, nodes or simulations)

    return think
