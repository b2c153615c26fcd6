"""Opponents at the virtual table: they decide by the rules and move through the simulated hardware, like everybody.

Each step does one thing a hand can do: put a piece down, press a button. What comes of it shows in the next snapshot,
and the next step goes on from there; so a robot never gets ahead of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from companion.shelf.box import AnyGame
from companion.shelf.players import Gesture, Players, next_move
from companion.table.dialog import About, Notice
from companion.table.fingerprint import fingerprint
from companion.table.intents import Choose, Intent, Play
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
        post: Callable[[Intent], object],
        random: Random,
        clock: Clock,
        pace_s: float = PACE_S,
    ) -> None:
        self._game, self._players, self._post = game, players, post
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
        if isinstance(snapshot.dialog, Notice):
            self._post(Choose(fingerprint(snapshot.dialog), 0))
        else:
            move = self._move(snapshot)
            # What a piece has raised is answered: putting the piece down once more would only raise it again.
            is_asked = snapshot.dialog.topic.about is About.ASKED
            if is_asked or not self._by_pieces(history.position, move):
                self._post(Play(move))
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
            return self._game.mover(before) in self.skills and snapshot.dialog.topic.about is not About.MISMATCH
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
