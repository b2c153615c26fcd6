"""The page's server: runs in its own thread, and only serves this machine until somebody lets phones in.

It only takes snapshots from the daemon and posts to its queue; if the page fails, the game goes on.

A caller must send a whole request in time, and read the answer in time; no caller gets more than a share of the
connections. uvicorn itself waits for ever for a request that comes byte by byte, and every connection is one of the
files that the process may open: without this, one phone could leave none for a screen that is plugged in again.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import threading
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from functools import cached_property
from typing import Any, Final

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from companion.web.addresses import EVERYWHERE, HERE, in_url, lan_address, local_name
from companion.web.serving import LOCAL_HOSTS
from hardware.tended import Tended

REQUEST_S: Final = 10.0  # to send a whole request
STALLED_S: Final = 20.0  # for an answer or a stream that is not read
MOST_CONNECTIONS: Final = 600  # all watching clients, and half as many again for other requests
MOST_FROM_ONE: Final = 48  # a club's phones may share an address; a browser takes six


class PatientProtocol(H11Protocol):
    """HTTP on one connection, with time limits."""

    _deadline: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Accept a connection, unless there are too many."""
        super().connection_made(transport)
        # A phone that has vanished acknowledges nothing: else the system would believe in it for a quarter of an hour.
        with suppress(AttributeError, OSError):
            transport.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * STALLED_S)
            )
        if self._is_one_too_many():
            transport.abort()
        else:
            self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._unset()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request; stop the timer once it is whole."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, some of which may be there already."""
        self._wait_for_request()
        super().on_response_complete()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP; a request in progress is told that its client is gone."""
        super().send_400_response(msg)
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request, whatever uvicorn's types say
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()

    def pause_writing(self) -> None:
        """Start the timer: the caller does not read."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the caller reads again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _is_one_too_many(self) -> bool:
        address = self.client[0] if self.client else ""
        if address in HERE:
            return False
        callers = [each.client[0] for each in self.connections if isinstance(each, H11Protocol) and each.client]
        strangers = [caller for caller in callers if caller not in HERE]
        is_crowd = address in (self.config.forwarded_allow_ips or ())  # a proxy stands for many callers
        return len(strangers) > MOST_CONNECTIONS or (strangers.count(address) > MOST_FROM_ONE and not is_crowd)

    def _wait_for_request(self) -> None:
        self._unset()
        self._deadline = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _look(self) -> None:
        if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE):
            self._unset()

    def _unset(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


_log = logging.getLogger(__name__)
LOCAL_BINDS = frozenset({"127.0.0.1", "::1", "localhost"})
# Domains of home networks (RFC 6762, RFC 8375, and common routers) that nobody can buy. The owner of a domain (even
# fritz.box was sold) could point a name like ours here, and its pages would count as ours.
HOME_DOMAINS = ("local", "lan", "home.arpa", "internal")
START_S = 10.0
PORTS_TRIED = 20
BACKLOG = 512
LETTING_IN = 8  # turns of the loop; asyncio needs three from a connect to a known connection
BEAT_S = 5.0  # how often the page shows that it makes progress


class CannotServe(Exception):
    """No socket is available; the message is one line, and says what to change in the configuration."""

    def __init__(self, reason: str, *, is_taken: bool = False) -> None:
        super().__init__(f"{reason}; set web.port to another one" if is_taken else reason)
        self._reason, self._is_taken = reason, is_taken

    @property
    def on_command_line(self) -> str:
        """The same message for the command line, where a port can be given."""
        return f"{self._reason}; choose another one with --port" if self._is_taken else self._reason


def open_socket(bind: str, port: int, *, tries: int = 1) -> socket.socket:
    """Bind a socket, to one of the next ports if the first is taken."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    for number in range(port, port + tries):
        # The protocol by its number: asyncio sends an answer's parts at once only on sockets that name it. Otherwise
        # the body waits for the other side's acknowledgement of the header, 40 ms and more.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
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


def _listening(bind: str, port: int, *, tries: int = 1) -> socket.socket:
    listener = open_socket(bind, port, tries=tries)
    # A browser that connects before the thread runs waits instead of being refused.
    listener.listen(BACKLOG)
    return listener


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
        """Serve the application that `make_app` returns; `beside` runs alongside it.

        Only `proxies` are trusted to name the caller.
        """
        self._proxies = tuple(proxies)
        self._make_app, self._bind, self._hosts = make_app, bind, frozenset(host.lower() for host in hosts)
        self._on_open, self._on_close, self._attendant = on_open, on_close, beside
        self._socket = _listening(bind, port, tries=tries)
        self.port: int = self._socket.getsockname()[1]
        self._app: ASGIApp | None = None
        self._lan: tuple[uvicorn.Server, asyncio.Task[None]] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: uvicorn.Server | None = None
        self._started = threading.Event()
        self._no_lan = ""  # why nobody else could be let in, the last time
        self._wants_lan = False
        self.part = Tended(self._run, "page")

    @property
    def is_on_lan(self) -> bool:
        """Return whether other machines can reach the page."""
        return self._bind not in LOCAL_BINDS or self._lan is not None

    @property
    def address(self) -> str:
        """Return the address for this machine, or for phones once they are let in."""
        if self._bind in LOCAL_BINDS and not self.is_on_lan:
            return f"http://{in_url(self._local_name)}:{self.port}/"
        return self.lan_url

    @cached_property
    def _local_name(self) -> str:
        return local_name(self._bind)  # once: a name server may take a while

    @property
    def lan_url(self) -> str:
        """Return the address for phones."""
        is_chosen = self._bind not in EVERYWHERE | LOCAL_BINDS
        return f"http://{in_url(self._bind if is_chosen else lan_address())}:{self.port}/"

    def hosts(self) -> frozenset[str]:
        """Return the host names that requests may use, besides the address at which they arrive."""
        if not self.is_on_lan:
            return LOCAL_HOSTS | self._hosts
        name = socket.gethostname().lower()
        short = name.partition(".")[0]
        return LOCAL_HOSTS | self._hosts | {name, short, *(f"{short}.{domain}" for domain in HOME_DOMAINS)}

    def open(self) -> None:
        """Start the thread, which answers requests from now on."""
        self.part.start()

    def wait(self) -> None:
        """Wait until the application answers."""
        self._started.wait(START_S)

    def close(self) -> None:
        """End every connection and the thread."""
        self.part.stop()
        if self.part.is_alive():
            self._started.wait(START_S)
            self._call(self._end)
            self.part.join(START_S)
        self._socket.close()

    def let_in(self, *, phones: bool) -> None:
        """Start or stop listening on the local network; from any thread."""
        self._wants_lan = phones
        if self._bind in LOCAL_BINDS:
            self._call(self._open_lan if phones else self._close_lan)

    def _call(self, function: Callable[[], None]) -> None:
        """Run something in the page's thread, if it is running."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has just ended
                loop.call_soon_threadsafe(function)

    # --- in the thread ---

    def _run(self) -> None:
        """Serve until the end; after an error, start again on the same port."""
        try:
            if self._socket.fileno() < 0:  # the previous server has closed it
                self._socket = _listening(self._bind, self.port)
            asyncio.run(self._serve())
        finally:
            self._loop = self._lan = self._app = None
            self._started.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self.part.is_stopping:  # the closing thread looked for the loop too early
            return
        self._on_open()
        self._beat()
        self._app = self._make_app()
        self._server = _uvicorn(self._app, self._proxies)
        if self._wants_lan:
            self._open_lan()
        beside = asyncio.create_task(self._attend(self._attendant)) if self._attendant else None
        serving = asyncio.create_task(self._server.serve([self._socket]))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.01)
        self._started.set()
        try:
            await serving
        finally:
            if beside:
                beside.cancel()
            await self._hang_up()

    async def _hang_up(self) -> None:
        """Close every connection, even after an error: each is an open file.

        Connections that are just being accepted are accepted first: an unknown one would stay open until garbage
        collection, and its caller would wait for an answer that never comes.
        """
        servers = [server for server in (self._server, self._lan[0] if self._lan else None) if server]
        listeners = [listener for server in servers if server.started for listener in server.servers]
        loop = asyncio.get_running_loop()
        for door in [door for listener in listeners for door in listener.sockets]:
            loop.remove_reader(door)
        for _ in range(LETTING_IN):
            await asyncio.sleep(0)
        for listener in listeners:
            listener.close()
        for server in servers:
            for connection in list(server.server_state.connections):
                if connection.transport is not None:
                    connection.transport.abort()

    def _beat(self) -> None:
        self.part.beat()
        if self._loop is not None:
            self._loop.call_later(BEAT_S, self._beat)

    async def _attend(self, attendant: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Keep the page's companion tasks running."""
        while True:
            try:
                await attendant()
            except Exception:  # a bug must not end it for the rest of the evening
                _log.exception("a task next to the page failed; restarting it")
                await asyncio.sleep(BEAT_S)

    def _end(self) -> None:
        self._on_close()
        self._close_lan()
        if self._server:
            self._server.should_exit = True

    def _open_lan(self) -> None:
        if self._lan or self._app is None or not self._wants_lan:  # phones may be kept out again by now
            return
        try:
            # Only this machine's own address: the local listener already has the port.
            listener = open_socket(lan_address(), self.port)
        except CannotServe as error:
            if str(error) != self._no_lan:
                self._no_lan = str(error)
                _log.warning("%s", error)
            # A listener that was closed a moment ago may still have the port, and a network may come.
            self._open_lan_later()
            return
        self._no_lan = ""
        server = _uvicorn(self._app, self._proxies)
        task = asyncio.create_task(server.serve([listener]))
        task.add_done_callback(self._lan_ended)
        self._lan = server, task

    def _lan_ended(self, task: asyncio.Task[None]) -> None:
        """Listen again a little later, after an error."""
        if self._lan and self._lan[1] is task and not task.cancelled() and (error := task.exception()):
            _log.error("phones cannot connect any more; trying again", exc_info=error)
            self._lan = None
            self._open_lan_later()

    def _open_lan_later(self) -> None:
        if self._loop is not None and self._wants_lan:
            self._loop.call_later(BEAT_S, self._open_lan)

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
            log_level="error",  # bad requests of strangers are not worth a line each
            access_log=False,
            server_header=False,
            # By default uvicorn trusts headers from this machine, or from addresses in an environment variable.
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            timeout_graceful_shutdown=1,
            backlog=BACKLOG,
        )
    )
