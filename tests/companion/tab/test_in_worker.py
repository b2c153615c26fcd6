"""What the worker of a browser hands over: plain functions that say what went wrong by its name."""

from __future__ import annotations

import asyncio
import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.tab import in_worker
from companion.tab.in_worker import BrowserFile


class Bytes:
    """Bytes as they come from JavaScript."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def to_bytes(self) -> bytes:
        return self._content


class Handle:
    """A file as the worker has it open."""

    def __init__(self, wrong: str = "") -> None:
        self.content, self.wrong = b"", wrong

    def read(self) -> Bytes:
        return Bytes(self.content)

    def write(self, at: int, text: str) -> str:
        if not self.wrong:
            self.content = self.content[:at].ljust(at, b"\0") + text.encode() + self.content[at + len(text) :]
        return self.wrong

    def truncate(self, size: int) -> str:
        if not self.wrong:
            self.content = self.content[:size]
        return self.wrong

    def flush(self) -> str:
        return self.wrong


def begun(folder: Path, handles: list[Handle]) -> list[Any]:
    """Begin a tab with these files and ask it something; return what it says."""
    sent: list[Any] = []

    async def test() -> None:
        take = in_worker.begin(handles, lambda text: sent.append(json.loads(text)), str(folder))
        take(json.dumps({"number": 1, "ask": "kept"}))

    asyncio.run(test())
    return sent


def test_worker_opens_a_tab_that_keeps_games_in_its_files(tmp_path: Path) -> None:
    handles = [Handle(), Handle()]
    ready, told = begun(tmp_path, handles)
    assert (ready["kind"], ready["durable"], told["durable"]) == ("ready", True, True)
    assert handles[0].content.startswith(b'{"format": 1')


@pytest.mark.parametrize("wrong", ["QuotaExceededError", "InvalidStateError"])
def test_tab_whose_files_fail_at_the_start_plays_and_keeps_nothing(tmp_path: Path, wrong: str) -> None:
    ready, _ = begun(tmp_path, [Handle(wrong), Handle(wrong)])
    assert (ready["kind"], ready["durable"]) == ("ready", False)


@pytest.mark.parametrize(("wrong", "number"), [("QuotaExceededError", errno.ENOSPC), ("NotFoundError", errno.EIO)])
def test_full_browser_is_told_from_one_that_fails(wrong: str, number: int) -> None:
    file = BrowserFile(Handle(wrong))
    calls: list[Callable[[], None]] = [lambda: file.write(0, b"x"), lambda: file.truncate(0), file.flush]
    for call in calls:
        with pytest.raises(OSError, match=wrong) as told:
            call()
        assert told.value.errno == number
