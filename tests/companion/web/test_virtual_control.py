"""The virtual table: pieces, buttons, faults and opponents, all through the simulated hardware."""

from __future__ import annotations

from typing import Any

import pytest

from companion.journal.journal import Unavailable
from companion.running.posts import Claim
from companion.table.intents import Intent, Tidy
from companion.web.page_files import STATIC
from hardware.trouble import quoted
from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("put", {"piece": "kraken", "place": "pad"}, "piece"),
        ("put", {"piece": "ship", "place": "city.atlantis"}, "place"),
        ("put", {"piece": "ship"}, "field"),
        ("lift", {"piece": "booth.white"}, "not_there"),
        ("button", {"button": "self-destruct"}, "button"),
        ("button", {"button": "ok", "do": "lick"}, "do"),
        ("fault", {"fault": "flood", "on": True}, "fault"),
        ("fault", {"fault": "deaf", "what": "city.atlantis", "on": True}, "place"),
        ("fault", {"fault": "flapping", "what": "ship.9", "on": True}, "not_there"),
        ("fault", {"fault": "deaf", "what": "pad", "on": "yes"}, "field"),
        ("robots", {"skills": {"gray": "genius"}}, "skill"),
        ("robots", {"skills": {"nobody": "simple"}}, "player"),
        ("robots", {"skills": []}, "field"),
        ("begin", {"players": 9}, "players"),
        ("begin", {"players": 2, "skill": "genius"}, "skill"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    virtual: PageRig, path: str, body: dict[str, Any], code: str
) -> None:
    before = virtual.state()
    answer = virtual.post(f"/api/virtual/{path}", body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"] == code
    assert virtual.state() == before


def test_piece_on_a_reader_is_a_move(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("put")) as rig:
        state = rig.begin()
        good = next(iter(state["game"]["fill"]["kinds"]))
        rig.post("/api/virtual/put", {"piece": f"marker.{good}", "place": "pad"})
        state = rig.until(lambda state: bool(state["log"]))
        assert state["log"][0]["say"] == f"reveal {good}"
        rig.until(lambda state: "pad" not in state["bench"]["lying"].values())  # tidied away
        assert rig.state()["bench"]["lying"]["ship"] == f"city.{state['game']['ship']}"


def test_stacked_pieces_are_silent_and_no_piece_lies_on_itself(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("stack")) as rig:
        assert rig.state()["bench"]["lying"] == {}  # cleared when the table is seen for the first time
        for _ in range(2):
            assert rig.post("/api/virtual/put", {"piece": "ship", "place": "pad", "stacked": True}).status_code == 200
        assert rig.state()["bench"]["faults"]["stacked"] == []
        rig.post("/api/virtual/put", {"piece": "booth.gray", "place": "pad", "stacked": True})
        stacked = rig.state()["bench"]["faults"]["stacked"]
        assert [piece.partition(".")[0] for piece in stacked] == ["booth", "ship"]
        rig.post("/api/virtual/lift", {"piece": "ship"})
        assert rig.state()["bench"]["faults"]["stacked"] == []


def test_flapping_piece_is_told_until_it_is_lifted(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("flap")) as rig:
        assert rig.state()["bench"]["lying"] == {}  # cleared when the table is seen for the first time
        rig.post("/api/virtual/put", {"piece": "ship", "place": "pad"})
        assert rig.post("/api/virtual/fault", {"fault": "flapping", "what": "ship", "on": True}).status_code == 200
        assert rig.state()["bench"]["faults"]["flapping"] == ["ship"]
        rig.post("/api/virtual/lift", {"piece": "ship"})
        assert rig.state()["bench"]["faults"]["flapping"] == []


def test_all_kinds_of_trouble_are_told_and_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("faults")) as rig:
        for fault, what in (("deaf", "city.riga"), ("unplugged", ""), ("cut", "")):
            rig.post("/api/virtual/fault", {"fault": fault, "what": what, "on": True})
            rig.until(lambda state: bool(state["table"]["faults"]))
            rig.post("/api/virtual/fault", {"fault": fault, "what": what, "on": False})
            rig.until(lambda state: not state["table"]["faults"])


