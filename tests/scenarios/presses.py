"""Counts what the companion asks of the players: presses and seconds for each verb, in each way of playing.

    python -m tests.scenarios.presses

A whole random game of three is played in each way by hands that know what they want. What a verb costs includes
confirming what the table has to say after it. Seconds are those of the simulated hands: 0.3 for a press, 1.3 for a
held one, 1 for a piece put down or taken up.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import mean
from typing import NamedTuple

from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import (
    Build,
    Buy,
    Discard,
    End,
    Lose,
    Move,
    Place,
    Replenish,
    Reveal,
    Sail,
    Sell,
    Skip,
)
from companion.games.hansa.rules.position import Phase, Position, unseen_counts
from companion.games.hansa.table import menu
from companion.table.history import History
from companion.table.intents import Equip, Intend, NamePlayers
from tests.kit.menus import presses_to
from tests.scenarios.generate import lively_move
from tests.scenarios.hansa_hands import HansaHands, Way, open_stage

VERBS: tuple[type[Move], ...] = (
    Reveal, Place, Replenish, Skip, Sail, Buy, Build, Sell, Lose, Discard, End,
)  # fmt: skip
SEED = 50  # a game in which every verb occurs


class Cost(NamedTuple):
    """What a verb costs on average."""

    times: int
    presses: float
    seconds: float


class CarryingHands(HansaHands):
    """Makes the same moves as steps that the companion asks for: what no piece confirms, `ok` does."""

    def take_seats(self) -> None:
        """Give every seat to the companion."""
        players = self.stage.game.players(self.stage.history.position)
        self.stage.post(Equip(companions=("simple",)))
        self.stage.post(NamePlayers((), tuple((player, "simple") for player in players)))

    def _make(self, move: Move) -> int:
        if self.stage.daemon.view.carried is None:  # chance stays with the people
            return super()._make(move)
        before, position = self.stage.presses, self.stage.history.position
        self.stage.post(Intend((move,)))
        if self.way is not Way.BUTTONS:
            self._with_pieces(position, move)
        if self.stage.history.position == position:
            self.press("ok")
        return self.stage.presses - before

    def choose(self, move: Move) -> int:
        """Press `ok` for the step, unless a piece has confirmed it."""
        if self.stage.daemon.view.carried is None:
            return super().choose(move)
        is_made = self.stage.history.entries[-1] == move
        if not is_made:
            self.press("ok")
        return not is_made

    def _with_buttons(self, move: Move) -> None:
        if self.stage.daemon.view.carried is None:
            super()._with_buttons(move)


def costs(way: Way, *, is_carried: bool = False) -> Mapping[type[Move], Cost]:
    """Play a game in one way, and count; `is_carried`: every move is the companion's, and hands carry it out."""
    random = Random(SEED)
    counted: dict[type[Move], list[tuple[int, float]]] = {verb: [] for verb in VERBS}
    with open_stage(way) as stage:
        hands = CarryingHands(stage, way) if is_carried else HansaHands(stage, way)
        hands.do("boot")
        if way.has_board:
            hands.do("put ship on copenhagen")
        hands.do("new game gray yellow purple start gray without pink")
        if isinstance(hands, CarryingHands):
            hands.take_seats()
        position: Position = stage.history.position
        while position.phase is not Phase.OVER:
            move = lively_move(position, random)
            before = stage.presses, stage.elapsed_s
            hands.make(move)
            counted[type(move)].append((stage.presses - before[0], stage.elapsed_s - before[1]))
            position = stage.history.position
    return {
        verb: Cost(len(rows), mean(row[0] for row in rows), mean(row[1] for row in rows))
        for verb, rows in counted.items()
        if rows
    }


def presses_for_a_marker(position: Position) -> float:
    """Return the presses that entering the next marker takes, each kind weighed by how likely it is."""
    home = menu.home(History(position))
    counts = unseen_counts(position)
    taken = {move: presses_to(home, move) for move in legal_moves(position) if isinstance(move, Reveal)}
    assert set(taken) == {Reveal(kind) for kind in counts}
    return sum(len(presses or ()) * counts[move.good] for move, presses in taken.items()) / sum(counts.values())


def table(by_way: Mapping[Way, Mapping[type[Move], Cost]]) -> str:
    """Set the costs out in a table: presses and seconds."""
    head = f"{'verb':<10}" + "".join(f"{way:>22}" for way in by_way)
    lines = ["average presses / seconds", head]
    for verb in VERBS:
        cells = [by_way[way].get(verb) for way in by_way]
        lines.append(
            f"{verb.__name__.lower():<10}"
            + "".join(f"{f'{cell.presses:.1f} / {cell.seconds:.1f}' if cell else '-':>22}" for cell in cells)
        )
    totals = (sum(cost.times * cost.presses for cost in costs_.values()) for costs_ in by_way.values())
    lines.append(f"{'a game':<10}" + "".join(f"{f'{total:.0f} presses':>22}" for total in totals))
    return "\n".join(lines)


def main() -> None:
    """Print the table, and how the companion's turns compare."""
    print(table({way: costs(way) for way in Way}))
    print("\nthe same game, if every seat is the companion's and hands carry out its moves")
    print(table({way: costs(way, is_carried=True) for way in Way}))


if __name__ == "__main__":
    main()
