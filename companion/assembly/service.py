"""The life of a companion: a first screen at once, then rules, journal and devices, the game, and a good-bye.

While the journal cannot be opened the screen says why, and it is tried again. A game that cannot be trusted is told
too: it is left as it is, and only somebody at the table decides to begin another one.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from companion.assembly.front import Front, Waiting
from companion.assembly.game_parts import translator
from companion.assembly.sitting import NEWEST, Sitting, what_goes_on
from companion.config.settings import Config
from companion.errors import BAD_DATA, UserError
from companion.running.devices import Devices
from companion.running.watchdog import Watchdog, lateness_of
from companion.words.say import say
from hardware.ports import Clock, Event

if TYPE_CHECKING:
    from companion.assembly.compose import Composed
    from companion.assembly.game_parts import GameParts
    from companion.running.daemon import Witness
    from companion.running.state_folder import StateLock
    from companion.table.commands import Errand
    from companion.table.table import Table

_log = logging.getLogger(__name__)

RETRY_S = 2.0
FAREWELL_S = 1.2  # long enough to be read


class Attendant(Protocol):
    """What lives beside the daemon, such as a page. If it fails, the game goes on."""

    def open(self) -> None:
        """Start; in the thread that owns the state."""

    def close(self) -> None:
        """Stop; harmless when it has not started."""

    def run_errand(self, errand: Errand) -> None:
        """Do what the players ask for that is neither a move nor the companion's own; in the same thread."""


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
        make_attendant: Callable[[Composed], Attendant] | None = None,
        watchdog: Watchdog | None = None,
        clock: Clock = time.monotonic,
        retry_s: float = RETRY_S,
        farewell_s: float = FAREWELL_S,
    ) -> None:
        """Take the devices, closed, and laid out for the game of the sitting.

        A simulated table invents pieces, and `asks` tells that somebody can press ok.
        """
        self._config, self._devices = config, devices
        self._invents_pieces, self._sitting, self._asks = invents_pieces, sitting, asks
        self._witnesses, self._clock = witnesses, clock
        self._make_attendant = make_attendant
        self._watchdog = watchdog or Watchdog()
        self._attendant: Attendant | None = None  # once it is open
        self._made: Attendant | None = None
        self._is_closed = False
        self._retry_s, self._farewell_s = retry_s, farewell_s
        self._stopping = threading.Event()
        self._front = Front(devices, translator(config.language, {}))
        self._lock: StateLock | None = None
        self._handing_over = threading.Lock()
        self._complaint = ""  # why the journal cannot be used, as it was told last
        self._early: list[Event] = []  # what the screen reports before there is a daemon
        self.composed: Composed | None = None
        self.is_shutting_down = False  # the players chose to
        self.following: Sitting | None = None  # the table must be laid out again for this

    def stop(self) -> None:
        """End soon, and for good; from any thread."""
        self.following = None
        self._end()

    def _end(self) -> None:
        self._stopping.set()
        with self._handing_over:
            if self.composed:
                self.composed.daemon.stop()

    def lay_out(self, sitting: Sitting) -> None:
        """End, so that the table can be laid out for something else, unless it ends for good; from any thread."""
        if not self._stopping.is_set():
            self.following = sitting
            self._end()

    def _change_game(self, sitting: Sitting) -> None:
        """Lay the table out for what the players chose, or tell them why that cannot be played here.

        Which game goes on is durable before anybody is told that it does; raises Unavailable where that cannot be.
        """
        from companion.assembly.game_parts import load_game
        from companion.running.chosen_game import choose_game
        from companion.running.devices import configured_kit
        from companion.shelf.shelf import open_box
        from companion.table.own_dialogs import unplayable
        from hardware.formats.strict_toml import DataError

        assert self.composed
        try:
            configured_kit(self._config, sitting.laid_out_for)
            load_game(self._config, sitting.laid_out_for)
        except (DataError, UserError) as error:
            _log.error("%s", error)
            self.composed.daemon.tell(unplayable(open_box(sitting.laid_out_for).title, str(error)))
        else:
            if sitting.game_id:
                choose_game(self._config.state, sitting.game_id, self.composed.journal.ids()[-1])
            self.lay_out(sitting)

    def serve(self) -> None:
        """Live from the first screen to the good-bye."""
        try:
            composed = self.start()
            if composed and not self._stopping.is_set():
                composed.daemon.run()
            if self.following is None:
                self._say_good_bye()
        finally:
            self.close()

    def start(self) -> Composed | None:
        """Show the first screen, load everything and show the table; nothing if it is stopped meanwhile."""
        self._devices.screen.open(self._take)
        self._front.one_moment()
        composed = self._load()
        if composed is None:
            return None
        with self._handing_over:
            self.composed = composed
            for event in self._early:
                composed.daemon.put(event)
        composed.daemon.open(screen_is_open=True)
        self._watchdog.guard(lateness_of(composed.daemon, self._devices, self._clock), composed.daemon.parts.troubles)
        if self._make_attendant:
            # What a page loads takes longer than all before it: the table does not wait for that.
            threading.Thread(
                target=self._open_attendant, args=(self._make_attendant,), name="attendant", daemon=True
            ).start()
        return composed

    def _open_attendant(self, make: Callable[[Composed], Attendant]) -> None:
        assert self.composed

        def begin(_: Table) -> None:
            if self._stopping.is_set():
                return
            try:
                attendant.open()
            except Exception as error:
                _log.warning("%s", error, exc_info=error)
            else:
                self._attendant = attendant

        try:
            attendant = make(self.composed)
        except Exception as error:  # whatever it is, players must not be stopped by it
            _log.warning("%s", error, exc_info=error)
            return
        with self._handing_over:
            is_late, self._made = self._is_closed, attendant
        if is_late:
            attendant.close()
        else:
            self.composed.daemon.put_anyway(begin)

    def _run_errand(self, errand: Errand) -> None:
        from companion.table.commands import LetPhones
        from companion.table.dialog import About
        from companion.table.own_dialogs import NO_PAGE, PAGE_AWAY

        if self._attendant:
            self._attendant.run_errand(errand)
        if not isinstance(errand, LetPhones) or errand.in_ is False or not self.composed:
            return
        daemon = self.composed.daemon
        if daemon.table.dialog.topic.about is not About.PHONES:  # no page has answered: none is wanted, or none is up
            daemon.tell(PAGE_AWAY if self._config.web.serve else NO_PAGE)

    def close(self) -> None:
        """Let go of everything."""
        with self._handing_over:
            self._is_closed, made = True, self._made  # what is made from now on is closed where it is made
        if made:
            made.close()
        if self.composed:
            self.composed.close()
        for device in self._devices:
            device.close()
        if self._lock:
            self._lock.release()

    # --- from nothing to a daemon ---

    def _take(self, event: Event) -> None:
        with self._handing_over:
            if self.composed:
                self.composed.daemon.put(event)
            else:
                self._early.append(event)

    def _load(self) -> Composed | None:
        from companion.running.resume import CannotResume

        while True:
            try:
                return self._compose()
            except _LaidOutForAnother as other:
                self.lay_out(other.sitting)
                return None
            except UserError as error:
                if error.code != BAD_DATA or not self._asks:
                    raise
                _log.error("%s", error)
                begins_anew = isinstance(error, CannotResume)
                if not self._is_told(str(error), begins_anew=begins_anew) or not begins_anew:
                    raise
                self._sitting = Sitting(begins=True)
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

    def _parts(self, game: str) -> GameParts:
        """Load a game; at a simulated table every piece has a tag."""
        from companion.assembly.game_parts import invented_pieces, load_game
        from companion.assembly.shelf_troubles import shelf_troubles

        parts = load_game(self._config, game)
        for trouble in shelf_troubles(self._config):
            _log.warning("%s", trouble.line)
        if self._invents_pieces and not parts.pieces:
            parts = parts._replace(pieces=invented_pieces(parts.box))
        return parts

    def _compose(self) -> Composed:
        from companion.assembly.compose import compose, now
        from companion.assembly.exchanges import finish_exchanges, keep_before_migration, set_aside_notice
        from companion.assembly.owners_board import asks_board, board_news, keep_played_board
        from companion.assembly.stores import open_journal
        from companion.journal.journal import Unavailable
        from companion.running.resume import resume
        from companion.running.state_folder import StateLock, prepare_state
        from companion.shelf.shelf import open_box

        try:
            prepare_state(self._config)
            self._lock = self._lock or StateLock(self._config.state)
            finish_exchanges(self._config)
            keep_before_migration(self._config, now())
            journal = open_journal(self._config)
            try:
                game, goes_on = what_goes_on(journal, self._config.state, self._sitting)
                sitting = self._sitting._replace(game=game, game_id=goes_on.id if goes_on else "")
                self._see_that_devices_fit(
                    sitting, is_board_kept=keep_played_board(self._config, journal, open_box(game))
                )
                parts = self._parts(game)
                resumed = resume(journal, goes_on, parts.game_table.game)
                asks = asks_board(self._config, journal, parts.box)
                lost_sight = set_aside_notice(self._config, journal)
            except BaseException:
                journal.close()
                raise
        except Unavailable as error:
            if str(error) != self._complaint:  # once: it is tried every few seconds, and the log is on the same disk
                self._complaint = str(error)
                _log.error("%s; trying again", error)
            raise Waiting(error) from error
        if resumed.game_id:
            _log.info("game %s goes on after entry %d", resumed.game_id, resumed.revision)
        composed = compose(
            self._config,
            self._devices,
            parts,
            journal,
            resumed,
            stop=self._shut_down,
            asks=asks,
            news=lost_sight or board_news(self._config, parts),
            run_other=self._run_errand,
            lay_out=self._change_game,
            clock=self._clock,
            witnesses=self._witnesses,
        )
        if self._sitting.told:
            composed.daemon.tell(self._sitting.told)
        return composed

    def _see_that_devices_fit(self, sitting: Sitting, *, is_board_kept: bool) -> None:
        if is_board_kept or sitting.game != self._sitting.laid_out_for:
            raise _LaidOutForAnother(sitting)

    def _shut_down(self) -> None:
        self.is_shutting_down = True
        self.stop()

    def _say_good_bye(self) -> None:
        self._watchdog.stopping()
        self._front.good_bye()
        time.sleep(self._farewell_s)


class _LaidOutForAnother(Exception):
    """The devices have the names of another game, or of another board, than the one to be played."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.sitting = sitting
