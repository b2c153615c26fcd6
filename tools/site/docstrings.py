"""What griffe calls while it reads the code for the API pages."""

from __future__ import annotations

from typing import Any

from griffe import Extension

from tools.site.doctests import fenced


class Docstrings(Extension):  # type: ignore[misc]  # griffe is there only where the site is built
    """Lets docstrings be read as Markdown."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        """Fence the sessions in the docstring of whatever was read."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
