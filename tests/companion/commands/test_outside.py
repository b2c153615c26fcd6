"""Hostile texts in everything that commands read: journal, server, record, scenario, trace, pieces, configuration."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import fakeredis
import pytest

from companion.cli import main
from companion.journal.seals import CREATED
from companion.journal.sqlite import SqliteJournal
from tests.kit.forged import HOSTILE, chain, complaints, forge

AT = "2026-11-16T20:00:00+00:00"
CREATION = CREATED, AT, '{"game":"hansa","title":""}'
SERVER = "redis://club"


def _games(text: str) -> dict[str, list[tuple[str, str, str]]]:
    """Return games with a text wherever one can be, by their ids."""
    said = json.dumps(text)
    names = json.dumps({"game": "hansa", "names": {"gray": text}, "position": text})
    return {
        text: [CREATION, ("setup", AT, names)],
        "time": [(CREATED, text, CREATION[2]), ("setup", AT, "{}")],
        "game": [(CREATED, AT, f'{{"game":{said},"title":""}}'), ("setup", AT, "{}")],
        "title": [(CREATED, AT, f'{{"game":"hansa","title":{said}}}'), ("setup", AT, names)],
        "entry": [CREATION, ("setup", text, "{}")],
        "kind": [CREATION, (text, AT, "{}")],
        "words": [CREATION, ("setup", AT, names), ("move", AT, f'{{"entry":{said}}}')],
        "note": [CREATION, ("note", AT, f'{{"names":{{{said}:{said}}}}}')],
    }


@pytest.fixture(params=HOSTILE.values(), ids=list(HOSTILE))
def text(request: pytest.FixtureRequest) -> str:
    given: str = request.param
    return given


@pytest.fixture
def told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., None]:
    """Run a command, and look at what it says."""

    def run(*arguments: str) -> None:
        capfd.readouterr()
        main([*arguments, "--state", str(tmp_path / "state")])
        out, err = capfd.readouterr()
        assert complaints(out) + complaints(err) == [], arguments

    return run


@pytest.mark.parametrize("game", _games("x"))
def test_journal(text: str, game: str, told: Callable[..., None], tmp_path: Path) -> None:
    path = tmp_path / "state" / "games.sqlite"
    path.parent.mkdir()
    with closing(SqliteJournal(path)) as journal:
        journal.open()
    game_id, entries = (text, _games(text)[text]) if game == "x" else (game, _games(text)[game])
    forge(path, game_id, entries)
    for command in (
        ["games"],
        ["games", "show", "last"],
        ["games", "show", game_id],
        ["games", "show", "nothing"],
        ["games", "export", "last"],
        ["replay", "--all", "last"],
        ["replay", "--trace", "last"],
        ["score", "last"],
        ["repair", "--dry-run"],
        ["backup", str(tmp_path / "b.tar.gz"), "--force"],
    ):
        told(*command)


def test_server(text: str, told: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    server = fakeredis.FakeServer()
    monkeypatch.setattr("companion.journal.redis.connect", lambda *_: fakeredis.FakeRedis(server=server))
    with fakeredis.FakeRedis(server=server) as client:
        for game_id, entries in _games(text).items():
            for stored in chain(game_id, entries):
                number = f"{stored.revision}-0" if stored.revision else "0-1"
                fields = {"kind": stored.kind, "at": stored.at, "payload": stored.payload, "seal": stored.seal}
                client.xadd(f"hansa:journal:game:{game_id}", fields, id=number)
            client.xadd("hansa:journal:games", {"game": game_id, "table": text})
        told("games", "--journal", SERVER)
        told("games", "show", "last", "--journal", SERVER)
        told("restore", "--from", SERVER)
        client.xadd("hansa:journal:games", {"game": "other", "table": "other"})
        told("restore", "--from", SERVER)
        client.set("hansa:journal:format", text)
        told("games", "--journal", SERVER)


def test_files(text: str, told: Callable[..., None], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said = json.dumps(text)  # as TOML has it, too
    files = {
        "evening.hansa": f"hansa {text}\n{text}\n",
        "evening.scenario": f"game hansa\n{text}\nplayers {text}\n",
        "evening.trace": f'{{"t": {said}}}\n{{"kind": "setup", "payload": {said}}}\n',
        "pieces.toml": f'format = 1\n[pieces]\n"04a1b2c3d4e5f6" = {said}\n',
        "wrong.toml": f"format = 1\n{said} = {said}\n",
        "own.toml": f"format = 1\nshut_down = {said}\nkit = {said}\n[hub]\ntable = {said}\n[names]\ngray = {said}\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    told("replay", "--all", str(tmp_path / "evening.hansa"))
    told("replay", "--trace", str(tmp_path / "evening.trace"))
    told("enrol", "--import", str(tmp_path / "pieces.toml"))
    for name in ("wrong.toml", "own.toml"):
        told("config", "--config", str(tmp_path / name))
    main(["scenario", str(tmp_path / "evening.scenario")])
    assert complaints(capfd.readouterr().err) == []


def test_words_of_the_command_line(text: str, told: Callable[..., None], tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "games.sqlite")) as journal:
        journal.open()
    told("games", "show", text)
    told("score", text)
    told("replay", "--all", text)
    told("replay", "--trace", text)
