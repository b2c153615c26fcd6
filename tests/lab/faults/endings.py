"""The page's thread ends by an error, again and again, while its table plays: the table must not notice."""

from __future__ import annotations

import json
import logging
import tempfile
import time
import urllib.request
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from random import Random

from companion.journal.sqlite import SqliteJournal
from tests.kit import hansa
from tests.kit.page import PageRig, page_rig
from tests.kit.waiting import PATIENCE_S
from tests.lab.faults.served import do, next_move
from tests.lab.faults.tried import Advance, Tried
from tests.lab.soak.kills import Confirming, Notes, parsed

MOVES = 5  # while there is no page


def end_page(trials: int, seed: int, advance: Advance) -> Tried:
    """End the page this many times."""
    random, lost, said = Random(seed), list[str](), list[str]()
    logging.getLogger("hardware.tended").setLevel(logging.CRITICAL)  # it says each time what is wanted here
    with tempfile.TemporaryDirectory(prefix="endings-") as name:
        with page_rig(Path(name) / "table") as rig:
            daemon = rig.composed.daemon
            do(daemon, lambda _: daemon.watch(Confirming(hansa.game_table().game, said.append)))
            for number in range(trials):
                restarts = rig.server.part.restarts
                _end(rig)
                for _ in range(MOVES):
                    do(daemon, lambda table: next_move(table, random))
                if not _is_back(rig, restarts + 1):
                    lost.append(f"trial {number}: the page does not come back")
                advance()
        path = Path(name) / "table" / "games.sqlite"
        lost += Notes(path).check([parsed(line) for line in said])
        with closing(SqliteJournal(path)) as journal:
            journal.open()
            lost += map(str, journal.integrity())
    return Tried(lost, len(said))


def _end(rig: PageRig) -> None:
    server = rig.server
    server.part._backoff.reset()  # else the trials would be further and further apart

    async def die(_: int) -> bool:
        raise OSError("too many open files")

    assert server._server
    vars(server._server)["on_tick"] = die


def _is_back(rig: PageRig, restarts: int) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{rig.page.port}/health", timeout=PATIENCE_S) as answer:
                part = json.load(answer)["parts"]["page"]
            if part["restarts"] >= restarts:
                return True
        except (OSError, HTTPException):  # nobody is there; or, now and then, a caller reaches itself at a free port
            pass
        time.sleep(0.02)  # the page comes up in its own time
    return False
