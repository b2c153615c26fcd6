"""What is special about Pearls: an answer out of turn, steps within an action, forty lines, pieces; and the engine.

What every game must do is in tests/companion/games/contract.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine import Engine
from companion.games.game import Game, Unreadable
from companion.games.hansa.game import Hansa
from companion.running.posts import Done
from companion.scenario.runner import load_scenario, run_scenario
from companion.shelf.shelf import open_box
from companion.table.dialog import Menu
from companion.table.gametable import GameTable, Ignore, Propose
from companion.table.intents import Play
from hardware.ports import Pattern
from hardware.simulated.field import Stacking
from tests.kit.any_game import AnyGame, any_game
from tests.kit.shelf import shelved
from tests.toygame.boards import load_board
from tests.toygame.game import Pearls
from tests.toygame.rules import Answer, Board, Draw, GivePoints, Lay, Move, Position, Rinse
from tests.toygame.table.pearlstable import PearlsTable

GAME: Game[Position, Move, GivePoints] = Pearls()  # checked by the type checker: it is a game
TABLE: GameTable = PearlsTable()
SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.scenario"))


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[AnyGame]:
    with shelved(), any_game(open_box("pearls"), tmp_path) as started:
        started.begin(5)
        yield started


def play(rig: AnyGame, *moves: Move) -> None:
    for move in moves:
        assert isinstance(rig.post(Play(move)), Done)
        rig.read_all()


@pytest.mark.parametrize("stacking", Stacking)
@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_scenario_of_pearls_is_met(file: Path, stacking: Stacking) -> None:
    with shelved():
        result = run_scenario(load_scenario(file), stacking)
    assert result.problem is None, f"\n{result}"


def test_next_diver_answers_out_of_turn(rig: AnyGame) -> None:
    play(rig, Draw("white"), Lay("shore"))
    assert (rig.game.active(rig.position), rig.game.mover(rig.position)) == ("red", "blue")
    assert rig.table.lights["shore"].pattern is Pattern.ON
    play(rig, Answer(True))
    assert rig.game.scores(rig.position)["blue"].total == 1
    assert rig.game.active(rig.position) == "blue"


def test_chance_is_weighed_by_what_is_left() -> None:
    assert GAME.chances(Position((3, 1), (0, 0), 0)) == {Draw("white"): 3, Draw("black"): 1}
    assert GAME.chances(Position((3, 0), (0, 0), 0)) == {Draw("white"): 3}
    assert GAME.chances(Position((3, 1), (0, 0), 0, "white")) == {}


def test_forty_lines_are_offered_in_sections(rig: AnyGame) -> None:
    play(rig, Draw("white"))
    menu = rig.daemon.table.dialog
    assert isinstance(menu, Menu)
    assert menu.lines == 40
    headings = list(dict.fromkeys(choice.section.in_language() for choice in menu.choices))
    assert headings == ["", "Beds: lagoon", "Beds: wreck", "Beds: cave"]


def test_laying_goes_back_with_its_rinsing_and_a_rinse_alone_before_that(rig: AnyGame) -> None:
    play(rig, Draw("black"), Rinse(), Rinse())
    for before, left in (((), [Draw("black"), Rinse()]), ((Lay("cave.3"),), [Draw("black")])):
        play(rig, *before)
        rig.hold("back")
        assert list(rig.history.entries) == left
    rig.hold("back")
    assert rig.daemon.table.dialog.name == "refusal pearl_seen"


def test_pearl_on_the_wrong_bed_is_a_mismatch_that_ends_by_itself(rig: AnyGame) -> None:
    play(rig, Draw("white"))
    for place, shown in (("shore", "home"), ("reef", "mismatch"), ("shore", "home")):
        rig.table.put(rig.tags["pearl"], place)
        rig.pass_time()
        assert rig.daemon.table.dialog.name == shown


def test_bed_that_is_pointed_at_is_laid_on_and_of_two_at_once_it_is_asked_which(rig: AnyGame) -> None:
    assert TABLE.point(rig.history, "spot.reef", None) == Ignore()
    play(rig, Draw("white"))
    assert TABLE.point(rig.history, "spot.reef", None) == Propose(Lay("reef"))
    asked = TABLE.offer(rig.history, ("spot.reef", "spot.shore"), None)
    assert isinstance(asked, Menu)
    assert [choice.place for choice in asked.choices] == ["reef", "shore"]


def test_bed_counts_double_where_the_board_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('format = 1\ndouble = ["cave.1", "cave.2"]\n', encoding="utf-8")
    game = Pearls(load_board(tmp_path / "mine.toml"))
    assert game.board == Board(("cave.1", "cave.2"))
    position = game.new({"pearls": 1})
    for move in (Draw("black"), Rinse(), Lay("cave.2"), Answer(False)):
        position = game.play(position, move).position
    assert position.points == (6, 0)


@pytest.mark.parametrize("double", ['["moon"]', '"reef"', "[1]"])
def test_bed_that_is_not_there_is_refused_by_name_of_file_and_key(tmp_path: Path, double: str) -> None:
    (tmp_path / "mine.toml").write_text(f"format = 1\ndouble = {double}\n", encoding="utf-8")
    with pytest.raises(Unreadable, match=r"mine\.toml: double"):
        load_board(tmp_path / "mine.toml")


# --- the engine ---


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
    assert "this version knows" in refused["refusal"]["message"]
    assert engine.answer('{"do":"state"}') == state
