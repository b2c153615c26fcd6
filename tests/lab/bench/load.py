"""From a press to its lamp with three phones at full rate, 200 watchers, and the archive in use.

Short blocks with and without that load alternate within one run. The press is put into the daemon's queue, as a button
would, and has arrived when the lamps show what came of it; the daemon runs in its own thread, as in life. Phones,
watchers and those who leaf through the archive are processes of their own, each phone with an address of its own.

What a press costs depends on what it is pressed at. Phones and hand therefore move through one list, that of the turn:
every press changes the screen, and watchers see each change, but the list stays the same in every block.
"""

from __future__ import annotations

import http.client
import itertools
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from companion.assembly.compose import Composed
from companion.assembly.service import Service
from companion.config.parsing import load_config
from companion.games.hansa.players.choosing import random_move
from companion.journal.journal import Draft, Kind
from companion.journal.sqlite import SqliteJournal
from companion.running.daemon import Daemon
from companion.running.devices import Devices, configured_kit, simulated_devices, simulated_table
from companion.web.assemble import make_page
from companion.web.page import Page
from hardware.ports import ButtonPressed, Event
from tests.kit import hansa
from tests.kit.lean import BOARD
from tests.kit.processes import running
from tests.lab.bench.page import CLIENTS, Grandstand

PHONES = 3
OLD_GAMES = 20
PAIRS = 12
PRESSES = 40  # a block
PAUSE_S = 0.03
PATIENCE_S = 30.0
ALLOWED = 1.5  # times the median of the idle table


# --- those who ask, in processes of their own ---


def call(address: str, source: str, token: str) -> None:
    """Press buttons on the page as often as it allows, until standard input ends."""
    host, port = address.rsplit(":", 1)
    line = http.client.HTTPConnection(host, int(port), PATIENCE_S, source_address=(source, 0))
    headers = {"Origin": f"http://{address}", "Content-Type": "application/json", "Cookie": f"hansa_session={token}"}
    ended = _until_told()
    answers: dict[int, int] = {}
    for number in itertools.count():
        if ended.is_set():
            break
        body = json.dumps({"button": "up" if number % 2 else "down"})
        line.request("POST", "/api/press", body, headers)
        answer = line.getresponse()
        answer.read()
        answers[answer.status] = answers.get(answer.status, 0) + 1
        if answer.status == 429:
            time.sleep(0.05)  # as often as it is allowed
    print(json.dumps(answers), flush=True)


def leaf(address: str, source: str) -> None:
    """Look at old games, without a pause, until standard input ends."""
    host, port = address.rsplit(":", 1)
    line = http.client.HTTPConnection(host, int(port), PATIENCE_S, source_address=(source, 0))
    ended = _until_told()
    answers: dict[int, int] = {}
    ids = [f"2026-01-01-{number:08x}" for number in range(OLD_GAMES)]
    for number in itertools.count():
        if ended.is_set():
            break
        game = ids[number % OLD_GAMES]
        path = ("/api/games", f"/api/games/{game}", f"/api/games/{game}/at/30", "/api/statistics")[number % 4]
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
        answers[answer.status] = answers.get(answer.status, 0) + 1
        if answer.status == 429:
            time.sleep(0.05)
    print(json.dumps(answers), flush=True)


def _until_told() -> threading.Event:
    ended = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    return ended


