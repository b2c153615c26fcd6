"""A game nobody here has heard of plays through daemon, journal, take-back, record and live state, unchanged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine import Engine
from companion.games.game import Game
from companion.games.hansa.game import Hansa
from companion.hub.announcement import format_announcement, parse_announcement
from companion.hub.observer import Observer, observe
from companion.journal.journal import Kind
from companion.journal.sqlite import SqliteJournal
from companion.running.daemon import Daemon, Devices
from companion.shelf.summary import PlainSummary
from companion.table.entries import replay
from companion.table.gametable import GameTable
from companion.table.table import Table
from hardware.ports import Pattern
from hardware.simulated.soft_table import SoftTable
from tests.toygame.game import Pearls
from tests.toygame.rules import PLACES, Answer, Draw, GivePoints, Lay, Move, Position
from tests.toygame.table.pearlstable import PearlsTable

PEARL = "04a1b2c3d4e580"
GAME: Game[Position, Move, GivePoints] = Pearls()  # checked by the type checker: it is a game
TABLE: GameTable = PearlsTable()


class Rig:
    def __init__(self, path: Path) -> None:
        self.soft = SoftTable(readers=PLACES, buttons=("up", "down", "ok", "back", "end"), lamps=PLACES)
        self.journal = SqliteJournal(path)
        self.daemon = Daemon(
            Table(PearlsTable(), {PEARL: "pearl"}, Random(1)),
            self.journal,
            Devices(self.soft.readers, self.soft.buttons, self.soft.lamps, self.soft.screen),
            now=lambda: "2026-01-01T00:00:00",
            random=Random(1),
        )
        self.daemon.open()

    def pass_time(self) -> None:
        self.soft.pass_time(1.0)
        self.daemon.work()

    def press(self, button: str) -> None:
        self.soft.press(button)
        self.soft.pass_time(0.1)
        self.soft.release(button)
        self.pass_time()

    def hold(self, button: str) -> None:
        self.soft.hold(button)
        self.pass_time()
        self.soft.release(button)
        self.pass_time()

    @property
    def position(self) -> Position:
        history = self.daemon.table.kept.history
        assert history is not None
        position: Position = history.position
        return position

    @property
    def entries(self) -> tuple[object, ...]:
        history = self.daemon.table.kept.history
        assert history is not None
        return history.entries


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "journal.db")
    rig.press("ok")  # dive
    yield rig
    rig.daemon.close()


def test_toy_game_is_played_by_buttons_to_its_end(rig: Rig) -> None:
    for _ in range(60):
        rig.press("ok")
        if rig.position.over:
            break
    assert rig.position.over
    assert [type(entry) for entry in rig.entries] == [Draw, Lay, Answer] * 4
    assert sum(rig.position.points) == 2 * (1 + 1 + 2 + 2)  # everything on the reef


def test_toy_piece_on_a_place_is_a_move_and_its_lamp_confirms(rig: Rig) -> None:
    rig.press("ok")
    rig.soft.put(PEARL, "shore")
    rig.pass_time()
    assert rig.entries[-1] == Lay("shore")
    assert rig.soft.lights["shore"].pattern is Pattern.ON
    assert rig.daemon.table.kept.history is not None
    assert GAME.mover(rig.position) == "blue", "the seat that is not on turn answers"


def test_toy_piece_on_the_wrong_place_is_a_mismatch_that_ends_by_itself(rig: Rig) -> None:
    rig.press("ok")
    rig.soft.put(PEARL, "shore")
    rig.pass_time()
    rig.soft.put(PEARL, "reef")
    rig.pass_time()
    assert rig.daemon.table.dialog.name == "mismatch"
    rig.soft.put(PEARL, "shore")
    rig.pass_time()
    assert rig.daemon.table.dialog.name == "home"


def test_toy_move_is_taken_back_but_not_past_the_hidden_draw(rig: Rig) -> None:
    rig.press("ok")
    rig.press("ok")
    assert len(rig.entries) == 2
    rig.hold("back")
    assert len(rig.entries) == 1
    rig.hold("back")
    assert len(rig.entries) == 1
    assert rig.daemon.table.dialog.name == "refusal pearl_seen"


def test_toy_correction_is_journaled_as_one(rig: Rig) -> None:
    rig.daemon.carry_out(rig.daemon.table.propose(GivePoints("blue", 5)))
    assert rig.position.points == (0, 5)
    kinds = [entry.kind for entry in rig.journal.read(rig.daemon.game_id)]
    assert kinds == [Kind.SETUP, Kind.CORRECTION]


def test_toy_journal_replays_to_the_same_game(rig: Rig) -> None:
    for _ in range(7):
        rig.press("ok")
    rig.hold("back")
    entries = rig.journal.read(rig.daemon.game_id)
    kept = replay(GAME, [(entry.revision, str(entry.kind), entry.payload) for entry in entries])
    assert kept == rig.daemon.table.kept


def test_toy_record_and_live_state_come_through_the_seam(rig: Rig) -> None:
    for _ in range(5):
        rig.press("ok")
    history = rig.daemon.table.kept.history
    assert history is not None
    first, entries = GAME.parse_record(GAME.format_record(history.first, history.entries))
    assert (first, entries) == (history.first, history.entries)
    assert GAME.format_state(rig.position)["bag"] == sum(rig.position.bag)


def test_toy_game_speaks_the_engine_protocol() -> None:
    engine = Engine({"pearls": Pearls()})
    assert '"ok": true' in engine.answer('{"do":"new","pearls":1}')
    assert '"mover": "red"' in engine.answer('{"do":"legal"}')
    assert '"ok": true' in engine.answer('{"do":"play","move":{"type":"draw","pearl":"white"}}')
    assert '"code": "not_now"' in engine.answer('{"do":"play","move":{"type":"draw","pearl":"white"}}')


def test_toy_record_is_loaded_whatever_game_is_in_play() -> None:
    engine = Engine({"hansa": Hansa(), "pearls": Pearls()})
    engine.answer('{"do":"new","game":"pearls","pearls":1}')
    engine.answer('{"do":"play","move":{"type":"draw","pearl":"white"}}')
    state, record = engine.answer('{"do":"state"}'), json.loads(engine.answer('{"do":"save"}'))["record"]
    engine.answer('{"do":"new","players":["gray","white"],"start":"gray","goods":["blue","brown","green","pink"]}')
    assert engine.answer(json.dumps({"do": "load", "record": record})) == state
    refused = json.loads(engine.answer('{"do":"load","record":"no game at all"}'))
    assert refused["refusal"]["code"] == "unreadable"
    assert engine.answer('{"do":"state"}') == state


def test_toy_table_announces_itself_to_the_hub_and_is_read_there(rig: Rig) -> None:
    teller = Observer("toy", "Reef", PearlsTable(), PlainSummary(GAME), lambda: str, lambda: 0.0)
    for _ in range(6):
        rig.press("ok")
    teller.see(observe(rig.daemon))
    announcement = parse_announcement(format_announcement(teller.announcement()))
    assert (announcement.game, announcement.table) == ("pearls", "Reef")
    assert announcement.round is None, "a game need not count rounds"
    assert [(player.seat, player.name, player.points) for player in announcement.players] == [
        (seat, seat.capitalize(), points)
        for seat, points in zip(rig.position.players, rig.position.points, strict=True)
    ]
    assert announcement.mover == GAME.mover(rig.position)
    assert teller.detail()["game"] == GAME.format_state(rig.position)
