"""The composition root: takes a game, its journal and devices, and returns a daemon that resumes the game.

Imports happen late, so that the first screen is shown before the rules are loaded.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from random import Random, SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from companion.assembly.front import Front
from companion.assembly.game_parts import GameParts, calling, translator
from companion.assembly.owners_board import answer_board_news, keep_board
from companion.assembly.sitting import Sitting
from companion.assembly.stores import make_traces
from companion.config.settings import Config
from companion.config.state_files import (
    HOUSE_RULES_FILE,
    LANGUAGE_FILE,
    house_rules_of,
    keep_house_rules,
    keep_language,
)

if TYPE_CHECKING:
    from companion.journal.journal import Journal
    from companion.running.daemon import Daemon, Witness
    from companion.running.devices import Devices
    from companion.running.resume import Resumed
    from companion.table.dialog import Dialog
    from companion.table.gametable import GameTable
    from companion.table.intents import Errand
    from companion.trace.files import Traces
    from hardware.ports import Clock


def may_let_phones_in(config: Config, environment: Mapping[str, str]) -> bool:
    """Return whether the players may: not if the installer was told no, unless the configuration lets everyone in."""
    from ipaddress import ip_address

    return environment.get("HANSA_PHONES") != "no" or not ip_address(config.web.bind).is_loopback


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
    parts: GameParts,
    journal: Journal,
    resumed: Resumed,
    *,
    asks: bool = False,
    news: Dialog | None = None,
    stop: Callable[[], None] = lambda: None,
    run_other: Callable[[Errand], None] = lambda _: None,
    lay_out: Callable[[Sitting], None] | None = None,
    clock: Clock = time.monotonic,
    witnesses: Sequence[Witness] = (),
    random: Random | None = None,
) -> Composed:
    """Put a table, its journal and its devices together; the journal is open, the devices are not.

    A table that `asks` begins with the question whether the board file is right. A table without a game to go on with
    shows the `news`: about its board, or about games that are missing. If there is a `lay_out` to set the table up for
    another game, the table offers the other games.
    """
    from companion.assembly.look_around import look_around
    from companion.assembly.new_tag import keep_tag
    from companion.running.choices import kept_in
    from companion.running.daemon import Daemon
    from companion.table.intents import (
        AnswerBoardNews,
        BringBack,
        CallHelp,
        ChooseHouseRules,
        ConfirmBoard,
        GoOnWith,
        KeepTag,
        LayOut,
        LetPhones,
        ShutDown,
        SpeakLanguage,
    )
    from companion.table.table import Table
    from companion.trace.recorder import Tracer
    from companion.words.language import on_small_screen

    random = random or SystemRandom()
    dice = Random(random.getrandbits(64))
    traces = make_traces(config) if config.trace.keep else None
    tracer = None
    if traces:
        tracer = Tracer(
            traces,
            parts.pieces,
            dice,
            format_entry=parts.game_table.game.format_entry,
            clock=clock,
            seed=lambda: random.getrandbits(64),
        )
        witnesses = (*witnesses, tracer)

    def bring_back() -> None:
        from companion.assembly.games_back import bring_games_back
        from companion.journal.mirrored import Mirrored

        if not isinstance(journal, Mirrored):
            return  # not offered
        Front(devices, daemon.translate).one_moment()
        told = bring_games_back(journal, config.state, daemon.beat)
        if lay_out:
            lay_out(Sitting(told=told))
        else:
            daemon.tell(told)

    def run_errand(errand: Errand) -> None:
        match errand:
            case SpeakLanguage(code):
                with kept_in(config.state / LANGUAGE_FILE):
                    keep_language(config.state, code)
                daemon.speak(translator(code, on_small_screen(config.names), parts.box))
            case ChooseHouseRules(chosen):
                with kept_in(config.state / HOUSE_RULES_FILE):
                    keep_house_rules(config.state, parts.box.id, chosen)
            case ConfirmBoard():
                keep_board(config, parts)
            case AnswerBoardNews(take_over):
                answer_board_news(config, parts, is_taken=take_over)
            case LayOut(game) if lay_out:
                lay_out(Sitting(game, begins=True))
            case GoOnWith(game, game_id) if lay_out:
                lay_out(Sitting(game, game_id=game_id))
            case LayOut() | GoOnWith():
                pass  # not offered
            case BringBack():
                bring_back()
            case KeepTag(piece, uid):
                keep_tag(config, parts.box, piece, uid)
            case ShutDown():
                stop()
            case LetPhones() | CallHelp():
                run_other(errand)

    daemon = Daemon(
        Table(
            parts.game_table,
            parts.pieces,
            dice,
            resumed.kept,
            asks_board=asks,
            may_call=bool(config.hub.server),
            phones_allowed=may_let_phones_in(config, os.environ),
            other_games=look_around(journal, parts.box.id) if lay_out else None,
            language=config.language,
            house_rules=house_rules_of(config, parts.box),
        ),
        journal,
        devices,
        now=now,
        random=random,
        translate=translator(config.language, on_small_screen(config.names), parts.box),
        call=partial(calling, parts.box),
        on_errand=run_errand,
        game_id=resumed.game_id,
        revision=resumed.revision,
        witnesses=witnesses,
        clock=clock,
    )
    if tracer and traces:
        tracer.begin(daemon)
        daemon.parts.tend(traces.part)
    if news and resumed.kept.history is None:
        daemon.tell(news)
    _watch_copy(journal, daemon, clock)
    return Composed(daemon, parts, journal, traces)


def _watch_copy(journal: Journal, daemon: Daemon, clock: Clock) -> None:
    """Tell the table when the copy on a server cannot be updated, and when it has games that are missing here."""
    from companion.journal.mirrored import Mirrored

    if isinstance(journal, Mirrored):
        from companion.assembly.games_back import offer_games
        from companion.running.replica_health import reporter

        journal.watch(reporter(daemon.put, clock))
        offer_games(journal, daemon)
        daemon.parts.tend(journal.part)


def now() -> str:
    """Return the time of the wall clock."""
    return datetime.now(UTC).isoformat(timespec="seconds")
