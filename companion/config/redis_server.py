"""A Redis server by its address: checks the address, and makes a client for it.

If the library cannot read an address, its message may contain a part of the password: a / in a password ends the
server's name, and the rest is taken for a path. So the address is checked here, with messages of our own.

    ValueError
    └── BadAddress   no server can be reached by this address: one line says what is expected
"""

from __future__ import annotations

from typing import Any, Final

from companion.words.redaction import copy_shown

ENCODED: Final = "special characters of a password percent-encoded, as %2F for /"

FOREIGN_KEYS: Final = "the keys are used by another program; choose another number at the end of the address"
_SCHEMES: Final = ("redis", "rediss", "unix")

Client = Any  # redis.Redis; the library is imported when somebody connects


class BadAddress(ValueError):
    """An address that cannot lead to a server; the message does not repeat the address."""

    def __init__(self) -> None:
        super().__init__(
            f"expected redis://[:password@]host:port/number, {ENCODED}, behind a ? only options of the redis package"
        )


def is_server(address: str) -> bool:
    """Return whether this can be the address of a Redis server.

    >>> is_server("redis://:pa%2Fss@club:6379/0"), is_server("redis://:pa/ss@club:6379/0")
    (True, False)
    >>> is_server("redis://club"), is_server("redis://club/hall2")
    (True, False)
    """
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        is_reached = parts.scheme == "unix" or (bool(parts.hostname) and (parts.port or 1) > 0)
    except ValueError:
        return False
    # The library takes anything but a number for 0: two halls would become one.
    is_numbered = parts.scheme == "unix" or parts.path in ("", "/") or parts.path[1:].isdecimal()
    # A later @ follows a password whose / ? or # has ended the server's name too early.
    is_whole = "@" not in f"{parts.path}{parts.query}{parts.fragment}"
    return "://" in address and parts.scheme in _SCHEMES and is_reached and is_numbered and is_whole


def said(error: Exception, address: str) -> str:
    """Return what went wrong with a server, in the library's words if they are useful, without secrets."""
    from redis.exceptions import AuthenticationError

    secret = address.rpartition("@")[0].partition("://")[2].partition(":")[2]
    if isinstance(error, AuthenticationError):
        is_given = bool(secret) or "password=" in address
        return "the server refuses this password" if is_given else "the server wants a password: redis://:password@…"
    # An error in a pipeline starts with the command, including names and moves.
    text = str(error).rpartition(" of pipeline caused error: ")[2]
    if text.startswith("WRONGTYPE"):
        return FOREIGN_KEYS
    text = text.replace(address, copy_shown(address))
    text = text.replace(secret, "…") if secret else text
    return text.removesuffix(".")  # a remedy follows in the same sentence


def connect(address: str, timeout_s: float) -> Client:
    """Return a client that has not connected yet, or raise BadAddress."""
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    if not is_server(address):
        raise BadAddress
    # No automatic retries: a lost answer may belong to an entry that was stored.
    retry = Retry(NoBackoff(), 0)
    try:
        client = redis.Redis.from_url(address, socket_timeout=timeout_s, socket_connect_timeout=timeout_s, retry=retry)
        pool = client.connection_pool
        pool.connection_class(**pool.connection_kwargs)  # does not connect, but refuses unknown options
    except (ValueError, TypeError, redis.RedisError):
        raise BadAddress from None  # otherwise every traceback would contain the library's message
    if not isinstance(pool.connection_kwargs["retry"], Retry):
        raise BadAddress
    return client
