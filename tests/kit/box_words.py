"""Words for what is in the box of a kit, or is done with hands: none of them is said where there is no cardboard.

The coin of a city is printed on a board. *Hardware* is the way to the simulated box.
"""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = {
    "en": r"readers?|pads?|lamps?|coins?(?! of)|buttons?|small screen|stickers?|tags?|hand over|put .* back|the box",
    "it": r"lettor[ei]|lampad\w*|luc[ei]|monet[ae](?! di)|pulsant[ei]|schermo|adesiv[oi]|scatola",
    "nl": r"lezers?|leesvlak\w*|lamp\w*|munt(?:en)?(?! van)|knop(?:pen)?|scherm\w*|stickers?|doos|kastje",
}


def words_of_the_box(language: str, text: str) -> list[str]:
    """Return the words of the box in a text, each with what stands around it."""
    found = re.finditer(rf"\b(?:{_WORDS[language]})\b", text, re.IGNORECASE)
    return [text[max(0, each.start() - 30) : each.end() + 30] for each in found]
