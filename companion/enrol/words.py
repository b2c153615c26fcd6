"""The messages of enrolment, for the terminal, the small screen and the wand."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from companion.enrol.enrolment import Enrolment, Refused, Step
from companion.table.screen import Look, Row, Screen
from companion.words.say import NOTHING, say
from hardware.ports import Signal

_REFUSALS = {
    Refused.UNREADABLE: "not the number of a tag; lay it flat and tap again",
    Refused.CUT: "a cut number: it begins with 88, the rest was not read; tap again, else take another sticker",
    Refused.RANDOM: "a number that changes at every tap, as phones and bank cards have: take a sticker",
    Refused.TAKEN: "already on {piece}",
    Refused.FINISHED: "not one of this set",
}
_SHORT = {
    Refused.UNREADABLE: "Not a tag",
    Refused.CUT: "Cut number: tap again",
    Refused.RANDOM: "Not a sticker",
    Refused.TAKEN: "Already on {piece}",
    Refused.FINISHED: "Unknown tag",
}
_LARGE = 11  # letters that fit on the screen when they are large
_LISTED = 5  # lines of what is left


class Message(NamedTuple):
    """What to say."""

    line: str  # for the terminal
    screen: Screen
    signal: Signal | None = None  # to the hand that holds the reader


def next_told(walk: Enrolment, before: str = "", warning: str = "", signal: Signal | None = None) -> Message:
    """Say what to tap next, after a word on what has just happened."""
    piece = walk.next_piece
    total, done = len(walk.wanted), walk.done
    warned = (Row(say(warning), look=Look.WARNING),) if warning else ()
    if piece is None:
        line = f"{before}all {total} pieces have their tags; tap one to see which it is, q ends"
        rows = warned or (Row(say("All have tags"), look=Look.LARGE), Row(say("tap one to see which it is")))
        return Message(line, Screen(_title(done, total), rows, _hint("end: done")), signal)
    words, where = walk.named(piece)
    line = f"{before}[{done}/{total}] tap: {words}{f' ({where})' if where else ''}"
    place = (Row(say(_capital(where))),) if where else ()
    rows = (Row(say(_capital(words)), look=_look(words)), *place, *(warned or (Row(say(_how(where))),)))
    return Message(line, Screen(_title(done, total), rows, _hint("end: stop")), signal)


def _how(where: str) -> str:
    return "touch it with the wand" if where else "tap it on the pad"


def _look(words: str) -> Look:
    return Look.LARGE if len(words) <= _LARGE else Look.PLAIN


def step_told(step: Step, uid: str) -> Message:
    """Say what a tap led to."""
    piece = _described(step.walk, step.piece) if step.piece else ""
    if step.refused is None:
        return next_told(step.walk, f"{uid} is {piece}\n", signal=Signal.ACCEPTED)
    before = f"{uid}: {_REFUSALS[step.refused].format(piece=piece)}\n"
    short = step.walk.named(step.piece).words if step.piece else ""
    if step.refused is Refused.TAKEN and step.walk.next_piece is None:
        return next_told(step.walk, f"{uid} is {piece}\n", _capital(short), Signal.ACCEPTED)
    return next_told(step.walk, before, _SHORT[step.refused].format(piece=short), Signal.REFUSED)


def crowd_told(walk: Enrolment) -> Message:
    """Say that two tags cannot be told apart."""
    before = "several tags at once: tap one alone\n"
    return next_told(walk, before, "Several tags: one alone", Signal.REFUSED)


def left_told(walk: Enrolment) -> Message:
    """List what has no tag yet: all of it on the terminal, the next ones on the screen."""
    total, left = len(walk.wanted), walk.left
    if not left:
        return next_told(walk)
    lines = [f"left: {len(left)} of {total}"]
    for where, pieces in groupby(left, key=lambda piece: walk.named(piece).where):
        names = ", ".join(walk.named(piece).words for piece in pieces)
        lines.append(f"  {where}: {names}" if where else f"  {names}")
    rows = tuple(Row(say(_capital(walk.named(piece).words))) for piece in left[:_LISTED])
    title = Row(say("Left"), say(f"{len(left)} of {total}"), Look.TITLE)
    return Message("\n".join(lines), Screen(title, rows, _hint("ok: go on")))


def which_told(walk: Enrolment, text: str, found: tuple[str, ...]) -> Message:
    """Return a message that several pieces, or none, have this name."""
    if not found:
        return next_told(walk, f"{text}: nothing here is called so; l lists what is left\n")
    names = ", ".join(_described(walk, piece) for piece in found[:_LISTED])
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    return next_told(walk, f"{text}: which one? {names}{more}\n")


def has_told(walk: Enrolment, piece: str) -> Message:
    """Say that a piece has its tag already, and how it gets another one."""
    words = walk.named(piece).words
    return next_told(walk, f"{_described(walk, piece)} has its tag; another one: again {words}\n")


def _described(walk: Enrolment, piece: str) -> str:
    words, where = walk.named(piece)
    return f"{words} ({where})" if where else words


def _title(done: int, total: int) -> Row:
    return Row(say("Enrolment"), say(f"{done}/{total}"), Look.TITLE)


def _hint(right: str) -> Row:
    return Row(say("back: undo"), say(right) if right else NOTHING, Look.FAINT)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
