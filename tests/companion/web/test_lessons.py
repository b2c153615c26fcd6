"""The lessons over HTTP: every step in every language, wrong ways with a reason, and no table is changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.shelf.shelf import SHELF, open_box
from companion.table.teaching import Kind, history_at, judge
from companion.words.say import LANGUAGES
from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    with page_rig(tmp_path_factory.mktemp("learning"), pace_s=60) as started:
        yield started


def _get(rig: PageRig, path: str, **query: str) -> Any:
    return rig.client.get(f"/api/learn/{path}", params=query)


@pytest.mark.parametrize("game", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_right_ways_lead_through_and_wrong_ones_get_a_reason(rig: PageRig, game: str, language: str) -> None:
    box = open_box(game)
    assert box.lesson
    lesson, rules = box.lesson(), box.rules(None)
    before = rig.state()["revision"]
    for number, step in enumerate(lesson.steps):
        shown = _get(rig, f"{game}/{number}", lang=language).json()
        assert shown["steps"] == len(lesson.steps)
        way = rules.format_entry(step.ways[0])
        offered = [offer["entry"] for offer in shown["game"]["offers"]]
        assert way in offered  # by a press on the map, or in the list
        legal = rules.legal_moves(history_at(rules, lesson, number).position)
        wrong = {words.template: move for move in legal for kind, words in [judge(step, move)] if kind is Kind.OTHER}
        assert wrong
        for entry, kind in ((way, "done"), *((rules.format_entry(move), "other") for move in wrong.values())):
            told = _get(rig, f"{game}/{number}/try", entry=json.dumps(entry), lang=language).json()
            assert told["kind"] == kind, (number, entry)
            assert told["said"]
            assert (told["game"] is not None) is (kind == "done")
            assert [each["id"] for each in told["rules"]] == (list(step.teaches) if kind == "done" else [])
    assert rig.state()["revision"] == before


@pytest.mark.parametrize("game", SHELF)
def test_after_the_last_step_lies_what_it_brought_and_nothing_can_be_done(rig: PageRig, game: str) -> None:
    box = open_box(game)
    assert box.lesson
    lesson, rules = box.lesson(), box.rules(None)
    last = len(lesson.steps) - 1
    way = json.dumps(rules.format_entry(lesson.steps[last].ways[0]))
    brought = _get(rig, f"{game}/{last}/try", entry=way).json()["game"]
    end = _get(rig, f"{game}/{last + 1}").json()
    assert (end["aim"], end["game"]) == ("", brought)
    assert _get(rig, f"{game}/{last + 2}").status_code == 404
    assert _get(rig, f"{game}/{last + 1}/try", entry=way).status_code == 404


def test_move_against_the_rules_gets_their_reason_and_the_paragraph(rig: PageRig) -> None:
    entry = json.dumps({"type": "place", "city": "copenhagen"})
    told = _get(rig, "hansa/0/try", entry=entry, lang="nl").json()
    assert (told["kind"], told["code"], told["paragraph"]) == ("refused", "copenhagen_closed", "first-booths")
    assert "Kopenhagen" in told["said"]
    assert _get(rig, "hansa/0/why-not", place="city.copenhagen").json()["reasons"][0]["code"] == "copenhagen_closed"


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("chess/0", {}, 404),
        ("hansa/99", {}, 404),
        ("hansa/-1", {}, 404),
        ("hansa/x", {}, 404),
        ("hansa/0/try", {}, 422),
        ("hansa/0/try", {"entry": "{"}, 422),
        ("hansa/0/try", {"entry": '{"type": "move-turn", "player": "yellow"}'}, 422),
    ],
)
def test_what_is_no_step_and_no_move_is_refused(rig: PageRig, path: str, query: dict[str, str], status: int) -> None:
    assert _get(rig, path, **query).status_code == status