@contextmanager
def loaded(address: str, tokens: list[str], answers: dict[str, int]) -> Iterator[None]:
    """Have phones and readers of old games at the page; add up what they were answered."""
    module = [sys.executable, "-m", "tests.lab.bench.load"]
    commands = [[*module, "call", address, f"127.0.1.{index + 1}", token] for index, token in enumerate(tokens)]
    commands += [[*module, "leaf", address, f"127.0.2.{index + 1}"] for index in range(2)]
    with ExitStack() as running_ones:
        callers = [
            running_ones.enter_context(running(each, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            for each in commands
        ]
        yield
        for command, caller in zip(commands, callers, strict=True):
            told, _ = caller.communicate(timeout=PATIENCE_S)
            for status, count in json.loads(told or "{}").items():
                key = f"{command[3]} {status}"
                answers[key] = answers.get(key, 0) + count


# --- the table ---


class Presses:
    """Presses a button and waits until the lamps have it; the daemon runs in another thread."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon, self._handle = daemon, daemon.handle
        self._wanted: Event | None = None
        self._shown_at, self._is_shown = 0.0, threading.Event()
        vars(daemon)["handle"] = self._watched

    def _watched(self, event: Event) -> None:
        self._handle(event)
        if event is self._wanted:
            self._shown_at = time.perf_counter()
            self._is_shown.set()

    def press(self, button: str) -> float:
        """Press once; return the milliseconds until lamps and screen were told."""
        event = ButtonPressed(time.monotonic(), button)
        self._is_shown.clear()
        self._wanted = event
        began = time.perf_counter()
        self._daemon.put(event)
        assert self._is_shown.wait(PATIENCE_S)
        return (self._shown_at - began) * 1000


@contextmanager
def table(folder: Path) -> Iterator[tuple[Composed, Page]]:
    """Start a companion with an archive, its page, and its daemon in a thread."""
    (folder / "hansa.toml").write_text(f'format = 1\nkit = "board"\nboard = "{BOARD}"\n[trace]\nkeep = false\n')
    config = load_config(str(folder / "hansa.toml"), {"state": str(folder)}, environment={"HOME": str(folder)})
    _fill(config.journal)
    devices: Devices = simulated_devices(simulated_table(configured_kit(config), clock=time.monotonic))
    service = Service(config, devices, invents_pieces=True, asks=False, farewell_s=0.0)
    composed = service.start()
    assert composed
    page = make_page(config, composed, port=0, reads_beside=True)
    page.open()
    page.wait()
    thread = threading.Thread(target=composed.daemon.run)
    thread.start()
    try:
        yield composed, page
    finally:
        composed.daemon.stop()
        thread.join()
        page.close()
        service.close()


def _fill(path: Path) -> None:
    """Keep some old games."""
    game, random = hansa.game_table().game, Random(1)
    journal = SqliteJournal(path)
    journal.open()
    for number in range(OLD_GAMES):
        game_id, at = f"2026-01-01-{number:08x}", "2026-01-01T20:00:00+00:00"
        setup = hansa.BOX.quick_setup(2)
        position = first = game.new(hansa.game_table().complete(setup, random))
        drafts = [Draft(Kind.SETUP, {"game": game.id, "position": game.format_position(first)}, at)]
        while game.winners(position) is None and len(drafts) < 150:
            move = random_move(position, random)
            position = game.play(position, move).position
            drafts.append(Draft(Kind.MOVE, {"entry": game.format_entry(move)}, at))
        journal.create(game_id, game.id, "", at)
        journal.append_all(game_id, 1, drafts)
    journal.close()


def block(presses: Presses) -> list[float]:
    """Press up and down, at the pace of quick hands."""
    took = []
    for number in range(PRESSES):
        time.sleep(PAUSE_S)
        took.append(presses.press("up" if number % 2 else "down"))
    return took


def main() -> None:
    """Print the table, and what is allowed."""
    shared_memory = Path("/dev/shm")
    idle: list[float] = []
    busy: list[float] = []
    ratios: list[float] = []
    answers: dict[str, int] = {}
    with (
        TemporaryDirectory(dir=shared_memory if shared_memory.is_dir() else None) as folder,
        table(Path(folder)) as (composed, page),
    ):
        presses = Presses(composed.daemon)
        tokens = [page.pairing.pair(page.pairing.show_pin(), f"phone {number}")[1] for number in range(PHONES)]
        address = f"127.0.0.1:{page.port}"
        presses.press("ok")  # go on with the game that was found; its turn is open now
        for number in range(PAIRS):
            pair: dict[bool, float] = {}
            for is_loaded in (True, False) if number % 2 else (False, True):
                if not is_loaded:
                    took = block(presses)
                    idle += took
                else:
                    with closing(Grandstand(f"http://{address}/")) as grandstand:
                        grandstand.join()
                        with loaded(address, tokens, answers):
                            block(presses)  # until all of them have begun
                            took = block(presses)
                    busy += took
                pair[is_loaded] = median(took)
            ratios.append(pair[True] / pair[False])
    print(
        f"press to lamp; {PAIRS} pairs of {PRESSES} presses, idle and with {PHONES} phones, {CLIENTS} watchers, archive"
    )
    for name, took in (("idle", idle), ("loaded", busy)):
        p99 = quantiles(took, n=100)[98]
        print(f"{name:7} median {median(took):6.2f} ms, p99 {p99:7.2f} ms, most {max(took):7.2f} ms")
    print(f"loaded / idle: {median(busy) / median(idle):.2f} of the medians (allowed: {ALLOWED:g}),", end=" ")
    print(f"{median(ratios):.2f} the median of the pairs")
    print(f"answered: {', '.join(f'{key}: {count}' for key, count in sorted(answers.items()))}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["call", address, source, token]:
            call(address, source, token)
        case ["leaf", address, source]:
            leaf(address, source)
        case _:
            main()
