"""The composition root: configuration and devices enter, a daemon that plays on where the game was leaves.

This is the one place that names a concrete journal and trace; games come from the shelf. What it needs from them is
imported when it is needed, so that the first screen is shown before the rules are loaded.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from companion.config.chosen_language import keep_language
from companion.config.config_file import see_there
from companion.config.settings import Config, ConfigError
from companion.errors import BAD_CONFIGURATION, BAD_DATA, UserError

if TYPE_CHECKING:
    from companion.journal.journal import Journal
    from companion.running.daemon import Daemon, Witness
    from companion.running.devices import Devices
    from companion.running.resume import Resumed
    from companion.shelf.box import AnyGame, GameBox
    from companion.table.commands import Errand
    from companion.table.dialog import Dialog, Menu
    from companion.table.gametable import GameTable
    from companion.trace.files import Traces
    from companion.words.say import Translate
    from hardware.ports import Clock

_log = logging.getLogger(__name__)
ANSWERED = ".answered"  # beside a board file: of which newer board its owner was told


# --- what the configuration names ---


class GameParts(NamedTuple):
    """The game at this table, and which tag is on which of its pieces."""

    box: GameBox
    game_table: GameTable
    pieces: Mapping[str, str]


def load_game(config: Config, game: str = "") -> GameParts:
    """Load rules, board and pieces of a game, the first on the shelf unless another is named.

    Say in one line what is wrong with their files.
    """
    from companion.shelf.shelf import boxes, first_game, open_box
    from hardware.formats.piece_set import load_pieces

    colours = tuple(dict.fromkeys(colour for box in boxes() for colour in box.colours))
    for colour in config.names:
        if colour not in colours:
            raise ConfigError(config.file, f"names.{colour}", "unknown player", f"only {', '.join(colours)}")
    box = open_box(game or first_game())
    rules = load_rules(config, box)
    tags = config.pieces_of(box.id)
    if tags:
        see_there(
            config,
            config.key_of_file(box.id, "pieces"),
            tags,
            "the path of a piece-set file; hansa-companion enrol makes one",
        )
    return GameParts(box, box.table(rules), load_pieces(tags).pieces if tags else {})


def load_rules(config: Config, box: GameBox) -> AnyGame:
    """Load the rules of a game on the board that its owner has, or say in one line what is wrong with that file."""
    from companion.games.game import GameError

    board = config.board_of(box.id)
    if board:
        see_there(config, config.key_of_file(box.id, "board"), board, "the path of a board file")
    try:
        return box.rules(board)
    except GameError as error:
        raise UserError(str(error), BAD_CONFIGURATION) from error


def own_board(config: Config, box: GameBox) -> Path:
    """Return the place of the owner's board file, whether or not it is there yet."""
    return config.board_of(box.id) or config.state / box.board_file


def own_pieces(config: Config, box: GameBox) -> Path:
    """Return the place of the owner's piece set, whether or not it is there yet."""
    return config.pieces_of(box.id) or config.state / box.piece_file


def asks_board(config: Config, journal: Journal, box: GameBox) -> bool:
    """Tell whether nobody has said yet that the board is right: the owner has none, and it was never played.

    Raises UserError where the journal is too damaged to name its games.
    """
    from companion.journal.journal import Damaged

    if own_board(config, box).is_file():
        return False
    try:
        return not any(info.game == box.id for info in journal.games())
    except Damaged as error:
        raise UserError(str(error), BAD_DATA) from error


def keep_board(config: Config, parts: GameParts) -> None:
    """Keep the board in use as the owner's own: then nobody is asked again. If the disk does not take it, one is."""
    path = own_board(config, parts.box)
    try:
        parts.box.boards(parts.game_table.game, path).keep()
    except OSError as error:
        _log.warning("%s: the board cannot be kept: %s", path, error.strerror)


def board_news(config: Config, parts: GameParts) -> Menu | None:
    """Say what was corrected on the board that the companion keeps for its owner, unless they have answered that."""
    path = config.state / parts.box.board_file
    if own_board(config, parts.box) != path or _answered(path) == _newest_board(parts.box):
        return None
    return parts.box.boards(parts.game_table.game, path).news()


def answer_board_news(config: Config, parts: GameParts, *, is_taken: bool) -> None:
    """Take the corrections over, or do not; then nobody is told of them again. If the disk does not take it, one is."""
    from hardware.formats.durable import write_durably

    path = config.state / parts.box.board_file
    try:
        if is_taken:
            parts.box.boards(parts.game_table.game, path).take_over()
        write_durably(path.with_suffix(ANSWERED), f"{_newest_board(parts.box)}\n".encode())
    except OSError as error:
        _log.warning("%s: the board cannot be kept: %s", path, error.strerror)


