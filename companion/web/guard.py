"""Request guard: checks Host, Origin, body size and rate, and sets the security headers.

In: every request. Out: the request, or a 4xx with a reason. Its Host must be one of ours, or the address at which it
arrived. A request that changes something must come from our own page, as JSON of limited size and at a limited rate.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.addresses import HERE, is_same_address
from hardware.ports import Clock


class Rate:
    """Lets each caller do something `burst` times at once and then once every `every_s`; forgets old callers."""

    MOST_CALLERS = 1024

    def __init__(self, burst: int, every_s: float, clock: Clock) -> None:
        self._burst, self._every_s, self._clock = burst, every_s, clock
        self._spent: dict[str, tuple[float, float]] = {}  # caller -> how much is spent, and since when

    def allows(self, caller: str) -> bool:
        """Count one more for a caller; return whether that is within the rate."""
        now = self._clock()
        spent = self._left_of(caller, now)
        if spent + 1 > self._burst:
            return False
        if len(self._spent) >= self.MOST_CALLERS:
            self._forget(now)
        self._spent[caller] = spent + 1, now
        return True

    def _left_of(self, caller: str, now: float) -> float:
        spent, at = self._spent.get(caller, (0.0, now))
        return max(0.0, spent - (now - at) / self._every_s)

    def _forget(self, now: float) -> None:
        gone = [caller for caller in self._spent if self._left_of(caller, now) == 0.0]
        for caller in gone or list(self._spent)[: self.MOST_CALLERS // 2]:
            del self._spent[caller]


LARGEST_BODY = 8 * 1024
LONGEST_ADDRESS = 1024  # size of a request, with its target
POSTS_AT_ONCE, POST_EVERY_S = 60, 0.05
# A page has some forty files, and a club's phones may share an address; requests from this machine are not limited.
GETS_AT_ONCE, GET_EVERY_S = 400, 0.02
# Headers that only proxies add, by their names or the beginnings of these; what they say does not matter. One that adds
# none of its own cannot be told from a browser.
FORWARDED = (
    *("forwarded", "via", "max-forwards", "surrogate-", "proxy-", "client-ip", "wl-proxy-", "true-client-"),
    *("cdn-", "cf-", "fastly-", "fly-", "incap-", "ali-cdn-", "tailscale-", "x-azure-", "x-amz", "x-appengine-"),
    *("x-arr-", "x-proxy", "x-envoy-", "x-varnish", "x-haproxy-", "x-nginx-", "x-sucuri-", "x-host", "x-scheme"),
    *("x-forward", "x-original-", "x-rewrite-", "x-real-", "x-client-", "x-cluster-", "x-remote-", "x-coming-from"),
)
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def refuse(status: int, code: str, reason: str, *, close: bool = False) -> JSONResponse:
    """Answer with a reason; with `close`, accept nothing more on this connection."""
    return JSONResponse({"error": code, "reason": reason}, status, {"Connection": "close"} if close else None)


async def _not_found(_: Request, __: Exception) -> Response:
    return refuse(404, "not_found", "there is no such page")


async def _not_allowed(_: Request, __: Exception) -> Response:
    return refuse(405, "method", "that cannot be asked for in this way")


# Answers of the framework itself.
REFUSALS: Final = {404: _not_found, 405: _not_allowed}


def is_forwarded(headers: Iterable[str]) -> bool:
    """Return whether a request with headers of these names came through a proxy, so that its caller may be anywhere.

    >>> is_forwarded(["host", "x-forwarded-proto"]), is_forwarded(["host", "cookie"])
    (True, False)
    """
    return any(name.lower().startswith(FORWARDED) for name in headers)


def is_here(request: Request) -> bool:
    """Return whether a caller is on this machine, and not behind a proxy."""
    caller = request.client.host if request.client else ""
    return caller in HERE and not is_forwarded(request.headers.keys())


def hostname(host: str) -> str:
    """Return the name in a Host header, without its port.

    >>> hostname("[::1]:8080"), hostname("Pi.local:80")
    ('[::1]', 'pi.local')
    """
    name, _, port = host.rpartition(":")
    return (name if name and port.isdecimal() else host).lower()


class Guard:
    """Wraps an application."""

    def __init__(self, app: ASGIApp, hosts: Callable[[], Collection[str]], clock: Clock) -> None:
        """Wrap this application; `hosts` returns the current names of this machine."""
        self._app, self._hosts = app, hosts
        self._posts = Rate(POSTS_AT_ONCE, POST_EVERY_S, clock)
        self._gets = Rate(GETS_AT_ONCE, GET_EVERY_S, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            return

        async def send_headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-cache"
            await send(message)

        headers = Headers(scope=scope)
        answer = self._refusal(scope, headers)
        body = b""
        if answer is None and scope["method"] == "POST":
            taken = await _body(receive)
            answer = refuse(413, "too_large", f"at most {LARGEST_BODY} bytes") if taken is None else _unreadable(taken)
            body = taken or b""
        if answer is not None:
            await answer(scope, receive, send_headed)
            return
        is_given = False

        async def receive_again() -> Message:
            nonlocal is_given
            if scope["method"] != "POST" or is_given:
                return await receive()
            is_given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, receive_again, send_headed)

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        host = headers.get("host", "")
        if hostname(host) not in self._hosts() and not _is_way_in(hostname(host), scope):
            return refuse(403, "host", "this table does not go by that name")
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return refuse(414, "too_long", f"at most {LONGEST_ADDRESS} bytes of address")
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy may have used the other header, and then what one side takes for a body is a request to the other.
            return refuse(400, "length", "two lengths that contradict each other", close=True)
        client = scope["client"][0] if scope.get("client") else ""
        if scope["method"] in ("GET", "HEAD"):
            return None if client in HERE or self._gets.allows(client) else _too_often()
        if scope["method"] != "POST":
            return refuse(405, "method", "only GET, HEAD and POST")
        origin = headers.get("origin", "")
        if origin.partition("://")[2].lower() != host.lower():
            return refuse(403, "origin", "only this table's own page may ask for that")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return refuse(415, "type", "expected application/json")
        return None if self._posts.allows(client) else _too_often()


def _too_often() -> JSONResponse:
    return refuse(429, "too_often", "one thing at a time, please")


def _is_way_in(host: str, scope: Scope) -> bool:
    """Return whether a host is the address at which this connection arrived.

    A foreign page cannot abuse this: it can only point its own name here, and a name is not an address.
    """
    server = scope.get("server")
    return server is not None and is_same_address(host, server[0])


async def _body(receive: Receive) -> bytes | None:
    """Return the body, or None if it is too large."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return body
        body += bytes(message.get("body", b""))
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body"):
            return body


def _unreadable(body: bytes) -> JSONResponse | None:
    try:
        value = json.loads(body)
        # JSON can express half a character, which is not text: it could neither be compared nor sent back.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return refuse(400, "json", "the body is not JSON")
    if not isinstance(value, dict):
        return refuse(400, "json", "expected a JSON object")
    return None
