"""The owner's side of the room for thinking: ask, look now and then, forget; nothing here ever waits.

In: a position, a level and a seed. Out, when somebody looks: how far it is, a plan of legal moves, or what is wrong.
The other process (`mind.py`) is started with the first question. One that ends, says nothing, takes too long or answers
something that is no plan is killed, and started again for a later question, after longer and longer pauses; until then
every question is answered with that fault. Numbers tell answers to what was asked before.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final, NamedTuple

from companion.games.game import IllegalMove, Unreadable
from companion.running import apart
from companion.shelf.box import AnyGame
from companion.shelf.players import Plan
from companion.thinking.mind import MEMORY
from hardware.health import Backoff
from hardware.ports import Clock

_log = logging.getLogger(__name__)

MEMORY_LIMIT: Final = 128 << 20  # of the other process; the levels of today need a fifth of it
SILENT_S: Final = 10.0  # without a sign of life
LATE_S: Final = 30.0  # for one answer, whatever it costs; budgets are nodes, and this only cuts off
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0
LEAST_CORES: Final = 2
LEAST_MEMORY: Final = 700 << 20  # of the machine
_PIECE: Final = 1 << 16
_LONGEST_LINE: Final = 1 << 16


class Fault(StrEnum):
    """Why there is no plan."""

    ENDED = "ended"
    SILENT = "silent"
    LATE = "late"
    MEMORY = "memory"
    FAILED = "failed"  # it says why, such as weights of another version
    RUBBISH = "rubbish"
    ILLEGAL = "illegal"
    SMALL = "small"  # this machine is too small to think on


class Failed(NamedTuple):
    """There is no plan."""

    fault: Fault


class Thinking(NamedTuple):
    """There is no plan yet."""

    nodes: int = 0  # positions looked at
    of: int = 0  # at most; 0 while that is not known


Begin = Callable[[], "subprocess.Popen[bytes]"]


def begin_mind(memory: int = MEMORY_LIMIT) -> subprocess.Popen[bytes]:
    """Start the process that thinks."""
    return apart.begin("companion.thinking.mind", (str(memory), str(os.getpid())))


def is_too_small(cores: int | None = None, memory: int | None = None) -> bool:
    """Return whether a machine should not think: this one, or one with these cores and bytes of memory."""
    if cores is None:
        cores = os.cpu_count() or 1
    if memory is None:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return cores < LEAST_CORES or memory < LEAST_MEMORY


class Thinker:
    """Asks the other process, one question at a time."""

    def __init__(
        self, game: AnyGame, *, clock: Clock = time.monotonic, begin: Begin = begin_mind, is_off: bool = False
    ) -> None:
        """Think about positions of this game; never, if it `is_off`."""
        self.is_off = is_off
        self._game, self._clock, self._begin = game, clock, begin
        self._backoff = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        self._number = 0
        self._position: Any = None
        self._found: Thinking | Plan | Failed | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._dying: list[subprocess.Popen[bytes]] = []
        self._line = self._unsent = self._read = b""
        self._asked_at = self._heard_at = 0.0
        self._fault, self._again_at = Fault.ENDED, 0.0  # the last one, and when it may be started again

    def ask(self, position: Any, level: str, seed: int, nodes: int | None = None) -> None:
        """Ask for a plan from this position, and forget what was asked before."""
        self._number += 1
        self._position, self._asked_at = position, self._clock()
        if self._process and self._process.poll() is not None:
            self._end()  # when nobody waited for it: that is no fault
        self._found = Thinking()
        if self.is_off:
            self._found = Failed(Fault.SMALL)
            return
        if self._process is None and self._asked_at < self._again_at:
            self._found = Failed(self._fault)
            return
        question = {"game": self._game.id, "position": self._game.format_position(position)}
        asked = {"number": self._number, **question, "level": level, "seed": seed, "nodes": nodes}
        self._line = json.dumps(asked).encode() + b"\n"
        self._send(self._line)

    def look(self) -> Thinking | Plan | Failed | None:
        """Return what has come of the question; None if there is none."""
        self._reap()
        if isinstance(self._found, Thinking):
            self._hear()
        if isinstance(self._found, Thinking):
            now = self._clock()
            if now >= self._asked_at + LATE_S:
                self._fail(Fault.LATE, f"no answer after {LATE_S:g} s")
            elif now >= self._heard_at + SILENT_S:
                self._fail(Fault.SILENT, f"no sign of life for {SILENT_S:g} s")
        return self._found

    def forget(self) -> None:
        """Drop the question."""
        if isinstance(self._found, Thinking):
            self._number += 1
            self._send(json.dumps({"number": self._number}).encode() + b"\n")
        self._found = None

    def close(self) -> None:
        """End the other process, and wait until it has ended."""
        self._found = None
        self._end()
        for process in self._dying:
            process.wait()
        self._dying.clear()

    # --- to and from the other process ---

    def _send(self, line: bytes) -> None:
        if self._process is None:
            try:
                self._process = self._begin()
            except OSError as error:
                self._fail(Fault.ENDED, f"it cannot be started: {error.strerror}")
                return
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe
                os.set_blocking(pipe.fileno(), False)
            self._unsent = self._read = b""
        self._heard_at = self._clock()
        self._unsent += line
        self._flush()
        if len(self._unsent) > _LONGEST_LINE:
            self._fail(Fault.SILENT, "it takes no question")

    def _flush(self) -> None:
        assert self._process
        assert self._process.stdin
        with suppress(OSError):  # it has ended, which shows when it is heard; or the pipe is full
            while self._unsent:
                self._unsent = self._unsent[os.write(self._process.stdin.fileno(), self._unsent) :]

    def _hear(self) -> None:
        """Take in what it has said, but no more than a piece: whoever looks has other things to do."""
        assert self._process
        assert self._process.stdout
        self._flush()
        try:
            piece = os.read(self._process.stdout.fileno(), _PIECE)
        except BlockingIOError:
            return
        if not piece:
            self._ended()
            return
        *lines, self._read = (self._read + piece).split(b"\n")
        for line in lines:
            self._take(line)
            if not isinstance(self._found, Thinking):
                return
        if len(self._read) > _LONGEST_LINE:
            self._fail(Fault.RUBBISH, "a line without an end")

    def _ended(self) -> None:
        """It says nothing more: ask another process, if it has ended because nothing was asked for a long time."""
        assert self._process
        code = self._process.poll()
        if code is None:
            return  # its end is near, or it is silent
        if code:
            self._fail(Fault.ENDED, f"it has ended with {code}")
        elif not self._line:
            self._fail(Fault.ENDED, "it ends at once")
        else:
            line, self._line = self._line, b""
            self._end()
            self._send(line)

    def _take(self, line: bytes) -> None:
        """Take in a line; one about another question comes too late, and is dropped."""
        try:
            told = json.loads(line)
            if told["number"] != self._number:
                return
            self._heard_at = self._clock()
            if "failed" in told:
                why = str(told["failed"])
                self._fail(Fault.MEMORY if why == MEMORY else Fault.FAILED, why)
            elif "moves" in told:
                self._found = self._checked(told)
                self._backoff.reset()
            else:
                self._found = Thinking(int(told["nodes"]), int(told["of"]))
        except IllegalMove as error:
            self._fail(Fault.ILLEGAL, f"{error}")
        except (Unreadable, ValueError, TypeError, KeyError, OverflowError, RecursionError):
            self._fail(Fault.RUBBISH, f"{line!r:.80}")

    def _checked(self, told: dict[str, Any]) -> Plan:
        """Return a plan, its moves played from the position that was asked about, as far as its player decides."""
        game, position = self._game, self._position
        moves: list[Any] = []
        mover = game.mover(position)
        for each in told["moves"]:
            if moves and (game.mover(position) != mover or game.chances(position)):
                break
            move = game.parse_entry(each)
            if game.is_correction(move):
                raise ValueError(each)
            position = game.play(position, move).position
            moves.append(move)
        if not moves:
            raise ValueError(told)
        return Plan(tuple(moves), float(told["value"]), int(told["nodes"]))

    def _fail(self, fault: Fault, why: str) -> None:
        """Give up this process; the next one is started after a pause."""
        pause_s = self._backoff.again()
        self._found, self._fault, self._again_at = Failed(fault), fault, self._clock() + pause_s
        self._end()
        _log.warning("thinking: %s: %s; it is started again after %g s", fault, why, pause_s)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            apart.kill(process)
            self._dying.append(process)

    def _reap(self) -> None:
        self._dying = [process for process in self._dying if process.poll() is None]
