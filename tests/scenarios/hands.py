"""The hands of players who know what they want: from a move to the lines of a scenario that make it.

Three ways to play: with buttons alone, with the tap kit's pad, with the board kit's pieces. Pieces come first where
they can say it; buttons do the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import groupby

from companion.games.hansa.rules.moves import Build, Buy, Discard, End, Lose, Move, Place, Reveal, Sail, Sell
from companion.games.hansa.rules.position import Position
from companion.scenario.grammar import Scenario, parse_scenario
from companion.scenario.runner import vocabulary_of
from companion.scenario.stage import Stage
from companion.scenario.tables import soft_table
from companion.table.dialog import Checklist, Dialog, Do, Menu, Notice, Open
from hardware.simulated.field import Stacking
from tests.kit import hansa
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


# --- buttons ---


def _walk(start: int, to: int, count: int) -> list[str]:
    """Return the presses that bring a cursor from one line to another, whichever way is shorter."""
    down, up = (to - start) % count, (start - to) % count
    return ["down"] * down if down <= up else ["up"] * up


def path(dialog: Dialog, move: Move) -> list[str] | None:
    """Return the fewest presses that make a move from a dialog, or nothing if it is not there."""
    match dialog:
        case Menu():
            ways = [
                [*_walk(dialog.cursor, index, len(dialog.choices)), "ok", *rest]
                for index, choice in enumerate(dialog.choices)
                if (rest := _after(choice.action, move)) is not None
            ]
            return min(ways, key=len, default=None)
        case Checklist() if isinstance(move, Sell):
            return _tick(dialog, move)
        case _:
            return None


def _after(action: object, move: Move) -> list[str] | None:
    match action:
        case Do(entry) if entry == move:
            return []
        case Open(dialog):
            return path(dialog() if callable(dialog) else dialog, move)
        case _:
            return None


def _tick(sale: Checklist, move: Sell) -> list[str] | None:
    """Untick what is to be kept, then go to the first line, which sells."""
    wanted, presses, cursor = Counter(move.goods), [], sale.cursor
    for index, item in enumerate(sale.items):
        keep = wanted[item.value] > 0
        wanted[item.value] -= keep
        if keep != (index in sale.ticked):
            presses += [*_walk(cursor, index + 1, len(sale.items) + 1), "ok"]
            cursor = index + 1
    if any(wanted.values()):
        return None
    return [*presses, *_walk(cursor, 0, len(sale.items) + 1), "ok"]


def _press_lines(presses: Iterable[str]) -> Iterator[str]:
    for button, run in groupby(presses):
        count = len(list(run))
        yield f"press {button}" if count == 1 else f"press {button} {count}"


# --- a game through hands ---


class Hands:
    """Makes moves at a stage, each by lines of a scenario that it carries out and keeps."""

    def __init__(self, stage: Stage, way: Way) -> None:
        self.stage, self.way = stage, way
        self.lines: list[str] = []

    def do(self, line: str) -> None:
        """Carry out one line and keep it."""
        (step,) = _parse(line).steps
        step.form.act(self.stage, **step.slots)
        self.stage.look()
        assert not (self.stage.is_on and self.stage.refusal), f"{line}: {self.stage.refusal}"
        self.lines.append(line)

    def note(self, comment: str) -> None:
        """Keep a comment."""
        self.lines.append(f"# {comment}" if comment else "")

    def press(self, *presses: str) -> None:
        """Press buttons."""
        for line in _press_lines(presses):
            self.do(line)

    def read_notices(self) -> None:
        """Confirm what is to be read."""
        while isinstance(self.stage.dialog, Notice):
            self.press("ok")

    def choose(self, move: Move) -> None:
        """Make a move with the buttons from wherever the dialogs are."""
        presses = path(self.stage.dialog, move)
        assert presses is not None, f"{move} is not offered by {self.stage.dialog}"
        self.press(*presses)

    def make(self, move: Move) -> None:
        """Make a move as this way of playing does, and confirm what is to be read after it."""
        count = len(self.stage.history.steps)
        before: Position = self.stage.history.position
        if self.way is Way.BUTTONS:
            self._with_buttons(move)
        else:
            self._with_pieces(before, move)
        self.read_notices()
        entries = self.stage.history.entries
        assert entries[count:] == (move,), f"{move} was meant, {entries[count:]} was played"

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


def _parse(line: str) -> Scenario:
    return parse_scenario(line, "hands", vocabulary_of)


def open_stage(way: Way, stacking: Stacking = Stacking.NONE) -> Stage:
    """Return a stage for a way of playing, to be used in a `with` statement."""
    return Stage(load_kit(way.kit), hansa.BOX, board="0.1", stacking=stacking, make_table=soft_table)
