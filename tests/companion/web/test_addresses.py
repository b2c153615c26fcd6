"""By which hosts the page can be asked for, in networks of all sorts, and where it says that it is."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from companion.web import addresses, server
from companion.web.addresses import is_same_address, lan_address
from companion.web.guard import Guard
from companion.web.server import Server
from tests.kit.waiting import PATIENCE_S, until

pytestmark = pytest.mark.network


@contextmanager
def serving(bind: str, *hosts: str) -> Iterator[Server]:
    """Serve something behind a guard."""

    def guarded() -> ASGIApp:
        return Guard(PlainTextResponse("well"), served.hosts, lambda: 0.0)

    served = Server(guarded, bind=bind, port=0, hosts=hosts, on_open=lambda: None, on_close=lambda: None)
    served.open()
    served.wait()
    try:
        yield served
    finally:
        served.close()


def code(served: Server, way_in: str, host: str) -> int:
    """Ask at an address for a host."""
    return httpx.get(f"http://{way_in}:{served.port}/", headers={"Host": host}, timeout=PATIENCE_S).status_code


@pytest.fixture
def no_router(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this machine find no address of its own in the network."""
    monkeypatch.setattr(server, "lan_address", lambda: "127.0.0.1")


@pytest.mark.usefixtures("no_router")
def test_page_for_everybody_is_found_at_every_address_of_the_machine() -> None:
    with serving("0.0.0.0") as served:
        # Each address of the loopback network stands for that of another interface.
        for way_in in ("127.0.0.1", "127.0.0.2", "127.3.2.1"):
            assert code(served, way_in, way_in) == 200
            assert code(served, way_in, f"{way_in}:{served.port}") == 200


@pytest.mark.usefixtures("no_router")
@pytest.mark.parametrize(
    "host", ["127.0.0.3", "evil.example", "127.0.0.2.evil.example", "[::ffff:127.0.0.3]", "", "[]", "127.0.0.2%x"]
)
def test_host_that_is_not_the_way_in_is_refused(host: str) -> None:
    with serving("0.0.0.0") as served:
        assert code(served, "127.0.0.2", host) == 403


def test_name_of_the_machine_counts_alone_and_in_domains_that_nobody_owns() -> None:
    name = socket.gethostname()
    with serving("0.0.0.0") as served:
        for host in (name, f"{name}.local", f"{name}.lan", f"{name}.home.arpa", f"{name.upper()}.internal"):
            assert code(served, "127.0.0.1", host) == 200, host
        for host in (
            f"{name}.evil.example",
            f"{name}.fritz.box",
            "other.lan",
            f"evil.{name}.lan",
            f"{name}.lan.evil.example",
        ):
            assert code(served, "127.0.0.1", host) == 403, host


@pytest.mark.parametrize("bind", ["0.0.0.0", "127.0.0.1"])
def test_name_that_the_owner_gave_counts_and_no_other_like_it(bind: str) -> None:
    with serving(bind, "Table.fritz.box") as served:
        assert code(served, "127.0.0.1", f"table.fritz.box:{served.port}") == 200
        for host in ("fritz.box", "other.fritz.box", "table.fritz.box.evil.example"):
            assert code(served, "127.0.0.1", host) == 403, host


def test_page_for_this_machine_goes_by_no_name_of_the_network() -> None:
    with serving("127.0.0.1") as served:
        assert code(served, "127.0.0.1", socket.gethostname()) == 403
        assert code(served, "127.0.0.1", f"{socket.gethostname()}.lan") == 403
        assert code(served, "127.0.0.1", "localhost") == 200


@pytest.mark.parametrize(
    ("host", "address", "is_same"),
    [
        ("192.168.1.20", "192.168.1.20", True),
        ("192.168.1.20", "::ffff:192.168.1.20", True),
        ("[fe80::1]", "fe80::1%eth0", True),
        ("[2001:db8:0::1]", "2001:db8::1", True),
        ("fe80::2", "fe80::1", False),
        ("192.168.1.21", "192.168.1.20", False),
        ("table", "table", False),
        ("", "", False),
    ],
)
def test_same_address_is_known_however_it_is_written(host: str, address: str, is_same: bool) -> None:
    assert is_same_address(host, address) == is_same


# --- where the page says that it is ---


