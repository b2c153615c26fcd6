"""The rule book of a game: sections of short paragraphs in our own words, and the paragraph that each refusal leads to.

A paragraph answers refusals by their codes, and names the rulings and the house rules that it rests on. A game brings
its own sections; what holds at any table is `at_this_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.game import HouseRule, Json
from companion.words.say import Say, Translate, say


class Paragraph(NamedTuple):
    """One rule; its id stays the same, because links lead to it."""

    id: str
    title: Say
    text: Say  # one to five short sentences
    answers: tuple[str, ...] = ()  # codes of refusals
    rulings: tuple[int, ...] = ()
    house_rules: tuple[str, ...] = ()  # ids


class Section(NamedTuple):
    """Paragraphs that belong together, in the order in which somebody learns them."""

    title: Say
    paragraphs: tuple[Paragraph, ...]


class Ruling(NamedTuple):
    """What the companion decides where the printed rules leave room; its number is its place in the list."""

    when: Say
    rule: Say
    is_open: bool = False  # another table could decide otherwise with good reason


class RuleBook(NamedTuple):
    """All of it."""

    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...] = ()

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Every paragraph, in order."""
        return tuple(paragraph for section in self.sections for paragraph in section.paragraphs)

    @property
    def answers(self) -> Mapping[str, str]:
        """The id of the paragraph that answers a refusal, by its code."""
        return {code: paragraph.id for paragraph in self.paragraphs for code in paragraph.answers}

    def describe(self, house_rules: Mapping[HouseRule, Say], translate: Translate) -> Json:
        """Describe the book for the page; `house_rules` are those of the game, in words."""
        return {
            "sections": [
                {
                    "title": section.title.in_language(translate),
                    "paragraphs": [
                        {
                            "id": paragraph.id,
                            "title": paragraph.title.in_language(translate),
                            "text": paragraph.text.in_language(translate),
                            "rulings": list(paragraph.rulings),
                            "house_rules": list(paragraph.house_rules),
                        }
                        for paragraph in section.paragraphs
                    ],
                }
                for section in self.sections
            ],
            "rulings": [
                {
                    "when": ruling.when.in_language(translate),
                    "rule": ruling.rule.in_language(translate),
                    "open": ruling.is_open,
                }
                for ruling in self.rulings
            ],
            "house_rules": {rule.id: words.in_language(translate) for rule, words in house_rules.items()},
        }


# --- what holds at any table ---


def at_this_table(
    *, taking_back: tuple[str, ...] = (), correcting: tuple[str, ...] = (), ruling: int | None = None
) -> Section:
    """Return the section for any game: what the game's own refusals to take back and to correct are, and its ruling."""
    return Section(
        say("At this table"),
        (
            Paragraph(
                "taking-back",
                say("Taking back"),
                say(
                    "The last step can be taken back, or the last action with all its steps. What somebody has seen or "
                    "chosen since then stays, and so does what is settled: correct the table instead."
                ),
                answers=("nothing_to_take_back", *taking_back),
                rulings=() if ruling is None else (ruling,),
            ),
            Paragraph(
                "correcting",
                say("Correcting the table"),
                say(
                    "The cardboard is right. Where it differs from what the companion shows, choose Correct the table "
                    "in the table menu, and move there what lies elsewhere. Only what can never be so is refused."
                ),
                answers=("correcting", *correcting),
            ),
            Paragraph(
                "refusals",
                say("When the companion says no"),
                say(
                    "Then nothing has changed. The screen says why, and what you can do instead. If all of you find "
                    "that it should be allowed, correct the table."
                ),
                answers=("unreadable", "not_kept", "no_game"),
            ),
            Paragraph(
                "companion-seats",
                say("Seats of the companion"),
                say(
                    "Where the companion plays for a seat, the screen asks for its moves one by one, and your hands "
                    "make them. Anything else is refused; but you can always decide for it, and play another move."
                ),
                answers=("not_planned", "thinks", "not_asked"),
            ),
            Paragraph(
                "lessons",
                say("Lessons"),
                say(
                    "A lesson has one aim at a time. What else the rules would allow changes nothing there: the "
                    "companion says why another move is asked for, and shows it if you like. No game that you play is "
                    "touched."
                ),
                answers=("not_asked_here", "in_lesson"),
            ),
            Paragraph(
                "whose",
                say("What is whose"),
                say(
                    "Whoever decides uses what lies before them: their own pieces, markers and money. What lies before "
                    "others is theirs, unless a rule says that it may be taken, paid or displaced."
                ),
                answers=("not_theirs",),
            ),
            Paragraph(
                "messages",
                say("Messages and held buttons"),
                say(
                    "Some messages wait until somebody has read them; ok closes them. A button that decides much acts "
                    "only when it is held, so that nobody presses it by mistake."
                ),
                answers=("read_first", "hold"),
            ),
            Paragraph(
                "tags",
                say("Pieces with tags"),
                say(
                    "A reader knows a piece by its tag. A tag that belongs to no piece has to be enrolled first, one "
                    "sticker serves one piece, and several tags at one reader disturb each other."
                ),
                answers=("unknown_tag", "crowded", "tag_taken"),
            ),
            Paragraph(
                "names",
                say("Names"),
                say("Players are called by their colours, or by names: up to twenty characters, and no two alike."),
                answers=("no_such_player", "names_alike", "name_long", "name_unclean", "seat_taken", "free_seat"),
            ),
            Paragraph(
                "house-rules",
                say("House rules"),
                say(
                    "Where tables like to decide otherwise, a house rule can be chosen before a game. It holds for the "
                    "whole of that game, and cannot be changed while it lasts."
                ),
            ),
        ),
    )
