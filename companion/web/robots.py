"""Opponents at the virtual table: they decide by the rules and move through the simulated hardware, like people.

Each step does one thing: put a piece down, post a move, or confirm a notice. The result shows in the next snapshot, and
the next step continues from there, so a robot never gets ahead of the table. A robot confirms only what is addressed to
its own seat, and goes on only if nothing waits for somebody else. If only robots play, they confirm everything after
enough time to read it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from companion.shelf.box import AnyGame
from companion.shelf.players import Gesture, Players, next_move
from companion.table.belief import PAD
from companion.table.dialog import About, Notice
from companion.table.fingerprint import fingerprint
from companion.table.intents import Choose, Intent, Play
from companion.web.asking import Refused
from companion.web.pace import FACTORS, PACE_S, READING_PACES, Pace
from companion.web.snapshot import Snapshot
from companion.web.virtual_table import VirtualTable
from hardware.ports import Clock

Json = dict[str, Any]
PATIENCE_S = 2.5  # until a gesture without effect is repeated
LEAVES_S = 0.7  # until the readers of every kit know that a lifted piece is gone


class Robots:
    """The robots, and what they are about to do."""

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
        """Use `pace_s` as the time between two actions of a robot at the normal pace."""
        self._game, self._players, self._post = game, players, post
        self._bench, self._random, self._clock = bench, random, clock
        self._pace_s = pace_s
        self.pace = Pace.NORMAL
        self.skills = bench.skills  # player -> skill; they stay seated through a power cut
        self.deals = True  # markers are turned over without asking
        self._chosen: tuple[tuple[str, int], Any] | None = None
        self._waits_for: Snapshot | None = None
        self._waits_until = 0.0
        self._is_early = False  # until when a reader may not know that it is free
        self._touched: tuple[tuple[str, int], str] | None = None  # where a robot has put a piece, at which revision
        self._told: tuple[str, float] = ("", 0.0)  # the notice shown, and since when
        self._asked_for: tuple[str, int] | None = None  # the revision at which one move was asked for

    @property
    def known_skills(self) -> tuple[str, ...]:
        """The skills of robots, the weakest first."""
        return self._players.skills

    @property
    def pace_s(self) -> float:
        """The time between two actions of a robot."""
        return self._pace_s * FACTORS[self.pace]

    def describe(self) -> Json:
        """Return who is a robot."""
        return {
            "skills": dict(self.skills),
            "known": list(self.known_skills),
            "deals": self.deals,
            "pace": str(self.pace),
            "paces": [str(pace) for pace in Pace],
        }

    def go_on(self, snapshot: Snapshot) -> None:
        """Allow the next move, if moves are made one by one."""
        self._asked_for = snapshot.game_id, snapshot.revision

    def step(self, snapshot: Snapshot) -> bool:
        """Do the next action; return whether there was one."""
        if snapshot is self._waits_for and self._clock() < self._waits_until:
            return False
        history = snapshot.kept.history
        if history is None or not self._may_go_on(snapshot):
            return False
        if snapshot.is_at_home or self._is_own_question(snapshot):
            if not self._is_on(history.position):
                return False
            move = self._move(snapshot)
            # Answer the question that a piece raised: putting the piece down again would only raise it again.
            if not snapshot.is_at_home or not self._by_pieces(snapshot, move):
                self._post(Play(move))
        elif not self._may_confirm(snapshot) or not self._has_been_read(snapshot):
            return False
        elif isinstance(snapshot.dialog, Notice):
            self._post(Choose(fingerprint(snapshot.dialog), 0))
        elif self._is_on(history.position):
            self._post(Play(self._move(snapshot)))
        if self._is_early:
            self._is_early = False
            return False
        self._waits_for, self._waits_until = snapshot, self._clock() + PATIENCE_S
        return True

    def _may_go_on(self, snapshot: Snapshot) -> bool:
        """Return whether the next move may be made, if moves are made one by one; chance does not count."""
        history = snapshot.kept.history
        if self.pace is not Pace.STEP or history is None or self._game.chances(history.position):
            return True
        return self._asked_for == (snapshot.game_id, snapshot.revision)

    def _is_on(self, position: Any) -> bool:
        """Return whether the next decision is a robot's."""
        if self._game.chances(position):
            return self.deals
        return self._game.mover(position) in self.skills

    def _is_own(self, snapshot: Snapshot) -> bool:
        """Return whether a robot's own piece caused the question or refusal."""
        return self._touched == ((snapshot.game_id, snapshot.revision), snapshot.dialog.topic.place)

    def _is_own_question(self, snapshot: Snapshot) -> bool:
        return snapshot.dialog.topic.about is About.ASKED and self._is_own(snapshot)

    def _may_confirm(self, snapshot: Snapshot) -> bool:
        """Return whether a notice is for a robot alone; otherwise it waits for a person."""
        history, dialog = snapshot.kept.history, snapshot.dialog
        if dialog.topic.about is About.MISMATCH:
            return False  # disappears when it is put right
        if dialog.topic.about is About.REFUSED and self._is_own(snapshot):
            return True
        if isinstance(dialog, Notice) and dialog.player:
            return dialog.player in self.skills
        return history is not None and all(player in self.skills for player in self._game.players(history.position))

    def _has_been_read(self, snapshot: Snapshot) -> bool:
        told, now = f"{snapshot.game_id} {snapshot.revision} {fingerprint(snapshot.dialog)}", self._clock()
        if self._told[0] != told:
            self._told = told, now
        return now >= self._told[1] + READING_PACES * self.pace_s

    def _move(self, snapshot: Snapshot) -> Any:
        history = snapshot.kept.history
        assert history is not None
        key = snapshot.game_id, snapshot.revision
        if self._chosen is None or self._chosen[0] != key:
            mover = self._game.mover(history.position)
            skill = self.skills.get(mover or "", "random")
            self._chosen = key, next_move(self._game, self._players, history.position, skill, self._random)
        return self._chosen[1]

    def _by_pieces(self, snapshot: Snapshot, move: Any) -> bool:
        history = snapshot.kept.history
        assert history is not None
        gestures = self._players.gestures(history.position, move)
        if not gestures or any(gesture.place not in self._bench.readers for gesture in gestures):
            return False
        for gesture in gestures:
            self._touched = (snapshot.game_id, snapshot.revision), gesture.place
            self._put(gesture, waits=not self._game.chances(history.position))
            if self._is_early:
                break
        return True

    def _put(self, gesture: Gesture, *, waits: bool) -> None:
        """Put a piece down, once its reader knows that the previous piece is gone.

        Two pieces on the pad would mean more than one, and a reader that has not missed a piece does not report its
        return.
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
            # All pieces of this kind are already on the table: use one of them.
            lying = [piece for piece in self._bench.lying if piece.startswith(f"{gesture.group}.")]
            if lying:
                self._bench.put(lying[0], gesture.place)
