"""Tables for a demonstration: simulated players, a meeting place in memory, and what goes wrong on an evening.

To a hub every table looks real: its moves go through the same table, seam and observer as in a real game. Only the
hardware is left out.
"""

from __future__ import annotations

import heapq
import logging
import threading
import time
from collections.abc import Sequence
from itertools import cycle, islice
from random import Random
from typing import Any, Final

from companion.assembly.game_parts import translator
from companion.hub.announcer import Voice
from companion.hub.exchange import BEAT_S, Exchange
from companion.hub.observer import Observation, Observer
from companion.shelf.box import GameBox
from companion.shelf.players import next_move
from companion.shelf.shelf import boxes
from companion.table.dialog import Notice
from companion.table.intents import BeginGame, Choose, GiveUp, Intent, Play
from companion.table.posting import post
from companion.table.proposals import Accepted, Proposal
from companion.table.table import Table
from hardware.ports import Clock, Health, HealthChanged
from hardware.reports import stuck_for
from hardware.trouble import Trouble

_log = logging.getLogger(__name__)
PEOPLE: Final = (
    *("Anna", "Bruno", "Carla", "Dirk", "Elena", "Femke", "Giulia", "Hanna", "Iris", "Jonas", "Karin", "Luca"),
    *("Maria", "Niels", "Olga", "Paolo", "Quirin", "Rosa", "Sven", "Tessa", "Ugo", "Vera", "Willem", "Xenia"),
    *("Yannick", "Zoe", "Aldo", "Britt", "Chiara", "Daan", "Emil", "Fleur", "Gerrit", "Helga", "Ivo", "Jule"),
    *("Klaas", "Laura", "Marco", "Nina", "Oscar", "Petra", "Ruben", "Sofia", "Timo", "Ursula", "Viktor", "Wanda"),
    *("Anton", "Bianca", "Cees", "Dora", "Enzo", "Frieda", "Gino", "Heike", "Ingrid", "Joost", "Kaja", "Lars"),
    *("Mila", "Nora", "Otto", "Pia", "Remo", "Saskia", "Tom", "Ulla", "Veit", "Wim", "Lotte", "Bas"),
)
FAULTS: Final = (
    (
        "screen",
        Trouble("the display does not answer"),
        Trouble("check the display's plug and its address (i2cdetect -y 1)"),
    ),
    ("pad", Trouble("the reader does not work"), Trouble("check the reader's seven wires and its 3.3 V")),
    ("ok", stuck_for(30.0), Trouble("free the button, or check it for a short to ground")),
)
MOST_EARLIER_GAMES, MOST_EARLIER_MOVES = 2, 260
REFUSED_PERCENT, FAULT_PERCENT, CALL_PERCENT = 2, 0.04, 0.04  # of what a table does: most of an evening all is well


