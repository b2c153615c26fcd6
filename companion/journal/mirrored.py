"""A local journal with a copy on a server: the table plays on while the server is away, and the copy catches up.

The local journal alone answers every call, so a move is as durable and as quick as without a server. A thread copies
new entries to the server, and compares seals before it adds anything there:

    the server lacks the end, or has lost everything     it gets exactly what it lacks
    it holds entries that are not ours                   DIVERGED: reported; neither side is changed
    it does not answer                                   AWAY: tried again, less and less often

After the server was away or has lost something, every game is compared; otherwise only those that changed. *In step* is
proved every minute: every game is on the server's list, with as many entries there as here, the same creation and the
same seal at its end. Games that were deleted or cut short there are written again, unless what is left of them differs
from ours.

A new SD card has no games, but the copy has them: *elsewhere* counts those of this table, and `bring_back` fetches
them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

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
    Unstorable,
    copy_game,
    extend_copy,
    missing,
)
from companion.journal.seals import creation_seal
from hardware.tended import Tended
from hardware.trouble import Trouble

if TYPE_CHECKING:
    from companion.journal.redis import Outline


_BUSY_S: Final = 5.0  # how long the players wait for the copying thread


class State(StrEnum):
    """How the copy compares with the local journal."""

    BEHIND = "behind"  # not compared yet
    IN_STEP = "in_step"
    AWAY = "away"  # the server does not answer
    DIVERGED = "diverged"  # at least one game differs there, or is damaged; the others are in step
    REFUSED = "refused"  # it answers, but its journal cannot be used


@dataclass(frozen=True, slots=True)
class CopyState:
    """How the copy is, and why, in words for a person."""

    state: State
    reason: str = ""
    diverged: tuple[str, ...] = ()  # ids of games
    elsewhere: int = 0  # games of this table that the server has, and that are missing or incomplete here


class GamesBack(NamedTuple):
    """The games that came back from a copy."""

    games: tuple[str, ...]  # ids, in the order of creation
    trouble: tuple[str, ...]  # why other games did not come back


class Copy(Journal, Protocol):
    """A journal that can be compared without reading it, and repaired."""

    def outlines(self, ids: Sequence[str]) -> Mapping[str, Outline]:
        """Return the number of entries, the beginning and the end of each of these games that has entries."""

    def relist(self, ids: Sequence[str]) -> int:
        """Add games that are missing to the list; return how many."""

    def of_this_table(self) -> Sequence[str]:
        """Return the ids of this table's games; other tables may use the same server."""

    def renew(self, creation: GameInfo, entries: Sequence[Entry]) -> None:
        """Write a game again that has lost entries, or raise Diverged."""


