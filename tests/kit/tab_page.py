"""The page of a tab without a browser: speaks to the table by the same messages, and keeps games in files of memory."""

from __future__ import annotations

import asyncio
import errno
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from companion.tab.kept_lines import Ledger
from companion.tab.tab import Tab
from tests.kit.waiting import PATIENCE_S

Json = dict[str, Any]


class MemoryFile:
    """A file that can be full, broken, or cut off at any byte that it was given."""

    def __init__(self, content: bytes = b"") -> None:
        self.content = content
        self.left: int | None = None  # bytes for which there is room; None: enough
        self.is_stuck = False  # it cannot be cut off either
        self.flushed = content

    def read(self) -> bytes:
        return self.content

    def write(self, at: int, data: bytes) -> None:
        taken = data if self.left is None else data[: self.left]
        self.content = self.content[:at].ljust(at, b"\0") + taken + self.content[at + len(taken) :]
        if len(taken) < len(data):
            raise OSError(errno.ENOSPC, "QuotaExceededError")

    def truncate(self, size: int) -> None:
        if self.is_stuck:
            raise OSError(errno.EIO, "NoModificationAllowedError")
        self.content = self.content[:size].ljust(size, b"\0")

    def flush(self) -> None:
        if self.is_stuck:
            raise OSError(errno.EIO, "InvalidStateError")
        self.flushed = self.content


def two_files() -> tuple[MemoryFile, MemoryFile]:
    return MemoryFile(), MemoryFile()


class Answer(NamedTuple):
    status: int
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class TabPage:
    """A page, and the tab that it talks to."""

    def __init__(
        self,
        folder: Path,
        files: tuple[MemoryFile, ...],
        **options: Any,
    ) -> None:
        self.news: list[Json] = []
        self._number = 0
        self._heard: dict[int, asyncio.Queue[Json]] = {}
        self.tab = Tab(folder, Ledger(files), self._hear, **options)

    def _hear(self, message: Json) -> None:
        told: Json = json.loads(json.dumps(message))  # as it comes out of a worker
        if "number" not in told:
            self.news.append(told)
        elif told["number"] in self._heard:
            self._heard[told["number"]].put_nowait(told)

    def ask(self, **message: Any) -> tuple[int, asyncio.Queue[Json]]:
        """Ask; return the number of the question, and what is said to it."""
        self._number += 1
        heard = self._heard[self._number] = asyncio.Queue()
        self.tab.take({"number": self._number, **message})
        return self._number, heard

    async def told(self, **message: Any) -> Json:
        """Ask about the games that are kept."""
        _, heard = self.ask(**message)
        return await heard.get()

    async def http(self, method: str, target: str, body: Any = None) -> Answer:
        """Ask what the page asks a machine."""
        given = None if body is None else json.dumps(body)
        _, heard = self.ask(ask="http", method=method, target=target, body=given)
        status, text = 0, ""
        while (message := await heard.get())["kind"] != "end":
            status, text = message.get("status", status), text + message.get("text", "")
        assert not message.get("broken"), (method, target)
        return Answer(status, text + message["text"])

    async def get(self, target: str) -> Any:
        answer = await self.http("GET", target)
        assert answer.status == 200, answer
        return answer.json

    async def post(self, target: str, body: Any = None) -> Any:
        answer = await self.http("POST", target, {} if body is None else body)
        assert answer.status == 200, answer
        return answer.json

    async def state(self) -> Any:
        return await self.get("/api/state?lang=en")

    async def until(self, holds: Callable[[Any], bool]) -> Any:
        """Wait until the table is as wanted, letting it work meanwhile."""
        while not holds(state := await self.state()):
            await asyncio.sleep(0.001)
        return state


def with_page(test: Callable[[TabPage], Awaitable[None]], files: tuple[MemoryFile, ...], **options: Any) -> None:
    """Open a tab whose browser has these files, and run a test with it; nobody waits for ever."""

    async def run() -> None:
        with TemporaryDirectory(prefix="tab-") as folder:
            page = TabPage(Path(folder), files, **options)
            page.tab.open()
            try:
                await asyncio.wait_for(test(page), PATIENCE_S)
            finally:
                page.tab.close()
                await asyncio.sleep(0)

    asyncio.run(run())
