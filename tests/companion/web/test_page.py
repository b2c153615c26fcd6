"""The health of a table: what works, what was dropped, and nobody's name."""

from __future__ import annotations

from companion.running.backlog import ROOM
from companion.running.posts import NotKept
from companion.web.page import HealthPage
from hardware.ports import ButtonPressed
from hardware.trouble import quoted
from tests.kit.page import PageRig


def test_health_tells_parts_devices_drops_and_version(real: PageRig) -> None:
    answer = real.client.get("/health")
    told = answer.json()
    assert answer.status_code == 200
    assert told["version"]
    assert (told["table"], told["well"], told["copy"]) == ("up", True, None)
    assert told["parts"]["page"] == {"trouble": "", "restarts": 0}
    assert told["devices"]["pad"] == "good"
    assert told["dropped"] == {"presses": 0, "sightings": 0, "others": 0}
    assert answer.headers["cache-control"] == "no-store"


def test_health_names_nobody(virtual: PageRig) -> None:
    virtual.begin_if_needed()
    assert virtual.post("/api/names", {"names": {"gray": "Evangelina"}}).status_code == 200
    virtual.until(lambda state: "Evangelina" in str(state))
    answer = virtual.client.get("/health")
    assert "Evangelina" not in answer.text
    assert set(answer.json()) == {
        *("version", "table", "well", "parts", "devices", "dropped", "journal", "copy", "watching"),
    }


def test_health_counts_what_was_dropped_and_knows_what_is_ill(virtual: PageRig) -> None:
    daemon = virtual.composed.daemon
    virtual.begin_if_needed()

    def flood(_: object) -> None:
        for _ in range(ROOM + 5):
            daemon.put(ButtonPressed(0.0, "unheard of"))
        daemon.trouble = NotKept(quoted("the disk is full"), quoted("free some space"))

    daemon.put(flood)
    virtual.until(lambda state: bool(state["table"]["dialog"]["name"] == "overloaded"))
    told = virtual.client.get("/health").json()
    assert told["dropped"]["presses"] >= 5
    assert (told["well"], told["journal"]["trouble"]) == (False, "the disk is full")
    daemon.trouble = None


def test_health_of_a_table_that_is_stuck_is_no_success(virtual: PageRig) -> None:
    daemon = virtual.composed.daemon
    clock = daemon.clock
    daemon.marks.engine = clock() - 1000.0
    told = HealthPage(daemon, virtual.page.feed, clock).describe()
    assert (told["table"], told["well"]) == ("stuck", False)
