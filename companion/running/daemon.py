"""The main loop: takes events, journals and accepts proposed moves, and shows the same scene on lamps and screen.

One thread owns the state. Ports hand their events to `put`, which never blocks: when hundreds are waiting, presses are
dropped, and only then sightings (`backlog.py`). Once it is quiet, the players are told how much was dropped, and the
readers are asked for everything they see.
"""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from companion.journal.journal import Journal, JournalError, Kind, Unavailable
from companion.running.backlog import Backlog, Dropped, Sightings
from companion.running.devices import Devices as Devices
from companion.running.feedback import Showing, TouchSignals
from companion.running.parts import Parts
from companion.running.posts import Busy, Claim, Done, NotKept, Posted, Reply
from companion.running.witness import Witness
from companion.table import notices
from companion.table.belief import Belief
from companion.table.dialog import Dialog
from companion.table.history import SETUP
from companion.table.intents import Equip, Errand, Intent, Keeping
from companion.table.own_dialogs import overloaded
from companion.table.owners import PROGRAM, By
from companion.table.posting import post
from companion.table.proposals import Accepted, Outcome, Proposal, Refused, Stale
from companion.table.table import Table
from companion.words.say import Call, Translate, untranslated
from hardware.ports import Clock, Event, Health, Recounting, Resting, Signalling
from hardware.trouble import Trouble, quoted

if TYPE_CHECKING:
    from companion.journal.mirrored import CopyState

_log = logging.getLogger(__name__)
BEAT_S = 5.0  # how often an idle daemon shows that it is alive
HINT_S = 1.0  # how often it looks whether a hint on the screen is over
QUIET_S = 0.02  # this long after an event, the screen has been updated
RESTLESS = 64  # rest after this many events without a pause
Task = Callable[[Table], object]  # runs in the thread that owns the table; must not change the game


@dataclass(slots=True)
class Marks:
    """When each part last made progress, in seconds of the daemon's clock, for the watchdog."""

    engine: float  # the loop ran
    readers: float  # a device reported something
    journal: float  # something became durable, or the journal answered a test
    display: float  # a scene was shown


