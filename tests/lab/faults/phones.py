"""Phones that write down what they were answered, at a table that is killed while one of them reads its answer.

Each life: a companion with its page in a process of its own, several phones that choose, move, press and take back, a
watcher at the event stream, now and then somebody who locks the journal's file. SIGKILL comes when the first byte of
an answer is there. Then the journal is held against what the phones know (`history.py`).
"""

from __future__ import annotations

import http.client
import json
import os
import select
import signal
import socket
import sqlite3
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, NoReturn

from companion.journal import second_names
from companion.journal.sqlite import SqliteJournal
from companion.running.resume import lines_of
from companion.table.history import replay
from companion.table.intents import Button
from companion.table.proposals import Outcome
from companion.table.table import Table
from tests.kit import hansa
from tests.kit.page import page_rig
from tests.kit.waiting import PATIENCE_S
from tests.lab.faults.history import Asked, Kept, faults
from tests.lab.faults.served import do
from tests.lab.faults.tried import Advance, Tried

PHONES = 3
MOST_ASKED = 9  # by one phone in a life
PACE_S = 0.1  # of a phone that calls for longer
LOCKED = 0.15  # of the lives
ALONE = 0.7  # of the lives: whoever is killed at is alone with the table, and mostly hears yes
MOST_LOSSES = 20
AVOIDED = ("shut down", "phones")  # what would end the life otherwise, or open the network
Json = dict[str, Any]


def kill_at_answers(trials: int, seed: int, advance: Advance) -> Tried:
    """Kill the table this many times while a phone reads its answer."""
    random = Random(seed)
    lost: list[str] = []
    confirmed = 0
    with tempfile.TemporaryDirectory(prefix="phones-") as name:
        root = Path(name)
        known: dict[str, int] = {}
        for number in range(trials):
            if len(lost) < MOST_LOSSES:
                life = Life(root, Random(f"{seed}/{number}"))
                life.live(life.lock if random.random() < LOCKED else None)
                journal = read_journal(root)
                lost += [f"life {number}: {fault}" for fault in life.faults(known, journal)]
                confirmed += sum(one.kept for one in life.asked)
                known = {game: len(entries) for game, entries in journal.items()}
            advance()
    if confirmed < trials:
        lost.append(f"only {confirmed} entries were confirmed in {trials} lives: little was at stake")
    return Tried(lost, confirmed)


def read_journal(root: Path) -> dict[str, list[Kept]]:
    """Read everything that the table in a folder has kept, once its next start has looked after its files."""
    second_names.bring_back(_path(root))
    with closing(SqliteJournal(_path(root))) as journal:
        journal.open()
        return {game: [Kept(str(entry.kind), entry.payload) for entry in journal.read(game)] for game in journal.ids()}


def _path(root: Path) -> Path:
    return root / "table" / "games.sqlite"


class _Answer(NamedTuple):
    status: int
    body: Json


