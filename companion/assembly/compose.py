"""The composition root: puts a loaded game, its journal and devices together to a table that goes on with the game.

Imports happen late, so that the first screen is shown before the rules are loaded.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from itertools import islice
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.assembly.errands import NO_HOST, Errands, Host
from companion.assembly.game_parts import GameParts, calling, translator
from companion.assembly.server_copy import watch_copy
from companion.assembly.stores import make_traces
from companion.config.settings import Config
from companion.config.state_files import house_rules_of
from companion.journal.journal import Journal, JournalError
from companion.running.daemon import Daemon
from companion.shelf.shelf import boxes
from companion.table.own_dialogs import Offers, OtherGames, Unfinished
from companion.table.table import Table
from companion.table.teaching import Teaching, fits, short_game
from companion.words.language import on_small_screen

if TYPE_CHECKING:
    from companion.assembly.loading import Loaded
    from companion.running.devices import Devices
    from companion.running.witness import Witness
    from companion.table.gametable import GameTable
    from companion.trace.files import Traces
    from companion.trace.recorder import Tracer
    from hardware.ports import Clock

_log = logging.getLogger(__name__)
MOST_LINES: Final = 20  # of other games: what somebody scrolls through
LOOKED_AT: Final = 200  # games in the journal, the newest first; older ones are in the archive


class Composed(NamedTuple):
    """A daemon, and what it writes besides its journal."""

    daemon: Daemon
    parts: GameParts
    journal: Journal
    traces: Traces | None

    @property
    def game_table(self) -> GameTable:
        """The game at this table."""
        return self.parts.game_table

    @property
    def pieces(self) -> Mapping[str, str]:
        """The pieces, by their tags."""
        return self.parts.pieces

    def close(self) -> None:
        """Stop the devices, close the journal, write the rest of the trace."""
        self.daemon.close()
        if self.traces:
            self.traces.close()


def compose(
    config: Config,
    devices: Devices,
    loaded: Loaded,
    host: Host = NO_HOST,
    *,
    clock: Clock = time.monotonic,
    witnesses: Sequence[Witness] = (),
    random: Random | None = None,
) -> Composed:
    """Put a table, its journal and its devices together; the journal is open, the devices are not.

    A table without a game to go on with shows the news that were loaded: about its board, or about missing games. If
    the `host` can set the table up for another game, the table offers the other games.
    """
    parts, journal, resumed = loaded.parts, loaded.journal, loaded.resumed
    random = random or SystemRandom()
    dice = Random(random.getrandbits(64))
    errands = Errands(config, parts, journal, devices, host)
    traces = make_traces(config) if config.trace.keep and loaded.lesson is None else None
    tracer = _tracer(traces, parts, dice, random, clock) if traces else None
    table = Table(
        parts.game_table,
        parts.pieces,
        dice,
        resumed.kept,
        asks_board=loaded.asks_board,
        offers=Offers(
            phones_allowed=may_let_phones_in(config, os.environ),
            may_call=bool(config.hub.server),
            other_games=other_games(journal, parts.box.id) if host.lay_out else None,
            language=config.language,
            house_rules=house_rules_of(config, parts.box),
            lesson=parts.box.id if host.lay_out and parts.box.lesson else "",
            short=cache(partial(_short_game, parts)) if parts.box.lesson else None,
        ),
        teaching=Teaching(parts.game_table, loaded.lesson) if loaded.lesson else None,
    )
    daemon = Daemon(
        table,
        journal,
        devices,
        now=now,
        random=random,
        translate=translator(config.language, on_small_screen(config.names), parts.box),
        call=partial(calling, parts.box),
        on_errand=lambda errand: errands.run(errand, daemon),
        game_id=resumed.game_id,
        revision=resumed.revision,
        witnesses=(*witnesses, tracer) if tracer else witnesses,
        clock=clock,
    )
    if tracer and traces:
        tracer.begin(daemon)
        daemon.parts.tend(traces.part)
    if loaded.news and resumed.kept.history is None:
        daemon.tell(loaded.news)
    watch_copy(journal, daemon, clock)
    return Composed(daemon, parts, journal, traces)


def _short_game(parts: GameParts) -> Any:
    """Return the position that the short game after the lesson begins with; None where the lesson does not fit."""
    game, lesson = parts.game_table.game, parts.box.lesson
    if lesson is None or not fits(game, lesson()):
        return None
    return game.parse_position(short_game(game, lesson(), "").first)


def _tracer(traces: Traces, parts: GameParts, dice: Random, random: Random, clock: Clock) -> Tracer:
    """Return what records the sensors' reports, and what chance decides."""
    from companion.trace.recorder import Tracer

    format_entry = parts.game_table.game.format_entry
    seed = partial(random.getrandbits, 64)
    return Tracer(traces, parts.pieces, dice, format_entry=format_entry, clock=clock, seed=seed)


def may_let_phones_in(config: Config, environment: Mapping[str, str]) -> bool:
    """Return whether the players may: not if the installer was told no, unless the configuration lets everyone in."""
    from ipaddress import ip_address

    return environment.get("HANSA_PHONES") != "no" or not ip_address(config.web.bind).is_loopback


def other_games(journal: Journal, game: str) -> Callable[[], OtherGames]:
    """Return a function that finds everything besides a table's own game, once and only on demand."""

    @cache
    def others() -> OtherGames:
        titles = {box.id: box.title for box in boxes()}
        unfinished = tuple(islice(unfinished_games(journal, titles), MOST_LINES))
        return OtherGames({other: title for other, title in titles.items() if other != game}, unfinished)

    return others


def unfinished_games(journal: Journal, titles: Mapping[str, str]) -> Iterator[Unfinished]:
    """Find the games that can go on, the newest first."""
    try:
        for game_id in islice(reversed(journal.ids()), LOOKED_AT):
            info = journal.info(game_id)
            if not info.finished and info.revision and info.game in titles:
                yield Unfinished(info.game, info.id, titles[info.game], _day_and_time(info.created))
    except JournalError as error:  # a new game can still be begun
        _log.warning("unfinished games cannot be listed: %s", error)


def _day_and_time(created: str) -> str:
    try:
        begun = datetime.fromisoformat(created).astimezone()
    except ValueError:
        return created
    return f"{begun.day}.{begun.month}. {begun:%H:%M}"


def now() -> str:
    """Return the time of the wall clock."""
    return datetime.now(UTC).isoformat(timespec="seconds")
