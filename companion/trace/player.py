"""Replays a game from its raw trace: the same daemon, on devices that do nothing, fed with the recorded events.

In: the lines of a trace, and the journal's entries if the trace no longer contains the beginning. Out: the replayed
game, and the first place where it differs from the stored one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from companion.games.game import HOUSE_RULES, GameError, Unreadable
from companion.journal.journal import Damage, Draft, Entry, GameInfo, Json, Kind, Unavailable
from companion.running.daemon import Daemon
from companion.running.devices import Devices
from companion.running.posts import Claim, Posted
from companion.table.gametable import GameTable
from companion.table.history import ABORTED, SETUP, Kept, parse_people, replay
from companion.table.intents import Errand
from companion.table.own_dialogs import Offers
from companion.table.owners import parse_by
from companion.table.table import Table
from companion.trace.payloads import parse_equipment, parse_intent, parse_trouble
from companion.trace.recorder import FORMAT, parse_belief, parse_event, parse_others, parse_table_rules, parse_told
from hardware.ports import Frame, Health, Light, Sink
from hardware.trouble import quoted

Line = tuple[int, str, Json]  # revision, kind and payload of an entry


class TraceError(Exception):
    """A trace that cannot be played back; the message is one line."""


class Retraced(NamedTuple):
    """The result of a replay."""

    kept: Kept
    first: int  # the revision after which it begins; 0: with the game
    last: int  # the revision it reached
    events: int
    difference: str  # empty: every entry was reproduced


def game_of(lines: Sequence[Json]) -> str:
    """Return the game of a trace, from its set-up; empty if it begins later, in a version that did not record it."""
    for line in lines:
        made = line.get("start") or line.get("boot")
        if isinstance(made, dict) and isinstance(made.get("game"), str):
            return str(made["game"])
        payload = line.get("payload")
        if line.get("kind") == SETUP and isinstance(payload, dict):
            return str(payload.get("game", ""))
    return ""


def retrace(game_table: GameTable, lines: Sequence[Json], entries: Sequence[Line] = ()) -> Retraced:
    """Play a trace back; `entries` are the journal's, for a trace that begins in the middle of the game."""
    begin = next((index for index, line in enumerate(lines) if "start" in line or "boot" in line), None)
    if begin is None:
        raise TraceError("the trace has no beginning: its older half is gone, or it was made by another version")
    run = _Run(game_table, entries)
    try:
        run.follow(deque(lines[begin:]))
    except (KeyError, TypeError, ValueError, Unreadable) as error:
        raise TraceError(f"a line of the trace cannot be read: {error!r:.120}") from error
    return Retraced(run.kept, run.first, run.journal.revision, run.events, run.journal.difference)


class _Run:
    def __init__(self, game_table: GameTable, entries: Sequence[Line]) -> None:
        self._game_table, self._entries = game_table, entries
        self.journal = _Recorded()
        self.first = -1
        self.events = 0
        self.kept = Kept()
        self.daemon: Daemon

    def follow(self, lines: deque[Json]) -> None:
        """Replay the lines up to the first difference: after that the rest means nothing."""
        while lines and not self.journal.difference:
            line = lines.popleft()
            if "start" in line:
                self._make(line["start"], Kept(people=parse_people(line["start"])), 0)
            elif "boot" in line:
                revision = int(line["revision"])
                self._make(line["boot"], self._kept(revision), revision)
            elif "lost" in line:
                raise TraceError("what happened before the game was too much to keep: the trace is not whole")
            elif "told" in line:
                self.daemon.tell(parse_told(line["told"]))
                self.daemon.show()
            elif "kept" in line or "not_kept" in line:
                self.journal.differ(f"{_told(line)}, but nothing led to it")
            else:
                self.events += 1
                self.journal.expect(lines)
                if "posted" in line:
                    intent = parse_intent(line["posted"], self._game_table.game.parse_entry)
                    by = parse_by(str(line.get("by", "")))  # since 0.3; before, everybody might
                    self.daemon.handle(Posted(intent, None, lambda _: None, Claim(), by))
                else:
                    self.daemon.handle(parse_event(line))
                self.journal.expect_nothing()
                if self.daemon.table.kept.history is not None:  # a game that is aborted leaves the table
                    self.kept = self.daemon.table.kept

    def _make(self, made: Json, kept: Kept, revision: int) -> None:
        if made["format"] != FORMAT:
            raise TraceError(f"the trace has format {made['format']!r}; this version knows {FORMAT}")
        short = self._game_table.game.parse_position(made["short"]) if made.get("short") else None  # since 0.3
        table = Table(
            self._game_table,
            dict(made["pieces"]),
            Random(made["seed"]),
            kept,
            asks_board=bool(made["asks_board"]),
            offers=Offers(
                bool(made["may_phone"]),
                bool(made["may_call"]),
                parse_others(made["other_games"]),
                int(made["elsewhere"]),
                house_rules=parse_table_rules(made.get(HOUSE_RULES)),  # since 0.3
                lesson=str(made.get("lesson", "")),  # since 0.3
                short=lambda: short,
            ),
            belief=parse_belief(made["belief"]),
        )
        table.equip(parse_equipment(made.get("equipment", {})))  # since 0.3
        if self.first < 0:
            self.first = revision
        self.journal.revision = revision
        self.daemon = Daemon(
            table,
            self.journal,
            Devices(_Nothing(), _Nothing(), _Nothing(), _Blind()),
            now=lambda: "again",
            random=Random(0),
            on_errand=self.journal.run_errand,
            game_id="again",
            revision=revision,
            clock=lambda: 0.0,
        )
        self.daemon.show()

    def _kept(self, revision: int) -> Kept:
        """Return the game as it was at a restart: from the replay, otherwise from the journal."""
        if self.first >= 0:
            return self.kept
        known = [entry for entry in self._entries if entry[0] <= revision]
        if len(known) < revision:
            raise TraceError(f"the trace begins after entry {revision} of the game, which is not in the journal")
        self.kept = replay(self._game_table.game, known)
        return self.kept


