"""Search: the best whole turns, each tried against the same futures, until the nodes are used up; pure.

A future is an order in which the supply comes up. Each of the most promising turns is followed through it for some
turns, in which everybody, the searcher too, plays the turn that looks best at its end. All turns are tried in the same
futures; the worse half is dropped, and the rest tried in more. At the end of the game this comes out exactly: turns are
listed to their end, and what is compared are the final points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.games.hansa.players.characters import evaluation_of
from companion.games.hansa.players.evaluation import Evaluation, lead
from companion.games.hansa.players.whole_turns import Ends, Judge, cheapest_loss, turn_ends
from companion.games.hansa.rules.goods import Marker, markers_in
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Lose, Move, Replenish, Reveal, Skip
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.shelf.players import Plan, Watch, split_level, unwatched

_FILL, _PLACE, _REPLENISH, _LOSE, _OVER = Phase.FILL, Phase.PLACE, Phase.REPLENISH, Phase.LOSE, Phase.OVER
_REPLENISHED: Final = Replenish()
_SKIPPED: Final = Skip()


class Settings(NamedTuple):
    """How a search spends its nodes."""

    width: int = 24  # positions after each sailing that the searcher's own turn goes on from
    inner_width: int = 6  # the same in the turns that follow
    candidates: int = 12  # turns that are tried
    turns: int | None = None  # that are followed in a future; None for one of each player, up to the searcher's next
    fills: int = 2  # futures for what replenishing looks like
    noise: float = 0.0  # points by which the searcher is wrong about a turn, as a standard deviation


class _OutOfNodes(Exception):
    """The budget is used up; what was being tried does not count."""


class _Candidate:
    """Moves that could be made now, what they lead to, and how they did in each future."""

    def __init__(self, moves: tuple[Move, ...], after: Position, looks: float, error: float) -> None:
        self.moves, self.after, self.looks, self.error = moves, after, looks + error, error
        self.sum, self.tried = 0.0, 0

    @property
    def value(self) -> float:
        return self.sum / self.tried + self.error if self.tried else self.looks


class Search:
    """One decision of one seat."""

    def __init__(
        self,
        position: Position,
        evaluation: Evaluation,
        nodes: int,
        random: Random,
        settings: Settings,
        watch: Watch = unwatched,
    ) -> None:
        self._position, self._evaluation, self._random, self._settings = position, evaluation, random, settings
        self._left, self._nodes, self._watch = nodes, nodes, watch
        self._turns = len(position.hands) if settings.turns is None else settings.turns
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
        tried, futures = 0, 1
        found = self._worth_trying(found)
        while len(found) > 1:
            try:
                for number in range(tried, tried + futures):
                    results = [self._follow(each.after, self._future(number)) for each in found]
                    for each, result in zip(found, results, strict=True):
                        each.sum += result
                        each.tried += 1
            except _OutOfNodes:
                break
            tried, futures = tried + futures, futures * 2
            found.sort(key=lambda each: -each.value)
            yield self._plan(found[0])
            found = found[: (len(found) + 1) // 2]
        found.sort(key=lambda each: -each.value)
        yield self._plan(found[0])

    def _worth_trying(self, found: list[_Candidate]) -> list[_Candidate]:
        """Return as many of the best-looking candidates as can be tried and halved with the nodes that are left."""
        count = min(len(found), self._settings.candidates)
        if count < 2 or not self._turns:
            return found[:1]
        before = self._left
        try:
            self._follow(found[0].after, self._future(0))
        except _OutOfNodes:
            return found[:1]
        cost = before - self._left
        while count > 2 and count * (count - 1).bit_length() * cost > self._left:
            count -= 1
        return found[:count]

    def _plan(self, candidate: _Candidate) -> Plan:
        """Return the moves up to the first that others decide."""
        own = next((at for at, move in enumerate(candidate.moves) if at and type(move) is Lose), len(candidate.moves))
        return Plan(candidate.moves[:own], candidate.value, self._nodes - self._left)

    # --- what could be done now ---

    def _candidates(self) -> list[_Candidate]:
        """Look at what could be done, as far as the nodes go; where they end at once, return some legal move."""
        position, found = self._position, list[_Candidate]()
        moves = legal_moves(position)
        try:
            if position.phase is _PLACE or position.phase is _LOSE:
                for move in moves:
                    after = self._play(position, move)
                    found.append(self._candidate((move,), after, self._judge(after)))
            elif position.phase is not _REPLENISH:
                found += self._own_turns(position, ())
            else:
                if _SKIPPED in moves:
                    turns = self._own_turns(self._play(position, _SKIPPED), (_SKIPPED,))
                    found += [each for each in turns if not _is_idle(position, each.after)]
                found.append(self._replenishing(position))
        except _OutOfNodes:
            pass
        # Purchases, buildings and sales stand last, replenishing first: this way every game comes to its end.
        return found or [self._candidate((moves[0 if position.phase is _REPLENISH else -1],), position, 0.0)]

    def _own_turns(self, position: Position, before: tuple[Move, ...]) -> list[_Candidate]:
        ends = self._ends(position, self._settings.width, self._judge)
        return [
            self._candidate((*before, *ends.moves(place)), end, self._judge(end))
            for place, end in enumerate(ends.positions)
        ]

    def _replenishing(self, position: Position) -> _Candidate:
        """Replenish: it looks as good as the best turns do in the first futures."""
        filling = self._play(position, _REPLENISHED)
        looks = 0.0
        for number in range(self._settings.fills):
            filled, _ = self._fill(filling, self._future(number))
            looks += self._judge(self._best_end(filled, self._seat)) / self._settings.fills
        return self._candidate((_REPLENISHED,), filling, looks)

    def _candidate(self, moves: tuple[Move, ...], after: Position, looks: float) -> _Candidate:
        noise = self._settings.noise
        return _Candidate(moves, after, looks, self._random.gauss(0.0, noise) if noise else 0.0)

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
        turns, active = self._turns, self._seat
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
        if gain < self._evaluation.worth_of_filling(position) or _is_idle(position, skipped):
            return self._play(position, _REPLENISHED)
        return skipped

    def _best_end(self, position: Position, seat: int) -> Position:
        values = self._evaluation.values

        def judge(position: Position) -> float:
            return lead(values(position), seat)

        ends = self._ends(position, self._settings.inner_width, judge)
        if self._left <= 0:
            raise _OutOfNodes
        return max(ends.positions, key=judge)

    def _ends(self, position: Position, width: int, judge: Judge) -> Ends:
        ends = turn_ends(position, self._left, width, judge)
        self._left -= ends.nodes
        self._watch(self._nodes - self._left, self._nodes)
        return ends


def _is_idle(position: Position, end: Position) -> bool:
    """Return whether nothing was bought, built or sold in a turn.

    Nobody who could replenish has such a turn: a game in which everybody waited for another to replenish would not end.
    """
    return position.hands == end.hands and position.booths == end.booths and position.sold == end.sold


# --- levels ---


class Level(NamedTuple):
    """How a level thinks."""

    nodes: int  # that it looks at for one decision
    settings: Settings


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "beginner": Level(1_000, Settings(width=16, turns=0, noise=3.2)),
        "easy": Level(1_000, Settings(width=16, turns=0, noise=2.1)),
        "medium": Level(1_500, Settings(noise=1.75)),
        "hard": Level(2_000, Settings(noise=1.1)),
        "expert": Level(3_000, Settings(noise=0.55)),
        "best": Level(8_000, Settings()),
    }
)


def plans(
    position: Position, level: str, random: Random, nodes: int | None = None, watch: Watch = unwatched
) -> Iterator[Plan]:
    """Find better and better plans for the player who decides, with the level's nodes or with this many.

    The level may have a character.
    """
    level, character = split_level(level)
    own, settings = LEVELS[level]
    return Search(position, evaluation_of(character), own if nodes is None else nodes, random, settings, watch).plans()
