"""The table in a tab: one sitting after another on a simulated table, all within one event loop.

In: messages from the page (`counter.py`), and what it asks about the games that are kept:

    {"number": 8, "ask": "kept"}                     where games are kept, and how many there are
    {"number": 8, "ask": "along"}                    all games, to be saved as a file
    {"number": 8, "ask": "back", "text": "…"}        the text of such a file
    {"number": 8, "ask": "remove"}                   all games are removed for good

Out: answers, and `{"kind": "ready"}` once the first table is set up. Nothing here knows a browser: in plain CPython the
same messages play the same games.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.assembly.game_parts import translator
from companion.assembly.loading import NEWEST, Sitting
from companion.assembly.service import Service
from companion.config.parsing import load_config
from companion.journal.journal import JournalError, Unavailable
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.tab.counter import Counter, InTab, Json, Send
from companion.tab.kept_games import KeptGames, SittingGames
from companion.tab.kept_lines import Ledger
from companion.table.notices import spoken
from companion.thinking.thinker import Thinker
from companion.web.assemble import make_bench, make_page
from companion.web.robots import PACE_S
from companion.web.serving import at_once
from companion.words.say import SOURCE
from hardware.ports import Clock
from hardware.timers import Timers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.assembly.attendants import Attendant
    from companion.assembly.compose import Composed
    from companion.config.settings import Config
    from companion.journal.journal import Journal
    from companion.shelf.box import AnyGame
    from companion.web.virtual_table import VirtualTable

_log = logging.getLogger(__name__)
# With a reader under every place there is more to play with. Nobody reads a trace here, and there is no room for one.
CONFIGURATION: Final = 'format = 1\nkit = "board"\n[trace]\nkeep = false\n'
NOT_KEPT: Final = frozenset({"in-use", "config.toml"})  # files of the state folder that mean nothing to the next start
MakeThinker = Callable[["AnyGame"], Thinker]


class _Laid:
    """A simulated table, set up for a game; its pieces stay while another game is played."""

    def __init__(self, config: Config, game: str, clock: Clock) -> None:
        self.kit = configured_kit(config, game)
        self.table = simulated_table(self.kit, clock=clock, beside=Timers())
        self._bench: VirtualTable | None = None

    def bench(self, pieces: Mapping[str, str]) -> VirtualTable:
        """Return the table as it is drawn, with its pieces next to it at first."""
        self._bench = self._bench or make_bench(self.table, self.kit, pieces, self.kit.title)
        return self._bench


class Tab:
    """The companion of one tab; opened and asked in a running loop."""

    def __init__(
        self,
        folder: Path,
        ledger: Ledger,
        send: Send,
        *,
        make_thinker: MakeThinker = lambda game: Thinker(game, is_off=True),
        clock: Clock = time.monotonic,
        environment: Mapping[str, str] | None = None,
        pace_s: float = PACE_S,
    ) -> None:
        """Use an empty folder, which need not outlive this; raise OSError if the ledger cannot be read."""
        self._folder, self._send, self._clock = folder, send, clock
        self._make_thinker, self._pace_s = make_thinker, pace_s
        self._environment = environment or {"HOME": str(folder)}
        self.kept = KeptGames(ledger)
        self._counter = Counter(send)
        self._laid: dict[str, _Laid] = {}
        self._service: Service | None = None
        self._next: asyncio.Handle | None = None  # when the daemon works next
        self._is_due = False
        self._changing: asyncio.Task[None] | None = None

    @cached_property
    def _config(self) -> Config:
        file = self._folder / "config.toml"
        file.write_text(CONFIGURATION, encoding="utf-8")
        return load_config(str(file), {"state": str(self._folder)}, environment=self._environment, here=self._folder)

    def open(self) -> None:
        """Set the table up for what was played last."""
        for name, text in self.kept.files.items():
            (self._folder / name).write_text(text, encoding="utf-8")
        before = self.kept.sitting
        self._sit(Sitting(**before) if before else NEWEST)
        self._send({"kind": "ready", **self._describe()})

    def close(self) -> None:
        """End the sitting."""
        for later in (self._next, self._changing):
            if later:
                later.cancel()
        service, self._service = self._service, None
        if service:
            service.close()

    def take(self, message: Json) -> None:
        """Take what the page asks."""
        if message["ask"] in ("http", "gone"):
            self._counter.take(message)
            return
        try:
            told = self._asked(message)
        except Unavailable as error:
            translate = translator(str(message.get("lang") or SOURCE), {})
            told = {"trouble": [spoken(each).in_language(translate) for each in (error.reason, error.remedy)]}
        except (JournalError, ValueError) as error:
            told = {"unfit": str(error)}
        self._send({"number": message["number"], "kind": "told", **told})

    # --- games kept ---

    def _describe(self) -> Json:
        return {"durable": self.kept.is_durable, "unread": self.kept.unread, "games": len(self.kept.ids())}

    def _asked(self, message: Json) -> Json:
        match message["ask"]:
            case "kept":
                return self._describe()
            case "along":
                return {"text": json.dumps(self.kept.take_along(), indent=1)}
            case "back":
                try:
                    added, wrong = self.kept.bring_back(json.loads(message["text"]))
                finally:
                    self._go_on_with_more()
                return {"added": added, "wrong": wrong}
            case "remove":
                self.kept.remove(self.kept.ids())
                self._lay_out(NEWEST)
                return {}
            case what:
                raise ValueError(f"{what!r:.40}: not understood")

    def _go_on_with_more(self) -> None:
        """Set the table up again if more of its game is kept now than it has played."""
        service = self._service
        if service is None or service.composed is None:
            return
        daemon = service.composed.daemon
        if daemon.game_id in self.kept.ids() and (info := self.kept.info(daemon.game_id)).revision > daemon.revision:
            service.change_game(Sitting(info.game, game_id=info.id))

    # --- sittings ---

    def _sit(self, sitting: Sitting) -> None:
        """Set the table up, for another game where that is what goes on."""
        following: Sitting | None = sitting
        while following is not None:
            laid = self._laid_for(following.laid_out_for)
            self._service = service = Service(
                self._config,
                simulated_devices(laid.table),
                sitting=following,
                invents_pieces=True,
                asks=False,
                make_attendant=self._make_page,
                clock=self._clock,
                beside=Timers(),
                make_journal=lambda _: SittingGames(self.kept),
            )
            if composed := service.start():
                composed.daemon.wake(self._wake)
                self._wake()
                return
            following = service.following
            service.close()

    def _laid_for(self, game: str) -> _Laid:
        if game not in self._laid:
            self._laid[game] = _Laid(self._config, game, self._clock)
        return self._laid[game]

    def _make_page(self, composed: Composed) -> Attendant:
        assert self._service
        return make_page(
            self._config,
            composed,
            bench=self._laid_for(composed.parts.box.id).bench(composed.pieces),
            pace_s=self._pace_s,
            cut_power=partial(self._lay_out, NEWEST),
            change_game=self._service.change_game,
            has_cardboard=False,
            serve=partial(InTab, self._counter),
            read=self._reading,
            aside=at_once,
            thinker=self._make_thinker(composed.parts.game_table.game),
        )

    @contextmanager
    def _reading(self) -> Iterator[Journal]:
        journal = SittingGames(self.kept)
        journal.open()
        yield journal

    def _lay_out(self, sitting: Sitting) -> None:
        if self._service:
            self._service.lay_out(sitting)

    # --- the loop ---

    def _wake(self) -> None:
        """Let the daemon work in the loop's next turn."""
        if not self._is_due:
            self._is_due = True
            self._after(0.0)

    def _after(self, seconds: float) -> None:
        if self._next:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(seconds, self._work)

    def _work(self) -> None:
        self._is_due, service = False, self._service
        if service is None or service.composed is None or (self._changing and not self._changing.done()):
            return
        daemon = service.composed.daemon
        daemon.work()
        self._keep_files()
        if service.end is None:
            if not self._is_due:
                self._after(daemon.pause_s)
            return
        self._keep_sitting(service.following or NEWEST)
        self._changing = asyncio.ensure_future(self._change(service))

    async def _change(self, service: Service) -> None:
        """Go on with another sitting; with a new one after somebody has switched the companion off."""
        await self._counter.settled()
        if service is self._service:
            service.close()
            self._sit(service.following or NEWEST)

    def _keep_files(self) -> None:
        """Keep what the table has written besides games."""
        found = {path.name: path for path in self._folder.iterdir() if path.is_file() and path.name not in NOT_KEPT}
        texts = {name: path.read_text(encoding="utf-8") for name, path in found.items()}
        try:
            for name in {*texts, *self.kept.files}:
                self.kept.keep_file(name, texts.get(name))
        except Unavailable as error:  # a choice that is made again; games are another matter
            _log.warning("%s", spoken(error.reason).in_language())

    def _keep_sitting(self, sitting: Sitting) -> None:
        """Keep what comes next: the page, and with it this table, may be loaded again meanwhile."""
        try:
            self.kept.keep_sitting({"game": sitting.game, "begins": sitting.begins, "game_id": sitting.game_id})
        except Unavailable as error:
            _log.warning("%s", spoken(error.reason).in_language())
