"""What a page needs of whoever serves it, and how it does what takes a while: seams between the page and a platform.

A machine serves with `server.py`, at a port and with threads. In a browser's tab there is neither: requests are
messages, and whatever takes a while is done at once, because nobody else waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp

from hardware.tended import Tended

LOCAL_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
P = ParamSpec("P")
T = TypeVar("T")


class Serving(Protocol):
    """Serves an application."""

    @property
    def part(self) -> Tended | None:
        """What runs next to the table, if it runs in a thread of its own."""

    @property
    def port(self) -> int:
        """Where it listens; 0 if nowhere."""

    @property
    def address(self) -> str:
        """The address for this machine, or for phones once they are let in."""

    @property
    def is_on_lan(self) -> bool:
        """Whether other machines can reach the page."""

    @property
    def lan_url(self) -> str:
        """The address for phones."""

    def hosts(self) -> Collection[str]:
        """Return the host names that requests may use."""

    def open(self) -> None:
        """Answer requests from now on."""

    def wait(self) -> None:
        """Wait until the application answers."""

    def close(self) -> None:
        """End every connection."""

    def let_in(self, *, phones: bool) -> None:
        """Start or stop listening to other machines; from any thread."""


class Serve(Protocol):
    """Makes what serves an application."""

    def __call__(
        self,
        make_app: Callable[[], ASGIApp],
        *,
        on_open: Callable[[], None],
        on_close: Callable[[], None],
        beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> Serving:
        """Serve the application that `make_app` returns, once it is open; `beside` runs alongside it."""


class Aside(Protocol):
    """Does what takes a while without holding up the page."""

    async def __call__(self, function: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> T:
        """Return the function's result."""


async def at_once(function: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> T:
    """Do it here and now, where there are no threads."""
    return function(*args, **options)


async def in_a_thread(function: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> T:
    """Do it in another thread."""
    return await run_in_threadpool(function, *args, **options)
