"""What a table remembers of its evening: how games ended, to be reported again, even after a restart.

A server may be away when a game ends, and start empty later on: so every end stays in a small file of the state folder
until its evening is over, and is told again to a server that may not know it.

How long ago an end was is told by the clock that runs since the computer started, while it is the same start. After
another one nobody knows how long the power was off, least of all a small computer whose own clock stood still: then
the server's clock decides. Where it does not fit, an end counts no more, for it may be of another evening.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.hub.exchange import Left
from companion.hub.results import EVENING_S, Result
from hardware.formats.durable import write_durably
from hardware.ports import Clock

_log = logging.getLogger(__name__)
FORMAT: Final = 1
MOST: Final = 50  # games of one table in one evening; the oldest are forgotten
UNLIKE_S: Final = 60.0  # by so much two clocks that are set may differ


class _Outcome(NamedTuple):
    """How a game ended, and when by each clock."""

    game_id: str
    text: str
    start: str  # which start of the computer this was
    at: float  # seconds since then
    wall: float  # seconds since 1970, if the clock was set


def start_of_computer() -> str:
    """Return what is another one each time that the computer starts; nothing where that cannot be told."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


class Outcomes:
    """The ends that one table has seen; used by one thread."""

    def __init__(
        self,
        path: Path | None = None,
        clock: Clock = time.monotonic,
        *,
        start: str | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """Take where to remember them, if over a restart; `clock` must run on over it, as `time.monotonic` does."""
        self._path, self._clock, self._wall = path, clock, wall
        self._start = start_of_computer() if start is None else start
        self._kept = {each.game_id: each for each in self._read()}

    def keep(self, result: Result, ended_s: float) -> bool:
        """Remember an end of this many seconds ago; return whether that is news."""
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
        """Return whether an end at that time, in seconds since 1970, may be of this evening and is not remembered."""
        return game_id not in self._kept and self._wall() - ended < EVENING_S

    def recall(self, result: Result, ended: float) -> None:
        """Remember an end that was noted by the wall clock alone, in which start of the computer nobody knows."""
        self._forget_others(self._clock())
        self._kept[result.game_id] = _Outcome(result.game_id, result.text().decode(), "", 0.0, ended)
        self._write()

    def take_back(self, game_id: str) -> None:
        """Forget an end that was none; harmless where it is unknown."""
        if self._kept.pop(game_id, None):
            self._write()

    def told(self, server_s: Callable[[], float]) -> list[Left]:
        """Return the ends of this evening with their ages; the server's clock is asked where ours says nothing."""
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
        """Forget what is of another evening for certain, and what is too much."""
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
        except (
            OSError
        ) as error:  # they are told all the same, unless the table is switched off before the server is back
            _log.warning("%s: the results of this evening are not kept: %s", self._path, error.strerror)


def _outcome(told: Any) -> _Outcome:
    game_id, text, start = (str(told[key]) for key in ("game_id", "text", "start"))
    return _Outcome(game_id, text, start, float(told["at"]), float(told["wall"]))
