"""The page's server: in a thread of its own, on this machine only until somebody lets phones in.

The daemon is watched for snapshots and asked through its queue, nothing else; if the page fails, the game goes on.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import threading
from collections.abc import Callable, Collection, Coroutine
from functools import cached_property
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from companion.web.addresses import EVERYWHERE, in_url, lan_address, local_name
from companion.web.timeouts import PatientProtocol

_log = logging.getLogger(__name__)
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
LOCAL_BINDS = frozenset({"127.0.0.1", "::1", "localhost"})
# Of the names that home networks give (RFC 6762, RFC 8375, and what routers do) those that nobody can buy. Whoever owns
# a domain, and even fritz.box was sold, can give it a name like ours that leads here, and its pages would be ours.
HOME_DOMAINS = ("local", "lan", "home.arpa", "internal")
START_S = 10.0
PORTS_TRIED = 20
BACKLOG = 512


class CannotServe(Exception):
    """No socket can be had; the message is one line, and says what to do about it in the configuration."""

    def __init__(self, reason: str, *, is_taken: bool = False) -> None:
        super().__init__(f"{reason}; set web.port to another one" if is_taken else reason)
        self._reason, self._is_taken = reason, is_taken

    @property
    def on_command_line(self) -> str:
        """The same for somebody who can name a port there."""
        return f"{self._reason}; choose another one with --port" if self._is_taken else self._reason


def open_socket(bind: str, port: int, *, tries: int = 1) -> socket.socket:
    """Bind a socket, to one of the next ports where the first is taken."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    for number in range(port, port + tries):
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((bind, number if port else 0))
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise CannotServe(f"the page cannot be served on {bind}: {error.strerror}") from error
        else:
            return listener
    upwards = f", and so are the {tries - 1} after it" if tries > 1 else ""
    raise CannotServe(f"the page cannot be served: port {port} of {bind} is taken{upwards}", is_taken=True)


class Server:
    """Serves an application in a thread; opened and closed from any thread."""

    def __init__(
        self,
        make_app: Callable[[], ASGIApp],
        *,
        bind: str,
        port: int,
        tries: int = PORTS_TRIED,
        hosts: Collection[str] = (),
        proxies: Collection[str] = (),
        on_open: Callable[[], None],
        on_close: Callable[[], None],
        beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        """Take the application's maker, where to listen and under which further names, and what runs beside it.

        Who calls is believed of `proxies` alone: whoever else says so may be anybody.
        """
        self._proxies = tuple(proxies)
        self._make_app, self._bind, self._hosts = make_app, bind, frozenset(host.lower() for host in hosts)
        self._on_open, self._on_close, self._attendant = on_open, on_close, beside
        self._socket = open_socket(bind, port, tries=tries)
        # Who is told the address before the thread runs waits for it, instead of being refused.
        self._socket.listen(BACKLOG)
        self.port: int = self._socket.getsockname()[1]
        self._app: ASGIApp | None = None
        self._lan: tuple[uvicorn.Server, asyncio.Task[None]] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: uvicorn.Server | None = None
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self.failure: BaseException | None = None

    @property
    def is_on_lan(self) -> bool:
        """Tell whether other machines reach the page."""
        return self._bind not in LOCAL_BINDS or self._lan is not None

    @property
    def address(self) -> str:
        """Give the address for this machine, or for phones once they are let in."""
        if self._bind in LOCAL_BINDS and not self.is_on_lan:
            return f"http://{in_url(self._local_name)}:{self.port}/"
        return self.lan_url

    @cached_property
    def _local_name(self) -> str:
        return local_name(self._bind)  # once: where names are asked for elsewhere it may take a while

    @property
    def lan_url(self) -> str:
        """Give the address for phones."""
        is_chosen = self._bind not in EVERYWHERE | LOCAL_BINDS
        return f"http://{in_url(self._bind if is_chosen else lan_address())}:{self.port}/"

    def hosts(self) -> frozenset[str]:
        """Name the hosts that requests may be for, beside the address at which each comes in."""
        if not self.is_on_lan:
            return LOCAL_HOSTS | self._hosts
        name = socket.gethostname().lower()
        short = name.partition(".")[0]
        return LOCAL_HOSTS | self._hosts | {name, short, *(f"{short}.{domain}" for domain in HOME_DOMAINS)}

    def open(self) -> None:
        """Start the thread: whoever has called is answered from now on."""
        self._thread.start()

    def wait(self) -> None:
        """Wait until the application answers."""
        self._started.wait(START_S)

    def close(self) -> None:
        """End every connection and the thread."""
        if self._thread.is_alive():
            self._started.wait(START_S)
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._end)
            self._thread.join(START_S)
        self._socket.close()

    def let_in(self, *, phones: bool) -> None:
        """Listen on the local network too, or no longer; from any thread."""
        if self._loop is not None and self._bind in LOCAL_BINDS:
            self._loop.call_soon_threadsafe(self._open_lan if phones else self._close_lan)

    # --- in the thread ---

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # whatever it is, the daemon goes on and says so
            self.failure = error
            _log.exception("the page has ended")
        finally:
            self._started.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_open()
        self._app = self._make_app()
        self._server = _uvicorn(self._app, self._proxies)
        beside = asyncio.create_task(self._attendant()) if self._attendant else None
        serving = asyncio.create_task(self._server.serve([self._socket]))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.01)
        self._started.set()
        await serving
        if beside:
            beside.cancel()

    def _end(self) -> None:
        self._on_close()
        self._close_lan()
        if self._server:
            self._server.should_exit = True

    def _open_lan(self) -> None:
        if self._lan or self._app is None:
            return
        try:
            # This machine's own address, not all of them: the local listener has the port already.
            listener = open_socket(lan_address(), self.port)
        except CannotServe as error:
            _log.warning("%s", error)
            return
        server = _uvicorn(self._app, self._proxies)
        self._lan = server, asyncio.create_task(server.serve([listener]))

    def _close_lan(self) -> None:
        if self._lan:
            self._lan[0].should_exit = True
            self._lan[0].force_exit = True
            self._lan = None


def _uvicorn(app: ASGIApp, proxies: Collection[str]) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=PatientProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="error",  # what strangers send amiss is not worth a line each
            access_log=False,
            server_header=False,
            # Without being told, uvicorn believes whatever comes from this machine, or from where an environment says.
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            timeout_graceful_shutdown=1,
            backlog=BACKLOG,
        )
    )
