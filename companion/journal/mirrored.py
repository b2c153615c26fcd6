"""A local journal with a copy on a server: the table plays on while the server is away, and the copy catches up.

Every call is answered by the local journal alone, so that a move is as durable and as quick as without a server. A
thread carries what is new over. What the server holds is compared by seal before anything is added to it:

    the server lacks the end, or has lost everything     it gets exactly what it lacks
    it holds entries that are not ours                   DIVERGED: told, and nothing changed on either side
    it does not answer                                   AWAY: tried again, less and less often

After the server was away, or has lost something, every game is compared; otherwise only those that changed. While
nothing changes, it is looked now and then whether the server still has what it was given last.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.journal.copying import copy_game, extend_copy
from companion.journal.journal import (
    Damage,
    Damaged,
    Diverged,
    Draft,
    Entry,
    GameExists,
    GameInfo,
    Journal,
    JournalError,
    Json,
    Kind,
    StaleRevision,
    Unavailable,
    UnknownGame,
)
from hardware.tended import Tended


class State(StrEnum):
    """How the copy stands to the local journal."""

    BEHIND = "behind"  # not compared yet
    IN_STEP = "in_step"
    AWAY = "away"  # the server does not answer
    DIVERGED = "diverged"  # at least one game is another story there, or damaged; the others are in step
    REFUSED = "refused"  # it answers, but its journal cannot be used


@dataclass(frozen=True, slots=True)
class Standing:
    """How the copy stands, and why, in words for a person."""

    state: State
    reason: str = ""
    diverged: tuple[str, ...] = ()  # ids of games


class Mirrored:
    """A journal that keeps a copy of itself elsewhere."""

    def __init__(
        self,
        local: Journal,
        remote: Journal,
        *,
        on_change: Callable[[Standing], None] = lambda _: None,
        first_retry_ms: int = 500,
        longest_retry_ms: int = 30_000,
        look_ms: int = 60_000,
        follows: bool = True,
    ) -> None:
        """Tell `on_change`, on the thread that carries, when the standing changes.

        Where nothing is played, the copy is looked at every `look_ms`: a server may lose it then, too. With `follows`
        false there is no thread and `catch_up` is left to the caller.
        """
        self._local, self._remote = local, remote
        self._watchers = [on_change]
        self._telling = threading.Lock()  # so that nobody hears an older standing last
        self._first_retry_ms, self._longest_retry_ms = first_retry_ms, longest_retry_ms
        self._look_ms, self._follows = look_ms, follows
        self.part = Tended(self._follow, "copying")
        self._stopping = threading.Event()
        self._news = threading.Event()
        self._carrying = threading.Lock()  # one carrier at a time
        self._noting = threading.Lock()
        self._changed: set[str] = set()
        self._compares_all = True
        self._carried: dict[str, GameInfo] = {}  # how each copy ended when last seen, the latest at the end
        self._diverged: dict[str, Diverged | Damaged] = {}
        self.standing = Standing(State.BEHIND)

    def open(self) -> None:
        """Open the local journal; the server is called on the thread, which takes as long as it takes."""
        self._local.open()
        if self._follows and not self.part.is_alive():
            self._stopping.clear()
            self.part.start()

    def close(self) -> None:
        """Carry over what is left if the server answers, then close both."""
        self.part.stop()
        self._stopping.set()
        self._news.set()
        self.part.join()
        self._remote.close()
        self._local.close()

    def create(self, game_id: str, game: str, title: str, at: str) -> GameInfo:
        """Begin a game, durable here on return."""
        info = self._local.create(game_id, game, title, at)
        self._tell(game_id)
        return info

    def append(self, game_id: str, revision: int, kind: Kind, payload: Json, at: str) -> Entry:
        """Store one entry, durable here on return."""
        return self.append_all(game_id, revision, [Draft(kind, payload, at)])[0]

    def append_all(
        self, game_id: str, revision: int, drafts: Sequence[Draft], *, onto: str | None = None
    ) -> tuple[Entry, ...]:
        """Store several entries, all or none, durable here on return."""
        entries = self._local.append_all(game_id, revision, drafts, onto=onto)
        self._tell(game_id)
        return entries

    def read(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """Give the local entries after a revision."""
        return self._local.read(game_id, after)

    def info(self, game_id: str) -> GameInfo:
        """Tell about one local game."""
        return self._local.info(game_id)

    def games(self) -> tuple[GameInfo, ...]:
        """Tell about all local games."""
        return self._local.games()

    def ids(self) -> tuple[str, ...]:
        """Name all local games."""
        return self._local.ids()

    def integrity(self) -> tuple[Damage, ...]:
        """Check the local journal; comparing with the copy is done by seal all the time."""
        return self._local.integrity()

    def catch_up(self) -> Standing:
        """Carry over what the copy lacks, now, and say how it stands."""
        with self._carrying:
            standing = self._carry()
            with self._telling:
                if standing != self.standing:
                    self.standing = standing
                    for watcher in self._watchers:
                        watcher(standing)
            return standing

    def watch(self, watcher: Callable[[Standing], None]) -> None:
        """Tell somebody else, too: at once how it stands, then as `on_change`."""
        with self._telling:
            self._watchers.append(watcher)
            watcher(self.standing)

    def _carry(self) -> Standing:
        try:
            self._remote.open()
            self._carry_once()
            while self._compares_all or self._changed:
                self._carry_once()
        except Unavailable as error:
            self._compare_all_next_time()
            return Standing(State.AWAY, str(error), tuple(self._diverged))
        except JournalError as error:
            self._compare_all_next_time()
            return Standing(State.REFUSED, str(error), tuple(self._diverged))
        if self._diverged:
            return Standing(State.DIVERGED, "; ".join(map(str, self._diverged.values())), tuple(self._diverged))
        return Standing(State.IN_STEP)

    def _carry_once(self) -> None:
        with self._noting:
            changed, self._changed = self._changed, set()
        if self._compares_all or self._has_forgotten(changed):
            self._compares_all = False
            self._carried.clear()
            self._diverged.clear()
            changed = set(self._local.ids())
        for game_id in sorted(changed):
            known = self._carried.pop(game_id, None)
            if known:
                self._extend(known)
            else:
                self._compare(game_id)

    def _extend(self, known: GameInfo) -> None:
        try:
            self._carried[known.id] = extend_copy(self._local, self._remote, known)
        except (StaleRevision, UnknownGame, Diverged, Damaged):
            self._compares_all = True

    def _compare(self, game_id: str) -> None:
        self._diverged.pop(game_id, None)
        try:
            self._carried[game_id] = copy_game(self._local, self._remote, game_id)
        except (Diverged, Damaged) as error:
            self._diverged[game_id] = error
        except (StaleRevision, GameExists, UnknownGame):
            # Somebody else wrote between look and append, or the server lost everything: look again.
            self._tell(game_id)

    def _has_forgotten(self, changed: set[str]) -> bool:
        """Ask for what was carried over last: a server that lost anything lost its end, and answers all the same.

        A game that is about to be extended is asked by that.
        """
        last = next(reversed(self._carried.values()), None)
        if last is None or last.id in changed:
            return False
        try:
            return self._remote.info(last.id).seal != last.seal
        except UnknownGame:
            return True

    def _compare_all_next_time(self) -> None:
        self._compares_all = True
        self._remote.close()  # opened anew, it looks at the server's settings again

    def _tell(self, game_id: str) -> None:
        with self._noting:
            self._changed.add(game_id)
        self._news.set()

    def _follow(self) -> None:
        retry_ms = self._first_retry_ms
        self._compares_all = True  # what was under way when it ended by an error is not known
        while True:
            is_last = self._stopping.is_set()  # asked before: what came while it was carried is carried, too
            self._news.clear()
            standing = self.catch_up()
            is_away = standing.state in (State.AWAY, State.REFUSED)
            if is_last or (is_away and self._stopping.is_set()):
                return
            if is_away:
                # Moves do not hurry it: a server that is down stays down for longer than a turn.
                self._stopping.wait(retry_ms / 1000)
                retry_ms = min(2 * retry_ms, self._longest_retry_ms)
            else:
                retry_ms = self._first_retry_ms
                self._news.wait(self._look_ms / 1000)
