"""The life of a companion: a first screen at once, then rules, journal and devices, the game, and a good-bye.

While the journal cannot be opened, the screen says why, and it is tried again. The screen also reports a game that
cannot be trusted: it is left as it is, and only somebody at the table can decide to begin another one.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from companion.assembly.attendants import Attendance, MakeAttendant
from companion.assembly.front import Front, MakeFrontPage, Waiting
from companion.assembly.game_parts import translator
from companion.assembly.loading import (
    NEWEST,
    LaidOutForAnother,
    Loaded,
    Loader,
    MakeJournal,
    Sitting,
    why_unplayable,
)
from companion.config.settings import Config
from companion.errors import BAD_DATA, UserError
from companion.running.devices import Devices
from companion.running.supervision import Watchdog, lateness_of, stopping_at_signals
from companion.words.say import say
from hardware.beside import THREADS, Beside
from hardware.ports import Clock, Event

if TYPE_CHECKING:
    from companion.assembly.compose import Composed
    from companion.running.witness import Witness
    from companion.table.intents import Errand

_log = logging.getLogger(__name__)

RETRY_S = 2.0
FAREWELL_S = 1.2  # long enough to be read


class End(Enum):
    """Why a companion ends for good."""

    STOPPED = auto()  # from outside
    SHUT_DOWN = auto()  # the players chose to


class Service:
    """One companion, from start to end."""

    def __init__(
        self,
        config: Config,
        devices: Devices,
        *,
        invents_pieces: bool = False,
        sitting: Sitting = NEWEST,
        asks: bool = True,
        witnesses: Sequence[Witness] = (),
        make_attendant: MakeAttendant | None = None,
        make_front_page: MakeFrontPage | None = None,
        watchdog: Watchdog | None = None,
        clock: Clock = time.monotonic,
        retry_s: float = RETRY_S,
        farewell_s: float = FAREWELL_S,
        beside: Beside = THREADS,
        make_journal: MakeJournal | None = None,
    ) -> None:
        """Use these devices, closed, and laid out for the game of the sitting.

        A simulated table makes up its pieces; `asks` means that somebody can press ok, with `make_front_page` on a page
        that is served before there is a table. Without `make_journal` the journal is the configured file.
        """
        self._config, self._devices = config, devices
        self._sitting, self._asks = sitting, asks
        self._witnesses, self._clock = witnesses, clock
        self._make_attendant, self._attendance = make_attendant, Attendance(beside)
        self._watchdog = watchdog or Watchdog()
        self._retry_s, self._farewell_s = retry_s, farewell_s
        self._front = Front(devices, translator(config.language, {}), make_front_page)
        self._loader = Loader(config, invents_pieces=invents_pieces, make_journal=make_journal)
        self._stopping = threading.Event()
        self._handing_over = threading.Lock()
        self._early: list[Event] = []  # what the screen reports before there is a daemon
        self.composed: Composed | None = None
        self.end: End | Sitting | None = None  # why it ends: for good, or for another sitting; None while it runs

    @property
    def following(self) -> Sitting | None:
        """What the table must be set up for next, once this has ended."""
        return self.end if isinstance(self.end, Sitting) else None

    @property
    def is_shutting_down(self) -> bool:
        """Whether the players chose to shut down."""
        return self.end is End.SHUT_DOWN

    def stop(self) -> None:
        """End soon, and for good; from any thread."""
        self._finish(self.end if self.is_shutting_down else End.STOPPED)

    def lay_out(self, sitting: Sitting) -> None:
        """End, so that the table can be set up for something else, unless it ends for good; from any thread."""
        if not self._stopping.is_set():
            self._finish(sitting)

    def _finish(self, end: End | Sitting | None) -> None:
        self.end = end
        self._attendance.end()
        self._stopping.set()
        with self._handing_over:
            if self.composed:
                self.composed.daemon.stop()

    def serve(self) -> None:
        """Run from the first screen to the good-bye."""
        try:
            composed = self.start()
            if composed and not self._stopping.is_set():
                composed.daemon.run()
            if self.following is None:
                self._say_good_bye()
        finally:
            self.close()

    def start(self) -> Composed | None:
        """Show the first screen, load everything and show the table; return None if it is stopped meanwhile."""
        self._devices.screen.open(self._take)
        self._front.one_moment()
        loaded = self._load()
        if loaded is None:
            return None
        self._front.close_page()
        composed = self._compose(loaded)
        with self._handing_over:
            self.composed = composed
            for event in self._early:
                composed.daemon.put(event)
        composed.daemon.open(screen_is_open=True)
        if self._sitting.then:
            composed.daemon.post(self._sitting.then)
            if told := self._sitting.told:
                composed.daemon.put_anyway(lambda _: composed.daemon.tell(told))
        self._watchdog.guard(lateness_of(composed.daemon, self._devices, self._clock), composed.daemon.parts.troubles)
        if self._make_attendant:
            self._attendance.begin(self._make_attendant, composed)
        return composed

    def close(self) -> None:
        """Release everything."""
        self._front.close_page()
        self._attendance.close()
        if self.composed:
            self.composed.close()
        for device in self._devices:
            device.close()
        self._loader.close()

    # --- from nothing to a daemon ---

    def _take(self, event: Event) -> None:
        with self._handing_over:
            if self.composed:
                self.composed.daemon.put(event)
            else:
                self._early.append(event)

    def _load(self) -> Loaded | None:
        """Load what is played, however often that must be tried; return None if it is stopped meanwhile."""
        from companion.running.resume import CannotResume

        while True:
            try:
                return self._loader.load(self._sitting)
            except LaidOutForAnother as other:
                self.lay_out(other.sitting)
                return None
            except UserError as error:
                if error.code != BAD_DATA or not self._asks:
                    raise
                _log.error("%s", error)
                begins_anew = isinstance(error, CannotResume)
                if not self._is_told(str(error), begins_anew=begins_anew) or not begins_anew:
                    raise
                self._sitting = Sitting(self._sitting.game, begins=True)
            except Waiting as waiting:
                self._front.wait_for(waiting)
                self._watchdog.waiting("waiting for the journal")
                if self._stopping.wait(self._retry_s):
                    return None

    def _is_told(self, trouble: str, *, begins_anew: bool) -> bool:
        def goes_on() -> bool:
            self._watchdog.waiting("waiting for somebody at the table")
            return not self._stopping.is_set()

        return self._front.is_ok(trouble, say("ok: a new game") if begins_anew else say("ok"), goes_on)

    def _compose(self, loaded: Loaded) -> Composed:
        from companion.assembly.compose import compose
        from companion.assembly.errands import Host

        composed = compose(
            self._config,
            self._devices,
            loaded,
            Host(stop=self._shut_down, lay_out=self.change_game, run_other=self._run_errand),
            clock=self._clock,
            witnesses=self._witnesses,
        )
        if self._sitting.told and not self._sitting.then:
            composed.daemon.tell(self._sitting.told)
        return composed

    # --- what the players ask for ---

    def change_game(self, sitting: Sitting) -> str:
        """Set up the table for what the players chose, or tell them why that cannot be played here, and return it.

        In the thread that owns the state. The choice is durable before the players are told; raise Unavailable if it
        cannot be stored.
        """
        from companion.running.resume import choose_game
        from companion.shelf.shelf import open_box
        from companion.table.intents import LayOut
        from companion.table.own_dialogs import unplayable

        assert self.composed
        if sitting.game and (reason := why_unplayable(self._config, sitting.game)):
            _log.error("%s", reason)
            self.composed.daemon.tell(unplayable(open_box(sitting.laid_out_for).title, reason))
            return reason
        if sitting.game_id:
            choose_game(self._config.state, sitting.game_id, self.composed.journal.ids()[-1])
        self._attendance.run_errand(LayOut(sitting.laid_out_for))
        self.lay_out(sitting)
        return ""

    def _run_errand(self, errand: Errand) -> None:
        from companion.table.dialog import About
        from companion.table.intents import LetPhones
        from companion.table.own_dialogs import NO_PAGE, PAGE_AWAY

        self._attendance.run_errand(errand)
        if not isinstance(errand, LetPhones) or errand.in_ is False or not self.composed:
            return
        daemon = self.composed.daemon
        if daemon.table.dialog.topic.about is not About.PHONES:  # no page has answered: there is none, or none is up
            daemon.tell(PAGE_AWAY if self._config.web.serve else NO_PAGE)

    def _shut_down(self) -> None:
        self._finish(End.SHUT_DOWN)

    def _say_good_bye(self) -> None:
        self._watchdog.stopping()
        self._front.good_bye()
        time.sleep(self._farewell_s)


def serve_sittings(make_service: Callable[[Sitting], Service], first: Sitting) -> Service:
    """Serve one sitting after another until one ends without a successor; return the last."""
    sitting: Sitting | None = first
    while sitting is not None:
        service = make_service(sitting)
        with stopping_at_signals(service.stop):
            service.serve()
        sitting = service.following
    return service
