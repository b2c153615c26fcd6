"""The seams between the page and its platform: who serves it, and what a platform lacks."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from companion.web.serving import at_once, in_a_thread


@pytest.mark.process
def test_page_loads_without_its_server_and_on_a_platform_without_users() -> None:
    """A browser has neither: only what listens at a port may import uvicorn, and only root asks for users."""
    missing = ("uvicorn", "h11", "pwd", "grp", "resource")
    code = (
        f"import sys\nsys.modules.update(dict.fromkeys({missing!r}))\n"
        "import companion.web.assemble, companion.assembly.compose, companion.assembly.service\n"
        "import companion.running.state_folder"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_what_takes_a_while_is_done_in_a_thread_or_here() -> None:
    async def where() -> tuple[int, int]:
        return await in_a_thread(threading.get_ident), await at_once(threading.get_ident)

    elsewhere, here = asyncio.run(where())
    assert elsewhere != here == threading.get_ident()
