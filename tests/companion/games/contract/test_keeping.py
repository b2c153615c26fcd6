"""What every game leaves behind: records, lists, statistics, backups; and games of all kinds in one journal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.archive.stored_games import read_record
from companion.assembly.loading import NEWEST, Sitting
from companion.cli import main
from companion.errors import OK
from companion.shelf.box import GameBox
from companion.shelf.shelf import SHELF, all_rules, open_box, parse_record
from companion.table.history import history_of
from tests.kit.any_game import AnyGame, any_game
from tests.kit.kept_games import Shown, keep, keep_mixed, whole_game

Captured = pytest.CaptureFixture[str]


def run(state: Path, *arguments: str) -> int:
    return main([*arguments, "--state", str(state)])


# --- records ---


def test_record_is_read_back_move_by_move_by_this_game_alone(box: GameBox) -> None:
    rules, played = box.rules(None), whole_game(box)
    text = rules.format_record(played.first, played.moves)
    game, record = parse_record(text, all_rules().values())
    assert game.id == box.id
    assert rules.format_position(record.first) == rules.format_position(played.first)
    assert record.entries == played.moves
    assert rules.format_record(record.first, record.entries) == text


def test_positions_and_entries_are_read_back_as_they_were_throughout_a_game(box: GameBox) -> None:
    rules, played = box.rules(None), whole_game(box)
    steps = history_of(rules, played.first, played.moves).steps
    for step in steps[:: max(1, len(steps) // 100)]:
        written = json.loads(json.dumps(rules.format_position(step.position)))
        assert rules.parse_position(written) == step.position
        assert rules.parse_entry(json.loads(json.dumps(rules.format_entry(step.entry)))) == step.entry
        json.dumps([rules.format_state(step.position), *map(rules.format_event, step.events)])


def test_game_goes_on_by_the_board_of_its_own_set_up(box: GameBox) -> None:
    rules, played = box.rules(None), whole_game(box)
    position = rules.format_position(played.first)
    again = box.rules_of({"game": box.id, "position": position})
    assert again.id == box.id
    assert history_of(again, again.parse_position(position), played.moves).position == played.last


def test_game_of_the_journal_is_shown_exported_scored_and_replayed(rig: AnyGame, capsys: Captured) -> None:
    rig.begin(rig.box.seats[-1])
    rig.play(8)
    players = rig.game.players(rig.position)
    rig.close()
    assert run(rig.state, "games", "show", "last") == OK
    assert f"players {', '.join(players)}" in capsys.readouterr().out
    assert run(rig.state, "games", "export", "last") == OK
    record = rig.state / f"evening{rig.box.suffix}"
    record.write_text(capsys.readouterr().out, encoding="utf-8")
    assert read_record(record).history == rig.history
    assert run(rig.state, "score", str(record), "--json") == OK
    assert json.loads(capsys.readouterr().out)["scores"].keys() == set(players)
    assert run(rig.state, "replay", "last", "--json") == OK
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [step["step"] for step in steps] == list(range(len(rig.history.steps) + 1))
    assert run(rig.state, "replay", "last", "--trace") == OK


# --- games of all kinds in one journal ---


@pytest.mark.slow
def test_list_tells_every_game_of_a_mixed_journal_with_its_kind_and_scores(box: GameBox, folder: Path) -> None:
    ids = keep_mixed(folder)
    client = Shown(folder, box.id)
    rows = client.get("/api/games").json()["games"]
    assert sorted(row["id"] for row in rows) == sorted(each for of_kind in ids.values() for each in of_kind)
    for row in rows:
        assert row["id"] in ids[row["game"]]
        assert row["over"]
        assert set(row["winners"]) <= row["scores"].keys()


@pytest.mark.slow
def test_statistics_of_a_mixed_journal_count_each_kind_by_itself(box: GameBox, folder: Path) -> None:
    keep_mixed(folder)
    keep(folder, box, whole_game(box, 3), f"2026-11-13-{box.id}")
    client = Shown(folder, box.id)
    assert client.get("/api/statistics").json()["games"] == 3
    for other in SHELF:
        told = client.get(f"/api/statistics?game={other}").json()
        assert told["games"] == (3 if other == box.id else 2)


@pytest.mark.slow
def test_every_step_of_a_game_kept_is_drawn(box: GameBox, folder: Path) -> None:
    ids = keep_mixed(folder)
    client = Shown(folder, box.id)
    story = client.get(f"/api/games/{ids[box.id][0]}").json()
    assert story["game"] == box.id
    assert len(story["log"]) == len(story["plot"]) == story["steps"]
    assert all(len(row) == len(story["board"]["players"]) for row in story["plot"])
    for step in (0, 1, story["steps"] // 2, story["steps"]):
        state = client.get(f"/api/games/{ids[box.id][0]}/at/{step}").json()
        assert state["names"].keys() == set(story["board"]["players"])
    record = client.get(f"/api/games/{ids[box.id][0]}/record")
    assert record.headers["content-disposition"].endswith(f'{box.suffix}"')


def test_unfinished_game_of_a_mixed_journal_goes_on_with_its_own_rules(rig: AnyGame, folder: Path) -> None:
    rig.begin()
    rig.play(4)
    name, kept = rig.daemon.game_id, rig.daemon.table.kept
    rig.close()
    for other in SHELF:
        with any_game(open_box(other), rig.state) as later:
            later.begin()
            later.play(2)
    assert main(["games", "--state", str(rig.state)]) == OK
    with any_game(rig.box, rig.state, sitting=Sitting(rig.box.id, game_id=name)) as again:
        assert again.daemon.game_id == name
        assert again.daemon.table.kept == kept


# --- backup and restore ---


@pytest.mark.slow
def test_backup_puts_games_board_and_pieces_back_on_another_box(rig: AnyGame, folder: Path, capsys: Captured) -> None:
    rig.begin()
    rig.play(6)
    boards = rig.box.boards(rig.game, rig.state / rig.box.board_file)
    boards.keep()
    rig.close()
    pieces = rig.state / rig.box.piece_file
    taps = ("--simulated", "--auto", "--all", "--pieces", str(pieces))
    assert run(rig.state, "enrol", "--game", rig.box.id, *taps) == OK
    assert run(rig.state, "backup", str(folder / "evening.tar.gz")) == OK
    other = folder / "other"
    assert run(other, "restore", str(folder / "evening.tar.gz")) == OK
    assert (other / rig.box.board_file).read_bytes() == (rig.state / rig.box.board_file).read_bytes()
    assert (other / rig.box.piece_file).read_bytes() == pieces.read_bytes()
    capsys.readouterr()
    with any_game(rig.box, other, sitting=NEWEST) as again:
        assert again.daemon.table.kept == rig.daemon.table.kept
