"""House rules at the page: shown for the next game, ticked where it is begun, remembered, and told in the game."""

from __future__ import annotations

import pytest

from companion.shelf.shelf import first_game, open_box
from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network

RULE = next(iter(open_box(first_game()).house_rules())).id


def _begin(rig: PageRig, rules: list[str] | None) -> None:
    body = {"players": 2, "skill": "", **({} if rules is None else {"house_rules": rules})}
    answer = rig.post("/api/virtual/begin", body)
    assert answer.status_code == 200, answer.text


def test_house_rules_are_chosen_played_with_and_proposed_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("rules")
    with page_rig(folder) as rig:
        shown = rig.state()["house_rules"]
        assert [(rule["id"], rule["chosen"]) for rule in shown] == [(RULE, False)]
        assert rig.state("it")["house_rules"][0]["text"] != shown[0]["text"]
        _begin(rig, None)
        assert "house_rules" not in rig.state()["game"]
        _begin(rig, [RULE])
        assert rig.state()["game"]["house_rules"] == [RULE]
        assert rig.state()["house_rules"][0]["chosen"]
    with page_rig(folder) as rig:  # after a power cut
        _begin(rig, None)
        assert rig.state()["game"]["house_rules"] == [RULE]
        _begin(rig, [])
        assert "house_rules" not in rig.state()["game"]


@pytest.mark.parametrize(("rules", "code"), [(["kinder"], "house_rules"), ([7], "house_rules"), ("all", "field")])
def test_house_rules_that_do_not_exist_are_refused_and_nothing_is_given_up(
    virtual: PageRig, rules: object, code: str
) -> None:
    before = virtual.state()["revision"]["game"]
    answer = virtual.post("/api/virtual/begin", {"players": 2, "house_rules": rules})
    assert (answer.status_code, answer.json()["error"]) == (422, code)
    assert virtual.state()["revision"]["game"] == before


def test_new_game_on_the_page_has_the_line_and_its_list(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("line")) as rig:
        if rig.state()["asks_board"]:
            rig.post("/api/choose", {"dialog": rig.state()["table"]["dialog"]["id"], "line": 0})
        dialog = rig.until(lambda state: not state["asks_board"])["table"]["dialog"]
        at = [line["text"] for line in dialog["lines"]].index("House rules")
        assert dialog["lines"][at]["right"] == "off"
        rig.post("/api/choose", {"dialog": dialog["id"], "line": at})
        dialog = rig.until(lambda state: state["table"]["dialog"]["kind"] == "checklist")["table"]["dialog"]
        assert [line.get("ticked") for line in dialog["lines"][1:]] == [False]
        rig.post("/api/choose", {"dialog": dialog["id"], "line": 1})
        dialog = rig.until(lambda state: bool(state["table"]["dialog"]["lines"][1]["ticked"]))["table"]["dialog"]
        rig.post("/api/choose", {"dialog": dialog["id"], "line": 0})
        dialog = rig.until(lambda state: state["table"]["dialog"]["kind"] == "menu")["table"]["dialog"]
        assert dialog["lines"][at]["right"] == "1"
        assert rig.state()["house_rules"][0]["chosen"]
