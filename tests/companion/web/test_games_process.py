"""The archive in another process gives the same answers from another process, which may end at any time."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from companion.config.parsing import load_config
from companion.config.settings import Config
from companion.games.hansa.boards import shipped_board
from companion.journal.sqlite import SqliteJournal
from companion.web.games_process import (
    MOST_WAITING,
    Gone,
    StoredGamesBeside,
    StoredGamesProcess,
    answer,
    make_app,
)
from tests.companion.web.test_games_page import ID, keep
from tests.kit.hansa import random_game
from tests.kit.waiting import PATIENCE_S, until

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    folder = tmp_path_factory.mktemp("archive")
    (folder / "hansa.toml").write_text('format = 1\n[names]\ngray = "Anna"\n')
    config = load_config(str(folder / "hansa.toml"), {"state": str(folder)}, environment={"HOME": str(folder)})
    keep(SqliteJournal(config.journal), random_game(shipped_board(), 3, Random(5)))
    return config


@pytest.fixture(scope="module")
def troubles() -> list[str]:
    return []


@pytest.fixture(scope="module")
def beside(config: Config, troubles: list[str]) -> Iterator[StoredGamesProcess]:
    process = StoredGamesProcess(config, "hansa", note=troubles.append)
    yield process
    process.close()


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/api/games", ""),
        (f"/api/games/{ID}", ""),
        (f"/api/games/{ID}/at/3", "lang=it"),
        (f"/api/games/{ID}/record", ""),
        (f"/api/games/{ID}/bg-stats.svg", ""),
        ("/api/statistics", "game=hansa"),
        ("/api/games/nothing", ""),
        ("/api/games/é/at/-1", "lang=%zz"),
    ],
)
def test_other_process_gives_the_same_answers(
    beside: StoredGamesProcess, config: Config, path: str, query: str
) -> None:
    assert beside.ask(path, query) == asyncio.run(answer(make_app(config, "hansa"), path, query))


def test_process_that_was_killed_is_started_again(beside: StoredGamesProcess, troubles: list[str]) -> None:
    assert beside.ask("/api/games", "").status == 200
    assert beside._process
    os.kill(beside._process.pid, signal.SIGKILL)
    beside._process.wait()
    troubles.clear()
    assert beside.ask("/api/games", "").status == 200
    assert troubles == [""]


def test_process_that_cannot_answer_is_told_and_the_page_says_so(
    config: Config, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    troubles: list[str] = []
    monkeypatch.setattr(sys, "executable", "/bin/true")
    process = StoredGamesProcess(config, "hansa", note=troubles.append)
    assert _asked(process)[0] == (503, "archive")
    assert troubles == ["it has ended"]
    process.close()


def test_process_that_hangs_is_ended(config: Config, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hangs = tmp_path / "hangs"
    hangs.write_text("#!/bin/sh\nexec sleep 1000\n")
    hangs.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(hangs))
    process = StoredGamesProcess(config, "hansa", patience_s=0.1)
    with pytest.raises(Gone, match="no answer"):
        process.ask("/api/games", "")
    assert process._process is None


def test_page_that_ends_does_not_wait_for_an_answer(
    config: Config, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked, troubles = tmp_path / "asked", list[str]()
    hangs = tmp_path / "hangs"
    hangs.write_text(f"#!/bin/sh\nread hello\nread question\ntouch {asked}\nexec sleep 1000\n")
    hangs.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(hangs))
    process = StoredGamesProcess(config, "hansa", note=troubles.append, patience_s=10 * PATIENCE_S)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(process.ask, "/api/games", "")
        until(asked.exists)
        closing = threading.Thread(target=process.close, daemon=True)
        closing.start()
        closing.join(PATIENCE_S)
        if closing.is_alive() and process._process:
            process._process.kill()  # or the test would wait as long
        with pytest.raises(Gone):
            waiting.result(PATIENCE_S)
    assert not closing.is_alive()
    assert troubles == []  # it was ended, which is no trouble


def test_too_many_at_once_are_told_to_come_again(beside: StoredGamesProcess) -> None:
    answers = _asked(beside, MOST_WAITING + 3)
    assert [status for status, _ in answers].count(200) == MOST_WAITING
    assert [error for status, error in answers if status != 200] == ["busy"] * 3


def test_closed_archive_starts_nothing(config: Config) -> None:
    process = StoredGamesProcess(config, "hansa")
    process.close()
    with pytest.raises(Gone):
        process.ask("/api/games", "")


def _asked(process: StoredGamesProcess, count: int = 1) -> list[tuple[int, str]]:
    async def ask() -> list[tuple[int, str]]:
        transport = httpx.ASGITransport(Starlette(routes=StoredGamesBeside(process).routes()))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            answers = await asyncio.gather(*(client.get("/api/games") for _ in range(count)))
            told: list[dict[str, Any]] = [each.json() for each in answers]
            return [(each.status_code, body.get("error", "")) for each, body in zip(answers, told, strict=True)]

    return asyncio.run(ask())
