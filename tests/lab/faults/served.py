"""A table with its page in a process of its own, playing as fast as it can, and this process, which calls the page.

What the table shows as confirmed is written down here; at the end all of it must be in its journal.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from companion.games.hansa.players.choosing import random_move
from companion.games.hansa.rules.position import Phase
from companion.running.daemon import Daemon
from companion.table.dialog import Notice
from companion.table.history import SETUP, History, Kept
from companion.table.intents import Button
from companion.table.owners import EVERYBODY
from companion.table.proposals import Outcome, Proposal
from companion.table.table import Table
from tests.kit import hansa
from tests.kit.page import PageRig, page_rig
from tests.kit.waiting import PATIENCE_S
from tests.lab.faults.tried import Tried
from tests.lab.soak.kills import Confirming, Notes, parsed
from tests.lab.soak.shadow import Differs

PACE_S = 0.1  # between two moves: the callers need most of the machine


class ServedTable:
    """The caller's end."""

    def __init__(self, answers: int, asked: int) -> None:
        self._pipe = os.fdopen(answers, encoding="utf-8")
        self._asked = asked
        self._lines: list[str] = []
        self._complaints: list[str] = []
        self.hello: dict[str, Any] = json.loads(self._pipe.readline())
        self.moves = 0
        self.is_over = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def address(self) -> tuple[str, int]:
        """Where the page is."""
        return "127.0.0.1", self.hello["port"]

    @property
    def cookie(self) -> str:
        """What somebody sends who has typed the PIN."""
        return f"hansa_session={self.hello['token']}"

    def _read(self) -> None:
        for line in self._pipe:
            if line[0] == "=":
                self._lines.append(line[1:])
                self.moves += 1
            else:
                self._complaints.append(line[1:].rstrip())

    def open_files(self) -> int:
        """Count the files that the table has open."""
        return len(list(Path(f"/proc/{self.hello['process']}/fd").iterdir()))

    def resident_mb(self) -> float:
        """Return how much memory the table takes."""
        pages = int(Path(f"/proc/{self.hello['process']}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def wait_for(self, holds: Callable[[], bool]) -> bool:
        """Wait, patiently, until something holds."""
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)  # another process does it in its own time
        return True

    def goes_on(self, moves: int = 3) -> bool:
        """Return whether the table makes some more moves."""
        wanted = self.moves + moves
        return self.wait_for(lambda: self.moves >= wanted)

    def end(self) -> Tried:
        """Stop the table, and hold its journal against what it said."""
        os.close(self._asked)
        _, status = os.waitpid(self.hello["process"], 0)
        self.is_over = True
        self._reader.join(PATIENCE_S)
        lost = list(self._complaints)
        if status:
            lost.append(f"the table itself ended with {status}")
        try:
            lost += Notes(Path(self.hello["journal"])).check([parsed(line) for line in self._lines])
        except Differs as error:
            lost.append(str(error))
        return Tried(lost, len(self._lines))


@contextmanager
def served_table(seed: int) -> Iterator[ServedTable]:
    """Start a table; whoever uses it calls `end`."""
    with tempfile.TemporaryDirectory(prefix="served-") as name:
        answers, telling = os.pipe()
        asking, asked = os.pipe()
        if os.fork() == 0:
            os.close(answers)
            os.close(asked)
            _serve_and_end(Path(name), Random(seed), telling, asking)
        os.close(telling)
        os.close(asking)
        table = ServedTable(answers, asked)
        try:
            yield table
        finally:
            if not table.is_over:
                os.kill(table.hello["process"], signal.SIGKILL)
                table.end()


# --- the table's end ---


class _Complaining(logging.Handler):
    """Tells of whatever should not have come to pass."""

    def __init__(self, say: Callable[[str], object]) -> None:
        super().__init__(logging.ERROR)
        self._told = say

    def emit(self, record: logging.LogRecord) -> None:
        text = (
            f"{record.name}: {record.getMessage()} {record.exc_info[1]!r}" if record.exc_info else record.getMessage()
        )
        self._told(f"!in the log: {' '.join(text.split())}\n")


def _serve_and_end(root: Path, random: Random, telling: int, asking: int) -> NoReturn:
    def say(line: str) -> None:
        os.write(telling, line.encode())

    code = 1
    try:
        tempfile.tempdir = str(root)
        logging.getLogger().addHandler(_Complaining(say))
        with page_rig(root / "table") as rig:
            token = rig.page.pairing.pair(rig.page.pairing.show_pin(), "")[1]
            journal = str(root / "table" / "games.sqlite")
            say(json.dumps({"process": os.getpid(), "port": rig.page.port, "token": token, "journal": journal}) + "\n")
            _play(rig, random, Confirming(hansa.game_table().game, lambda line: say(f"={line}")), asking)
        code = 0
    except BaseException:
        say(f"!{' '.join(traceback.format_exc().split())}\n")
    finally:
        os._exit(code)


def _play(rig: PageRig, random: Random, confirming: Confirming, asking: int) -> None:
    daemon = rig.composed.daemon
    do(daemon, lambda _: daemon.watch(confirming))
    os.set_blocking(asking, False)
    while True:
        try:
            if os.read(asking, 1) == b"":
                return
        except BlockingIOError:
            pass
        do(daemon, lambda table: next_move(table, random))
        time.sleep(PACE_S)


def do(daemon: Daemon, call: Callable[[Table], Outcome]) -> None:
    """Let the table do something in its own thread, and wait until it does; its queue may be full meanwhile."""
    asked = threading.Event()

    def ask(table: Table) -> None:
        asked.set()
        table.by = EVERYBODY  # whose turn it is does not matter here
        daemon.carry_out(call(table))

    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        daemon.put(ask)
        if asked.wait(1.0):
            return
    raise RuntimeError("the table does not answer")


def next_move(table: Table, random: Random) -> Outcome:
    """Read what is told, make a move, or begin a game."""
    history = table.kept.history
    if isinstance(table.dialog, Notice):
        return table.press(Button.OK)
    if history is None or history.position.phase is Phase.OVER:
        return new_game()
    return table.propose(random_move(history.position, random))


def new_game() -> Proposal:
    """Begin a game of two."""
    game = hansa.game_table().game
    setup = {"players": ["gray", "white"], "start": "gray", "goods": ["blue", "brown", "green", "orange"]}
    first = game.new(setup)
    payload = {"game": game.id, "position": game.format_position(first)}
    return Proposal(SETUP, payload, Kept(History(first)))
