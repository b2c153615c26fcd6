"""What keeps somebody from using what a window shows, as axe finds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.kit.browser import Visitor

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
# What a phone differs in is not colours, which take most of the time to examine: those are seen on the desktop.
ALL_BUT_COLOURS = {"color-contrast": {"enabled": False}}


def unusable(guest: Visitor, rules: dict[str, Any] | None = None, *, within: str = "html") -> list[Any]:
    """Return what keeps somebody from using what is shown; the window must have been opened with `bypass_csp`."""
    if guest.page.evaluate("() => !window.axe"):
        guest.page.add_script_tag(path=str(AXE))
    found = guest.page.evaluate(
        "([within, rules]) => axe.run(within, {resultTypes: ['violations'], rules})", [within, rules or {}]
    )
    return [(each["id"], [node["target"] for node in each["nodes"]][:4]) for each in found["violations"]]
