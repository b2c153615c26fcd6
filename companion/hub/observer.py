"""Turns observations of the table into announcements.

It remembers what was refused, since when the players cannot go on, and when it saw the game end. A game that had
already ended may be of any day, because the clock of a small computer cannot be trusted after a power cut.

It knows a game only through the seam and its summary, and is used by one thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from companion.games.game import Json
from companion.hub.announcement import (
    LONGEST,
    MOST_FAULTS,
    MOST_PLAYERS,
    MOST_REFUSALS,
    Announcement,
    Fault,
    Obstacle,
    Player,
    Refused,
    Result,
    shortened,
)
from companion.shelf.box import Pace, Summary
from companion.table import notices
from companion.table.dialog import About, Dialog, Notice, Tone
from companion.table.gametable import GameTable
from companion.table.history import History, People
from companion.table.notices import spoken
from companion.table.screen import Look, Row
from companion.words.say import Call, Translate
from hardware.ports import Clock, HealthChanged

if TYPE_CHECKING:
    from companion.running.daemon import Daemon
    from companion.table.history import Kept

NOT_KEPT = "not_kept"


class Observation(NamedTuple):
    """The table at one moment; cheap to take, because everything in it is an immutable value."""

    game_id: str
    revision: int
    kept: Kept
    dialog: Dialog
    faults: tuple[HealthChanged, ...]


def observe(daemon: Daemon) -> Observation:
    """Return an observation of a table; called in the daemon's own thread."""
    view = daemon.view
    return Observation(daemon.game_id, daemon.revision, view.kept, view.dialog, tuple(view.faults.values()))