class Daemon:
    """One table, its journal and its devices."""

    def __init__(
        self,
        table: Table,
        journal: Journal,
        devices: Devices,
        *,
        now: Callable[[], str],
        random: Random,
        translate: Translate = untranslated,
        call: Call = lambda translate, _: translate,
        on_errand: Callable[[Errand], None] = lambda _: None,
        game_id: str = "",
        revision: int = 0,
        witnesses: Sequence[Witness] = (),
        clock: Clock = time.monotonic,
    ) -> None:
        self.table = table
        self.view = table.view  # as it was at the end of the last event; any thread may look at it
        self._journal, self._devices = journal, devices
        self._now, self._random = now, random
        self.showing = Showing(devices, translate, call, table.kept.people.names)
        self._on_errand = on_errand
        self.game_id, self.revision = game_id, revision
        self._witnesses = tuple(witnesses)
        self.clock = clock
        self.marks = Marks(*[clock()] * 4)
        self.trouble: NotKept | None = None  # why the last proposal or errand could not be kept
        self._events: Backlog[Event | Posted | Task] = Backlog()
        self._sightings = Sightings()
        self._signals = TouchSignals(devices.readers) if isinstance(devices.readers, Signalling) else None
        self._kept = 0  # entries since the start, and errands that keep something
        self._told_dropped = Dropped()  # how much of it the players have been told
        self._is_stopping = False
        self._restless = 0  # events since the last rest
        self.parts = Parts(self.put, clock)  # parts that run next to the table
        self._told: tuple[str, int, Belief, Equip] | None = None  # what watchers know: game, revision, pieces and more
        self._watchers: list[Callable[[Daemon], None]] = []

    def watch(self, watcher: Callable[[Daemon], None]) -> None:
        """Call a watcher, in the thread that owns the state, after every scene and every entry; it must be quick."""
        self._watchers.append(watcher)

    # --- the loop ---

    def open(self, *, screen_is_open: bool = False) -> None:
        """Start the devices, except a screen that is in use already, and show the first scene."""
        self._journal.open()
        for device in self._devices:
            if not (screen_is_open and device is self._devices.screen):
                device.open(self.put)
        self.show()

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of each part of each device."""
        return {name: health for device in self._devices for name, health in device.health.items()}

    @property
    def copy(self) -> CopyState | None:
        """The standing of the journal's copy, or None if there is no copy."""
        from companion.journal.mirrored import Mirrored

        return self._journal.standing if isinstance(self._journal, Mirrored) else None

    def speak(self, translate: Translate) -> None:
        """Switch to another language."""
        self.showing.speak(translate, self.table.kept.people.names)
        self.show()

    def tell(self, dialog: Dialog) -> None:
        """Tell the players something from outside the game; in the thread that owns the state."""
        self.table.tell(dialog)
        for witness in self._witnesses:
            witness.told(self, dialog)

    def post(
        self,
        intent: Intent,
        reply: Callable[[Reply], None] = lambda _: None,
        *,
        revision: int | None = None,
        by: By = PROGRAM,
    ) -> Claim:
        """Take what somebody asks for, from any thread; `reply` is called in the thread that owns the state, once it is
        durable.

        A caller that does not want to wait any longer takes the claim: if it gets the claim, the intent is dropped; if
        not, the intent is being carried out, and the reply will come.
        """
        claim = Claim()
        if not self._events.put(Posted(intent, revision, reply, claim, by)):
            claim.take()
            reply(Busy())
        return claim

    def put(self, event: Event | Posted | Task) -> None:
        """Take an event, an intent or a task, from any thread."""
        self._events.put(event)

    def put_anyway(self, task: Task) -> None:
        """Take a task even into a full queue, if nobody would put it a second time, such as opening the page."""
        self._events.put_anyway(task)

    @property
    def dropped(self) -> Dropped:
        """How much was dropped because the queue was full."""
        return self._events.dropped

    def wake(self, wake: Callable[[], None]) -> None:
        """Call a function, from any thread, whenever there is something for `work`: for whoever has a loop already."""
        self._events.call(wake)

    def work(self) -> None:
        """Handle everything that is waiting."""
        self.marks.engine = self.clock()
        while not self._events.is_empty():
            event = self._events.take(0.0)
            if event is not None:
                self.handle(event)
        self._recover()
        self.rest()
        self._grow_quiet()

    def run(self) -> None:
        """Handle events as they come, until `stop`."""
        try:
            while not (self._is_stopping and self._events.is_empty()):
                self.marks.engine = self.clock()
                if self.marks.engine - self.marks.journal >= BEAT_S:
                    self._sound_journal()
                try:
                    event = self._events.take(QUIET_S if self._restless else self.pause_s)
                except queue.Empty:
                    self._recover()  # a thread that found no room may count that only after the queue has been handled
                    self.rest()
                    self._grow_quiet()
                    continue
                if event is not None:
                    self.handle(event)
                if self._events.dropped != self._told_dropped and self._events.is_empty():
                    self._recover()
                if self._restless >= RESTLESS:
                    self.rest()
        finally:
            self.rest()

    @property
    def pause_s(self) -> float:
        """After how long without an event it is time to `work` all the same, for what has changed by itself."""
        return HINT_S if self.view.has_hint else BEAT_S

    def _grow_quiet(self) -> None:
        """Take a hint that is over off the screen."""
        if self.view.has_hint:
            self.table.grow_quiet(self.clock() - self.marks.readers)
            self.show()

    def beat(self) -> None:
        """Show, during a long errand, that the table is alive."""
        self.marks.engine = self.marks.journal = self.clock()

    def rest(self) -> None:
        """Let the witnesses do the work that nobody waits for."""
        if self._restless:
            self._restless = 0
            for witness in self._witnesses:
                witness.rested(self)

    def stop(self) -> None:
        """Let `run` end once it has handled everything that came before."""
        self._is_stopping = True
        self._events.end()

    def _recover(self) -> None:
        """Once there is room again, tell the players what was dropped, and ask the readers for everything they see."""
        dropped = self._events.dropped
        if dropped == self._told_dropped:
            return
        presses, sightings, others = dropped.since(self._told_dropped)
        self._told_dropped = dropped
        _log.warning("too much at once: %d presses, %d sightings, %d others dropped", presses, sightings, others)
        if sightings and isinstance(self._devices.readers, Recounting):
            self._devices.readers.recount()
        if presses or sightings:
            self.tell(overloaded(presses, sightings))
            self.show()

    def close(self) -> None:
        """Stop the devices and close the journal."""
        self.rest()
        for device in self._devices:
            device.close()
        self._journal.close()

    # --- one event ---

    def handle(self, event: Event | Posted | Task) -> None:
        """Handle one event: show a sighting at once, and a decision once it is durable."""
        self._restless += 1
        if self._signals is None:
            self._take(event)
        else:
            self._signals.begins(self.table, event, self._kept)
            self._take(event)
            self._signals.ends(self.table, self._kept)

    def _take(self, event: Event | Posted | Task) -> None:
        if isinstance(event, Posted):
            self._handle_posted(event)
        elif callable(event):
            event(self.table)
            self.show()
        elif isinstance(event, Resting):
            for missed in self._sightings.missed(event):
                self.carry_out(self._happened(missed))
        else:
            self.carry_out(self._happened(event))

    def _happened(self, event: Event) -> Outcome:
        self.marks.readers = self.clock()
        self._sightings.note(event)
        for witness in self._witnesses:
            witness.happened(self, event)
        return self.table.handle(event)

    def _handle_posted(self, posted: Posted) -> None:
        intent, revision, reply, claim, by = posted
        if not claim.take():
            return  # the caller was told that this intent was dropped
        if revision is not None and revision != self.revision:
            reply(Stale(f"revision {revision} was shown, the table is at {self.revision}"))
            return
        answer = post(self.table, intent, by)
        is_shown = isinstance(answer, Refused) and answer.is_shown
        if isinstance(answer, Accepted) or is_shown:  # otherwise nothing has changed, and there is nothing new to tell
            for witness in self._witnesses:
                witness.posted(self, intent, by)
        if not isinstance(answer, Accepted):
            if is_shown:
                self.show()
            reply(answer)
            return
        self.trouble, before = None, (self.game_id, self.revision)
        self.carry_out(answer.outcome)
        reply(self._becomes(*before))

    def _becomes(self, game_id: str, revision: int) -> Reply:
        """Return the result of an intent that began at this revision of this game."""
        kept = self.revision - (revision if self.game_id == game_id else 0)
        if self.trouble:
            return self.trouble._replace(kept=kept)
        if self.table.refused:  # the first of several entries was kept, but a later one is not legal
            said = notices.said(self.table.deciding.game_table, self.table.refused)
            return Refused(self.table.refused, is_shown=self.table.shows_refusal, kept=kept, said=said)
        return Done(self.game_id, self.revision, kept)

    def carry_out(self, outcome: Outcome) -> None:
        """Make a proposal durable, accept it and show the scene; go on with what follows, or on an errand."""
        while isinstance(outcome, Proposal):
            self.showing.flicker(self.table.seen)
            self._keep(outcome)
            self.show()
            outcome = self.table.next()
            if outcome is None:
                return
        if outcome is not None:
            self._run_errand(outcome)
        self.show()

    def _run_errand(self, errand: Errand) -> None:
        """Run an errand; if its result cannot be kept, tell the players and ask again."""
        try:
            self._on_errand(errand)
        except JournalError as error:
            self.table.ask_again()
            self._not_kept(error)
        else:
            self._kept += isinstance(errand, Keeping)
            self.table.ran(errand)

    def _keep(self, proposal: Proposal) -> None:
        try:
            if proposal.kind == SETUP:
                self._create(proposal)
            self._journal.append(
                self.game_id, self.revision + 1, Kind(proposal.kind), dict(proposal.payload), self._now()
            )
        except JournalError as error:
            self._not_kept(error)
        else:
            self.revision += 1
            self._kept += 1
            self.trouble = None
            self.marks.journal = self.clock()
            people = self.table.kept.people
            self.table.accept(proposal)
            if self.table.kept.people != people:
                self.showing.speak(self.showing.language, self.table.kept.people.names)
            for witness in self._witnesses:
                witness.kept(self, proposal)

    def _sound_journal(self) -> None:
        """Test whether the journal answers; its faults are reported when something must be stored."""
        with suppress(JournalError):
            if self.game_id:
                self._journal.info(self.game_id)
            else:
                self._journal.ids()
        self.marks.journal = self.clock()

    def _not_kept(self, error: JournalError) -> None:
        reason, remedy = (
            (error.reason, error.remedy)
            if isinstance(error, Unavailable)
            else (quoted(error), Trouble("Start the companion again."))
        )
        self.trouble = NotKept(reason, remedy)
        self.table.unavailable(reason, remedy)
        for witness in self._witnesses:
            witness.not_kept(self, reason, remedy)

    def _create(self, proposal: Proposal) -> None:
        at = self._now()
        game_id = f"{at[:10]}-{self._random.randrange(1 << 32):08x}"
        self._journal.create(game_id, proposal.payload["game"], "", at)
        self.game_id, self.revision = game_id, 0

    def show(self) -> None:
        """Show the scene on lamps and screen if it has changed; tell watchers of it, of entries, and of pieces."""
        self.view = self.table.view
        to_tell = self.game_id, self.revision, self.view.belief, self.view.equipment
        if self.showing.show(self.view):
            self.marks.display = self.clock()
        elif self._told == to_tell:
            return
        self._told = to_tell
        for watcher in self._watchers:
            self._tell(watcher)

    def _tell(self, watcher: Callable[[Daemon], None]) -> None:
        """Call a watcher; one that fails must not take the table down."""
        try:
            watcher(self)
        except Exception:
            _log.exception("somebody who watches the table has failed")
