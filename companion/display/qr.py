"""QR codes for the small screen: a text goes in, a lit square with the code in dark comes out."""

from __future__ import annotations

from functools import lru_cache

from companion.display.canvas import EMPTY, HEIGHT, Strip, strip_of


@lru_cache(maxsize=8)
def draw(text: str) -> Strip:
    """Return the code as large as the screen is high, or nothing if the text is too long or `segno` is missing.

    Its modules are two pixels wide, or one if the text is long. The quiet zone is what is left around it; the
    standard asks for four modules, but the dark glass around the lit square does not disturb phones.
    """
    try:
        import segno
    except ImportError:
        return EMPTY
    try:
        code = segno.make(text, error="l", micro=False, boost_error=True)
    except ValueError:  # more than the largest code holds
        return EMPTY
    modules = len(code.matrix)
    scale = HEIGHT // (modules + 2)  # at least one module of quiet zone on each side
    if scale == 0:
        return EMPTY
    border = HEIGHT - modules * scale
    before, after = "#" * (border // 2), "#" * (border - border // 2)
    rows = ["#" * HEIGHT] * len(before)
    for line in code.matrix:
        rows += [before + "".join(".#"[not dark] * scale for dark in line) + after] * scale
    return strip_of(rows + ["#" * HEIGHT] * len(after))
