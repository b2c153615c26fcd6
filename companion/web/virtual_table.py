"""The virtual table: pieces, buttons and faults of the simulated hardware, as the page moves and shows them.

Everything goes through the simulated hardware: a piece put down here is a tag that a reader finds. Once a move is
accepted, invisible hands tidy up as players would: they put pieces where they belong and clear the pad.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.table.belief import PAD, Expected, group_of
from companion.web.asking import Refused
from hardware.kit.layout import in_use
from hardware.simulated.soft_table import SoftTable

Json = dict[str, Any]
SCREEN = "screen"
FLAP_ODDS = 0.25


class VirtualTable:
    """The pieces on a simulated table."""

    def __init__(
        self,
        table: SoftTable,
        pieces: Mapping[str, str],
        lamps: tuple[str, ...],
        kit: str,
        on_change: Callable[[], None] = lambda: None,
        *,
        has_wand: bool = False,
    ) -> None:
        """Use this table with these pieces and lamps; `has_wand` if players point instead of putting pieces down."""
        self.has_wand = has_wand
        self.table = table
        self.on_change = on_change
        self._tags = {piece: tag for tag, piece in pieces.items()}
        self._lamps, self._kit = lamps, kit
        self._groups: dict[str, list[str]] = {}
        for piece in self._tags:
            self._groups.setdefault(group_of(piece), []).append(piece)
        self.lying: dict[str, str] = {}  # piece -> place
        self._lifted: list[str] = []  # the latest last
        self.skills: dict[str, str] = {}  # the robots, and their skills
        self._deaf: set[str] = set()
        self._flapping: set[str] = set()
        self._stacked: set[str] = set()
        self._is_unplugged = False

    @property
    def pieces(self) -> Iterable[str]:
        """Return everything that has a tag."""
        return self._tags

    @property
    def readers(self) -> tuple[str, ...]:
        """Return the readers that the game uses."""
        return in_use(self.table.readers.names)

    def describe(self) -> Json:
        """Describe the table for the page."""
        return {
            "kit": self._kit,
            "readers": list(self.readers),
            "lamps": list(self._lamps),
            "buttons": list(self.table.buttons.names),
            "lying": dict(self.lying),
            "faults": {
                "deaf": sorted(self._deaf),
                "flapping": sorted(self._flapping),
                "stacked": sorted(self._stacked),
                "unplugged": self._is_unplugged,
            },
        }

    # --- pieces ---

    def put(self, piece: str, place: str, *, is_stacked: bool = False) -> str:
        """Put a piece, or one of a kind that is not on the table yet, on a reader; return its name."""
        self._expect_reader(place)
        name = self._free(piece)
        others = (each for each, there in self.lying.items() if there == place and each != name)
        below = next(others, None) if is_stacked else None
        self.table.put(self._tags[name], place, on=self._tags[below] if below else None)
        self.lying[name] = place
        if below:
            self._stacked |= {name, below}
        self.on_change()
        return name

    def lift(self, piece: str) -> None:
        """Take a piece, or the last of its kind, off the table."""
        lying = [each for each in self.lying if each == piece or group_of(each) == piece]
        if not lying:
            raise Refused(409, "not_there", f"{piece!r:.40} is not on the table")
        self._lift(lying[-1])
        self.on_change()

    def _lift(self, name: str) -> None:
        self.table.lift(self._tags[name])
        del self.lying[name]
        self._lifted = [each for each in self._lifted if each != name] + [name]
        self._flapping.discard(name)
        self._stacked.discard(name)
        if len(self._stacked) == 1:
            self._stacked.clear()

    def _free(self, piece: str) -> str:
        if piece in self._tags:
            return piece
        if piece not in self._groups:
            raise Refused(422, "piece", f"there is no piece {piece!r:.40}")
        free = [name for name in self._groups[piece] if name not in self.lying]
        if not free:
            raise Refused(409, "all_there", f"all pieces {piece!r:.40} are on the table")
        # If the piece that was just lifted came back, its reader might not see it leave: use another one.
        return min(free, key=lambda name: self._lifted.index(name) if name in self._lifted else -1)

    def _expect_reader(self, place: str) -> None:
        if place not in self.readers:
            raise Refused(422, "place", f"there is no reader {place!r:.40} in this kit")

    def tidy(self, expected: Expected, announce: Callable[[str, str], None]) -> None:
        """Put the pieces where the position has them: none on the pad, none too many, none missing.

        Each is announced first, so that it is not taken for a move.
        """
        counted: dict[tuple[str, str], int] = {}
        for name, place in list(self.lying.items()):
            key = group_of(name), place
            counted[key] = counted.get(key, 0) + 1
            wanted = expected.get(key[0], {}).get(place, 0)
            if name not in self._stacked and counted[key] > wanted:
                self._lift(name)
        for group, places in expected.items():
            for place in (place for place in places if place in self.readers):
                for _ in range(places[place] - counted.get((group, place), 0)):
                    self._bring(group, place, announce)
        self.on_change()

    def _bring(self, group: str, place: str, announce: Callable[[str, str], None]) -> None:
        """Put a piece of a kind where one is missing, if there is one left."""
        if group in self._groups and not self.lying.keys() >= set(self._groups[group]):
            name = self._free(group)
            announce(name, place)
            self.table.put(self._tags[name], place)
            self.lying[name] = place

    def clear(self) -> None:
        """Remove all pieces."""
        for name in list(self.lying):
            self._lift(name)
        self.on_change()

    # --- buttons ---

    def push(self, button: str, *, is_held: bool = False) -> None:
        """Press a button briefly, or hold it."""
        if button not in self.table.buttons.names:
            raise Refused(422, "button", f"there is no button {button!r:.30}")
        if is_held:
            self.table.hold(button)
        else:
            self.table.press(button)
        self.table.release(button)

    # --- faults ---

    def set_fault(self, fault: str, what: str, *, is_on: bool) -> None:
        """Switch a fault on or off."""
        match fault:
            case "deaf":
                self._expect_reader(what)
                (self.table.deafen if is_on else self.table.mend)(what)
                (self._deaf.add if is_on else self._deaf.discard)(what)
            case "cut":
                for reader in self.readers:
                    if reader != PAD:
                        self.set_fault("deaf", reader, is_on=is_on)
            case "unplugged":
                (self.table.unplug_screen if is_on else self.table.plug_screen)()
                self._is_unplugged = is_on
            case "flapping":
                if what not in self.lying:
                    raise Refused(409, "not_there", f"{what!r:.40} is not on the table")
                tag = bytes.fromhex(self._tags[what])
                self.table.field(self.lying[what]).flap(tag, odds=FLAP_ODDS if is_on else 1.0)
                (self._flapping.add if is_on else self._flapping.discard)(what)
            case _:
                raise Refused(
                    422, "fault", f"there is no fault {fault!r:.30}; there are deaf, cut, unplugged, flapping"
                )
        self.on_change()