def _told(line: Json) -> str:
    if "kept" in line:
        return f"entry {line['kept']} ({line['kind']}) was kept"
    return "something could not be kept"


class _Recorded:
    """A journal that accepts exactly what was stored the first time, and records any difference."""

    def __init__(self) -> None:
        self.revision = 0
        self.difference = ""
        self._is_given_up = False
        self._outcomes: deque[Json] = deque()

    def expect(self, lines: deque[Json]) -> None:
        """Read the recorded results of the previous event."""
        while lines and ("kept" in lines[0] or "not_kept" in lines[0]):
            self._outcomes.append(lines.popleft())

    def expect_nothing(self) -> None:
        """Record a difference if expected entries were not reproduced."""
        if self._outcomes and not self.difference:
            self.differ(f"{_told(self._outcomes[0])}, which does not come about again")
        self._outcomes.clear()

    def differ(self, how: str) -> None:
        """Record the first difference."""
        self.difference = self.difference or how

    def create(self, game_id: str, game: str, title: str, at: str) -> GameInfo:
        """Begin a game, unless that failed the first time; the one after this has a trace of its own."""
        self._refuse_again()
        if self._is_given_up:
            raise Unavailable(quoted("another game follows"), quoted("look at its own trace"))
        self.revision = 0
        return GameInfo(game_id, game, at, 0, False, title, "")

    def append(self, game_id: str, revision: int, kind: Kind, payload: Json, at: str) -> Entry:
        """Compare an entry with the one that was kept."""
        del game_id
        self._refuse_again()
        line = self._outcomes.popleft() if self._outcomes else None
        if line is None:
            self.differ(f"entry {revision} ({kind}) comes about, and was never kept")
        elif (line["kept"], line["kind"], line["payload"]) != (revision, str(kind), payload):
            self.differ(f"{_told(line)} as {line['payload']!r:.120}, and comes about as {kind} {payload!r:.120}")
        else:
            self.revision, self._is_given_up = revision, kind == ABORTED
            return Entry(revision, kind, payload, at, "")
        raise Unavailable(quoted("the replay has left the game that was played"), quoted("look at the difference"))

    def run_errand(self, _: Errand) -> None:
        """Do nothing, unless that could not be kept the first time."""
        self._refuse_again()

    def _refuse_again(self) -> None:
        if self._outcomes and "not_kept" in self._outcomes[0]:
            reason, remedy = map(parse_trouble, self._outcomes.popleft()["not_kept"])
            raise Unavailable(reason, remedy)

    def open(self) -> None:
        """Nothing has to be opened."""

    def close(self) -> None:
        """Nothing has to be closed."""

    def append_all(
        self, game_id: str, revision: int, drafts: Sequence[Draft], *, onto: str | None = None
    ) -> tuple[Entry, ...]:
        """Compare several entries."""
        del onto
        return tuple(
            self.append(game_id, number, draft.kind, draft.payload, draft.at)
            for number, draft in enumerate(drafts, revision)
        )

    def read(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """Return nothing: nobody reads what is being played."""
        del game_id, after
        return ()

    def info(self, game_id: str) -> GameInfo:
        """Return how far the replay is."""
        return GameInfo(game_id, "", "", self.revision, False, "", "")

    def games(self) -> tuple[GameInfo, ...]:
        """Tell of no games."""
        return ()

    def ids(self) -> tuple[str, ...]:
        """Name no games."""
        return ()

    def integrity(self) -> tuple[Damage, ...]:
        """Find nothing wrong."""
        return ()


class _Nothing:
    """Readers, buttons and lamps that are not there."""

    names: tuple[str, ...] = ()
    health: Mapping[str, Health] = {}

    def open(self, sink: Sink) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def watch(self, likely_places: Iterable[str]) -> None:
        """Do nothing."""

    def show(self, scene: Mapping[str, Light]) -> None:
        """Do nothing."""


class _Blind:
    """A screen that nobody looks at."""

    size = (128, 64)
    health: Mapping[str, Health] = {}

    def open(self, sink: Sink) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def show(self, frame: Frame) -> None:
        """Do nothing."""


def same_position(game_table: GameTable, retraced: Kept, entries: Iterable[Line]) -> bool:
    """Return whether the journal's game has reached exactly the same position."""
    try:
        kept = replay(game_table.game, entries)
    except GameError:
        return False
    if kept.history is None or retraced.history is None:
        return kept.history is retraced.history
    form: Callable[[object], Json] = game_table.game.format_position
    return form(kept.history.position) == form(retraced.history.position)
