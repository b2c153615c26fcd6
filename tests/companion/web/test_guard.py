"""What the guard refuses, and which headers browsers must follow."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from companion.web.guard import (
    GET_EVERY_S,
    GETS_AT_ONCE,
    LARGEST_BODY,
    LONGEST_ADDRESS,
    POST_EVERY_S,
    POSTS_AT_ONCE,
    Guard,
)
from tests.kit.page import PageRig, page_rig
from tests.kit.waiting import PATIENCE_S


def test_another_host_is_refused_with_a_reason(virtual: PageRig) -> None:
    answer = virtual.client.get("/api/state", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]) == (403, "host")


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "http://localhost:1"])
def test_post_from_another_page_is_refused(virtual: PageRig, origin: str) -> None:
    answer = virtual.post("/api/virtual/tidy", Origin=origin)
    assert (answer.status_code, answer.json()["error"]) == (403, "origin")


def test_post_that_is_not_json_is_refused_by_its_type(virtual: PageRig) -> None:
    assert virtual.post("/api/virtual/tidy", Content_Type="text/plain").status_code == 415


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b'"text"', b"[" * 5000, b'{"pin": "\\ud800"}', b"\xff"])
def test_body_that_is_no_object_is_refused(virtual: PageRig, body: bytes) -> None:
    answer = virtual.post("/api/virtual/tidy", body)
    assert (answer.status_code, answer.json()["error"]) == (400, "json")


def test_body_that_is_too_large_is_refused(virtual: PageRig) -> None:
    assert virtual.post("/api/virtual/tidy", b'{"x":"' + b"x" * LARGEST_BODY + b'"}').status_code == 413


@pytest.mark.parametrize("address", ["/api/games/x/at/" + "9" * 5000, "/?" + "x" * LONGEST_ADDRESS])
def test_address_that_is_too_long_is_refused(virtual: PageRig, address: str) -> None:
    answer = virtual.client.get(address)
    assert (answer.status_code, answer.json()["error"]) == (414, "too_long")


def test_other_methods_are_refused(virtual: PageRig) -> None:
    assert virtual.client.request("DELETE", "/api/state").status_code == 405
    assert virtual.client.get("/api/choose").status_code == 405


def test_unknown_page_is_told_in_json(virtual: PageRig) -> None:
    answer = virtual.client.get("/api/nothing")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/games/hansa/main.js", "/api/state", "/api/nothing"])
def test_every_answer_carries_the_strict_policy(virtual: PageRig, path: str) -> None:
    headers = virtual.client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/static/../page.py", "/static/%2e%2e/page.py", "/games/hansa/..%2fdrawing.py"])
def test_files_outside_the_folders_are_not_served(virtual: PageRig, path: str) -> None:
    assert virtual.client.get(path).status_code == 404


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("done")(scope, receive, send)


def test_posts_come_at_a_bearable_rate() -> None:
    now = [0.0]

    async def post_many() -> list[int]:
        guard = Guard(_app, lambda: {"table"}, lambda: now[0])
        headers = {"Origin": "http://table", "Content-Type": "application/json"}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(guard), base_url="http://table") as client:
            codes = [
                (await client.post("/", content=b"{}", headers=headers)).status_code for _ in range(POSTS_AT_ONCE + 1)
            ]
            now[0] += POST_EVERY_S
            codes.append((await client.post("/", content=b"{}", headers=headers)).status_code)
            return codes

    assert asyncio.run(post_many()) == [*[200] * POSTS_AT_ONCE, 429, 200]


def test_gets_come_at_a_bearable_rate_from_each_address() -> None:
    now = [0.0]
    guard = Guard(_app, lambda: {"table"}, lambda: now[0])

    async def get_many(address: str, count: int) -> list[int]:
        transport = httpx.ASGITransport(guard, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            return [(await client.get("/")).status_code for _ in range(count)]

    assert asyncio.run(get_many("10.0.0.1", GETS_AT_ONCE + 1)) == [*[200] * GETS_AT_ONCE, 429]
    assert asyncio.run(get_many("10.0.0.2", 1)) == [200]
    assert set(asyncio.run(get_many("127.0.0.1", GETS_AT_ONCE + 1))) == {200}
    now[0] += GET_EVERY_S
    assert asyncio.run(get_many("10.0.0.1", 2)) == [200, 429]


# --- what proxies say ---


@pytest.mark.network
def test_word_of_a_stranger_on_who_calls_is_not_taken(tmp_path: Path) -> None:
    """Posts that claim to come from another address each are counted as one caller's."""
    with page_rig(tmp_path, is_virtual=False) as rig:
        body = {"pin": "000000"}
        rig.page.pairing.show_pin()
        answers = [rig.post("/api/pair", body, X_Forwarded_For=f"10.1.1.{n}").json()["error"] for n in range(6)]
    assert answers == [*["wrong_pin"] * 5, "too_often"]


