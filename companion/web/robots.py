"""Opponents at the virtual table: they decide by the rules and post their moves.

Each step does one thing: post a move, or confirm a notice. It is posted for the revision or the notice that was seen,
so that repeating it does no harm, and a robot never gets ahead of the table. The pieces follow once the move is kept
(`VirtualTable.tidy`): no robot waits for a reader. A robot confirms only what is addressed to its own seat, and goes on
only if nothing waits for somebody else. If only robots play, they confirm everything after enough time to read it. What
a robot waits for is told once it has waited for a while. How fast they play is for the players to choose.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from random import Random
from typing import Any, NamedTuple

from companion.shelf.box import AnyGame
from companion.shelf.players import Players
from companion.table.dialog import About, Notice, fingerprint
from companion.table.history import History
from companion.table.intents import Choose, Intent, Play
from companion.thinking.decider import AtOnce, Decider
from companion.thinking.thinker import Thinker
from companion.web.feed import Snapshot
from companion.web.virtual_table import VirtualTable
from hardware.ports import Clock

PACE_S = 0.6  # between two actions of a robot
READING_PACES = 5  # until a robot confirms a notice, so that viewers can read it, too


class Pace(StrEnum):
    """How fast robots play."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    STEP = "step"  # a move whenever somebody asks for the next


FACTORS = {Pace.SLOW: 2.5, Pace.NORMAL: 1.0, Pace.FAST: 0.25, Pace.STEP: 1.0}


Json = dict[str, Any]
PATIENCE_S = 2.5  # until something without effect is posted again
TELLS_S = 5.0  # until a robot says what it waits for
THINKS_S = 1.5  # until it says that it thinks


class Wait(NamedTuple):
    """What a robot waits for: `next`, `pieces`, `read`, `answer` or `table`; or that it `thinks`, and how far it is."""

    player: str  # empty while chance decides
    reason: str
    nodes: int = 0  # positions that it has looked at
    of: int = 0  # at most; 0 while that is not known