class Life:
    """One life of a table, and all that call it.

    Without `may_look` nobody but the table opens the journal: whoever opens a file that has vanished makes a new one.
    `serve` is the table's end, which never returns. The phones call for at least this long.
    """

    least_s = 0.0

    def __init__(
        self, root: Path, random: Random, *, may_look: bool = True, serve: Callable[[Path, int], NoReturn] | None = None
    ) -> None:
        self._root, self._random, self._may_look = root, random, may_look
        self._serve = serve or _serve
        self.asked: list[Asked] = []
        self.seen: dict[str, int] = {}  # by game: the newest entry that the stream has shown
        self.complaints: list[str] = []
        self._noting = threading.Lock()
        self._quiet = threading.Event()
        self._hello: Json = {}
        self._game = ""

    def live(
        self, beside: Callable[[], None] | None = None, *, is_awaited: bool = False, is_killed: bool = True
    ) -> None:
        """Let the phones call, and something else happen meanwhile, which may be awaited.

        Then the table is killed while somebody reads an answer; or the phones stop, and it ends by itself.
        """
        with _table(self._root, self._serve, self.hear) as hello:
            if not hello:
                self.complaints.append("the table did not come up")
                return
            self._hello = hello
            self._settle()
            callers = [
                threading.Thread(target=self._call, args=(f"phone {number}", Random(self._random.random())))
                for number in range(PHONES)
            ]
            watcher = threading.Thread(target=self._watch)
            other = threading.Thread(target=beside)
            threads = [*callers, watcher, *([other] if beside else [])]
            for thread in threads:
                thread.start()
            begun = time.monotonic()
            self._wait_for(len(self.asked) + self._random.randint(1, 2 * PHONES))
            self._quiet.wait(max(begun + self.least_s - time.monotonic(), 0.0))
            if self._random.random() < ALONE or not is_killed:
                self._quiet.set()
            if beside and is_awaited:
                other.join(PATIENCE_S)
            if is_killed:
                self._kill(Random(self._random.random()))
            else:
                for caller in callers:
                    caller.join(PATIENCE_S)
                if not _ended(hello["process"]):
                    self.complaints.append(f"the table does not end{self.hang(hello['process'])}")
            for thread in threads:
                thread.join(PATIENCE_S)

    def hear(self, line: str) -> None:
        """Take what the table itself says after its first word; nothing here."""

    def hang(self, process: int) -> str:
        """Tell where a table hangs; nothing here."""
        del process
        return ""

    def faults(self, known: Mapping[str, int], journal: Mapping[str, Sequence[Kept]]) -> Iterator[str]:
        """Hold a journal, which had this many entries of each game before, against what was answered and shown."""
        yield from self.complaints
        yield from faults(self.asked, known, journal)
        for game, revision in self.seen.items():
            if revision > len(journal.get(game, ())):
                yield f"the stream showed entry {revision} of {game}, which is not there"

    def _wait_for(self, count: int) -> None:
        deadline = time.monotonic() + 10.0
        while len(self.asked) < count and time.monotonic() < deadline:
            time.sleep(0.005)  # the phones are at it

    def _note(self, one: Asked) -> None:
        with self._noting:
            self.asked.append(one)

    # --- a phone ---

    def _settle(self) -> None:
        """Read what is told at the start, and begin a game where there is none."""
        for _ in range(MOST_ASKED):
            state = self._get("/api/state")
            dialog = state["table"]["dialog"]
            if state["game"] and dialog["kind"] != "notice" and dialog["name"] != "resume":
                return
            self._ask("first", "/api/choose", {"dialog": dialog["id"], "line": 0})

    def _call(self, caller: str, random: Random) -> None:
        begun = time.monotonic()
        asked = 0
        with suppress(OSError, http.client.HTTPException, ValueError):
            while asked < MOST_ASKED or time.monotonic() < begun + self.least_s:
                asked += 1
                self._quiet.wait(PACE_S if asked > MOST_ASKED else 0.0)  # more is refused by the page's rate
                path, body, payload = self._wish(random)
                if self._quiet.is_set():
                    return
                self._ask(caller, path, body, payload)

    def _ask(self, caller: str, path: str, body: Json, payload: Any = None) -> None:
        at, answer = time.monotonic(), _Answer(0, {})
        try:
            answer = self._post(path, body)
        finally:
            self._note(_noted(caller, path, body, at, answer, payload))

    def _wish(self, random: Random, *, is_sure: bool = False) -> tuple[str, Json, Any]:
        """Think of something to ask for; something that is one entry if it is anything, where that is to be sure."""
        state = self._get("/api/state")
        revision, dialog = state["revision"], state["table"]["dialog"]
        self._game = revision["game"]
        wish = random.random()
        if is_sure or wish < 0.25:
            move = self._legal(revision, random)
            if move is not None and wish < 0.7:
                return "/api/move", {"revision": revision["number"], "entry": move}, {"entry": move}
            return "/api/take-back", {"revision": revision["number"]}, None
        if wish < 0.35 or dialog["name"] in AVOIDED:
            return "/api/press", {"button": str(Button.BACK)}, None
        if wish < 0.45:
            return "/api/press", {"button": str(random.choice((Button.OK, Button.DOWN)))}, None
        lines = max(len(dialog["lines"]), 1)
        line = 0 if not self._may_look and wish < 0.85 else random.randrange(lines)  # the first is mostly a move
        return "/api/choose", {"dialog": dialog["id"], "line": line}, None

    def _legal(self, revision: Json, random: Random) -> Json | None:
        if not revision["game"] or not self._may_look:
            return None
        with closing(SqliteJournal(_path(self._root))) as journal:
            journal.open()
            entries = journal.read(revision["game"])[: revision["number"]]
        game = hansa.game_table().game
        history = replay(game, lines_of(entries)).history
        moves = list(game.legal_moves(history.position)) if history else []
        return game.format_entry(random.choice(moves)) if moves else None

    def _get(self, path: str) -> Json:
        with closing(self._connection()) as line:
            line.request("GET", path)
            answer: Json = json.loads(line.getresponse().read())
            return answer

    def _post(self, path: str, body: Json) -> _Answer:
        with closing(self._connection()) as line:
            line.request("POST", path, json.dumps(body), self._headers())
            answer = line.getresponse()
            return _Answer(answer.status, json.loads(answer.read()))

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._hello["port"], timeout=PATIENCE_S)

    def _headers(self) -> dict[str, str]:
        return {
            "Origin": f"http://127.0.0.1:{self._hello['port']}",
            "Content-Type": "application/json",
            "Cookie": f"hansa_session={self._hello['token']}",
        }

    # --- the others ---

    def _watch(self) -> None:
        with suppress(OSError, ValueError), closing(self._connection()) as line:
            line.request("GET", "/api/events?lang=en")
            stream = line.getresponse()
            while data := stream.readline():
                if data.startswith(b"data: "):
                    told = json.loads(data[6:])
                    shown = told.get("document", told.get("changes", {})).get("revision")
                    if shown and shown["game"]:
                        self.seen[shown["game"]] = max(shown["number"], self.seen.get(shown["game"], 0))

    def lock(self) -> None:
        """Lock the journal for as long as another program writes."""
        seconds = self._random.uniform(0.05, 2.5)
        with suppress(sqlite3.Error), closing(sqlite3.connect(_path(self._root), timeout=1.0)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(seconds)
            other.execute("ROLLBACK")

    def _kill(self, random: Random) -> None:
        """Ask for something, and kill the table when the first byte of the answer is there."""
        said = b""
        try:
            path, body, payload = self._wish(random, is_sure=True)
            game = self._game
            text = json.dumps(body).encode()
            head = "".join(f"{name}: {value}\r\n" for name, value in self._headers().items())
            host = f"127.0.0.1:{self._hello['port']}"
            at = time.monotonic()
            with socket.create_connection(("127.0.0.1", self._hello["port"]), PATIENCE_S) as line:
                request = f"POST {path} HTTP/1.1\r\nHost: {host}\r\n{head}Content-Length: {len(text)}\r\n\r\n"
                line.sendall(request.encode() + text)
                said = line.recv(1)
                os.kill(self._hello["process"], signal.SIGKILL)
                with suppress(OSError):
                    while more := line.recv(65536):
                        said += more
        except (OSError, ValueError, http.client.HTTPException):
            return  # somebody has shut the table down
        finally:
            with suppress(ProcessLookupError):
                os.kill(self._hello["process"], signal.SIGKILL)
        self._note(_noted("killer", path, body, at, _taken(said, game, body), payload))


def _taken(said: bytes, game: str, body: Json) -> _Answer:
    """Read as much of an answer as has come: a yes without the rest is a yes to the one entry that was asked for."""
    head, _, rest = said.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    if len(words) < 2 or len(words[1]) < 3:
        return _Answer(0, {})
    status = int(words[1])
    try:
        return _Answer(status, json.loads(rest))
    except ValueError:
        return _Answer(status, {"game": game, "revision": body["revision"] + 1, "kept": 1} if status == 200 else {})


def _noted(caller: str, path: str, body: Json, at: float, answer: _Answer, payload: Any) -> Asked:
    told = answer.body
    return Asked(
        caller,
        f"{path} {body}",
        at,
        time.monotonic(),
        answer.status,
        str(told.get("game", "")),
        int(told.get("revision", -1)),
        int(told.get("kept", 0)),
        payload if answer.status == 200 else None,
    )


# --- the table ---


@contextmanager
def _table(root: Path, serve: Callable[[Path, int], NoReturn], hear: Callable[[str], None]) -> Iterator[Json | None]:
    """Start a table in a process of its own; whoever uses it ends it. What it says is heard to its end."""
    answers, telling = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(answers)
        serve(root, telling)
    os.close(telling)
    try:
        with os.fdopen(answers, encoding="utf-8") as pipe:
            line = pipe.readline() if select.select([pipe], [], [], PATIENCE_S)[0] else ""

            def listen() -> None:
                for each in pipe:
                    hear(each)

            listener = threading.Thread(target=listen)
            listener.start()
            try:
                yield json.loads(line) if line.startswith("{") else None
            finally:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                listener.join(PATIENCE_S)
    finally:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _ended(process: int) -> bool:
    """Ask a table to end, and wait until it has."""
    os.kill(process, signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if has_ended(process):
            return True
        time.sleep(0.01)  # it says good-bye
    return False


def has_ended(process: int) -> bool:
    """Return whether a table has ended; it can be asked again."""
    try:
        return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # it was waited for
        return True


def without_lesson(table: Table) -> Outcome:
    """Offer no lesson: it is no game, and phones that choose blindly would learn instead of playing."""
    table._dialogs.offers = table._dialogs.offers._replace(lesson="")
    return table.press(Button.DOWN)  # what is shown is shown again, without it


def _serve(root: Path, telling: int) -> NoReturn:
    try:
        tempfile.tempdir = str(root)
        with page_rig(root / "table", is_virtual=False) as rig:
            do(rig.composed.daemon, without_lesson)
            token = rig.page.pairing.pair(rig.page.pairing.show_pin(), "")[1]
            told = {"process": os.getpid(), "port": rig.page.port, "token": token}
            os.write(telling, f"{json.dumps(told)}\n".encode())
            signal.pause()
    except BaseException:
        os.write(telling, f"{' '.join(traceback.format_exc().split())}\n".encode())
    finally:
        os._exit(1)
