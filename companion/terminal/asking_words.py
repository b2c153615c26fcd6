"""What the table asks, as a menu in a terminal: the same lines in the same words as on the small screen. Pure."""

from __future__ import annotations

from companion.display.cells import BOLD, PLAIN, Ink, Line, Span, rgb
from companion.table.dialog import Checklist, Choice, Dialog, Do, Menu, Notice, Tone
from companion.table.screen import Bars, Code, Look, Row
from companion.terminal.told import FAINT, REFUSED, WARNING, Asked, Choosable
from companion.words.say import Say, Translate, say

_LOOKS = {Look.LARGE: BOLD, Look.WARNING: WARNING, Look.FAINT: FAINT, Look.HEADING: FAINT}
_ALARM = Ink(rgb("#2b1d00"), rgb("#ffcf5c"), bold=True, inverse=True)
OK = say("ok")


def asked_of(dialog: Dialog, cursor: int, ink: Ink, translate: Translate) -> Asked:
    """Return a dialog as the terminal shows it, with its own cursor."""

    def said(words: Say) -> str:
        return words.in_language(translate)

    title, right = said(dialog.title.left), said(dialog.title.right)
    match dialog:
        case Menu():
            lines = [Choosable(said(each.label), said(each.right), said(each.section)) for each in dialog.choices]
            head = tuple(_line(row, translate) for row in dialog.head)
        case Checklist():
            lines = [Choosable(said(dialog.confirm(len(dialog.ticked))))]
            lines += (
                Choosable(said(item.label), is_ticked=number in dialog.ticked)
                for number, item in enumerate(dialog.items)
            )
            head = ()
        case Notice():
            lines = [Choosable(said(OK))]
            head = tuple(_line(row, translate) for row in dialog.rows)
            ink = {Tone.REFUSAL: REFUSED, Tone.WARNING: _ALARM}.get(dialog.tone, ink)
    return Asked(title, right, ink, head, tuple(lines), cursor)


def _line(row: Row | Bars | Code, translate: Translate) -> Line:
    match row:
        case Bars(values=values, chosen=chosen):
            return tuple(
                Span(f"{'►' if number == chosen else ''}{value} ", BOLD if number == chosen else PLAIN)
                for number, value in enumerate(values)
            )
        case Code(text=text):
            return (Span(text),)
        case Row():
            ink = _LOOKS.get(row.look, PLAIN)
            left, right = row.blotted().left.in_language(translate), row.right.in_language(translate)
            texts = [" ".join(text.split("\t")) for text in (left, right) if text]
            return (Span("  ".join(texts), ink),)


def entry_at(dialog: Dialog, line: int) -> object | None:
    """Return the move that a line makes, if it makes one at once."""
    choice = _choice_at(dialog, line)
    return choice.action.entry if choice and isinstance(choice.action, Do) else None


def place_at(dialog: Dialog, line: int) -> str:
    """Return the place that a line has a lamp at."""
    choice = _choice_at(dialog, line)
    return choice.place if choice else ""


def _choice_at(dialog: Dialog, line: int) -> Choice | None:
    return dialog.choices[line] if isinstance(dialog, Menu) and line < len(dialog.choices) else None
