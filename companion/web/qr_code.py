"""Draws a text as a QR code for browsers."""

from __future__ import annotations

import io


def code_svg(text: str) -> bytes:
    """Return the code as an SVG file."""
    import segno

    out = io.BytesIO()
    code = segno.make(text, micro=False, error="l")
    code.save(out, kind="svg", border=3, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return out.getvalue()
