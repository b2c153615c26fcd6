"""Counts presses and touches a turn: of a person's own, and of the same turn of the companion that hands carry out.

    python -m tests.scenarios.turns

A whole game is decided by bots and carried out from screen and lamps, and then played once more, move by move, by hands
that know what they want, as each kit lets them. Pieces that are put down, spots that are touched and presses all count
as one; what is turned over by chance is left out, because people do that for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.games.hansa.rules.moves import Build, Move, Sell
from companion.games.hansa.rules.position import Position
from companion.scenario.stage import Stage
from companion.shelf.shelf import open_box
from companion.table.history import History
from companion.table.intents import Play, PlayOn
from tests.kit.carriers import CARRIERS
from tests.kit.scene_hands import SceneHands
from tests.scenarios.hansa_hands import HansaHands, Way
from tests.scenarios.teutonica.teutonica_hands import Pointer, Taps
from wiring.kits import load_kit

SEED, PLAYERS = 5, 3


class CountingStage(Stage):
    """Counts what hands do."""

    acts = 0

    def press(self, button: str) -> None:
        """Press a button briefly."""
        self.acts += 1
        super().press(button)

    def hold(self, button: str) -> None:
        """Hold a button."""
        self.acts += 1
        super().hold(button)

    def put(self, piece: str, place: str, **given: Any) -> None:
        """Put a piece at a place, or touch a spot."""
        self.acts += 1
        super().put(piece, place, **given)


class OneByOne(HansaHands):
    """Hands at a pad that hears one piece at a time: a marker, and then what goes with it."""

    def _with_pieces(self, position: Position, move: Move) -> None:
        match move:
            case Build(good):
                self.do(f"tap {good} on pad")
                self.do(f"tap booth {position.setup.players[position.mover or 0]} on pad")
                self._choose_if_asked(position, move)
            case Sell():
                self.choose(move)
            case _:
                super()._with_pieces(position, move)


class Turn(NamedTuple):
    """What turns cost on average."""

    own: float
    carried: float
    turns: int

    @property
    def ratio(self) -> float:
        """How much more the companion's turns cost."""
        return self.carried / self.own


def turn_of(game: str, kit: str) -> Turn:
    """Play a game twice."""
    with CountingStage(load_kit(kit), open_box(game)) as stage:
        stage.boot()
        hands = CARRIERS[game][kit](stage, seed=SEED)
        hands.begin(PLAYERS, PLAYERS)
        before = stage.acts
        hands.play_on()
        carried = stage.acts - before
        history = stage.history
        ends = stage.game_box.players().ends_turn
        turns = sum(map(ends, history.entries))
    return Turn(_own(game, kit, history) / turns, carried / turns, turns)


def _own(game: str, kit: str, carried: History) -> int:
    """Make the same moves as people do for themselves; return how often hands had to do something."""
    with CountingStage(load_kit(kit), open_box(game)) as stage:
        stage.boot()
        stage.post(PlayOn(stage.game.format_position(carried.first), ()))
        hands = hands_of(stage, game, kit)
        hands.read_notices()
        before = stage.acts
        for move in carried.entries:
            if stage.game.chances(stage.history.position):
                stage.post(Play(move))
                stage.say_ok_to_notices()
            else:
                hands.make(move)
        return stage.acts - before


def hands_of(stage: Stage, game: str, kit: str) -> SceneHands:
    """Return hands that make one's own moves, as a kit lets them."""
    if game == "teutonica":
        return (Pointer if kit == "chart" else Taps)(stage)
    if kit in ("usb", "chart"):
        return OneByOne(stage, Way.TAP_MARKERS)
    hands = HansaHands(stage, Way.BOARD_MARKERS if kit == "board" else Way.TAP_MARKERS)
    if kit == "board":
        hands.do(f"put ship on {stage.history.position.ship}")
    return hands


def table(turns: Mapping[tuple[str, str], Turn]) -> str:
    """Set the turns out in a table."""
    lines = [f"{'game':<12}{'kit':<8}{'own turn':>10}{'carried':>10}{'times':>8}{'turns':>8}"]
    lines += [
        f"{game:<12}{kit:<8}{turn.own:>10.1f}{turn.carried:>10.1f}{turn.ratio:>8.2f}{turn.turns:>8}"
        for (game, kit), turn in turns.items()
    ]
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    print(table({(game, kit): turn_of(game, kit) for game, kits in CARRIERS.items() for kit in kits}))


if __name__ == "__main__":
    main()