class Observer:
    """Describes one table."""

    def __init__(
        self,
        table_id: str,
        name: str,
        game_table: GameTable,
        summary: Summary,
        translate: Callable[[], Translate],
        clock: Clock,
        *,
        named: frozenset[str] = frozenset(),
        call: Call = lambda translate, _: translate,
        shows_scores: bool = True,
    ) -> None:
        """Describe this table, with its game, its current language, and the names that seats always have.

        `call` uses the names that players have in one game.

        Scores may be hidden until the end, as on the table's own page.
        """
        self.table_id = table_id
        self._name, self._named = shortened(name, LONGEST["table"]), named
        self._game_table, self._summary, self._translate, self._clock = game_table, summary, translate, clock
        self._call, self._shows_scores = call, shows_scores
        self._number = 0
        self._sight: Observation | None = None
        self._moved_at = clock()
        self._going_on = ""  # the last game seen in progress
        self._ended_at: float | None = None
        self._shown: Dialog | None = None
        self._shown_at = clock()
        self._refusals: list[tuple[str, str, float]] = []
        self.calls = False  # the players ask for help

    def see(self, observation: Observation) -> None:
        """Take in an observation."""
        now, before = self._clock(), self._sight
        if before is None or (before.game_id, before.revision) != (observation.game_id, observation.revision):
            self._moved_at = now
        if self._shown is None or _essence(observation.dialog) != _essence(self._shown):
            self._shown, self._shown_at = observation.dialog, now
            if _is_refusal(observation.dialog):
                reason, *remedy = [*_texts(observation.dialog, self._spoken(observation.kept.people)), ""]
                self._refusals = [(reason, " ".join(remedy).strip(), now), *self._refusals][:MOST_REFUSALS]
        self._sight = observation
        self._number += 1
        self._see_end(now)

    @property
    def history(self) -> History | None:
        """The game that goes on."""
        return self._sight.kept.history if self._sight else None

    def _see_end(self, now: float) -> None:
        history, game_id = self.history, self._sight.game_id if self._sight else ""
        if history is None or self._game_table.game.winners(history.position) is None:
            self._going_on, self._ended_at = game_id, None
        elif self._going_on != game_id:
            self._ended_at = None
        elif self._ended_at is None:
            self._ended_at = now

    def announcement(self) -> Announcement:
        """Announce the table as it was last seen."""
        observation, now = self._sight, self._clock()
        assert observation is not None, "nothing has been seen"
        translate = self._spoken(observation.kept.people)
        history, game = self.history, self._game_table.game
        position = history.position if history else None
        pace = self._summary.pace(history) if history else Pace(None)
        return Announcement(
            id=self.table_id,
            table=self._name,
            number=self._number,
            game=game.id,
            game_id=observation.game_id if history else "",
            revision=observation.revision if history else 0,
            moved_s=_ago(now, self._moved_at),
            round=pace.round,
            is_last_round=pace.is_last,
            phase=self._phase(history, translate),
            mover=game.mover(position) if history else None,
            players=self._players(history, observation.kept.people, translate) if history else (),
            winners=game.winners(position) if history else None,
            ended_s=None if self._ended_at is None else _ago(now, self._ended_at),
            refusals=tuple(
                Refused(shortened(reason), shortened(remedy), _ago(now, at)) for reason, remedy, at in self._refusals
            ),
            trouble=self._trouble(now, translate),
            faults=self._faults(observation, translate),
            calls=self.calls,
        )

    def result(self, game_id: str, history: History, people: People) -> Result | None:
        """Return the result of a game at this table, or None if it has not ended."""
        winners = self._game_table.game.winners(history.position)
        if winners is None:
            return None
        return Result(
            game_id,
            self.table_id,
            self._name,
            self._players(history, people, self._spoken(people)),
            winners,
            self._game_table.game.id,
        )

    def detail(self) -> Json:
        """Describe the game for people who look at this one table."""
        history = self.history
        if history is None or self._sight is None:
            return {"board": None, "game": None}
        translate = self._spoken(self._sight.kept.people)
        return self._summary.detail(history, translate, shows_scores=self._are_scores_shown(history))

    def _spoken(self, people: People) -> Translate:
        return self._call(self._translate(), dict(people.names))

    def _are_scores_shown(self, history: History) -> bool:
        return self._shows_scores or self._game_table.game.winners(history.position) is not None

    def _phase(self, history: History | None, translate: Translate) -> str:
        title = (self._game_table.home(history) if history else self._game_table.new_game()).title
        return shortened((title.right if title.right.template else title.left).in_language(translate))

    def _players(self, history: History, people: People, translate: Translate) -> tuple[Player, ...]:
        game = self._game_table.game
        names = self._summary.names(history, translate)
        called = dict(people.names)
        scores = game.scores(history.position)
        is_shown = self._are_scores_shown(history)
        return tuple(
            Player(
                seat,
                shortened(names[seat], LONGEST["name"]),
                seat in self._named or seat in called,
                scores[seat].total if is_shown else None,
            )
            for seat in game.players(history.position)[:MOST_PLAYERS]
        )

    def _trouble(self, now: float, translate: Translate) -> Obstacle | None:
        dialog = self._shown
        if not isinstance(dialog, Notice) or (dialog.tone is Tone.PLAIN and dialog.topic.about is not About.MISMATCH):
            return None
        return Obstacle(shortened(" ".join(_texts(dialog, translate))), _ago(now, self._shown_at))

    def _faults(self, observation: Observation, translate: Translate) -> tuple[Fault, ...]:
        found = []
        for source, reason, remedy in ((fault.source, fault.reason, fault.remedy) for fault in observation.faults):
            title = notices.fault(self._game_table, source, reason, remedy).title.left
            said = (words.in_language(translate) for words in (title, spoken(reason), spoken(remedy)))
            found.append(Fault(*map(shortened, said)))
        if observation.dialog.topic.code == NOT_KEPT:
            why, *what_to_do = [*_texts(observation.dialog, translate), ""]
            found.insert(0, Fault("journal", shortened(why), shortened(" ".join(what_to_do).strip())))
        return tuple(found[:MOST_FAULTS])


def _is_refusal(dialog: Dialog) -> bool:
    return isinstance(dialog, Notice) and dialog.tone is Tone.REFUSAL


def _essence(dialog: Dialog) -> tuple[object, ...]:
    """Return what identifies a dialog, without the cursor."""
    return (dialog.name, dialog.title, dialog.rows if isinstance(dialog, Notice) else ())


def _texts(dialog: Dialog, translate: Translate) -> list[str]:
    rows = dialog.rows if isinstance(dialog, Notice) else ()
    return [row.left.in_language(translate) for row in rows if isinstance(row, Row) and row.look is not Look.FAINT]


def _ago(now: float, at: float) -> float:
    return round(max(0.0, now - at), 1)
