"""Reads from a Redis server's settings what it could lose: one sentence with a remedy for each weakness."""

from __future__ import annotations

from typing import Any


def losses(client: Any) -> tuple[str, ...]:
    """Return the weaknesses of the server's settings; none means that a confirmed move survives a power cut there."""
    from redis.exceptions import ResponseError

    try:
        settings = {
            name: str(value)
            for pattern in ("append*", "maxmemory*")
            for name, value in client.config_get(pattern).items()
        }
    except ResponseError:
        # A hosted server may forbid CONFIG.
        return ("the server does not tell its settings; make sure that appendonly is yes and appendfsync is always",)
    return tuple(_weaknesses(settings))


def _weaknesses(settings: dict[str, str]) -> list[str]:
    found = []
    if settings.get("appendonly") != "yes":
        found.append(
            "the server keeps moves in memory only and loses them when it stops; "
            "set appendonly yes and appendfsync always"
        )
    elif (fsync := settings.get("appendfsync")) != "always":
        found.append(f"appendfsync is {fsync}: the last moves are lost in a power cut; set appendfsync always")
    if settings.get("maxmemory", "0") != "0" and settings.get("maxmemory-policy", "").startswith("allkeys"):
        found.append(
            f"maxmemory-policy is {settings['maxmemory-policy']}: the server throws whole games away when its memory "
            "is full; set maxmemory-policy noeviction"
        )
    return found
