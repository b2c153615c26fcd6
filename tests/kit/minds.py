"""Stand-ins around the room for thinking: a process that a test plays, and a thinker that is worth waiting for."""

from __future__ import annotations

import json
import os
import select
import subprocess
from typing import Any, cast

from companion.running import apart
from companion.shelf.players import Plan
from companion.thinking.thinker import Begin, Failed, Thinker, Thinking
from hardware.ports import Clock
from tests.kit.waiting import PATIENCE_S


class PlayedMind:
    """A process that thinks, as far as its owner can tell: the test reads its questions and says what it says."""

    def __init__(self) -> None:
        self._asked, asks = os.pipe()
        hears, self._told = os.pipe()
        self.stdin, self.stdout = os.fdopen(asks, "wb", 0), os.fdopen(hears, "rb", 0)
        self.returncode: int | None = None
        self.pid = 0
        os.set_blocking(self._asked, False)

    def questions(self) -> list[dict[str, Any]]:
        """Return what was asked since the last time."""
        try:
            return [json.loads(line) for line in os.read(self._asked, 1 << 20).splitlines()]
        except BlockingIOError:
            return []

    def say(self, *lines: Any) -> None:
        """Say these lines; bytes are said as they are."""
        for line in lines:
            os.write(self._told, line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")

    def end(self, code: int | None) -> None:
        """End by itself; with None, it has only closed its output so far."""
        os.close(self._told)
        self._told = -1
        self.returncode = code

    def poll(self) -> int | None:
        return self.returncode

    def kill(self) -> None:
        if self.returncode is None:
            self.returncode = -9

    def wait(self) -> int:
        assert self.returncode is not None
        for each in (self._asked, self._told):
            if each >= 0:
                os.close(each)
        return self.returncode


class PlayedMinds:
    """Starts such processes, and remembers them."""

    def __init__(self) -> None:
        self.begun: list[PlayedMind] = []

    def begin(self) -> subprocess.Popen[bytes]:
        self.begun.append(PlayedMind())
        return cast("subprocess.Popen[bytes]", self.begun[-1])


def begin_quick_mind() -> subprocess.Popen[bytes]:
    """Start a process that thinks as soon as it can."""
    return apart.begin("tests.kit.quick_mind")


class PatientThinker(Thinker):
    """Waits for what comes of a question: at a table in virtual time it thinks in no time at all."""

    def __init__(self, game: Any, begin: Begin = begin_quick_mind, clock: Clock = lambda: 0.0) -> None:
        super().__init__(game, begin=begin, clock=clock)
        self.plans = 0

    @property
    def pid(self) -> int:
        """The process that thinks."""
        assert self._process
        return self._process.pid

    def look(self) -> Thinking | Plan | Failed | None:
        while isinstance(found := super().look(), Thinking):
            assert self._process
            assert self._process.stdout
            assert select.select([self._process.stdout], [], [], PATIENCE_S)[0], "it does not get on"
        self.plans += isinstance(found, Plan)
        return found


def _none() -> Any:
    raise AssertionError("no process is needed")


class FailingThinker(Thinker):
    """Thinks as long as the test wants, and then fails."""

    def __init__(self, game: Any) -> None:
        super().__init__(game, begin=_none)
        self.says: Thinking | Plan | Failed = Thinking(2, 10)
        self.asked = self.forgotten = 0

    def ask(self, position: Any, level: str, seed: int, nodes: int | None = None) -> None:
        del position, level, seed, nodes
        self.asked += 1

    def look(self) -> Thinking | Plan | Failed | None:
        return self.says

    def forget(self) -> None:
        self.forgotten += 1
