"""How phones come to seats: codes that pair and seat once, second phones, phones that go away, and who may do what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from companion.table.owners import NOT_YOURS
from companion.web import server
from companion.web.control import COOKIE
from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network


class PhoneHand:
    """A phone: it comes through a proxy, so it is not at this machine, and has a cookie jar of its own."""

    def __init__(self, rig: PageRig, number: int) -> None:
        self._rig = rig
        self._client = httpx.Client(
            base_url=rig.origin, headers={"Origin": rig.origin, "x-forwarded-for": f"10.1.1.{number}"}, timeout=60
        )

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self._client.post(path, json=body or {})

    def get(self, path: str) -> httpx.Response:
        return self._client.get(path)

    def join(self, player: str, client: str = "") -> httpx.Response:
        return self.post("/api/join", {"word": self._rig.page.pairing.invite(player, client)})

    @property
    def asks(self) -> str:
        told: str = self.get("/api/me").json()["asks"]
        return told

    def close(self) -> None:
        self._client.close()


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A table without cardboard, where robots wait for a minute before they move."""
    with pytest.MonkeyPatch.context() as patch, page_rig(tmp_path_factory.mktemp("joining"), pace_s=60) as started:
        patch.setattr(server, "lan_address", lambda: "127.0.0.2")
        assert started.post("/api/virtual/hardware", {"open": False}).is_success
        yield started


@pytest.fixture
def begun(rig: PageRig) -> PageRig:
    """Three players, two of them robots."""
    assert rig.post("/api/virtual/begin", {"players": 3}).is_success
    return rig


@pytest.fixture
def phones(begun: PageRig) -> Iterator[tuple[PhoneHand, PhoneHand]]:
    hands = PhoneHand(begun, 1), PhoneHand(begun, 2)
    yield hands
    for hand in hands:
        hand.close()
    begun.page.pairing.unpair_all()


def test_phone_that_was_invited_is_paired_and_has_the_seat(begun: PageRig, phones: tuple[PhoneHand, PhoneHand]) -> None:
    phone, _ = phones
    assert phone.get("/api/me").json()["may_control"] is False
    assert phone.join("yellow").json() == {"may_control": True, "player": "yellow"}
    state = begun.until(lambda state: state["seats"]["yellow"] == phone.asks)
    assert phone.asks.startswith("phone ")
    assert "yellow" not in state["people"]["robots"]


def test_invitation_is_for_one_phone_and_no_word_is_one_by_chance(
    begun: PageRig, phones: tuple[PhoneHand, PhoneHand]
) -> None:
    first, second = phones
    word = begun.page.pairing.invite("yellow")
    assert first.post("/api/join", {"word": word}).is_success
    for wrong in (word, "", word[:-1], "a" * 22):
        answer = second.post("/api/join", {"word": wrong})
        assert (answer.status_code, answer.json()["error"]) == (409, "no_invitation")
    assert second.get("/api/me").json()["may_control"] is False


