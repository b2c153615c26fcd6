"""The service is opened to the network for what the configuration names, and no further."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config.parsing import parse_config
from companion.config.settings import Config
from systemd.fitting import network_text

LAN = "[Service]\nIPAddressAllow=10.0.0.0/8\n"


def config(text: str) -> Config:
    return parse_config(f"format = 1\n{text}", "c.toml", environment={}, home=Path("/"), here=Path("/"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[web]\nbind = "127.0.0.1"',
        '[web]\nbind = "::1"',
        '[web]\nbind = "0.0.0.0"\nserve = false',
        'journal = "redis://localhost:6379/0"',
        'journal = "redis://:secret@127.0.0.1/0"',
        'journal = "unix:///run/redis.sock"',
        'journal = "/srv/games.sqlite"',
        '[hub]\nserver = "redis://127.0.0.1/0"',
        '[hub]\nserver = "none"',
    ],
)
def test_what_stays_on_this_machine_opens_nothing(text: str) -> None:
    assert network_text(config(text), LAN) == ""


@pytest.mark.parametrize(
    "text",
    [
        '[web]\nbind = "0.0.0.0"',
        '[web]\nbind = "192.168.1.20"',
        'journal = "redis://club-server:6379/0"',
        'journal = "redis://user:secret@10.1.2.3:6379/0"',
        '[hub]\nserver = "redis://club-server:6379/0"',
    ],
)
def test_what_is_in_the_local_network_opens_that(text: str) -> None:
    assert network_text(config(text), LAN) == LAN


def test_server_far_away_is_let_in_by_its_address_alone() -> None:
    text = network_text(config('journal = "rediss://u:secret@8.8.4.4:6380/0"'), LAN)
    assert text.startswith(LAN)
    assert text.splitlines()[-1] == "IPAddressAllow=8.8.4.4"
    assert "secret" not in text


def test_servers_of_journal_and_hub_are_each_let_in_once() -> None:
    both = 'journal = "redis://8.8.4.4/0"\n[hub]\nserver = "redis://{}/0"'
    apart, same = (network_text(config(both.format(hub)), LAN) for hub in ("1.1.1.1", "8.8.4.4"))
    assert [line for line in apart.removeprefix(LAN).splitlines() if line[0] != "#"] == [
        "IPAddressAllow=8.8.4.4",
        "IPAddressAllow=1.1.1.1",
    ]
    assert same.count("8.8.4.4") == 1
