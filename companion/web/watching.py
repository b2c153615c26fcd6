"""How to watch the table from elsewhere: the page's address for phones, and its QR code; a text as a QR code."""

from __future__ import annotations

import io
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.web.guard import refuse
from companion.web.serving import Aside, in_a_thread


def code_svg(text: str) -> bytes:
    """Return the code as an SVG file."""
    import segno

    out = io.BytesIO()
    code = segno.make(text, micro=False, error="l")
    code.save(out, kind="svg", border=3, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return out.getvalue()


class Watching:
    """Tells a screen on the wall what to show to people with phones, without the PIN."""

    def __init__(self, address: Callable[[], str | None], aside: Aside = in_a_thread) -> None:
        """Use `address`, which returns the page's current address for other machines, or None."""
        self._address, self._aside = address, aside

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("/api/watch", self._watch), Route("/api/watch.svg", self._code)]

    async def _watch(self, _: Request) -> Response:
        return JSONResponse({"address": self._address()}, headers={"Cache-Control": "no-store"})

    async def _code(self, _: Request) -> Response:
        address = self._address()
        if address is None:
            return refuse(404, "no_phones", "phones are kept out of this table")
        svg = await self._aside(code_svg, address)
        return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})