def test_of_two_phones_for_one_seat_the_first_has_it_and_the_other_may_choose_another(
    begun: PageRig, phones: tuple[PhoneHand, PhoneHand], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = phones
    assert first.join("yellow").is_success
    monkeypatch.setattr(begun.page._attendance, "is_there", lambda _: True)
    word = begun.page.pairing.invite("yellow")
    assert second.post("/api/join", {"word": word}).json() == {"may_control": True, "player": ""}
    assert begun.state()["seats"]["yellow"] == first.asks
    assert second.post("/api/virtual/robots", {"skills": {"purple": ""}}).is_success
    assert begun.until(lambda state: state["seats"]["purple"] == second.asks)


def test_second_phone_of_a_player_decides_for_the_same_seat(
    begun: PageRig, phones: tuple[PhoneHand, PhoneHand]
) -> None:
    first, second = phones
    assert first.join("yellow").is_success
    assert second.join("yellow", first.asks.removeprefix("phone ")).json()["player"] == "yellow"
    assert second.asks == first.asks
    assert second.post("/api/unpair").is_success  # the other phone plays on
    assert begun.state()["seats"]["yellow"] == first.asks
    assert first.post("/api/unpair").is_success
    assert begun.until(lambda state: state["seats"]["yellow"] == "cardboard")


def test_codes_are_shown_only_to_those_who_may_give_the_seat_away(
    begun: PageRig, phones: tuple[PhoneHand, PhoneHand]
) -> None:
    first, second = phones
    code = "/api/seats/code.svg?player=yellow"
    assert begun.client.get(code).json()["error"] == "no_phones"
    assert first.post("/api/seats/phones", {"in": True}).status_code == 401
    assert begun.post("/api/seats/phones", {"in": True}).is_success
    begun.until(lambda _: begun.client.get("/api/watch").json()["address"] is not None)
    assert first.get(code).status_code == 401
    here = begun.client.get(code)
    assert here.headers["content-type"] == "image/svg+xml"
    assert here.content == begun.client.get(code).content, "the same while it is good"
    assert first.join("yellow").is_success
    assert begun.client.get(code).content != here.content
    assert first.get(code).content != begun.client.get(code).content, "for a second phone of the same player"
    assert second.join("purple").is_success
    assert second.get(code).json()["error"] == "seat_taken"
    assert second.post("/api/seats/phones", {"in": False}).json()["error"] == "not_here"
    assert begun.post("/api/seats/phones", {"in": False}).is_success
    assert first.get("/api/me").json()["may_control"] is False, "who is kept out is paired no more"


def test_phone_without_an_open_page_is_away_until_it_is_back(
    begun: PageRig, phones: tuple[PhoneHand, PhoneHand], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, _ = phones
    monkeypatch.setattr(begun.page._attendance, "_away_s", 0.0)
    assert phone.join("yellow").is_success
    assert begun.until(lambda state: state["away"] == ["yellow"])
    with phone._client.stream("GET", "/api/events?lang=en") as stream:
        next(stream.iter_raw())
        assert begun.until(lambda state: state["away"] == [])
        assert begun.client.get("/api/seats/code.svg?player=yellow").json()["error"] in ("seat_taken", "no_phones")
    assert begun.until(lambda state: state["away"] == ["yellow"])
    assert begun.post("/api/virtual/robots", {"skills": {"yellow": "simple"}}).is_success  # the companion plays on
    assert begun.until(lambda state: state["seats"]["yellow"] == "robot")
    assert phone.post("/api/virtual/robots", {"skills": {"yellow": ""}}).is_success  # and gives it back
    assert begun.until(lambda state: state["seats"]["yellow"] == phone.asks)


def test_token_of_a_session_is_no_word_that_anybody_reads(begun: PageRig, phones: tuple[PhoneHand, PhoneHand]) -> None:
    phone, _ = phones
    assert phone.join("yellow").is_success
    token = phone._client.cookies[COOKIE]
    assert phone.asks.removeprefix("phone ") not in token
    assert token not in begun.client.get("/api/state?lang=en").text


def test_person_who_plays_is_asked_before_a_seat_changes_hands_and_before_a_game_ends(
    begun: PageRig, phones: tuple[PhoneHand, PhoneHand], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, other = phones
    assert phone.join("yellow").is_success
    assert other.join("purple").is_success
    assert other.post("/api/seats/ask", {"player": "yellow"}).is_success
    state = begun.until(lambda state: state["table"]["dialog"]["about"] == "consent")
    assert state["decides"]["may"] == [phone.asks]
    assert state["table"]["dialog"]["asker"] == other.asks
    yes = {"dialog": state["table"]["dialog"]["id"], "line": 1}
    assert other.post("/api/choose", yes).json()["reason"] == "Yellow decides: on a phone."
    assert phone.post("/api/choose", yes).is_success
    assert begun.until(lambda state: state["seats"]["yellow"] == other.asks)
    assert other.post("/api/virtual/begin", {"players": 2}).json()["error"] == NOT_YOURS
    monkeypatch.setattr(begun.page._attendance, "is_there", lambda _: True)
    answer = begun.post("/api/virtual/begin?lang=it", {"players": 2})
    assert (answer.json()["error"], answer.json()["reason"]) == (NOT_YOURS, "Gioca anche Giallo.")
    monkeypatch.setattr(begun.page._attendance, "is_there", lambda _: False)  # whoever has gone cannot be asked
    assert begun.post("/api/virtual/begin", {"players": 2}).is_success
