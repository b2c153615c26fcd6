"""The copy of a journal that version 0.2.0 made on a Redis server is read, and kept up to date."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from tests.kit.own_log import own_log as own_log
from tests.kit.redis_server import RedisServer, redis_server
from tests.version_0_2.outside import FILES, entries_told, expected, game_told, lay_out, play_on, run

GAMES = sorted(expected()["games"].values(), key=lambda game: str(game["created"]))

pytestmark = [pytest.mark.usefixtures("own_log"), pytest.mark.needs("redis-server")]


def fill(client: redis.Redis) -> None:
    """Put everything on a server, as it lay on the one that the copy was made on."""
    for key, kept in json.loads(gzip.decompress((FILES / "redis.json.gz").read_bytes())).items():
        if kept["type"] == "string":
            client.set(key, kept["value"])
            continue
        for number, fields in kept["entries"]:
            client.xadd(key, fields, id=number)
        assert client.xinfo_stream(key)["last-generated-id"] == kept["last_id"].encode()


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with redis_server() as server:
        with server.client() as client:
            fill(client)
        yield server


def test_every_game_is_read_from_the_server(server: RedisServer, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('format = 1\nstate = "state"\n', encoding="utf-8")
    where = ["--config", str(tmp_path / "table.toml"), "--journal", server.url]
    listed = json.loads(run("games", "--json", *where))
    assert [game["id"] for game in listed] == [game["id"] for game in GAMES]
    for game in GAMES:
        assert game_told(game["id"], where) == game


def test_table_goes_on_and_the_copy_with_it(server: RedisServer, tmp_path: Path) -> None:
    where = [*lay_out(tmp_path / "table"), "--kit", "chart"]
    on_server = [*where, "--journal", server.url]
    assert play_on(on_server) == {"game": GAMES[-1]["id"], "revision": GAMES[-1]["entries"]}
    here = entries_told("last", where)
    assert len(here) > GAMES[-1]["entries"]
    assert entries_told("last", on_server) == here
