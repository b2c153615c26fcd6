"""The journal of a tab: in memory for whoever asks, and every entry in the ledger before it is confirmed.

The seals are those of any journal, so a game that is taken along and brought back proves itself. At a start the lines
of the ledger are played into the memory; one that does not fit on what is there, because a line before it is damaged,
is left out, as everything after it is. What the table keeps besides games, a few words in small files, is kept in the
same ledger.
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from companion.journal.journal import (
    Damage,
    Draft,
    Entry,
    GameInfo,
    JournalError,
    Json,
    Kind,
    Unavailable,
    UnknownGame,
    copy_game,
)
from companion.journal.sqlite import SqliteJournal
from companion.tab.kept_lines import Ledger
from hardware.trouble import Trouble, quoted

FORMAT: Final = 1
_NAME: Final = Path("browser")


def no_room(error: OSError) -> Unavailable:
    """Return the trouble that the browser keeps nothing more."""
    if error.errno == errno.ENOSPC:
        reason = Trouble("this browser has no room left for games")
        return Unavailable(reason, Trouble("take old games along and remove them here, or free some space"))
    reason = Trouble("this browser cannot keep games now: {reason}", reason=error.strerror or error)
    return Unavailable(reason, Trouble("take the games along and load the page again"))


def _memory() -> SqliteJournal:
    memory = SqliteJournal(_NAME, image=b"")
    memory.open()
    return memory


class KeptGames:
    """The games of the tab, which outlive every sitting."""

    def __init__(self, ledger: Ledger) -> None:
        """Read the ledger; raise OSError if nothing can be kept there."""
        self._ledger, self._lock = ledger, threading.RLock()
        values, self.unread = ledger.open()
        self._memory = _memory()
        self.files: dict[str, str] = {}
        self.sitting: Json | None = None  # what the table was set up for last, if nothing was kept since
        self._play(values)

    @property
    def is_durable(self) -> bool:
        """Return whether games outlive this tab."""
        return self._ledger.is_durable

    # --- a journal, always open ---

    def create(self, game_id: str, game: str, title: str, at: str) -> GameInfo:
        """Begin a game, durable on return."""
        with self._lock:
            info = self._memory.create(game_id, game, title, at)
            self._keep({"game": game_id, "of": game, "title": title, "at": at})
        return info

    def append(self, game_id: str, revision: int, kind: Kind, payload: Json, at: str) -> Entry:
        """Store one entry, durable on return."""
        return self.append_all(game_id, revision, [Draft(kind, payload, at)])[0]

    def append_all(
        self, game_id: str, revision: int, drafts: Sequence[Draft], *, onto: str | None = None
    ) -> tuple[Entry, ...]:
        """Store several entries, all or none, durable on return."""
        with self._lock:
            made = self._memory.append_all(game_id, revision, drafts, onto=onto)
            if made:
                self._keep(_told(game_id, made))
        return made

    def read(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries after a revision, every seal checked."""
        return self._memory.read(game_id, after)

    def info(self, game_id: str) -> GameInfo:
        """Describe one game."""
        return self._memory.info(game_id)

    def games(self) -> tuple[GameInfo, ...]:
        """Describe all games in the order of their creation."""
        return self._memory.games()

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all games in the order of their creation."""
        return self._memory.ids()

    def integrity(self) -> tuple[Damage, ...]:
        """Read everything and list what is damaged."""
        return self._memory.integrity()

    # --- besides games ---

    def keep_file(self, name: str, text: str | None) -> None:
        """Keep a small file, or that there is none any more; raise Unavailable if that is impossible."""
        if self.files.get(name) != text:
            self._keep({"file": name, "text": text})
            self._take_file(name, text)

    def keep_sitting(self, sitting: Json) -> None:
        """Keep what the table is set up for, until the next game or move; raise Unavailable if that is impossible."""
        if self.sitting != sitting:
            self._keep({"sitting": sitting})
            self.sitting = sitting

    # --- taken along, brought back, removed ---

    def take_along(self) -> Json:
        """Return all games in a form that can be brought back anywhere."""
        return {"format": FORMAT, "games": list(self._all_games())}

    def bring_back(self, told: Any) -> tuple[int, int]:
        """Add what is missing of these games; return how many are new or longer, and how many do not fit.

        Raise ValueError if these are no games at all, and Unavailable if they cannot be kept.
        """
        added = wrong = 0
        here = SittingGames(self)
        here.open()
        for each in _games_in(told):
            source = _memory()
            try:
                _enter(source, each)
                before = self._end(each["game"])
                added += copy_game(source, here, each["game"]).seal != before
            except Unavailable:
                raise
            except (JournalError, KeyError, TypeError, ValueError):
                wrong += 1
            finally:
                source.close()
        return added, wrong

    def remove(self, game_ids: Iterable[str]) -> None:
        """Remove games for good; raise Unavailable if that is impossible."""
        gone = set(game_ids)
        lines: list[Json] = [line for line in self._lines() if line.get("game") not in gone]
        try:
            self._ledger.rewrite(lines)
        except OSError as error:
            raise no_room(error) from error
        self._begin_again(lines)

    def _end(self, game_id: str) -> str:
        try:
            return self.info(game_id).seal
        except UnknownGame:
            return ""

    def _all_games(self) -> Iterator[Json]:
        for info in self.games():
            creation = {"game": info.id, "of": info.game, "title": info.title, "at": info.created}
            yield {**creation, **_told(info.id, self.read(info.id)), "seal": info.seal}

    def _lines(self) -> Iterator[Json]:
        """Yield what the ledger must hold for all that is here."""
        yield from self._all_games()
        yield from ({"file": name, "text": text} for name, text in self.files.items())
        if self.sitting:
            yield {"sitting": self.sitting}

    # --- the ledger ---

    def _keep(self, line: Json) -> None:
        """Make a line durable; if that fails, the memory forgets it, too."""
        try:
            self._ledger.append(line)
        except OSError as error:
            if "game" in line:
                self._begin_again(list(_without(self._lines(), line)))
            raise no_room(error) from error
        if "game" in line:
            self.sitting = None

    def _begin_again(self, lines: Iterable[Json]) -> None:
        before, self._memory = self._memory, _memory()
        before.close()
        self.files.clear()
        self.sitting = None
        self._play(lines)

    def _play(self, lines: Iterable[Json]) -> None:
        """Take lines into the memory, and count those that do not fit."""
        for line in lines:
            try:
                if "file" in line:
                    self._take_file(line["file"], line["text"])
                elif "sitting" in line:
                    self.sitting = line["sitting"]
                else:
                    _enter(self._memory, line)
                    self.sitting = None
            except (JournalError, KeyError, TypeError, ValueError):
                self.unread += 1

    def _take_file(self, name: str, text: str | None) -> None:
        if text is None:
            self.files.pop(name, None)
        else:
            self.files[name] = text


class SittingGames:
    """The journal of one sitting, which opens and closes it; what is kept stays."""

    def __init__(self, kept: KeptGames) -> None:
        self._kept, self._is_open = kept, False

    def open(self) -> None:
        """Answer from now on."""
        self._is_open = True

    def close(self) -> None:
        """Answer no more."""
        self._is_open = False

    @property
    def _now(self) -> KeptGames:
        if not self._is_open:
            raise Unavailable(Trouble("{file}: the journal is closed", file=_NAME), Trouble("open it first"))
        return self._kept

    def create(self, game_id: str, game: str, title: str, at: str) -> GameInfo:
        """Begin a game, durable on return."""
        return self._now.create(game_id, game, title, at)

    def append(self, game_id: str, revision: int, kind: Kind, payload: Json, at: str) -> Entry:
        """Store one entry, durable on return."""
        return self._now.append(game_id, revision, kind, payload, at)

    def append_all(
        self, game_id: str, revision: int, drafts: Sequence[Draft], *, onto: str | None = None
    ) -> tuple[Entry, ...]:
        """Store several entries, all or none, durable on return."""
        return self._now.append_all(game_id, revision, drafts, onto=onto)

    def read(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries after a revision, every seal checked."""
        return self._now.read(game_id, after)

    def info(self, game_id: str) -> GameInfo:
        """Describe one game."""
        return self._now.info(game_id)

    def games(self) -> tuple[GameInfo, ...]:
        """Describe all games in the order of their creation."""
        return self._now.games()

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all games in the order of their creation."""
        return self._now.ids()

    def integrity(self) -> tuple[Damage, ...]:
        """Read everything and list what is damaged."""
        return self._now.integrity()


def _told(game_id: str, made: Sequence[Entry]) -> Json:
    """Return entries as a line; the seal of the last proves them all."""
    return {
        "game": game_id,
        "from": made[0].revision if made else 1,
        "entries": [[str(entry.kind), entry.payload, entry.at] for entry in made],
        "seal": made[-1].seal if made else "",
    }


def _without(lines: Iterable[Json], last: Json) -> Iterator[Json]:
    """Yield lines without what the last one has added to its game."""
    for line in lines:
        if line.get("game") != last["game"]:
            yield line
        elif "of" not in last:
            yield {**line, "entries": line["entries"][: last["from"] - 1], "seal": ""}


def _enter(journal: SqliteJournal, line: Json) -> None:
    """Take a line into a journal: the beginning of a game, entries of one, or both; raise if it does not fit."""
    game_id = line["game"]
    if "of" in line:
        journal.create(game_id, line["of"], line["title"], line["at"])
    drafts = [Draft(Kind(kind), payload, at) for kind, payload, at in line.get("entries", ())]
    if drafts:
        journal.append_all(game_id, line["from"], drafts)
    if line.get("seal", "") not in ("", journal.info(game_id).seal):
        raise ValueError(quoted(f"game {game_id}: the seal does not fit"))


def _games_in(told: Any) -> Sequence[Json]:
    """Return the games of a file that was taken along; raise ValueError if it is none."""
    games = told.get("games") if isinstance(told, dict) and told.get("format") == FORMAT else None
    if not isinstance(games, list) or not all(isinstance(each, dict) for each in games):
        raise ValueError(quoted("these are no games of this companion"))
    return games
