"""Opponents at the virtual table: they decide by the rules and move through the simulated hardware, like everybody.

Each step does one thing a hand can do: put a piece down, press a button. What comes of it shows in the next snapshot,
and the next step goes on from there; so a robot never gets ahead of the table.
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.shelf.box import AnyGame
from companion.shelf.players import Gesture, Players, next_move
from companion.table.dialog import Button, Checklist, Do, Menu, Notice
from companion.table.own_dialogs import ASKED
from companion.web.asking import Refused
from companion.web.snapshot import Snapshot
from companion.web.virtual_table import PAD, VirtualTable
from hardware.ports import Clock

Json = dict[str, Any]
PACE_S = 0.6
PATIENCE_S = 2.5  # until a gesture that nothing came of is made again
LEAVES_S = 0.7  # until every kit's readers know that a lifted piece is gone


class Robots:
    """Who plays by itself, and what it is about to do."""

    def __init__(
        self,
        game: AnyGame,
        players: Players,
        bench: VirtualTable,
        random: Random,
        clock: Clock,
        pace_s: float = PACE_S,
    ) -> None:
        self._game, self._players = game, players
        self._bench, self._random, self._clock = bench, random, clock
        self.pace_s = pace_s
        self.skills = bench.skills  # player: skill; they stay seated through a power cut
        self.deals = True  # markers are turned over without asking
        self._chosen: tuple[tuple[str, int], Any] | None = None
        self._waits_for: Snapshot | None = None
        self._waits_until = 0.0
        self._is_early = False  # a reader does not know yet that it is free

    @property
    def known_skills(self) -> tuple[str, ...]:
        """How well a robot can play, the weakest first."""
        return self._players.skills

    def describe(self) -> Json:
        """Describe who plays by itself."""
        return {"skills": dict(self.skills), "known": list(self.known_skills), "deals": self.deals}

    def step(self, snapshot: Snapshot) -> bool:
        """Do the next thing; tell whether something was done."""
        if snapshot is self._waits_for and self._clock() < self._waits_until:
            return False
        history = snapshot.kept.history
        if history is None or not self._is_on(snapshot):
            return False
        match snapshot.dialog:
            case Notice():
                self._push(Button.OK)
            case Menu() | Checklist() as dialog:
                move = self._move(snapshot)
                # What a piece has raised is answered: putting the piece down once more would only raise it anew.
                is_asked = dialog.name.startswith(ASKED)
                is_made = not is_asked and self._by_pieces(history.position, move)
                if not is_made and not self._by_buttons(dialog, move):
                    return False
        if self._is_early:
            self._is_early = False
            return False
        self._waits_for, self._waits_until = snapshot, self._clock() + PATIENCE_S
        return True

    def _is_on(self, snapshot: Snapshot) -> bool:
        """Tell whether what is asked for now is a robot's to do."""
        history = snapshot.kept.history
        assert history is not None
        if isinstance(snapshot.dialog, Notice):
            if not history.steps:
                return False
            last = len(history.steps) - 1
            before = history.position_before(last)
            # What the last move brought about is read by whoever made it.
            return self._game.mover(before) in self.skills and snapshot.dialog.name != "mismatch"
        if self._game.chances(history.position):
            return self.deals
        return self._game.mover(history.position) in self.skills

    def _move(self, snapshot: Snapshot) -> Any:
        history = snapshot.kept.history
        assert history is not None
        key = snapshot.game_id, snapshot.revision
        if self._chosen is None or self._chosen[0] != key:
            mover = self._game.mover(history.position)
            skill = self.skills.get(mover or "", "random")
            self._chosen = key, next_move(self._game, self._players, history.position, skill, self._random)
        return self._chosen[1]

    def _by_pieces(self, position: Any, move: Any) -> bool:
        gestures = self._players.gestures(position, move)
        if not gestures or any(gesture.place not in self._bench.readers for gesture in gestures):
            return False
        for gesture in gestures:
            self._put(gesture, waits=not self._game.chances(position))
            if self._is_early:
                break
        return True

    def _put(self, gesture: Gesture, *, waits: bool) -> None:
        """Put a piece down once what was taken off its reader is known to be gone.

        Two pieces on the pad would mean more than one, and a reader that has not missed a piece does not tell that it
        is back.
        """
        for piece, place in list(self._bench.lying.items()):
            if place == PAD or piece == gesture.group:
                self._bench.lift(piece)
        if waits or not self._bench.is_fresh(gesture.group):
            self._is_early = self._clock() < self._bench.left_at.get(gesture.place, -LEAVES_S) + LEAVES_S
            if self._is_early:
                return
        try:
            self._bench.put(gesture.group, gesture.place)
        except Refused:
            # All of the kind lie about: one of them will do.
            lying = [piece for piece in self._bench.lying if piece.startswith(f"{gesture.group}.")]
            if lying:
                self._bench.put(lying[0], gesture.place)

    def _by_buttons(self, dialog: Menu | Checklist, move: Any) -> bool:
        """Take one step towards the line that is the move."""
        goods = getattr(move, "goods", None)
        if isinstance(dialog, Checklist):
            self._push(Button.BACK if goods is None else self._next_in(dialog, move))
            return True
        lines = [choice.action for choice in dialog.choices]
        wanted = [index for index, action in enumerate(lines) if action == Do(move)]
        if not wanted and goods is not None:
            wanted = [index for index, action in enumerate(lines) if _opens_checklist(action)]
        if not wanted and dialog.name.startswith(ASKED):
            self._push(Button.BACK)  # a question that a piece raised, and that is not the one to answer
            return True
        if not wanted:
            return False
        self._push(Button.OK if dialog.cursor == wanted[0] else Button.DOWN)
        return True

    def _next_in(self, dialog: Checklist, move: Any) -> Button:
        """Tick what is to be sold and untick what is not, then carry it out."""
        left = list(getattr(move, "goods", ()))
        wanted = set()
        for index, item in enumerate(dialog.items):
            if item.value in left:
                left.remove(item.value)
                wanted.add(index)
        wrong = wanted ^ dialog.ticked
        if not wrong:
            return Button.OK if dialog.cursor == 0 else Button.UP
        return Button.OK if dialog.cursor - 1 in wrong else Button.DOWN

    def _push(self, button: Button) -> None:
        self._bench.push(str(button))


def _opens_checklist(action: Any) -> bool:
    return isinstance(getattr(action, "dialog", None), Checklist)
