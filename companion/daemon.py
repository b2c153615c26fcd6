"""The daemon's heart: events in, moves proposed, journaled and accepted, and the same scene on lamps and screen.

One thread owns the state. Ports hand their events to `put`, which never blocks: when the queue is full, which takes
hundreds of unanswered events, the newest event is dropped and the table is read anew from the next one.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from companion.display.draw import draw
from companion.journal.journal import Journal, JournalError, Kind, Unavailable
from companion.table.dialog import Command
from companion.table.replay import SETUP
from companion.table.say import Translate
from companion.table.scene import Scene
from companion.table.table import Outcome, Proposal, Table
from hardware.ports import Buttons, Event, Lamps, Readers, Screen

QUEUE = 512
Call = Callable[[Table], Outcome]  # what a page posts: something to ask of the table, in the thread that owns it


class Devices(NamedTuple):
    """The hardware of one table, simulated or real."""

    readers: Readers
    buttons: Buttons
    lamps: Lamps
    screen: Screen


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
        translate: Translate = str,
        on_command: Callable[[Command], None] = lambda _: None,
        game_id: str = "",
        revision: int = 0,
    ) -> None:
        self.table = table
        self._journal, self._devices = journal, devices
        self._now, self._random, self._translate = now, random, translate
        self._on_command = on_command
        self.game_id, self.revision = game_id, revision
        self._events: queue.Queue[Event | Call | None] = queue.Queue(QUEUE)
        self.dropped = 0
        self.scene: Scene | None = None
        self.shown = 0  # how many scenes have been shown
        self._watchers: list[Callable[[Daemon], None]] = []

    def watch(self, watcher: Callable[[Daemon], None]) -> None:
        """Call a watcher, in the thread that owns the state, after every scene that is shown; it must be quick."""
        self._watchers.append(watcher)

    # --- the loop ---

    def open(self) -> None:
        """Start the devices and show the first scene."""
        self._journal.open()
        for device in self._devices:
            device.open(self.put)
        self.show()

    def put(self, event: Event | Call) -> None:
        """Take an event, or something to ask of the table, from any thread."""
        try:
            self._events.put_nowait(event)
        except queue.Full:
            self.dropped += 1

    def work(self) -> None:
        """Handle everything that is waiting."""
        while not self._events.empty():
            event = self._events.get_nowait()
            if event is not None:
                self.handle(event)

    def run(self) -> None:
        """Handle events as they come, until `stop`."""
        while (event := self._events.get()) is not None:
            self.handle(event)

    def stop(self) -> None:
        """Let `run` end when it has handled what came before."""
        self._events.put(None)

    def close(self) -> None:
        """Stop the devices and let go of the journal."""
        for device in self._devices:
            device.close()
        self._journal.close()

    # --- one event ---

    def handle(self, event: Event | Call) -> None:
        """Handle one event: what was seen shows at once, what was decided shows when it is durable."""
        self.carry_out(event(self.table) if callable(event) else self.table.handle(event))

    def carry_out(self, outcome: Outcome) -> None:
        """Make a proposal durable and accept it, or do what a command asks for; then show the scene."""
        self.show()
        match outcome:
            case Proposal():
                self._keep(outcome)
            case Command():
                self._on_command(outcome)
            case None:
                return
        self.show()
        if isinstance(outcome, Proposal):
            self.carry_out(self.table.next())

    def _keep(self, proposal: Proposal) -> None:
        try:
            if proposal.kind == SETUP:
                self._create(proposal)
            self._journal.append(
                self.game_id, self.revision + 1, Kind(proposal.kind), dict(proposal.payload), self._now()
            )
        except Unavailable as error:
            self.table.unavailable(error.reason, error.remedy)
        except JournalError as error:
            self.table.unavailable(str(error), "Start the companion anew.")
        else:
            self.revision += 1
            self.table.accept(proposal)

    def _create(self, proposal: Proposal) -> None:
        at = self._now()
        game_id = f"{at[:10]}-{self._random.randrange(1 << 32):08x}"
        self._journal.create(game_id, proposal.payload["game"], "", at)
        self.game_id, self.revision = game_id, 0

    def show(self) -> None:
        """Show the scene on lamps and screen, if it is another one."""
        scene = self.table.scene()
        if scene == self.scene:
            return
        self.scene = scene
        self._devices.lamps.show(scene.lamps)
        self._devices.screen.show(draw(scene.screen, self._translate))
        self._devices.readers.watch(self.table.hot())
        self.shown += 1
        for watcher in self._watchers:
            watcher(self)
