"""What is said during enrolment, on the terminal and on the small screen."""

from __future__ import annotations

from typing import NamedTuple

from companion.enrol.enrolment import Enrolment, Refused, Step
from companion.table.screen import Look, Row, Screen
from companion.words.say import NOTHING, say

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


class Told(NamedTuple):
    """What there is to be said."""

    line: str  # for the terminal
    screen: Screen


def name_of(piece: str) -> str:
    """Give a piece's name for a person.

    >>> name_of("disc.blue.07")
    'disc blue 7'
    """
    *words, last = piece.split(".")
    return " ".join((*words, last.lstrip("0") or last))


def next_told(walk: Enrolment, before: str = "", warning: str = "") -> Told:
    """Say what to tap next, after a word on what has just happened."""
    piece = walk.next_piece
    total, done = len(walk.wanted), walk.done
    warned = (Row(say(warning), look=Look.WARNING),) if warning else ()
    if piece is None:
        line = f"{before}all {total} pieces have their tags; tap one to see which it is, q ends"
        rows = warned or (Row(say("All have tags"), look=Look.LARGE), Row(say("tap one to see which it is")))
        return Told(line, Screen(_title(done, total), rows, _hint("end: done")))
    line = f"{before}[{done}/{total}] tap: {name_of(piece)}"
    rows = (Row(say(_capital(name_of(piece))), look=Look.LARGE), *(warned or (Row(say("tap it on the pad")),)))
    return Told(line, Screen(_title(done, total), rows, _hint("end: stop")))


def step_told(step: Step, uid: str) -> Told:
    """Say what a tap led to."""
    piece = name_of(step.piece) if step.piece else ""
    if step.refused is None:
        return next_told(step.walk, f"{uid} is {piece}\n")
    before = f"{uid}: {_REFUSALS[step.refused].format(piece=piece)}\n"
    if step.refused is Refused.TAKEN and step.walk.next_piece is None:
        return next_told(step.walk, f"{uid} is {piece}\n", _capital(piece))
    return next_told(step.walk, before, _SHORT[step.refused].format(piece=piece))


def crowd_told(walk: Enrolment) -> Told:
    """Say that two tags cannot be told apart."""
    return next_told(walk, "several tags at once: tap one alone\n", "Several tags: one alone")


def _title(done: int, total: int) -> Row:
    return Row(say("Enrolment"), say(f"{done}/{total}"), Look.TITLE)


def _hint(right: str) -> Row:
    return Row(say("back: undo"), say(right) if right else NOTHING, Look.FAINT)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
