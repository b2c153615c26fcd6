"""What a test may start: a process or a server only under its marker, so that `make quick` knows what to leave out.

The interpreter itself tells of each of them (audit hooks, PEP 578), whoever starts it: a test, a fixture, a library.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

KINDS = ("browser", "redis", "micropython", "process", "network")
# Whoever has one of these markers may start what it likes: a fault is made with whatever makes it.
ALL = frozenset({"fault"})
_LISTEN = "socket.bind"
_EVENTS = frozenset({_LISTEN, "subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "pty.spawn"})


def kind(event: str, given: tuple[Any, ...]) -> str:
    """Name the marker that a test needs for what the interpreter tells of.

    >>> kind("subprocess.Popen", ("redis-server", ["redis-server", "--port", "0"], None, None))
    'redis'
    >>> kind("os.posix_spawn", ("/usr/bin/redis-server", ["redis-server"], {}))  # what Popen does since Python 3.13
    'redis'
    >>> kind("os.fork", ())
    'process'
    """
    if event == _LISTEN:
        return "network"
    if event not in ("subprocess.Popen", "os.posix_spawn"):
        return "process"
    path = Path(_text(given[0]))
    if "playwright" in path.parts or path.name == "chromium":
        return "browser"
    return {"redis-server": "redis", "node": "micropython"}.get(path.name, "process")


def _text(path: Any) -> str:
    return path.decode() if isinstance(path, bytes) else str(path)


class Watch:
    """Stops what the test that runs now may not start."""

    def __init__(self) -> None:
        self._name, self._allowed = "", frozenset[str]()
        self.stopped: list[str] = []  # also what a thread or an `except` kept to itself

    @contextmanager
    def over(self, name: str, markers: Collection[str]) -> Iterator[None]:
        """Watch over one test, from its set-up to its end."""
        self._name, self._allowed = name, frozenset(markers)
        self.stopped = []
        try:
            yield
        finally:
            self._name = ""

    def hear(self, event: str, given: tuple[Any, ...]) -> None:
        """Fail the test if what it is about to start is not for it; an audit hook."""
        if event not in _EVENTS or not self._name or ALL & self._allowed:
            return
        if event == _LISTEN and not isinstance(given[1], tuple):
            return  # a socket in a folder, as systemd's
        wanted = kind(event, given)
        if wanted not in self._allowed:
            what = event if event == _LISTEN or not given else _text(given[0])
            sentence = f"{self._name} starts {what}: mark it with @pytest.mark.{wanted}"
            self.stopped.append(sentence)
            pytest.fail(sentence)
