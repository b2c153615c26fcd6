"""A scene: everything that the players see at one moment, on lamps and screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.table.belief import Mismatch
from companion.table.dialog import About, Dialog, Notice, Tone
from companion.table.lights import BRING, CHOSEN, REFUSED, WRONG
from companion.table.screen import Screen
from hardware.ports import Light


class Scene(NamedTuple):
    """Lamps by name (those not named are dark) and the screen."""

    lamps: Mapping[str, Light]
    screen: Screen


def scene_of(own: Mapping[str, Light], dialog: Dialog, mismatches: Iterable[Mismatch]) -> Scene:
    """Return the scene of a dialog: over the game's own lamps, where it points, misplaced pieces and refusals."""
    lamps, place = dict(own), dialog.place
    if place:
        lamps[place] = CHOSEN
    refused = dialog.topic.about is About.REFUSED or (isinstance(dialog, Notice) and dialog.tone is Tone.REFUSAL)
    for mismatch in mismatches:
        if dialog.topic[:2] == (About.ASKED, mismatch.place):
            continue  # the question is whether that piece is misplaced
        lamps[mismatch.place] = WRONG
        if not (refused and place == mismatch.place):  # the refusal already says where to put it
            lamps.update(dict.fromkeys(mismatch.belongs, BRING))
    if refused and place:
        lamps[place] = REFUSED
    return Scene(lamps, dialog.screen())
