"""The harness: it finds no difference where there is none, and finds those there are."""

import json

import pytest

from tests.lab.reference.teutonica.breaks import BREAKS, noticed
from tests.lab.reference.teutonica.duel import Difference, Duel, check_refusal, duel
from tests.lab.reference.teutonica.protocol import Referee, as_engine
from tests.lab.reference.teutonica.soak import soak

# Each plays thousands of moves.
pytestmark = pytest.mark.slow

NEW = {"do": "new", "game": "teutonica", "players": ["red", "blue"], "start": "red"}


def test_the_reference_agrees_with_itself_and_sees_much() -> None:
    seen = soak(as_engine, 1_500, 3)
    for name in ("move displace", "move establish", "move office", "event take", "phase relocate", "take-backs"):
        assert seen[name] > 0, name
    codes = {name for name in seen if name.startswith("refusal ") and name.count(" ") == 1}
    assert len(codes) > 25


@pytest.mark.parametrize(
    "name",
    [
        "RelocationAnywhere",
        "WalkOfThreeBorders",
        "MerchantCostsOne",
        "PlateScores",
        "AnyMarkerOnTheTaverns",
    ],
)
def test_a_break_is_noticed(name: str) -> None:
    assert noticed(name, 4_000) is not None


def test_there_are_breaks_enough() -> None:
    assert len(BREAKS) >= 30


def test_a_game_is_the_same_for_the_same_seed() -> None:
    assert duel(as_engine(), 7, plies=60) == duel(as_engine(), 7, plies=60)


def test_an_answer_without_a_remedy_is_a_difference() -> None:
    with pytest.raises(Difference):
        check_refusal({"ok": False, "refusal": {"code": "no_game", "message": "No.", "remedy": " "}}, "no_game")
    with pytest.raises(Difference):
        check_refusal({"ok": True}, "no_game")


def test_a_move_listed_twice_is_a_difference() -> None:
    honest = as_engine()

    def twice(line: str) -> str:
        answer = json.loads(honest(line))
        if "moves" in answer:
            answer["moves"] += answer["moves"][:1]
        return json.dumps(answer)

    both = Duel(twice)
    both.ask(NEW)
    with pytest.raises(Difference, match="engine adds"):
        both.ask({"do": "legal"})


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        '{"do":"legal","x":1}',
        '{"do":"play","move":{"type":"income","merchants":true}}',
        '{"do":"play","move":{"type":"income","merchants":1.0}}',
        '{"do":"play","move":{"type":"income","merchants":5}}',
        '{"do":"play","move":{"type":"coellen","space":10}}',
        '{"do":"play","move":{"type":"use","marker":"swap_offices","city":"minden","pos":4}}',
        '{"do":"play","move":{"type":"use","marker":"swap_offices"}}',
        '{"do":"play","move":{"type":"use","marker":"plus_3_actions","ability":"keys"}}',
        '{"do":"play","move":{"type":"insert","piece":"trader","route":"hamburg-stade"}}',
        '{"do":"play","move":{"type":"remove","route":"stade-hamburg","victim":"white trader"}}',
        '{"do":"new","game":"teutonica","players":["red"],"start":"red"}',
        '{"do":"new","game":"teutonica","players":["red","red"],"start":"red"}',
        '{"do":"new","game":"teutonica","players":["red","blue"],"start":"green"}',
        '{"do":"new","game":"teutonica","players":["red","blue"],"start":"red","side":"4-5"}',
        '{"do":"load","record":"{}"}',
    ],
)
def test_unreadable_with_and_without_a_game(line: str) -> None:
    referee = Referee()
    assert referee.answer(line)["refusal"]["code"] == "unreadable"
    assert referee.answer({"do": "state"})["refusal"]["code"] == "no_game"
    begun = referee.answer(NEW)
    assert referee.answer(line)["refusal"]["code"] == "unreadable"
    assert referee.answer({"do": "state"}) == begun


def test_a_record_restores_the_game_and_its_take_backs() -> None:
    referee = Referee()
    referee.answer(NEW)
    shown = [referee.answer({"do": "state"})]
    for marker in ("remove_three", "extra_office", "swap_offices"):
        referee.answer({"do": "play", "move": {"type": "reveal", "marker": marker}})
        shown.append(referee.answer({"do": "state"}))
    record = referee.answer({"do": "save"})["record"]
    other = Referee()
    assert other.answer({"do": "load", "record": record}) == shown.pop()
    while shown:
        assert other.answer({"do": "undo"}) == shown.pop()
    assert other.answer({"do": "undo"})["refusal"]["code"] == "nothing_to_undo"