def lead_localhost(monkeypatch: pytest.MonkeyPatch, *to: str) -> None:
    """Let the name lead to these addresses, whatever this machine says; the others lead where they did."""
    ask = socket.getaddrinfo

    def asked(host: str, *rest: Any, **more: Any) -> Any:
        if host != "localhost":
            return ask(host, *rest, **more)
        if not to:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in to]

    monkeypatch.setattr(socket, "getaddrinfo", asked)


def said(bind: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return where a server says that it is, which need not be an address of this machine."""
    listener = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr(server, "lan_address", lambda: "192.168.1.20")
    monkeypatch.setattr(server, "open_socket", lambda *_, **__: listener)
    served = Server(lambda: PlainTextResponse(""), bind=bind, port=0, on_open=lambda: None, on_close=lambda: None)
    served.close()
    return served.address.replace(str(served.port), "port")


@pytest.mark.parametrize(
    ("bind", "address"),
    [
        ("127.0.0.1", "http://localhost:port/"),
        ("::1", "http://localhost:port/"),
        ("0.0.0.0", "http://192.168.1.20:port/"),
        ("::", "http://192.168.1.20:port/"),
        ("10.1.2.3", "http://10.1.2.3:port/"),
        ("fd00::5", "http://[fd00::5]:port/"),
    ],
)
def test_address_that_is_told_is_the_one_that_was_chosen(
    bind: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead_localhost(monkeypatch, "::1", "127.0.0.1")
    assert said(bind, monkeypatch) == address


@pytest.mark.parametrize(
    ("bind", "leads_to", "address"),
    [
        ("127.0.0.1", [], "http://127.0.0.1:port/"),
        ("::1", [], "http://[::1]:port/"),
        ("::1", ["127.0.0.1"], "http://[::1]:port/"),
        ("127.0.0.1", ["203.0.113.7"], "http://127.0.0.1:port/"),
    ],
)
def test_localhost_is_not_told_where_it_does_not_lead_here(
    bind: str, leads_to: list[str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead_localhost(monkeypatch, *leads_to)
    assert said(bind, monkeypatch) == address


@pytest.mark.parametrize("leads_to", [[], ["127.0.0.1"]])
def test_page_is_found_where_it_says_that_it_is(leads_to: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lead_localhost(monkeypatch, *leads_to)
    with serving("127.0.0.1") as served:
        here = served.address.replace("localhost", "127.0.0.1")  # for this machine may not know the name
        assert httpx.get(here, headers={"Host": served.address[7:-1]}, timeout=PATIENCE_S).status_code == 200


def test_machine_without_a_way_out_gives_the_address_of_an_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoRoute(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", NoRoute)
    found = {"eth0": "192.168.1.20", "lo": "127.0.0.1", "eth1": ""}
    monkeypatch.setattr(addresses, "_of_interface", lambda _, name: found.get(name, ""))
    monkeypatch.setattr(addresses, "_interfaces", lambda: ["lo", "eth1", "eth0"])
    assert lan_address() == "192.168.1.20"
    del found["eth0"]
    assert lan_address() == "127.0.0.1"


def test_interface_is_asked_for_its_address() -> None:
    assert "lo" in addresses._interfaces()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        assert addresses._of_interface(probe, "lo") == "127.0.0.1"
        assert addresses._of_interface(probe, "none-such") == ""


def test_server_that_is_closed_as_it_begins_again_ends() -> None:
    opened: list[bool] = []
    served = Server(
        lambda: PlainTextResponse(""),
        bind="127.0.0.1",
        port=0,
        on_open=lambda: opened.append(True),
        on_close=lambda: None,
    )
    served._started.set()  # by its first life
    served.part.stop()  # which `close` does before it looks for a loop that is not there yet
    again = threading.Thread(target=served._run, daemon=True)
    again.start()
    until(lambda: opened or not again.is_alive())
    assert opened == []
    served.close()


def test_phones_that_are_kept_out_are_not_let_in_when_it_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    served = Server(
        lambda: PlainTextResponse(""), bind="127.0.0.1", port=0, on_open=lambda: None, on_close=lambda: None
    )
    served._app = PlainTextResponse("")
    served.let_in(phones=True)
    served.let_in(phones=False)
    monkeypatch.setattr(server, "open_socket", lambda *_: pytest.fail("a socket for phones"))
    served._open_lan()  # which was put off, for listening had failed
    assert not served.is_on_lan
    served.close()
