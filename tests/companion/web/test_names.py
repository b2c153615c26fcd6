"""Names typed at the page: said everywhere, durable, remembered for the next game, and counted by."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network


def _names(rig: PageRig, language: str = "en") -> list[str]:
    return list(rig.state(language)["game"]["names"].values())


def _begin(rig: PageRig, names: dict[str, str]) -> None:
    answer = rig.post("/api/virtual/begin", {"players": 2, "skill": "", "names": names})
    assert answer.status_code == 200, answer.text


def test_names_are_said_kept_and_remembered_for_the_next_game(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("names")
    with page_rig(folder) as rig:
        _begin(rig, {"gray": "Anna-Maria van Dijk"})
        assert _names(rig) == ["Anna-Maria van Dijk", "Yellow"]
        assert _names(rig, "it") == ["Anna-Maria van Dijk", "Giallo"]
        assert rig.post("/api/names", {"names": {"yellow": " Bruno {0} "}}).json()["kept"] == 1
        assert _names(rig) == ["Anna-Maria van Dijk", "Bruno {0}"]
        # Nothing new is nothing to keep.
        assert rig.post("/api/names", {"names": {"yellow": "Bruno {0}"}}).json()["kept"] == 0
        first = rig.state()["revision"]["game"]
        assert rig.client.get(f"/api/games/{first}/at/0?lang=nl").json()["names"]["gray"] == "Anna-Maria van Dijk"
    with page_rig(folder) as rig:  # after a power cut
        assert _names(rig) == ["Anna-Maria van Dijk", "Bruno {0}"]
        _begin(rig, {"yellow": ""})
        assert _names(rig) == ["Anna-Maria van Dijk", "Yellow"]
        told = {game["id"]: game["names"] for game in rig.client.get("/api/games").json()["games"]}
        assert told[first] == {"gray": "Anna-Maria van Dijk", "yellow": "Bruno {0}"}
        rig.post("/api/virtual/begin", {"players": 3, "names": {}})
        assert rig.state()["people"]["robots"] == {"yellow": "simple", "purple": "simple"}


def test_names_that_cannot_be_are_refused_and_nothing_is_given_up(virtual: PageRig) -> None:
    _begin(virtual, {})
    before = virtual.state()["revision"]["game"]
    codes = []
    for names in ({"gray": "Eva", "yellow": "EVA"}, {"gray": "x" * 21}, {"gray": "a\tb"}, {"orange": "Eva"}):
        answer = virtual.post("/api/names?lang=it", {"names": names})
        assert answer.status_code == 409
        codes.append(answer.json()["error"])
        begun = virtual.post("/api/virtual/begin", {"players": 2, "names": names})
        assert (begun.status_code, begun.json()["error"]) == (409, codes[-1])
    assert codes == ["names_alike", "name_long", "name_unclean", "no_such_player"]
    assert answer.json()["reason"] == "orange non gioca."
    for wrong in ({"gray": 3}, "Eva", None):
        assert virtual.post("/api/names", {"names": wrong}).status_code == 422
    assert virtual.state()["revision"]["game"] == before
    assert virtual.state()["people"]["names"] == {}


def test_new_names_disturb_nobody_who_deals(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("dealing")) as rig:
        for _ in ("seats", "seats", "seats", "start", "goods"):
            rig._answer()
        rig.read_all()
        turned: set[int] = set()

        def is_dealt(state: dict[str, Any]) -> bool:
            """Name somebody again after each marker that is turned over."""
            if len(state["log"]) not in turned:
                turned.add(len(state["log"]))
                assert rig.post("/api/names", {"names": {"gray": f"Anna {len(turned)}"}}).is_success
            return bool(state["game"]["phase"] != "fill" and state["table"]["dialog"]["name"] == "home")

        state = rig.until(is_dealt)
        assert {row["entry"]["type"] for row in state["log"]} == {"reveal"}
        assert len(turned) > 2
