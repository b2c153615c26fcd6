"""What every game brings for the maker and for people who try it out: layouts, pieces, self-test, words, bots."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from companion.check.findings import FAILED
from companion.cli import main
from companion.config.settings import KITS as KITS_THAT_SHIP
from companion.errors import OK, USAGE
from companion.games.game import GameError
from companion.hub.announcement import MOST_PLAYERS
from companion.running.devices import simulated_table
from companion.scenario.grammar import parse_scenario
from companion.scenario.runner import run_scenario, vocabulary_of
from companion.shelf.box import GameBox
from companion.table.belief import PAD
from companion.web.assemble import make_bench
from hardware.formats.piece_set import load_pieces
from hardware.formats.strict_toml import NAME
from hardware.kit.layout import POSITION, choose_layout, lay_out
from wiring.__main__ import main as draw_wiring
from wiring.kits import load_kit, shipped_kits
from wiring.spot_sheet import read_sheet

Captured = pytest.CaptureFixture[str]
KITS = tuple(shipped_kits())


# --- the box itself ---


def test_box_names_what_everybody_asks_for(box: GameBox) -> None:
    assert NAME.fullmatch(box.id)
    assert box.title
    assert box.suffix == f".{box.id}"
    assert len(box.colours) >= box.seats[-1]
    assert 2 <= box.seats[0] <= box.seats[-1] <= MOST_PLAYERS
    assert box.player_words().keys() == set(box.colours)
    assert all(path.is_file() for path in box.shipped_boards.values())
    assert box.page is None or (box.page / "main.js").is_file()


def test_file_that_is_no_board_is_refused_in_one_line_that_names_it(box: GameBox, tmp_path: Path) -> None:
    for text in ("", "format = 7\n", "no board at all", "format = 1\nfaces = 3\n"):
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        with pytest.raises(GameError) as told:
            box.rules(tmp_path / "mine.toml")
        assert "mine.toml" in str(told.value)
        assert "\n" not in str(told.value)


def test_board_is_kept_for_its_owner_and_played_on(box: GameBox, tmp_path: Path) -> None:
    path = tmp_path / box.board_file
    boards = box.boards(box.rules(None), path)
    assert json.loads(json.dumps(boards.describe()))["own"] is False
    boards.keep()
    again = box.boards(box.rules(path), path)
    told = again.describe()
    assert told["own"] is True
    assert again.news() is None


# --- kits ---


@pytest.mark.parametrize("kit", KITS)
def test_kit_is_laid_out_with_names_of_the_game(box: GameBox, kit: str) -> None:
    wanted = {*box.places(box.rules(None)), PAD}
    laid = lay_out(load_kit(kit), choose_layout(load_kit(kit), box.layouts(None)))
    named = [name for name in (*laid.lamp_names, *laid.readers) if not POSITION.fullmatch(name)]
    assert set(named) <= wanted
    seats = [f"seat.{colour}" for colour in box.colours[: box.seats[-1]]]
    assert laid.is_page_only or set(seats) <= set(laid.lamp_names), "every seat has a lamp"


@pytest.mark.parametrize("kit", KITS_THAT_SHIP)
def test_self_test_finds_nothing_wrong_with_a_good_table(
    box: GameBox, kit: str, tmp_path: Path, capsys: Captured
) -> None:
    arguments = ["check", "--simulated", "--json", "--game", box.id, "--kit", kit, "--state", str(tmp_path)]
    assert main(arguments) == OK
    findings = json.loads(capsys.readouterr().out)["findings"]
    lamps = [found for found in findings if found["area"] == "lamps"]
    assert lamps
    assert {found["grade"] for found in findings}.isdisjoint(FAILED)


# --- printed sheets ---


def test_every_sheet_is_drawn_and_each_of_its_spots_is_enrolled_as_a_piece(
    box: GameBox, tmp_path: Path, capsys: Captured
) -> None:
    folder = box.catalogues.parent / "sheets"
    assert sorted(box.sheets) == sorted(folder.glob("*.toml"))
    table = box.table(box.rules(None))
    for sheet in map(read_sheet, box.sheets):
        assert set(sheet.spots) <= set(box.pieces().all)
        assert all(map(table.is_spot, sheet.spots))
        assert draw_wiring(["--kit", sheet.kit, "--out", str(tmp_path), "--check"]) == 1
        assert f"{sheet.kit}-{sheet.name}.svg" in capsys.readouterr().out


# --- pieces ---


def test_box_loads_nothing_of_its_game_before_a_factory_is_called(box: GameBox) -> None:
    folder = box.catalogues.parent
    package = ".".join(folder.relative_to(Path(__file__).parents[4]).parts)
    tree = ast.parse((folder / "box.py").read_text(encoding="utf-8"))
    at_once = {node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)}
    own = {name.removeprefix(f"{package}.") for name in at_once if name.startswith(f"{package}.")}
    assert own <= {"board_files"}, "where the files of its boards are, and nothing else"


@pytest.mark.slow
def test_every_piece_is_listed_and_enrolled_once(box: GameBox, tmp_path: Path, capsys: Captured) -> None:
    pieces = box.pieces()
    assert len(set(pieces.all)) == len(pieces.all)
    assert all(map(NAME.fullmatch, pieces.all))
    mine = tmp_path / "mine.toml"
    options = ["--game", box.id, "--pieces", str(mine), "--state", str(tmp_path)]
    assert main(["enrol", *options, "--simulated", "--auto", "--all"]) == OK
    capsys.readouterr()
    assert main(["enrol", *options, "--list"]) == OK
    listed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [words[0] for words in listed] == [*pieces.needed, *pieces.optional]
    tagged = {words[0]: words[1] for words in listed if words[0] in (*pieces.needed, *pieces.optional)}
    assert tagged == {piece: tag for tag, piece in load_pieces(mine).pieces.items()}


# --- scenarios ---


def test_scenario_of_the_game_is_understood_and_met(box: GameBox) -> None:
    text = f"game {box.id}\nkit board\nboot\nexpect no game\npress back\nexpect no refusal\ncut the power\nboot\n"
    scenario = parse_scenario(text, "evening.scenario", vocabulary_of)
    assert scenario.game == box.id
    result = run_scenario(scenario)
    assert result.problem is None, f"\n{result}"


def test_words_of_scenarios_are_listed_and_every_gap_can_be_filled(box: GameBox, capsys: Captured) -> None:
    vocabulary = vocabulary_of(box.id)
    for form in (*vocabulary.forms, *box.vocabulary().forms):
        assert form.meaning
        assert set(re.findall(r"\{(\w+)\}", form.pattern)) <= vocabulary.slots.keys()
    assert main(["scenario", "--forms", "--game", box.id]) == OK
    printed = capsys.readouterr().out
    assert all(form.pattern in printed for form in box.vocabulary().forms)


# --- bots ---


@pytest.mark.slow
def test_random_games_are_summed_up_for_every_number_of_players(box: GameBox, capsys: Captured) -> None:
    for players in box.seats:
        assert main(["simulate", "--game", box.id, "--games", "2", "--players", str(players), "--json"]) == OK
        summary = json.loads(capsys.readouterr().out)
        assert summary["games"] == 2
        assert len(summary["seats"]) == players
    assert main(["simulate", "--game", box.id, "--players", str(box.seats[-1] + 1)]) == USAGE
    assert f"expected {box.seats[0]} to {box.seats[-1]}" in capsys.readouterr().err


@pytest.mark.parametrize("kit", KITS)
def test_lamp_or_reader_that_stands_for_nothing_is_not_on_the_page(box: GameBox, kit: str) -> None:
    laid = lay_out(load_kit(kit), choose_layout(load_kit(kit), box.layouts(None)))
    told = make_bench(simulated_table(laid), laid, {}, kit).describe()
    assert {*told["lamps"], *told["readers"]} <= {*box.places(box.rules(None)), PAD}
