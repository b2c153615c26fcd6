"""Dialogs on the page: described as JSON, to be answered with a line's number.

The page answers the very dialog that the small screen shows. Each has a fingerprint of all that it offers, so that an
answer to a dialog that has changed meanwhile is refused instead of meaning something else.
"""

from __future__ import annotations

from typing import Any

from companion.table.dialog import Checklist, Dialog, Menu, Notice, Tone, fingerprint
from companion.table.screen import Bars, Code, Look, Row
from companion.words.say import Say, Translate

Json = dict[str, Any]


def format_dialog(dialog: Dialog, translate: Translate) -> Json:
    """Describe a dialog in a language."""

    def spoken(words: Say) -> str:
        return words.in_language(translate)

    told: Json = {
        "name": dialog.name,
        "title": [spoken(dialog.title.left), spoken(dialog.title.right)],
        "tone": str(dialog.tone if isinstance(dialog, Notice) else Tone.PLAIN),
        "place": dialog.place,
        "about": str(dialog.topic.about),
    }
    match dialog:
        case Menu():
            told |= {
                "kind": "menu",
                "rows": [_row(row, translate) for row in dialog.head],
                "lines": [
                    {
                        "text": spoken(choice.label),
                        "right": spoken(choice.right),
                        "place": choice.place,
                        "section": spoken(choice.section),
                    }
                    for choice in dialog.choices
                ],
                "at_heading": dialog.is_at_heading,
            }
        case Checklist():
            ticked = dialog.ticked
            first = {"text": spoken(dialog.confirm(len(ticked))), "right": "", "place": ""}
            items = [
                {"text": spoken(item.label), "right": "", "place": "", "ticked": index in ticked}
                for index, item in enumerate(dialog.items)
            ]
            told |= {"kind": "checklist", "rows": [], "lines": [first, *items]}
        case Notice():
            told |= {"kind": "notice", "rows": [_row(row, translate) for row in dialog.rows], "lines": []}
    told["cursor"] = 0 if isinstance(dialog, Notice) else dialog.cursor
    told["id"] = fingerprint(dialog)
    return told


def _row(row: Row | Bars | Code, translate: Translate) -> Json:
    match row:
        case Row():
            return {
                "text": row.blotted().left.in_language(translate),
                "right": row.right.in_language(translate),
                "look": str(row.look),
                "secret": row.is_secret,
            }
        case Bars():
            return {"bars": list(row.values), "full": row.full, "chosen": row.chosen, "warning": row.warning}
        case Code():
            return {"code": row.text}


def refusal_of(dialog: Dialog, translate: Translate) -> Json | None:
    """Return reason and remedy where the dialog refuses something."""
    if not isinstance(dialog, Notice) or dialog.tone is not Tone.REFUSAL:
        return None
    texts = [
        row.left.in_language(translate) for row in dialog.rows if isinstance(row, Row) and row.look is not Look.FAINT
    ]
    return {"reason": texts[0] if texts else "", "remedy": " ".join(texts[1:]), "place": dialog.place}
