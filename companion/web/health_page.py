"""The health of a table for monitoring programs: parts, devices, drops, copy, version; no names of people."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion import version_number
from companion.running.daemon import Daemon
from companion.running.supervision import STUCK_S
from companion.web.feed import Feed
from hardware.ports import Clock, Health

Json = dict[str, Any]


class HealthPage:
    """The endpoint `/health`."""

    def __init__(self, daemon: Daemon, feed: Feed, clock: Clock) -> None:
        """Use the daemon's clock."""
        self._daemon, self._feed, self._clock = daemon, feed, clock
        self._version = version_number()

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("/health", self._tell)]

    async def _tell(self, _: Request) -> Response:
        told = self.describe()
        status = 200 if told["table"] == "up" else 503
        return JSONResponse(told, status, headers={"Cache-Control": "no-store"})

    def describe(self) -> Json:
        """Return everything; read from another thread than the one that owns the state, so that a stuck one shows."""
        daemon, now = self._daemon, self._clock()
        marks, trouble, copy = daemon.marks, daemon.trouble, daemon.copy
        is_up = now - marks.engine < STUCK_S
        parts = daemon.parts.describe()
        devices = {name: str(health) for name, health in daemon.health.items()}
        return {
            "version": self._version,
            "table": "up" if is_up else "stuck",
            "well": is_up
            and trouble is None
            and not any(part["trouble"] for part in parts.values())
            and str(Health.DEGRADED) not in devices.values(),
            "parts": parts,
            "devices": devices,
            "dropped": daemon.dropped._asdict(),
            "journal": {"trouble": trouble.reason if trouble else "", "answered_s": round(now - marks.journal, 1)},
            "copy": {"state": str(copy.state), "diverged": len(copy.diverged)} if copy else None,
            "watching": self._feed.watching,
        }
