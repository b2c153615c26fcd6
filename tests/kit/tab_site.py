"""The tab as somebody's static host has it: built once, and served from a folder of a folder."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.needs import Missing
from tools.tab import build

PLACE = "some/where"


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - as the library has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def built(folder: Path) -> Path:
    """Build the tab, and return the folder above the one that it is in."""
    if not build.PYODIDE.is_dir():
        raise Missing("the Python of the tab; to have it: make tab")
    build.build(folder / PLACE)
    return folder


@contextmanager
def tab_site(folder: Path) -> Iterator[str]:
    """Serve a folder, and return the address of the tab in it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{PLACE}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
