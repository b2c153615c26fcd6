"""The greedy player in the plainest way: makes every position and values all of it.

What the shipped one does by difference and from memory must be the same to the last bit; see `test_players`. It is also
what `make bench PARTS=teutonica_players` measures against.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from companion.games.teutonica.players.features import MOST_TRADERS, Weights
from companion.games.teutonica.players.prizes import prizes, prospect_of
from companion.games.teutonica.rules.bonus import REMOVED_AT_MOST
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import End, Establish, Lift, Move
from companion.games.teutonica.rules.pieces import EMPTY, Kind, Places
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Establishing, Moving, Paying, Player, Position, Removing
from companion.games.teutonica.rules.scoring import CONTROLLED, controller, score

_prizes = lru_cache(maxsize=64)(prizes)


class PlainPlayer:
    """A greedy player that remembers nothing but prizes."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def move(self, position: Position, random: Random) -> Move:
        moves = _considered(position)
        if len(moves) == 1:
            return moves[0]
        worths = self.worths(position, moves)
        return max(zip(moves, worths, strict=True), key=lambda pair: (pair[1], random.random()))[0]

    def worths(self, position: Position, moves: Sequence[Move]) -> list[float]:
        seat = position.mover
        assert seat is not None
        view = _View(position, seat, self._weights)
        return [view.worth_of(position, move) for move in moves]


def _considered(position: Position) -> Sequence[Move]:
    moves = legal_moves(position)
    if type(position.step) is Moving and position.step.hand:
        return [move for move in moves if type(move) is not Lift]
    return moves


class _View:
    """One seat at one decision."""

    def __init__(self, position: Position, seat: int, weights: Weights) -> None:
        self._seat, self._weights = seat, weights
        self._own = position.setup.own[seat]
        self._prizes = _prizes(prospect_of(position, seat), weights)

    def worth_of(self, position: Position, move: Move) -> float:
        if type(move) is End:
            return (
                self.worth(position) + self._weights.action * max(position.actions_left - 1, 0) + self._weights.effort
            )
        pace = self._weights.pace if type(move) is Establish else 0.0
        return self._in_the_end(play(position, move).position) + pace

    def _in_the_end(self, position: Position) -> float:
        step = position.step
        must = type(step) in (Paying, Establishing) or (type(step) is Moving and bool(step.hand))
        if must and position.mover == self._seat:
            return max(self._in_the_end(play(position, move).position) for move in _considered(position))
        if type(step) is Removing and step.left == REMOVED_AT_MOST:
            return max(self.worth(play(position, move).position) for move in legal_moves(position))
        left = position.actions_left if position.active == self._seat else 0
        return self.worth(position) + self._weights.action * left

    def worth(self, position: Position) -> float:
        weights, player = self._weights, position.players[self._seat]
        rivals = sum([each.prestige for each in position.players]) - player.prestige
        worth = self._scored(position) + self._pieces(position, player) - weights.rival * rivals
        tracks = sum(track[level] for track, level in zip(weights.tracks, player.levels, strict=True))
        worth += weights.marker * len(player.markers) + tracks
        if position.pawn:
            near = position.setup.side.bordering[position.pawn]
            worth += weights.reach * max(self._promise(route, position.routes[route], player) for route in near)
        return worth

    def _scored(self, position: Position) -> float:
        cities, trader = position.cities, self._own[Kind.TRADER]
        offices = [cities.offices(city) for city in range(len(cities.spaces))]
        controlled = sum(controller(each) == trader for each in offices)
        present = sum(trader in each.lower() for each in offices)
        presence = (self._weights.control - CONTROLLED) * controlled + self._weights.office * present
        return score(position, self._seat).total + presence

    def _pieces(self, position: Position, player: Player) -> float:
        traders, merchants = player.supply(Kind.TRADER), player.supply(Kind.MERCHANT)
        worth = self._weights.traders[min(traders, MOST_TRADERS)] + self._weights.merchant * merchants
        force = traders + merchants + player.stock_size
        for route, houses in enumerate(position.routes):
            own, others = self._count(houses)
            if own:
                prize = (
                    self._prizes[route].merchant if self._own[Kind.MERCHANT] in houses else self._prizes[route].traders
                )
                part = (own / len(houses)) ** self._weights.convex
                worth += self._weights.filled * prize * part * self._weights.in_the_way**others
            force += own
        return worth + self._weights.force_worth(force)

    def _count(self, houses: Places) -> tuple[int, int]:
        own = houses.count(self._own[Kind.TRADER]) + houses.count(self._own[Kind.MERCHANT])
        return own, len(houses) - houses.count(EMPTY) - own

    def _promise(self, route: int, houses: Places, player: Player) -> float:
        own, others = self._count(houses)
        merchant = self._own[Kind.MERCHANT] in houses or (EMPTY in houses and player.supply(Kind.MERCHANT))
        prize = self._prizes[route].merchant if merchant else self._prizes[route].traders
        return prize * (own + 1) / (len(houses) + 1) * self._weights.in_the_way**others
