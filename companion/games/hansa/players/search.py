"""Search: the best whole turns, each tried against the same futures, until the nodes are used up; pure.

A future is an order in which the supply comes up. Each of the most promising turns is followed through it for some
turns, in which everybody, the searcher too, plays the turn that looks best at its end. All turns are tried in the same
futures; the worse half is dropped, and the rest tried in more. At the end of the game this comes out exactly: turns are
listed to their end, and what is compared are the final points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from companion.games.hansa.players.evaluation import Evaluation, lead
from companion.games.hansa.players.turns import cheapest_loss, turn_ends
from companion.games.hansa.rules.goods import Marker, markers_in
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Lose, Move, Replenish, Reveal, Skip
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.shelf.players import Plan

_FILL, _PLACE, _REPLENISH, _LOSE, _OVER = Phase.FILL, Phase.PLACE, Phase.REPLENISH, Phase.LOSE, Phase.OVER
_REPLENISHED: Final = Replenish()
_SKIPPED: Final = Skip()


class Settings(NamedTuple):
    """How a search spends its nodes."""

    width: int = 24  # positions after each sailing that the searcher's own turn goes on from
    inner_width: int = 6  # the same in the turns that follow
    candidates: int = 12  # turns that are tried
    turns: int = 3  # that are followed in a future
    fills: int = 2  # futures in the first round of trials


class _OutOfNodes(Exception):
    """The budget is used up; what was being tried does not count."""


class _Candidate:
    """Moves that could be made now, what they lead to, and how they did in each future."""

    def __init__(self, moves: tuple[Move, ...], after: Position, looks: float) -> None:
        self.moves, self.after, self.looks = moves, after, looks
        self.sum, self.tried = 0.0, 0

    @property
    def value(self) -> float:
        return self.sum / self.tried if self.tried else self.looks


class Search:
    """One decision of one seat."""

    def __init__(
        self, position: Position, evaluation: Evaluation, nodes: int, random: Random, settings: Settings = Settings()
    ) -> None:
        self._position, self._evaluation, self._random, self._settings = position, evaluation, random, settings
        self._left, self._nodes = nodes, nodes
        self._supply = list(markers_in(position.unseen))
        self._futures: list[tuple[Marker, ...]] = []
        seat = position.mover
        assert seat is not None
        self._seat = seat

    def plans(self) -> Iterator[Plan]:
        """Find better and better plans; the first is there as soon as the own turn is listed."""
        found = self._candidates()
        found.sort(key=lambda each: -each.looks)
        yield self._plan(found[0])
        found = found[: self._settings.candidates]
        tried, fills = 0, self._settings.fills
        while len(found) > 1:
            try:
                for future in range(tried, tried + fills):
                    results = [self._follow(each.after, self._future(future)) for each in found]
                    for each, result in zip(found, results, strict=True):
                        each.sum += result
                        each.tried += 1
            except _OutOfNodes:
                break
            tried, fills = tried + fills, fills * 2
            found.sort(key=lambda each: -each.value)
            yield self._plan(found[0])
            found = found[: (len(found) + 1) // 2]
        found.sort(key=lambda each: -each.value)
        yield self._plan(found[0])

    def _plan(self, candidate: _Candidate) -> Plan:
        """Return the moves up to the first that others decide."""
        own = next((at for at, move in enumerate(candidate.moves) if at and type(move) is Lose), len(candidate.moves))
        return Plan(candidate.moves[:own], candidate.value, self._nodes - self._left)

    # --- what could be done now ---

    def _candidates(self) -> list[_Candidate]:
        position = self._position
        if position.phase is _PLACE or position.phase is _LOSE:
            return [self._single(move) for move in legal_moves(position)]
        if position.phase is not _REPLENISH:
            return self._own_turns(position, ())
        moves = legal_moves(position)
        found = []
        if _SKIPPED in moves:
            found = self._own_turns(self._play(position, _SKIPPED), (_SKIPPED,))
        filling = play(position, _REPLENISHED).position
        looks = 0.0
        for future in range(self._settings.fills):
            try:
                filled, _ = self._fill(filling, self._future(future))
                looks += self._judge(self._best_end(filled, self._seat)) / self._settings.fills
            except _OutOfNodes:
                looks = 0.0
                break
        return [_Candidate((_REPLENISHED,), filling, looks), *found]

    def _single(self, move: Move) -> _Candidate:
        after = play(self._position, move).position
        self._left -= 1
        return _Candidate((move,), after, self._judge(after))

    def _own_turns(self, position: Position, before: tuple[Move, ...]) -> list[_Candidate]:
        ends = turn_ends(position, max(1, self._left), self._settings.width, self._judge)
        self._left -= ends.nodes
        found = [
            _Candidate((*before, *ends.moves(place)), end, self._judge(end)) for place, end in enumerate(ends.positions)
        ]
        if not found:
            move = legal_moves(position)[0]
            found = [_Candidate((*before, move), play(position, move).position, 0.0)]
        return found

    def _judge(self, position: Position) -> float:
        return lead(self._evaluation.values(position), self._seat)

    # --- futures ---

    def _future(self, number: int) -> tuple[Marker, ...]:
        while len(self._futures) <= number:
            self._random.shuffle(self._supply)
            self._futures.append(tuple(self._supply))
        return self._futures[number]

    def _play(self, position: Position, move: Move) -> Position:
        if self._left <= 0:
            raise _OutOfNodes
        self._left -= 1
        return play(position, move).position

    def _fill(self, position: Position, supply: Sequence[Marker]) -> tuple[Position, Sequence[Marker]]:
        """Fill the warehouses; return what is left of the supply, too."""
        drawn = 0
        while position.phase is _FILL:
            position = self._play(position, Reveal(supply[drawn]))
            drawn += 1
        return position, supply[drawn:]

    def _follow(self, position: Position, supply: Sequence[Marker]) -> float:
        """Play on for some turns, as everybody likes best, and judge what came of it."""
        turns = self._settings.turns
        active = self._seat
        while position.phase is not _OVER:
            if position.phase is _FILL:
                position, supply = self._fill(position, supply)
            elif position.phase is _PLACE:
                position = self._placed(position)
            elif position.phase is _LOSE:
                position = self._play(position, cheapest_loss(position))
            else:
                if position.active != active:
                    if not turns:
                        break
                    turns, active = turns - 1, position.active
                position = self._turn(position)
        return self._judge(position)

    def _placed(self, position: Position) -> Position:
        seat, values = position.active, self._evaluation.values
        places = [self._play(position, move) for move in legal_moves(position)]
        return max(places, key=lambda after: lead(values(after), seat))

    def _turn(self, position: Position) -> Position:
        """Play a whole turn, or begin to replenish."""
        seat = position.active
        if position.phase is not _REPLENISH:
            return self._best_end(position, seat)
        if not any(position.warehouses):
            return self._play(position, _REPLENISHED)
        skipped = self._best_end(self._play(position, _SKIPPED), seat)
        values = self._evaluation.values
        gain = lead(values(skipped), seat) - lead(values(position), seat)
        if gain < self._evaluation.worth_of_filling(position):
            return self._play(position, _REPLENISHED)
        return skipped

    def _best_end(self, position: Position, seat: int) -> Position:
        values = self._evaluation.values

        def judge(position: Position) -> float:
            return lead(values(position), seat)

        ends = turn_ends(position, self._left, self._settings.inner_width, judge)
        self._left -= ends.nodes
        if self._left <= 0:
            raise _OutOfNodes
        return max(ends.positions, key=judge)