class DemoTable:
    """One table with simulated players."""

    def __init__(
        self, box: GameBox, number: int, people: Sequence[str], random: Random, clock: Clock, exchange: Exchange
    ) -> None:
        self._box, self._game = box, box.rules(None)
        self._players = box.players()
        game_table = box.table(self._game)
        self._table = Table(game_table, {}, random)
        self._random, self._clock = random, clock
        self._people = tuple(people)
        self._number, self._games, self._revision = number, 0, 0
        self._ends: list[tuple[float, str]] = []  # what ends on its own, and when
        self._names: dict[str, str] = {}
        self.observer = Observer(
            f"demo-{number:03}",
            f"Table {number}",
            game_table,
            box.summary(self._game),
            lambda: translator("en", self._names, box),
            clock,
            named=frozenset(box.colours),
        )
        self.voice = Voice(self.observer, exchange, clock)

    # --- before the doors open ---

    def play_earlier(self) -> None:
        """Play the part of the evening before the start: some whole games with their results, and a part of one."""
        for _ in range(self._random.randint(0, MOST_EARLIER_GAMES)):
            self._begin()
            self._show()
            while self.is_on:
                self._play(skill=self._players.skills[0])
            self._show()
            self.voice.tell()
        self._begin()
        for _ in range(self._random.randint(0, MOST_EARLIER_MOVES)):
            if not self.is_on:
                break
            self._play(skill=self._players.skills[-1])
        self._show()
        self.voice.tell()

    # --- and then ---

    def act(self) -> float:
        """Do the next thing and announce it; return how many seconds later to do the one after."""
        self._put_right()
        wait_s = self._act()
        self._show()
        self.voice.tell()
        return wait_s

    @property
    def is_on(self) -> bool:
        """Return whether a game goes on."""
        history = self._table.kept.history
        return history is not None and self._game.winners(history.position) is None

    def _act(self) -> float:
        random = self._random
        if isinstance(self._table.dialog, Notice):
            self._post(Choose("", 0))
            return random.uniform(0.5, 2.0)
        if not self.is_on:
            self._begin()
            return random.uniform(2.0, 6.0)
        if random.uniform(0, 100) < REFUSED_PERCENT and self._try_the_impossible():
            return random.uniform(4.0, 12.0)
        if random.uniform(0, 100) < FAULT_PERCENT:
            self._break()
        if random.uniform(0, 100) < CALL_PERCENT:
            self.observer.calls = True
            self._ends.append((self._clock() + random.uniform(20.0, 60.0), ""))
        self._play(skill=self._players.skills[-1])
        if not self.is_on:
            return random.uniform(8.0, 20.0)
        history = self._table.kept.history
        assert history is not None
        return random.uniform(0.2, 0.5) if self._game.chances(history.position) else random.uniform(0.6, 3.5)

    def _begin(self) -> None:
        players = self._random.choice(self._box.seats)
        setup = self._box.random_setup(players, self._random)
        self._names = dict(zip(setup["players"], self._random.sample(self._people, players), strict=True))
        self._post(GiveUp())  # the previous game, if there was one
        self._games, self._revision = self._games + 1, 0
        self._post(BeginGame(setup))

    def _play(self, *, skill: str) -> None:
        """Confirm notices, then move."""
        while isinstance(self._table.dialog, Notice):
            self._post(Choose("", 0))
        history = self._table.kept.history
        if history is not None and self.is_on:
            move = next_move(self._game, self._players, history.position, skill, self._random)
            self._post(Play(move))

    def _try_the_impossible(self) -> bool:
        """Try an earlier move again; return whether it was refused."""
        history = self._table.kept.history
        assert history is not None
        for entry in self._random.sample(history.entries, min(5, len(history.entries))):
            if not self._game.chances(history.position) and self._game.refusal(history.position, entry):
                self._post(Play(entry, is_shown=True))
                return True
        return False

    def _break(self) -> None:
        source, reason, remedy = self._random.choice(FAULTS)
        self._table.handle(HealthChanged(self._clock(), source, Health.DEGRADED, reason, remedy))
        self._ends.append((self._clock() + self._random.uniform(15.0, 45.0), source))

    def _put_right(self) -> None:
        now = self._clock()
        for at, source in list(self._ends):
            if now >= at:
                self._ends.remove((at, source))
                if source:
                    self._table.handle(HealthChanged(now, source, Health.GOOD))
                else:
                    self.observer.calls = False

    def _post(self, intent: Intent) -> None:
        """Post an intent to the table, as robots at a page do; proposals count as kept."""
        answer = post(self._table, intent)
        if isinstance(answer, Accepted) and isinstance(answer.outcome, Proposal):
            self._revision += 1
            self._table.accept(answer.outcome)

    def _show(self) -> None:
        table = self._table
        game_id = f"demo-{self._number:03}-{self._games}"
        self.observer.see(
            Observation(game_id, self._revision, table.kept, table.dialog, tuple(table.view.faults.values()))
        )


class Demo:
    """This many tables, played in one thread, and the meeting place they share."""

    def __init__(self, tables: int, *, seed: int | None = None, clock: Clock = time.monotonic) -> None:
        import fakeredis

        self._server = fakeredis.FakeServer()
        self._connect = lambda: fakeredis.FakeRedis(server=self._server)
        self._exchange = self.make_exchange()
        self._clock = clock
        random = Random(seed)
        people = list(PEOPLE)
        random.shuffle(people)
        guests = cycle(people)
        self.tables = [
            DemoTable(
                box,
                number,
                tuple(islice(guests, box.seats[-1])),
                Random(random.getrandbits(64)),
                clock,
                self._exchange,
            )
            for number, box in enumerate(islice(cycle(boxes()), tables), 1)
        ]
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demo", daemon=True)

    def make_exchange(self) -> Exchange:
        """Return an exchange for this meeting place."""
        return Exchange("redis://demonstration", connect=self._connect)

    def open(self) -> None:
        """Start the tables."""
        self._thread.start()

    def close(self) -> None:
        """Stop the tables."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        due: list[tuple[float, int, Any]] = []
        for number, table in enumerate(self.tables):
            if self._stopping.is_set():
                return
            table.play_earlier()
            heapq.heappush(due, (self._clock() + number / len(self.tables), number, table))
        beaten_at = self._clock()
        while not self._stopping.wait(max(0.0, due[0][0] - self._clock())):
            _, number, table = heapq.heappop(due)
            heapq.heappush(due, (self._clock() + table.act(), number, table))
            if self._clock() - beaten_at >= BEAT_S:
                beaten_at = self._clock()
                for each in self.tables:
                    each.voice.beat()
        for table in self.tables:
            table.voice.withdraw()
