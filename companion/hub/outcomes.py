"""The results that a table remembers during an evening, to report them again, even after a restart.

A server may be away when a game ends, or start empty later. So every result stays in a small file of the state folder
until its evening is over, and is sent again to a server that may not know it.

The age of a result comes from the clock that runs since the computer started. After a restart it is unknown how long
the power was off, because the clock of a small computer stands still meanwhile: then the server's clock decides. If
that does not fit, the result no longer counts, because it may be of another evening.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.hub.announcement import EVENING_S, Result
from companion.hub.exchange import Left
from hardware.formats.durable import write_durably
from hardware.ports import Clock

_log = logging.getLogger(__name__)
FORMAT: Final = 1
MOST: Final = 50  # games of one table in one evening; the oldest are forgotten
UNLIKE_S: Final = 60.0  # two clocks that are set may differ by this much


class _Outcome(NamedTuple):
    """The result of a game, and its time by each clock."""

    game_id: str
    text: str
    start: str  # which start of the computer this was
    at: float  # seconds since then
    wall: float  # seconds since 1970, if the clock was set


def start_of_computer() -> str:
    """Return an id that changes with each start of the computer, empty if there is none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


class Outcomes:
    """The results of one table; used by one thread."""

    def __init__(
        self,
        path: Path | None = None,
        clock: Clock = time.monotonic,
        *,
        start: str | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """Remember them in this file, if given; `clock` must survive a restart, as `time.monotonic` does."""
        self._path, self._clock, self._wall = path, clock, wall
        self._start = start_of_computer() if start is None else start
        self._kept = {each.game_id: each for each in self._read()}

    def keep(self, result: Result, ended_s: float) -> bool:
        """Remember a result from this many seconds ago; return whether it is new."""
        text = result.text().decode()
        known = self._kept.get(result.game_id)
        if known and known.text == text:
            return False
        now = self._clock()
        self._forget_others(now)
        self._kept[result.game_id] = _Outcome(
            result.game_id, text, self._start, now - ended_s, round(self._wall() - ended_s, 1)
        )
        self._write()
        return True

    def lacks(self, game_id: str, ended: float) -> bool:
        """Return whether a result of that time, in seconds since 1970, may be of this evening and is not remembered."""
        return game_id not in self._kept and self._wall() - ended < EVENING_S

    def recall(self, result: Result, ended: float) -> None:
        """Remember a result whose time is known only by the wall clock."""
        self._forget_others(self._clock())
        self._kept[result.game_id] = _Outcome(result.game_id, result.text().decode(), "", 0.0, ended)
        self._write()

    def take_back(self, game_id: str) -> None:
        """Forget a result that was taken back; harmless if it is unknown."""
        if self._kept.pop(game_id, None):
            self._write()

    def told(self, server_s: Callable[[], float]) -> list[Left]:
        """Return this evening's results with their ages, by the server's clock if ours does not help."""
        ages = {each: self._age_s(each, server_s) for each in self._kept.values()}
        return [
            Left(each.game_id, each.text.encode(), max(0.0, age_s))
            for each, age_s in ages.items()
            if -UNLIKE_S <= age_s < EVENING_S
        ]

    def _age_s(self, outcome: _Outcome, server_s: Callable[[], float]) -> float:
        return self._clock() - outcome.at if self._is_of_this_start(outcome) else server_s() - outcome.wall

    def _is_of_this_start(self, outcome: _Outcome) -> bool:
        return bool(self._start) and outcome.start == self._start

    def _forget_others(self, now: float) -> None:
        """Forget results that are certainly of another evening, and the oldest if there are too many."""
        kept = [each for each in self._kept.values() if not self._is_of_this_start(each) or now - each.at < EVENING_S]
        self._kept = {each.game_id: each for each in kept[-(MOST - 1) :]}

    # --- the file ---

    def _read(self) -> list[_Outcome]:
        if self._path is None:
            return []
        try:
            told = json.loads(self._path.read_bytes())
            return [_outcome(each) for each in told["ended"]] if told["format"] == FORMAT else []
        except FileNotFoundError:
            return []
        except (OSError, ValueError, KeyError, TypeError) as error:
            _log.warning("%s: the results of this evening cannot be read: %s", self._path, error)
            return []

    def _write(self) -> None:
        if self._path is None:
            return
        told = {"format": FORMAT, "ended": [each._asdict() for each in self._kept.values()]}
        try:
            write_durably(self._path, json.dumps(told, ensure_ascii=False).encode(), mode=0o600)
        except OSError as error:  # they are still sent, unless the table is switched off before the server is back
            _log.warning("%s: the results of this evening are not kept: %s", self._path, error.strerror)


def _outcome(told: Any) -> _Outcome:
    game_id, text, start = (str(told[key]) for key in ("game_id", "text", "start"))
    return _Outcome(game_id, text, start, float(told["at"]), float(told["wall"]))
