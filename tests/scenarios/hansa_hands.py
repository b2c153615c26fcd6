"""Hands that play Hansa: from a move to the lines of a scenario that make it.

Three ways to play: with buttons alone, with the tap kit's pad, with the board kit's pieces. Pieces come first where
they can say it; buttons do the rest.
"""

from __future__ import annotations

from enum import StrEnum

from companion.games.hansa.rules.moves import Build, Buy, Discard, End, Lose, Move, Place, Reveal, Sail, Sell
from companion.games.hansa.rules.position import Position
from companion.scenario.stage import Stage, soft_table
from hardware.simulated.field import Stacking
from tests.kit import hansa
from tests.kit.scene_hands import SceneHands
from wiring.kits import load_kit


class Way(StrEnum):
    """How the players enter their moves."""

    BUTTONS = "buttons"
    TAP = "tap"  # ship and booths carry tags
    TAP_MARKERS = "tap, markers too"
    BOARD = "board"
    BOARD_MARKERS = "board, markers too"

    @property
    def kit(self) -> str:
        """The kit that is played with."""
        return "board" if self.has_board else "tap"

    @property
    def has_board(self) -> bool:
        """Return whether there are readers under the cities."""
        return self in (Way.BOARD, Way.BOARD_MARKERS)

    @property
    def has_markers(self) -> bool:
        """Return whether the goods markers carry tags."""
        return self in (Way.TAP_MARKERS, Way.BOARD_MARKERS)


class HansaHands(SceneHands):
    """Makes moves of Hansa with buttons, or with the pieces of a kit."""

    def __init__(self, stage: Stage, way: Way) -> None:
        super().__init__(stage)
        self.way = way

    def do(self, line: str) -> None:
        """Carry out one line and keep it; none is refused."""
        super().do(line)
        assert not (self.stage.is_on and self.stage.refusal), f"{line}: {self.stage.refusal}"

    def note(self, comment: str) -> None:
        """Keep a comment."""
        self.lines.append(f"# {comment}" if comment else "")

    def _make(self, move: Move) -> int:
        before = self.stage.presses
        if self.way is Way.BUTTONS:
            self._with_buttons(move)
        else:
            self._with_pieces(self.stage.history.position, move)
        return self.stage.presses - before

    def _with_buttons(self, move: Move) -> None:
        if isinstance(move, End):
            self.do("hold end")
        else:
            self.choose(move)

    def _with_pieces(self, position: Position, move: Move) -> None:
        assert position.mover is not None
        player = position.setup.players[position.mover]
        board, markers = self.way.has_board, self.way.has_markers
        match move:
            case Place(city) if board:
                self.do(f"put 2 booths {player} on {city}")
            case Sail(city) if board:
                self.do(f"put ship on {city}")
            case Sail():
                if isinstance(self.stage.history.entries[-1], Sail):
                    self.do("wait 1 s")  # the ship is brought to its city first
                self.do("tap ship on pad")
                self._choose_if_asked(position, move)
            case Build() if board:
                self._build_on_board(position, player, move)
            case Build(good):
                if markers:
                    self.do(f"put {good} on pad")
                    self.do(f"tap booth {player} on pad")
                    self.do(f"lift {good}")
                else:
                    self.do(f"tap booth {player} on pad")
                    self._choose_if_asked(position, move)
            case Sell() if markers:
                self._sell_on_pad(move)
                self._take_booth(position, player)
            case Sell():
                self.choose(move)
                self._take_booth(position, player)
            case Buy(good) if markers:
                self.do(f"tap {good} on pad")
                self._choose_if_asked(position, move)
            case Reveal(good) | Lose(good) | Discard(good) if markers:
                self.do(f"tap {good} on pad")
            case _:
                self._with_buttons(move)

    def _choose_if_asked(self, position: Position, move: Move) -> None:
        if self.stage.history.position == position:
            self.choose(move)

    def _build_on_board(self, position: Position, player: str, move: Build) -> None:
        city = position.ship
        self.do(f"put booth {player} on {city}")
        self._choose_if_asked(position, move)
        if len(self.stage.box.at(f"city.{city}", f"booth.{player}")) > 1:
            self.do(f"stack booth {player} on {city}")
        seat = position.setup.players.index(player)
        after: Position = self.stage.history.position
        for _ in range(after.booths_in(city, seat) - position.booths_in(city, seat) - 1):
            self.do(f"put booth {player} on stack on {city}")

    def _sell_on_pad(self, move: Sell) -> None:
        first, second = next(
            pair for pair in zip(move.goods, move.goods[1:], strict=False) if pair[0].colour is pair[1].colour
        )
        self.do(f"put {first} on pad")
        self.do(f"put {second} on pad")
        self.choose(move)
        self.do(f"lift {second}")
        self.do(f"lift {first}")

    def _take_booth(self, position: Position, player: str) -> None:
        if self.way.has_board:
            self.do(f"lift booth {player} from {position.ship}")


def open_stage(way: Way, stacking: Stacking = Stacking.NONE) -> Stage:
    """Return a stage for a way of playing, to be used in a `with` statement."""
    return Stage(load_kit(way.kit), hansa.BOX, board="0.1", stacking=stacking, make_table=soft_table)