@pytest.mark.network
def test_word_of_a_named_proxy_on_who_calls_is_taken(tmp_path: Path) -> None:
    with page_rig(tmp_path, is_virtual=False, web='proxies = ["127.0.0.1"]') as rig:
        body = {"pin": "000000"}
        rig.page.pairing.show_pin()
        answers = [rig.post("/api/pair", body, X_Forwarded_For=f"10.1.1.{n}").json()["error"] for n in range(6)]
    assert answers == ["wrong_pin"] * 6


PROXIED = (
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Forwarded-Port",
    "X-Forwarded-Server",
    "X-Forwarded",
    "X-Original-Forwarded-For",
    "X-Real-IP",
    "X-Client-IP",
    "X-Cluster-Client-IP",
    "X-ProxyUser-IP",
    "True-Client-IP",
    "CF-Connecting-IP",
    "Fastly-Client-IP",
    "X-Envoy-External-Address",
    "CDN-Loop",
    "Via",
    "Client-IP",
    "Proxy-Connection",
    "WL-Proxy-Client-IP",
    "Fly-Client-IP",
    "CF-Ray",
    "X-Forwarded-Client-Cert",
    "X-Original-Host",
    "X-Remote-Addr",
    "X-Scheme",
    "X-Amzn-Trace-Id",
    "X-Azure-ClientIP",
    "X-ARR-LOG-ID",
    "X-Varnish",
    "Surrogate-Capability",
    "Tailscale-User-Login",
)
# What browsers send to a page at their own machine.
BROWSERS = {
    "Accept": "*/*",
    "Accept-Language": "it",
    "Cache-Control": "no-cache",
    "Cookie": "other=1",
    "DNT": "1",
    "Pragma": "no-cache",
    "Priority": "u=0, i",
    "Referer": "http://127.0.0.1/",
    "Sec-Fetch-Site": "same-origin",
    "Sec-GPC": "1",
    "Upgrade-Insecure-Requests": "1",
    "X-Requested-With": "XMLHttpRequest",
}


@pytest.mark.parametrize("header", PROXIED)
@pytest.mark.parametrize("said", ["for=10.1.1.1", "127.0.0.1", ""])
def test_whoever_comes_through_a_proxy_is_not_on_this_machine(virtual: PageRig, header: str, said: str) -> None:
    assert virtual.client.get("/api/me").json()["may_control"]
    assert not virtual.client.get("/api/me", headers={header: said}).json()["may_control"]


def test_whoever_sends_what_browsers_send_is_on_this_machine(virtual: PageRig) -> None:
    assert virtual.client.get("/api/me", headers=BROWSERS).json()["may_control"]


# --- lengths ---


def _answers(rig: PageRig, rest: bytes) -> bytes:
    """Post with headers that end so, and read until the page hangs up."""
    host = rig.client.base_url.netloc
    with socket.create_connection(("127.0.0.1", rig.page.port), PATIENCE_S) as line:
        head = b"POST /api/virtual/tidy HTTP/1.1\r\nHost: %b\r\nOrigin: http://%b\r\n" % (host, host)
        line.sendall(head + b"Content-Type: application/json\r\n" + rest)
        answer = b""
        while more := line.recv(65536):
            answer += more
    return answer


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"Content-Length: 2\r\nContent-Length: 44\r\n\r\n{}",
        b"Content-Length: 2, 44\r\n\r\n{}",
    ],
)
def test_contradictory_lengths_are_refused_and_the_connection_ends(virtual: PageRig, lengths: bytes) -> None:
    answer = _answers(virtual, lengths)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("twice", [b"Content-Length: 2\r\nContent-Length: 2\r\n", b"Content-Length: 2, 2\r\n"])
def test_one_length_that_is_said_twice_is_that_length_and_nothing_behind_it_is_a_part_of_the_body(
    virtual: PageRig, twice: bytes
) -> None:
    answer = _answers(virtual, b"Connection: close\r\n" + twice + b"\r\n{}{}")
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.count(b"HTTP/1.1") == 1