class Mirrored:
    """A journal that keeps a copy of itself elsewhere."""

    def __init__(
        self,
        local: Journal,
        remote: Copy,
        *,
        on_change: Callable[[CopyState], None] = lambda _: None,
        first_retry_ms: int = 500,
        longest_retry_ms: int = 30_000,
        look_ms: int = 60_000,
        follows: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Call `on_change`, on the copying thread, when the standing changes.

        The whole copy is checked every `look_ms`, even while nobody plays, because a server may lose it at any time. If
        `follows` is false, there is no thread, and the caller calls `catch_up`.
        """
        self._local, self._remote = local, remote
        self._watchers = [on_change]
        self._telling = threading.Lock()  # so that an older standing is never reported last
        self._first_retry_ms, self._longest_retry_ms = first_retry_ms, longest_retry_ms
        self._look_ms, self._follows, self._clock = look_ms, follows, clock
        self._proof_due = clock()
        self.part = Tended(self._follow, "copying")
        self._stopping = threading.Event()
        self._news = threading.Event()
        self._carrying = threading.Lock()  # only one thread copies at a time
        self._noting = threading.Lock()
        self._changed: set[str] = set()
        self._compares_all = True
        self._carried: dict[str, GameInfo] = {}  # the last known end of each copy, the latest last
        self._diverged: dict[str, Diverged | Damaged] = {}
        self._elsewhere: tuple[str, ...] = ()  # as of the last proof
        self.standing = CopyState(State.BEHIND)

    def open(self) -> None:
        """Open the local journal; the thread connects to the server, however long that takes."""
        self._local.open()
        if self._follows and not self.part.is_alive():
            self._stopping.clear()
            self.part.start()

    def close(self) -> None:
        """Copy the remaining entries if the server answers, then close both."""
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
        """Return the local entries after a revision."""
        return self._local.read(game_id, after)

    def info(self, game_id: str) -> GameInfo:
        """Describe one local game."""
        return self._local.info(game_id)

    def games(self) -> tuple[GameInfo, ...]:
        """Describe all local games."""
        return self._local.games()

    def ids(self) -> tuple[str, ...]:
        """Name all local games."""
        return self._local.ids()

    def integrity(self) -> tuple[Damage, ...]:
        """Check the local journal; the copy is compared by seal all the time."""
        return self._local.integrity()

    def catch_up(self) -> CopyState:
        """Copy now what the copy lacks, and return its standing."""
        with self._carrying:
            standing = self._carry()
            with self._telling:
                if standing != self.standing:
                    self.standing = standing
                    for watcher in self._watchers:
                        watcher(standing)
            return standing

    def bring_back(self, on_game: Callable[[], None] = lambda: None) -> GamesBack:
        """Fetch the games that only the copy has, in the order of creation, with every seal checked.

        They are durable on return. A game that is incomplete here, because fetching it was interrupted, gets its end.
        Raise Unavailable if nothing could be brought back. `on_game` is called after each game.
        """
        if not self._carrying.acquire(timeout=_BUSY_S):
            raise Unavailable(Trouble("the copy is being compared"), Trouble("try again in a moment"))
        try:
            self._remote.open()
            brought = self._bring_back(on_game)
        finally:
            self._carrying.release()
        self._compares_all = True
        self._news.set()
        return brought

    def _bring_back(self, on_game: Callable[[], None]) -> GamesBack:
        back, trouble = list[str](), list[str]()
        infos = list[GameInfo]()
        for game_id in self._lacking():
            try:
                infos.append(self._remote.info(game_id))
            except (Damaged, UnknownGame) as error:
                trouble.append(str(error))
        for info in sorted(infos, key=lambda info: info.created):  # within one second, in the order of the list
            try:
                copy_game(self._remote, self._local, info.id)
            except (Diverged, Damaged, UnknownGame, Unstorable) as error:
                trouble.append(str(error))
            except Unavailable as error:
                if not back:
                    raise
                trouble.append(str(error))
                break
            else:
                back.append(info.id)
            on_game()
        return GamesBack(tuple(back), tuple(trouble))

    def _lacking(self) -> tuple[str, ...]:
        """Return the ids of this table's games that the copy has, and that are missing or incomplete here."""
        theirs = self._remote.of_this_table()
        here, known = set(self._local.ids()), {info.id: info for info in self._local.games()}
        found = self._remote.outlines(theirs)
        return tuple(
            game_id
            for game_id in theirs
            if game_id in found
            and found[game_id].tip.revision
            and (game_id not in here or self._is_cut_short(known.get(game_id), found[game_id]))
        )

    def _is_cut_short(self, info: GameInfo | None, outline: Outline) -> bool:
        """Return whether the game here is a beginning of the copy's."""
        if info is None or info.revision >= outline.tip.revision:
            return False
        try:
            return bool(missing(self._remote, self._remote.info(info.id), info))
        except (Diverged, Damaged, UnknownGame):
            return False

    def watch(self, watcher: Callable[[CopyState], None]) -> None:
        """Call another listener, too: at once with the current standing, then like `on_change`."""
        with self._telling:
            self._watchers.append(watcher)
            watcher(self.standing)

    def _carry(self) -> CopyState:
        try:
            self._remote.open()
            self._carry_once()
            while self._compares_all or self._changed:
                self._carry_once()
        except Unavailable as error:
            self._compare_all_next_time()
            return CopyState(State.AWAY, str(error), tuple(self._diverged))
        except JournalError as error:
            self._compare_all_next_time()
            return CopyState(State.REFUSED, str(error), tuple(self._diverged))
        if self._diverged:
            reason = "; ".join(map(str, self._diverged.values()))
            return CopyState(State.DIVERGED, reason, tuple(self._diverged), len(self._elsewhere))
        return CopyState(State.IN_STEP, elsewhere=len(self._elsewhere))

    def _carry_once(self) -> None:
        with self._noting:
            changed, self._changed = self._changed, set()
        is_due = not changed or self._clock() >= self._proof_due
        if self._compares_all or self._has_forgotten(changed):
            self._compares_all, is_due = False, True
            self._carried.clear()
            self._diverged.clear()
            changed = set(self._local.ids())
        # In the order of creation, which is the order of the server's list.
        for game_id in [game_id for game_id in self._local.ids() if game_id in changed]:
            known = self._carried.pop(game_id, None)
            if known:
                self._extend(known)
            else:
                self._compare(game_id)
        if is_due and not self._compares_all:
            self._prove()

    def _prove(self) -> None:
        """Compare list, lengths and seals of all games, and restore what was lost."""
        local = {info.id: info for info in self._local.games()}
        found = self._remote.outlines(tuple(local))
        for game_id, info in local.items():
            if game_id not in self._diverged and not self._is_same(info, found.get(game_id)):
                self._mend(info)
        self._remote.relist([game_id for game_id in local if game_id not in self._diverged])
        self._elsewhere = self._lacking()
        self._proof_due = self._clock() + self._look_ms / 1000

    def _is_same(self, info: GameInfo, outline: Outline | None) -> bool:
        if outline is None:
            return False
        end = outline.tip.revision, outline.tip.seal, outline.length
        return end == (info.revision, info.seal, info.revision + 1) and outline.creation == creation_seal(info)

    def _mend(self, info: GameInfo) -> None:
        """Add to the copy what it lacks of a game, at its end or anywhere else."""
        self._carried.pop(info.id, None)
        self._diverged.pop(info.id, None)
        try:
            carried = copy_game(self._local, self._remote, info.id)
            if self._is_same(carried, self._remote.outlines([info.id]).get(info.id)):
                self._carried[info.id] = carried
            else:
                self._renew(info.id, Diverged(info.id, "entries are missing in the copy"))
        except (Diverged, Damaged) as error:
            self._renew(info.id, error)
        except (StaleRevision, GameExists, UnknownGame):
            self._tell(info.id)

    def _renew(self, game_id: str, why: Diverged | Damaged) -> None:
        """Write a game again if the copy has lost parts of it; leave it alone if the copy differs."""
        try:
            info, entries = self._local.info(game_id), self._local.read(game_id)
            self._remote.renew(info, entries)
        except (Diverged, Damaged):
            self._diverged[game_id] = why
        else:
            end = entries[-1] if entries else None
            self._carried[game_id] = replace(info, revision=end.revision, seal=end.seal) if end else info

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
            self._renew(game_id, error)
        except (StaleRevision, GameExists, UnknownGame):
            # Another writer came in between, or the server lost everything: look again.
            self._tell(game_id)

    def _has_forgotten(self, changed: set[str]) -> bool:
        """Return whether a server that answers has lost the entries that were copied last.

        Extending a game asks the same, so the game that is about to be extended is not asked here.
        """
        last = next(reversed(self._carried.values()), None)
        if last is None or last.id in changed:
            return False
        try:
            return self._remote.info(last.id).seal != last.seal
        except (UnknownGame, Damaged):
            return True

    def _compare_all_next_time(self) -> None:
        self._compares_all = True
        self._remote.close()  # so that opening it again checks the server's settings

    def _tell(self, game_id: str) -> None:
        with self._noting:
            self._changed.add(game_id)
        self._news.set()

    def _follow(self) -> None:
        retry_ms = self._first_retry_ms
        self._compares_all = True  # after an error it is unknown how far it got
        while True:
            is_last = self._stopping.is_set()  # read first: entries that arrive during the copying are copied as well
            self._news.clear()
            standing = self.catch_up()
            is_away = standing.state in (State.AWAY, State.REFUSED)
            if is_last or (is_away and self._stopping.is_set()):
                return
            if is_away:
                # New moves do not shorten the wait: a server that is down stays down for longer than a turn.
                self._stopping.wait(retry_ms / 1000)
                retry_ms = min(2 * retry_ms, self._longest_retry_ms)
            else:
                retry_ms = self._first_retry_ms
                self._news.wait(self._look_ms / 1000)
