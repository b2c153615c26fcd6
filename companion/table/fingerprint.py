"""The fingerprint of a dialog: an answer from the page names it, so that it never answers another dialog."""

from __future__ import annotations

from zlib import crc32

from companion.table.dialog import Checklist, Choice, Dialog, Menu, Notice
from companion.table.screen import Row
from companion.words.say import NOTHING


def fingerprint(dialog: Dialog) -> str:
    """Name a dialog by everything it says and offers, apart from the cursor; what is secret is left out."""
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
    """Return what a line says; one without a section as ever, so that its dialog keeps the fingerprint it had."""
    said = choice.label, choice.right, choice.place
    return said if choice.section == NOTHING else (*said, choice.section)
