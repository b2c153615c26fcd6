"""What thinks, in the other process: takes a question, answers it, and drops it for the next one.

In: a line of JSON for each question: its number, game, position, level, seed and, if given, the most positions to look
at; a line with a number alone asks nothing. Out, each with the number: how many positions were looked at so far, as a
sign of life; at last the moves, or why there are none. A new line ends thinking about the one before; the end of the
input ends everything.
"""

from __future__ import annotations

import json
import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.shelf.players import Watch
from companion.shelf.shelf import open_box, shipped_rules

Json = dict[str, Any]
BEAT_S: Final = 0.2  # between two signs of life
GLANCE_S: Final = 0.01  # between two looks at whether something else is asked
IDLE_S: Final = 600.0  # without a question it ends, which is no fault
NICENESS: Final = 19
MEMORY: Final = "memory"  # why there is no answer: there was not enough
_PIECE: Final = 1 << 16


class Forgotten(Exception):
    """Something else is asked, or nothing more."""


def thought(question: Json, watch: Watch) -> Json:
    """Answer a question."""
    rules, players = shipped_rules(question["game"]), open_box(question["game"]).players()
    position = rules.parse_position(question["position"])
    plan = players.plan(position, question["level"], Random(question["seed"]), question.get("nodes"), watch)
    return {"moves": [rules.format_entry(move) for move in plan.moves], "value": plan.value, "nodes": plan.nodes}


class Mind:
    """Reads questions and writes answers."""

    def __init__(self, asked: int, told: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Use these two file descriptors."""
        self._asked, self._told, self._clock = asked, told, clock
        self._read = b""
        self._glances_at = self._beats_at = 0.0

    def run(self, idle_s: float = IDLE_S) -> None:
        """Answer until the input ends, or nothing was asked for a long time."""
        while (line := self._newest(idle_s)) is not None:
            question = json.loads(line)
            if "position" not in question:
                continue
            number = question["number"]
            self._tell({"number": number, "nodes": 0, "of": 0})
            try:
                answer = thought(question, self._watch(number))
            except Forgotten:
                continue
            except MemoryError:
                answer = {"failed": MEMORY}
            except Exception as error:  # damaged weights, or a fault of the player: the table goes on without it
                answer = {"failed": f"{type(error).__name__}: {error}"[:500]}
            self._tell({"number": number, **answer})

    def _newest(self, idle_s: float) -> bytes | None:
        """Wait for a line, and return the last one there is; None if there is none, and none will come."""
        while b"\n" not in self._read:
            if not select.select([self._asked], [], [], idle_s)[0]:
                return None
            piece = os.read(self._asked, _PIECE)
            if not piece:
                return None
            self._read += piece
        *_, line, self._read = self._read.split(b"\n")
        return line

    def _watch(self, number: int) -> Watch:
        self._beats_at = 0.0

        def watch(looked: int, most: int) -> None:
            now = self._clock()
            if now >= self._glances_at:
                self._glances_at = now + GLANCE_S
                if select.select([self._asked], [], [], 0)[0]:
                    raise Forgotten
            if now >= self._beats_at:
                self._beats_at = now + BEAT_S
                self._tell({"number": number, "nodes": looked, "of": most})

        return watch

    def _tell(self, told: Json) -> None:
        line = json.dumps(told).encode() + b"\n"
        while line:
            line = line[os.write(self._told, line) :]


def retire(memory: int, parent: int) -> None:
    """Make this process one that is in nobody's way, and that does not outlive its parent, even while it is stopped."""
    import ctypes
    import resource

    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)  # whatever that of its owner is
    with suppress(OSError, AttributeError):  # Linux; such a process waits for others with its reading, too
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with suppress(OSError):  # if memory is short, this goes first
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError, AttributeError):  # SIGKILL when the thread that started this process ends: PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(1, 9)
    if os.getppid() != parent:
        raise SystemExit(1)


if __name__ == "__main__":
    retire(int(sys.argv[1]), int(sys.argv[2]))
    with suppress(KeyboardInterrupt, BrokenPipeError):
        Mind(0, 1).run()