class Robots:
    """The robots, and what they are about to do."""

    def __init__(
        self,
        game: AnyGame,
        players: Players,
        bench: VirtualTable,
        post: Callable[[Intent, int], object],
        random: Random,
        clock: Clock,
        pace_s: float = PACE_S,
        thinker: Thinker | None = None,
    ) -> None:
        """Use `pace_s` as the time between two actions at the normal pace; `post` takes the revision that was seen."""
        self._game, self._post = game, post
        self._bench, self._clock = bench, clock
        self._decider = Decider(game, players, random, clock, thinker)
        self._pace_s = pace_s
        self.pace = Pace.NORMAL
        self.skills = bench.skills  # player -> skill; they stay seated through a power cut
        self.deals = True  # markers are turned over without asking
        self.waits: Wait | None = None  # told to everybody
        self._told: AtOnce | None = None  # and who has decided at once instead of thinking
        self._chosen: tuple[History, Any] | None = None  # a move, and after which moves
        self._posted: tuple[Snapshot, float] | None = None  # for what something was posted, and when
        self._seen: tuple[str, float] = ("", 0.0)  # what the table showed, and since when
        self._is_asked = False  # for one move
        self._granted: History | None = None  # after which moves the one asked for is made

    @property
    def known_skills(self) -> tuple[str, ...]:
        """The skills of robots, the weakest first, characters left out."""
        return self._decider.known

    def expect_skill(self, skill: object) -> None:
        """Raise ValueError, which says what was expected, unless some robot has this skill."""
        if not isinstance(skill, str) or not self._decider.plays(skill):
            raise ValueError(f"skill {skill!r:.40}: expected {self._decider.expected}")

    @property
    def usual_skill(self) -> str:
        """The skill of a robot if none is named."""
        return self._decider.usual

    @property
    def pace_s(self) -> float:
        """The time between two actions of a robot."""
        return self._pace_s * FACTORS[self.pace]

    def describe(self) -> Json:
        """Return who is a robot, and what the next one waits for."""
        at_once = self._decider.at_once
        return {
            "skills": dict(self.skills),
            "known": list(self.known_skills),
            "levels": list(self._decider.levels),
            "usual": self.usual_skill,
            "small": self._decider.is_off,
            "deals": self.deals,
            "pace": str(self.pace),
            "paces": [str(pace) for pace in Pace],
            "waits": self.waits._asdict() if self.waits else None,
            "at_once": at_once._asdict() if at_once else None,
        }

    def go_on(self) -> None:
        """Allow the next move, if moves are made one by one."""
        self._is_asked = True

    def step(self, snapshot: Snapshot) -> bool:
        """Do the next action; return whether there was one."""
        since = self._shown_since(snapshot)
        done, reason = self._act(snapshot, since)
        waits = None
        if reason and self._clock() >= since + (THINKS_S if reason == "thinks" else TELLS_S):
            progress = self._decider.progress if reason == "thinks" else ()
            waits = Wait(self._mover(snapshot), reason, *progress)
        if (waits, self._decider.at_once) != (self.waits, self._told):
            self.waits, self._told = waits, self._decider.at_once
            self._bench.on_change()
        return done

    def _act(self, snapshot: Snapshot, since: float) -> tuple[bool, str]:
        """Do the next action; return whether there was one, and what a robot whose turn it is waits for."""
        history = snapshot.view.kept.history
        if history is None:
            self._decider.rest()
            return False, ""
        is_on, is_chance = self._is_on(history.position), bool(self._game.chances(history.position))
        if not is_on:
            self._is_asked = False  # it was asked for a person's move
            self._decider.rest()
        if self.pace is Pace.STEP and not is_chance and not self._may_go_on(snapshot):
            return False, "next" if is_on else ""
        if self._posted and self._posted[0] is snapshot and self._clock() < self._posted[1] + PATIENCE_S:
            return False, "table" if is_on else ""
        if not snapshot.view.is_at_home:
            if not self._may_confirm(snapshot, is_on=is_on) or self._clock() < since + READING_PACES * self.pace_s:
                return False, _reason(snapshot) if is_on else ""
            if isinstance(snapshot.view.dialog, Notice):
                self._send(Choose(fingerprint(snapshot.view.dialog), 0), snapshot)
                return True, _reason(snapshot) if is_on else ""
        if not is_on:
            return False, ""
        if not is_chance:
            self._is_asked, self._granted = False, history
        move = self._move(history)
        if move is None:
            return False, "thinks"
        self._send(Play(move), snapshot)
        return True, "table"

    def _mover(self, snapshot: Snapshot) -> str:
        """Return the player whose move it is; empty where chance decides, or nothing is played."""
        history = snapshot.view.kept.history
        if history is None or self._game.chances(history.position):
            return ""
        return self._game.mover(history.position) or ""

    def _send(self, intent: Intent, snapshot: Snapshot) -> None:
        self._posted = snapshot, self._clock()
        self._post(intent, snapshot.revision)

    def _shown_since(self, snapshot: Snapshot) -> float:
        """Return since when the table shows what it shows now."""
        shown = f"{snapshot.game_id} {snapshot.revision} {fingerprint(snapshot.view.dialog)}"
        if self._seen[0] != shown:
            self._seen = shown, self._clock()
        return self._seen[1]

    def _may_go_on(self, snapshot: Snapshot) -> bool:
        """Return whether the next move has been asked for."""
        return self._is_asked or self._granted is snapshot.view.kept.history

    def _is_on(self, position: Any) -> bool:
        """Return whether the next decision is a robot's."""
        if self._game.chances(position):
            return self.deals
        return self._game.mover(position) in self.skills

    def _may_confirm(self, snapshot: Snapshot, *, is_on: bool) -> bool:
        """Return whether a notice is for a robot alone; otherwise it waits for a person."""
        history, dialog = snapshot.view.kept.history, snapshot.view.dialog
        if dialog.topic.about is About.MISMATCH:
            return is_on  # hands tidy up after the robot's move
        if isinstance(dialog, Notice) and dialog.player:
            return dialog.player in self.skills
        return history is not None and all(player in self.skills for player in self._game.players(history.position))

    def _move(self, history: History) -> Any | None:
        """Return the move that was chosen after these moves; None while it is thought about."""
        if self._chosen is None or self._chosen[0] is not history:
            skill = self.skills.get(self._game.mover(history.position) or "", "random")
            move = self._decider.decide(history.position, skill)
            self._chosen = None if move is None else (history, move)
        return self._chosen[1] if self._chosen else None


def _reason(snapshot: Snapshot) -> str:
    """Return what keeps a robot from its move."""
    if snapshot.view.dialog.topic.about is About.MISMATCH:
        return "pieces"
    return "read" if isinstance(snapshot.view.dialog, Notice) else "answer"