def _newest_board(box: GameBox) -> str:
    return next(reversed(tuple(box.shipped_boards)), "")


def _answered(path: Path) -> str:
    """Name the newest board of whose corrections the players were told."""
    try:
        return path.with_suffix(ANSWERED).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def invented_pieces(box: GameBox) -> Mapping[str, str]:
    """Give every piece of a box a tag of its own, for the simulated table."""
    return {f"04{blake2b(name.encode(), digest_size=6).hexdigest()}": name for name in box.pieces().all}


def translator(language: str, names: Mapping[str, str], box: GameBox | None = None) -> Translate:
    """Speak a language, and call the players of a game by their names."""
    from companion.words.language import load_language, with_names

    spoken = load_language(language)
    if not names or box is None:
        return spoken
    words = box.player_words()
    return with_names(spoken, {words[colour].template: name for colour, name in names.items() if colour in words})


def make_journal(config: Config) -> Journal:
    """Give the journal, not open yet: a file, and a copy on a server where one is configured."""
    from companion.journal.sqlite import SqliteJournal

    local = SqliteJournal(config.journal)
    if not config.copy:
        return local
    from companion.journal.mirrored import Mirrored, Standing, State
    from companion.journal.redis import RedisJournal

    remote = RedisJournal(config.copy)

    def told(standing: Standing) -> None:
        reason = f": {standing.reason}" if standing.reason else ""
        level = logging.INFO if standing.state is State.IN_STEP else logging.WARNING
        _log.log(level, "the copy of the journal is %s%s", standing.state.replace("_", " "), reason)
        if standing.state is State.IN_STEP:
            for weakness in remote.warnings:
                _log.warning("the copy of the journal is not safe: %s", weakness)

    return Mirrored(local, remote, on_change=told)


def open_journal(config: Config) -> Journal:
    """Open the journal; raise Unavailable where that may pass, UserError where somebody must look at it."""
    from companion.journal.journal import Damaged, WrongFormat

    journal = make_journal(config)
    try:
        journal.open()
    except (Damaged, WrongFormat) as error:
        raise UserError(str(error), BAD_DATA) from error
    return journal


def may_let_phones_in(config: Config, environment: Mapping[str, str]) -> bool:
    """Tell whether the players may: not where the installer was told no, unless the configuration lets all in."""
    from ipaddress import ip_address

    return environment.get("HANSA_PHONES") != "no" or not ip_address(config.web.bind).is_loopback


def make_traces(config: Config) -> Traces:
    """Give the folder of the traces."""
    from companion.trace.files import Limits, Traces

    return Traces(config.state / "traces", Limits(total_bytes=config.trace.megabytes << 20))


# --- the daemon ---


class Composed(NamedTuple):
    """A daemon, and what it writes to beside its journal."""

    daemon: Daemon
    parts: GameParts
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
        """Stop the devices, let go of the journal, write the rest of the trace."""
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
    clock: Clock = time.monotonic,
    witnesses: Sequence[Witness] = (),
    random: Random | None = None,
) -> Composed:
    """Put a table, its journal and its devices together; the journal is open, the devices are not.

    A table that `asks` begins with the question whether the board file is right, and one that has no game to go on
    with tells the `news`: of its board, or of games that are not where they should be.
    """
    from companion.running.daemon import Daemon
    from companion.table.commands import AnswerBoardNews, CallHelp, ConfirmBoard, LetPhones, ShutDown, SpeakLanguage
    from companion.table.table import Table
    from companion.trace.recorder import Tracer

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

    def run_errand(errand: Errand) -> None:
        match errand:
            case SpeakLanguage(code):
                keep_language(config.state, code)
                daemon.speak(translator(code, config.names, parts.box))
            case ConfirmBoard():
                keep_board(config, parts)
            case AnswerBoardNews(take_over):
                answer_board_news(config, parts, is_taken=take_over)
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
        ),
        journal,
        devices,
        now=_now,
        random=random,
        translate=translator(config.language, config.names, parts.box),
        on_errand=run_errand,
        game_id=resumed.game_id,
        revision=resumed.revision,
        witnesses=witnesses,
        clock=clock,
    )
    if tracer:
        tracer.begin(daemon)
    if news and resumed.kept.history is None:
        daemon.tell(news)
    _watch_copy(journal, daemon, clock)
    return Composed(daemon, parts, traces)


def _watch_copy(journal: Journal, daemon: Daemon, clock: Clock) -> None:
    """Let the table know when the copy on a server cannot be kept up to date."""
    from companion.journal.mirrored import Mirrored

    if isinstance(journal, Mirrored):
        from companion.running.replica_health import reporter

        journal.watch(reporter(daemon.put, clock))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
