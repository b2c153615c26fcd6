"""How to watch from elsewhere: shown only while other machines reach the page, and never with the PIN."""

from __future__ import annotations

import pytest

from companion.web import server
from companion.web.watching import code_svg
from tests.kit.page import PageRig

pytestmark = pytest.mark.network


def test_address_and_code_are_told_only_while_phones_are_let_in(
    virtual: PageRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "lan_address", lambda: "127.0.0.2")
    assert virtual.client.get("/api/watch").json() == {"address": None}
    assert virtual.client.get("/api/watch.svg").json()["error"] == "no_phones"
    virtual.page.let_in(phones=True)
    try:
        virtual.until(lambda _: virtual.client.get("/api/watch").json()["address"] is not None)
        address = f"http://127.0.0.2:{virtual.page.port}/"
        assert virtual.client.get("/api/watch").json() == {"address": address}
        answer = virtual.client.get("/api/watch.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.content == code_svg(address) != code_svg("http://127.0.0.3/")
    finally:
        virtual.page.let_in(phones=False)
    virtual.until(lambda _: virtual.client.get("/api/watch").json()["address"] is None)
