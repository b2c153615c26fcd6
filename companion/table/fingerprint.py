"""The fingerprint of a dialog: an answer from the page includes it, so that it cannot answer another dialog."""

from __future__ import annotations

from zlib import crc32

from companion.table.dialog import Checklist, Choice, Dialog, Menu, Notice
from companion.table.screen import Row
from companion.words.say import NOTHING


def fingerprint(dialog: Dialog) -> str:
    """Return a digest of everything that a dialog says and offers, without the cursor and without secrets."""
    said: object
    match dialog:
        case Menu():
            said = dialog.head, [_said(choice) for choice in dialog.choices]
        case Checklist():
            said = [item.label for item in dialog.items], sorted(dialog.ticked), dialog.confirm(len(dialog.ticked))
        case Notice():
            said = [row.blotted() if isinstance(row, Row) else row for row in dialog.rows], dialog.tone, dialog.place
    return f"{crc32(repr((dialog.name, dialog.title, said)).encode()):08x}"


def _said(choice: Choice) -> tuple[object, ...]:
    """Return the text of a line; lines without a section keep the fingerprint of earlier versions."""
    said = choice.label, choice.right, choice.place
    return said if choice.section == NOTHING else (*said, choice.section)
