"""A hand at the simulated table that obeys words: `ok`, `hold end`, `put PIECE PLACE`, `lift PIECE`.

Pieces may be named in full (`disc.blue.07`) or by kind: `blue` or `disc blue` is a blue disc that is not on the table
yet. Places are the kit's readers; the last part of a reader's name is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.table.belief import PAD, group_of

if TYPE_CHECKING:
    from hardware.simulated.soft_table import SoftTable

REST_S = 0.8  # until a moved piece is recognised, with any kit's times
PRESS_S = 0.05
MOST_KINDS = 8  # pieces in one line
HELP = """up down ok back end       press a button
hold back, hold end       hold it: take back the last move, end the turn
put PIECE [PLACE]         put a piece, or another one of a kind, on the pad or on the reader of a place
lift PIECE                take it off again
tap PIECE [PLACE]         put it down and take it off
wait SECONDS              let time pass
break READER|screen       make a device fail
mend READER|screen        make it work again
quit                      leave; the game is kept"""


class Fumble(Exception):
    """The command cannot be carried out; the message is one line."""


class Hand:
    """Carries out commands at a simulated table."""

    def __init__(self, table: SoftTable, pass_time: Callable[[float], None] = lambda _: None) -> None:
        """Use this table; `pass_time` is needed if time is virtual."""
        self._table = table
        self._pass_time = pass_time
        self._tags: dict[str, str] = {}
        self.lying: dict[str, str] = {}  # piece -> place
        self._tapped = ""  # the piece tapped last: a second tap would be nothing new

    def take(self, pieces: Mapping[str, str]) -> None:
        """Take the pieces out of the box, by their tags."""
        self._tags = {piece: tag for tag, piece in pieces.items()}

    def do(self, line: str) -> None:
        """Carry out a line, or raise Fumble."""
        words = line.lower().split()
        match words:
            case []:
                pass
            case [button] if button in self._table.buttons.names:
                self._press(button)
            case ["press", button]:
                self._press(self._button(button))
            case ["hold", button]:
                self._table.hold(self._button(button))
                self._pass_time(PRESS_S)
                self._table.release(button)
                self._pass_time(PRESS_S)
            case ["put" | "tap" as verb, *rest] if rest:
                piece, place = self._piece_and_place(rest)
                self._table.put(self._tags[piece], place)
                self.lying[piece] = place
                self._pass_time(REST_S)
                if verb == "tap":
                    self._lift(piece)
                    self._tapped = piece
            case ["lift", *rest] if rest:
                self._lift(self._lying_piece(" ".join(rest)))
            case ["wait", seconds]:
                self._pass_time(_seconds(seconds))
            case ["break" | "mend" as verb, device]:
                self._damage(device, is_broken=verb == "break")
            case _:
                raise Fumble(f"{line.strip()!r:.60}: not understood; `help` lists what can be said")

    def _press(self, button: str) -> None:
        self._table.press(button)
        self._pass_time(PRESS_S)
        self._table.release(button)
        self._pass_time(PRESS_S)

    def _lift(self, piece: str) -> None:
        self._table.lift(self._tags[piece])
        del self.lying[piece]
        self._pass_time(REST_S)

    def _damage(self, device: str, *, is_broken: bool) -> None:
        if device == "screen":
            (self._table.unplug_screen if is_broken else self._table.plug_screen)()
        else:
            (self._table.deafen if is_broken else self._table.mend)(self._place(device))
        self._pass_time(REST_S)

    # --- names ---

    def _button(self, name: str) -> str:
        if name not in self._table.buttons.names:
            raise Fumble(f"there is no button {name!r:.30}; there are {', '.join(self._table.buttons.names)}")
        return name

    def _piece_and_place(self, words: list[str]) -> tuple[str, str]:
        if len(words) > 1 and (words[-1] not in self._groups() or words[-1] in self._places()):
            return self._free_piece(" ".join(words[:-1])), self._place(words[-1])
        return self._free_piece(" ".join(words)), PAD

    def _places(self) -> dict[str, str]:
        readers = self._table.readers.names
        return {**{name.rpartition(".")[2]: name for name in readers}, **{name: name for name in readers}}

    def _place(self, name: str) -> str:
        places = self._places()
        if name not in places:
            raise Fumble(f"there is no reader {name!r:.30}; there are {', '.join(self._table.readers.names)}")
        return places[name]

    def _groups(self) -> dict[str, list[str]]:
        """Return the pieces of each kind, by all names of that kind: `disc.blue`, `disc blue` and `blue`."""
        groups: dict[str, list[str]] = {}
        for piece in self._tags:
            group = group_of(piece)
            for name in dict.fromkeys((group, group.replace(".", " "), group.rpartition(".")[2])):
                groups.setdefault(name, []).append(piece)
        return groups

    def _kinds(self) -> str:
        """Return the kinds by their shortest names, only the first ones if there are many."""
        kinds = list(dict.fromkeys(group_of(piece).rpartition(".")[2] for piece in self._tags))
        shown = ", ".join(kinds[:MOST_KINDS])
        return shown if len(kinds) <= MOST_KINDS else f"{shown} and {len(kinds) - MOST_KINDS} more"

    def _free_piece(self, name: str) -> str:
        """Return the piece of this name, wherever it is, or one of this kind that is not on the table."""
        if name in self._tags:
            return name
        of_kind = self._groups().get(name)
        if not of_kind:
            raise Fumble(f"there is no piece {name!r:.30}; there are {self._kinds()}")
        free = [piece for piece in of_kind if piece not in self.lying]
        if not free:
            raise Fumble(f"all {len(of_kind)} pieces {name!r:.30} are on the table")
        return next((piece for piece in free if piece != self._tapped), free[0])

    def _lying_piece(self, name: str) -> str:
        """Return the piece of this name or kind that was put down last."""
        of_kind = [name, *self._groups().get(name, ())]
        lying = [piece for piece in self.lying if piece in of_kind]
        if not lying:
            raise Fumble(f"there is no {name!r:.30} on the table")
        return lying[-1]


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        raise Fumble(f"wait {text!r:.30}: expected seconds, from 0 to 3600")
    return seconds