def test_unplugged_screen_is_dark_on_the_page_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("dark")) as rig:
        assert set(rig.state()["panel"]["pages"]) != {"A"}
        rig.post("/api/virtual/fault", {"fault": "unplugged", "on": True})
        assert set(rig.state()["panel"]["pages"].rstrip("=")) == {"A"}


def test_robots_play_by_themselves_once_a_game_has_begun(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("robots"), pace_s=0.002) as rig:
        rig.post("/api/virtual/begin", {"players": 3, "skill": "simple"})
        rig.until(lambda state: state["game"] is not None)
        rig.post("/api/virtual/robots", {"skills": {"gray": "random"}})
        rig.read_all()
        state = rig.until(lambda state: any(row["say"] == "end" for row in state["log"]))
    verbs = {row["say"].split()[0] for row in state["log"]}
    assert {"reveal", "place", "end"} <= verbs
    assert not any(row["correction"] for row in state["log"])


def test_warehouses_are_full_as_soon_as_a_game_has_begun(tmp_path_factory: pytest.TempPathFactory) -> None:
    # With robots that wait for a minute between two things they do: none of them has dealt.
    with page_rig(tmp_path_factory.mktemp("dealt"), pace_s=60) as rig:
        assert rig.post("/api/virtual/begin", {"players": 2}).is_success
        state = rig.until(lambda state: state["game"]["phase"] == "place")
        assert all(all(spaces) for spaces in state["game"]["warehouses"].values())
        rig.post("/api/virtual/robots", {"skills": {}, "deals": False})
        assert rig.post("/api/virtual/begin", {"players": 2}).is_success
        assert rig.state()["game"]["phase"] == "fill"


def test_click_that_begins_a_game_posts_one_intent(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with page_rig(tmp_path_factory.mktemp("clicks"), pace_s=60) as rig:
        posted: list[str] = []
        daemon = rig.composed.daemon
        post = daemon.post

        def note(intent: Intent, *given: Any, **options: Any) -> Claim:
            posted.append(type(intent).__name__)
            return post(intent, *given, **options)

        monkeypatch.setattr(daemon, "post", note)
        for _ in range(2):
            assert rig.post("/api/virtual/begin", {"players": 2}).is_success
        game = rig.state()["revision"]["game"]
        assert rig.post("/api/virtual/play-on", {"game": game, "step": 3}).is_success
    clicks = [name for name in posted if name != Tidy.__name__]  # hands that bring the ship, not a click
    assert clicks == ["NewGame", "NewGame", "PlayOn"]


def test_only_the_drawn_buttons_of_the_hardware_go_down_and_come_up() -> None:
    """Every other click is one request to the table, and one line of the trace."""
    pressing = [path.name for path in sorted(STATIC.glob("*.js")) if "/api/virtual/button" in path.read_text()]
    assert pressing == ["virtual.js"]


def test_trouble_is_told_in_the_language_of_the_page(tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("trouble")) as rig:
        rig.post("/api/virtual/fault", {"fault": "deaf", "what": "city.riga", "on": True})
        rig.until(lambda state: bool(state["table"]["faults"]))
        english, italian = (rig.state(language)["table"]["faults"][0] for language in ("en", "it"))
        assert (english["source"], english["title"]) == ("city.riga", "Trouble: Riga")
        for part in ("title", "reason", "remedy"):
            assert english[part] != italian[part], part


def test_game_that_cannot_be_given_up_is_left_as_it_is(virtual: PageRig, monkeypatch: pytest.MonkeyPatch) -> None:
    virtual.begin_if_needed()

    def unavailable(*_: object) -> None:
        raise Unavailable(quoted("the disk is full"), quoted("free some space"))

    with monkeypatch.context() as patched:
        patched.setattr(virtual.composed.daemon._journal, "append", unavailable)
        answer = virtual.post("/api/virtual/begin", {"players": 2})
    assert (answer.status_code, answer.json()["error"]) == (503, "not_kept")
    virtual.read_all()
    assert virtual.state()["game"] is not None
