"""The engine protocol: undo, save and load, from every phase and across games."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab.reference.duel import assert_refusal, canonical
from tests.lab.reference.talk import TWO, Talk, golden

ROOT = Path(__file__).parents[2]
GAMES = ["two-tie-break", "three-alike-discarded", "four-two-colours", "four-empty-bank"]


def undo_all(talk: Talk, states: list[str]) -> None:
    """Take back move by move; each state must be the one that was."""
    for state in reversed(states):
        answer = talk.ask("undo")
        assert set(answer) == {"ok", "state"}
        assert canonical(answer["state"]) == state
    assert_refusal(talk.ask("undo"), "nothing_to_undo")
    assert canonical(talk.state()) == states[0]


def play_all(talk: Talk, name: str) -> list[str]:
    """Play a golden game to its end; the states before each move."""
    game = golden(name)
    states = [canonical(talk.accepted("new", **game["setup"])["state"])]
    states += [canonical(talk.accepted("play", move=ply["move"])["state"]) for ply in game["plies"]]
    assert json.loads(states.pop())["phase"] == "over"
    return states


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_undo_restores_every_state_of_a_game_from_its_end(name: str) -> None:
    talk = Talk()
    undo_all(talk, play_all(talk, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_loaded_game_can_be_taken_back_to_its_beginning(name: str) -> None:
    talk = Talk()
    states = play_all(talk, name)
    over = talk.ask("state")
    saved = talk.ask("save")
    assert set(saved) == {"ok", "record"}
    other = Talk()
    assert other.ask("load", record=saved["record"]) == over
    assert other.ask("legal") == {"ok": True, "mover": None, "moves": []}
    assert other.ask("save") == saved
    undo_all(other, states)


@pytest.mark.parametrize("name", ["three-alike-discarded", "four-two-colours"])
def test_record_brings_back_each_phase_with_what_may_follow(name: str) -> None:
    game = golden(name)
    talk = Talk()
    seen: set[str] = set()
    state = talk.replay(game, 0)
    for number, ply in enumerate(game["plies"]):
        if state["phase"] not in seen or number % 40 == 0:
            seen.add(state["phase"])
            loaded = Talk()
            assert loaded.accepted("load", record=talk.accepted("save")["record"])["state"] == state
            assert loaded.ask("legal") == talk.ask("legal")
            assert canonical(loaded.ask("play", move=ply["move"])) == canonical(talk.ask("play", move=ply["move"]))
            state = talk.state()
        else:
            state = talk.accepted("play", move=ply["move"])["state"]
    assert seen == {"fill", "place", "replenish", "actions", "lose", "discard"}


def test_record_of_a_game_without_moves() -> None:
    talk = Talk()
    begun = talk.accepted("new", **{**TWO, "players": ["white", "purple"], "start": "purple"})
    record = talk.accepted("save")["record"]
    assert record.strip()
    other = Talk()
    assert other.ask("load", record=record) == begun
    assert_refusal(other.ask("undo"), "nothing_to_undo")


def test_record_knows_nothing_of_moves_taken_back() -> None:
    talk = Talk()
    talk.accepted("new", **TWO)
    before = talk.play("reveal blue1")["state"]
    record = talk.accepted("save")["record"]
    talk.play("reveal orange3")
    talk.accepted("undo")
    assert talk.accepted("save")["record"] == record
    assert talk.accepted("load", record=record)["state"] == before


def test_load_replaces_the_game_and_its_history() -> None:
    talk = Talk()
    talk.accepted("new", **TWO)
    record = talk.accepted("save")["record"]
    talk.play("reveal blue1; reveal blue2")
    talk.accepted("load", record=record)
    assert_refusal(talk.ask("undo"), "nothing_to_undo")


def test_new_replaces_the_game_and_its_history() -> None:
    talk = Talk()
    talk.accepted("new", **TWO)
    talk.play("reveal blue1")
    talk.accepted("new", **{**TWO, "start": "yellow"})
    assert_refusal(talk.ask("undo"), "nothing_to_undo")
    assert talk.state()["start"] == "yellow"


def test_refused_new_and_load_keep_game_and_history() -> None:
    talk = Talk()
    begun = talk.accepted("new", **TWO)["state"]
    record = talk.accepted("save")["record"]
    state = talk.play("reveal blue1")["state"]
    assert_refusal(talk.ask("new", **{**TWO, "start": "white"}), "unreadable")
    for spoilt in ("", record[: len(record) // 2], record[1:], "\0" + record, record + "\nreveal pink9"):
        assert_refusal(talk.ask("load", record=spoilt), "unreadable")
        assert talk.state() == state
    assert talk.accepted("undo")["state"] == begun


def test_record_with_an_illegal_move_is_refused_whole() -> None:
    talk = Talk()
    talk.accepted("new", **TWO)
    before = talk.play("reveal blue1; reveal blue1; reveal blue1; reveal blue1; reveal blue2")["state"]
    record = talk.accepted("save")["record"]
    assert record.count("blue2") == 1
    # There are four of blue1 in the game, not five.
    assert_refusal(talk.ask("load", record=record.replace("blue2", "blue1")), "unreadable")
    assert talk.state() == before


@pytest.mark.process
def test_record_is_complete_in_itself_for_another_process() -> None:
    talk = Talk()
    play_all(talk, "four-other-board")
    request = json.dumps({"do": "load", "record": talk.accepted("save")["record"]})
    process = subprocess.run(
        [sys.executable, "-m", "companion", "engine"],
        input=request.encode(),
        capture_output=True,
        cwd=ROOT,
        timeout=90,
        check=True,
    )
    assert json.loads(process.stdout) == talk.ask("state")
