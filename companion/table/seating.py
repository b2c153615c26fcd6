"""Seats of the companion whose moves hands carry out: the questions that give them, and at which pace it goes on.

In: how well and in which character it can play, and whose the seats are. Out: lines of a new game's first question and
of the table menu.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from companion.table.dialog import Action, Choice, Dialog, Menu, Open
from companion.table.history import Pairs, People
from companion.table.intents import BeginGame, Equip, SeatCompanion, SetPace
from companion.table.own_dialogs import SEATS, titled
from companion.table.screen import Look, Row
from companion.words.say import NOTHING, Detail, Say, say

_COMPANION: Final = say("Companion")
_SKILLS: Final = {
    "random": say("at random"),
    "simple": say("simple"),
    "beginner": say("beginner"),
    "easy": say("easy"),
    "medium": say("medium"),
    "hard": say("hard"),
    "expert": say("expert"),
    "best": say("best"),
}
_PACE: Final = {True: say("after ok"), False: say("by itself")}
Chosen = Callable[[str], Action]  # what choosing a level, with or without a character, asks for


def skill_words(skill: str) -> Say:
    """Say how well the companion plays."""
    return _SKILLS.get(skill) or say("{skill}", skill=skill)


def companions(words: Mapping[str, Detail], equipment: Equip, people: People) -> tuple[Choice, ...]:
    """Return the line that gives seats to the companion and back; none where it takes no seats."""
    if not equipment.companions:
        return ()
    robots = {player: skill for player, skill in people.robots if player in words}
    seats = (
        Choice(
            say("{player}", player=name),
            Open(partial(_how_well, player, name, equipment, robots.get(player, ""))),
            _who(robots[player], equipment) if player in robots else NOTHING,
            f"seat.{player}",
        )
        for player, name in words.items()
    )
    pace = Choice(say("Next step"), SetPace(not people.waits), _PACE[people.waits])
    title = Row(_COMPANION, say("seats"), Look.TITLE)
    count = say("{count}", count=len(robots)) if robots else say("off")
    return (Choice(_COMPANION, Open(Menu(title, (*seats, pace), name="companion")), count),)


def with_companions(asked: Dialog, equipment: Equip, robots: Pairs = ()) -> Dialog:
    """Return a question of a new game in which any seat may be the companion's, and all that follow it."""
    if not isinstance(asked, Menu) or not equipment.companions:
        return asked
    lines = [choice._replace(action=_seating(choice.action, equipment, robots)) for choice in asked.choices]
    if asked.name == SEATS:
        seats = tuple(choice for choice in asked.choices if choice.place)
        which = Menu(
            titled(say("companion")),
            tuple(each._replace(action=Open(partial(_begins_how_well, each, equipment, robots))) for each in seats),
            asked.head,
            name="companion",
        )
        lines.append(Choice(say("Companion…"), Open(which)))
    return replace(asked, choices=tuple(lines))


def _how_well(player: str, name: Detail, equipment: Equip, robot: str) -> Menu:
    """Ask how well a seat is played, with the cursor at how well it is; give it back, if it is the companion's."""
    lines = _levels(say("{player}", player=name), equipment, partial(SeatCompanion, player))
    asked = _asked_how_well(say("{player}", player=name), lines)
    if not robot:
        return asked
    level = robot.partition(":")[0]
    nobody = Choice(say("Not the companion"), SeatCompanion(player))
    cursor = 1 + equipment.companions.index(level) if level in equipment.companions else 0
    return replace(asked, choices=(nobody, *lines), cursor=cursor)


def _begins_how_well(seat: Choice, equipment: Equip, robots: Pairs) -> Menu:
    """Ask how well the companion plays for a seat, and go on with the next one."""
    player = seat.place.removeprefix("seat.")

    def chosen(skill: str) -> Action:
        return _seating(seat.action, equipment, (*robots, (player, skill)))

    return _asked_how_well(seat.label, _levels(seat.label, equipment, chosen))


def _asked_how_well(seat: Say, lines: tuple[Choice, ...]) -> Menu:
    return Menu(Row(seat, say("how well?"), Look.TITLE), lines, name="how well")


def _levels(seat: Say, equipment: Equip, chosen: Chosen) -> tuple[Choice, ...]:
    """Return a line for each level; one that may have a character asks for it."""
    return tuple(
        Choice(
            skill_words(skill),
            Open(_in_which_character(seat, skill, equipment.characters, chosen))
            if skill in equipment.levels and equipment.characters
            else chosen(skill),
        )
        for skill in equipment.companions
    )


def _in_which_character(seat: Say, level: str, characters: Pairs, chosen: Chosen) -> Menu:
    """Ask for the character of one who thinks; like nobody else is the first line."""
    lines = (Choice(Say(name), chosen(f"{level}:{character}")) for character, name in characters)
    title = Row(seat, skill_words(level), Look.TITLE)
    return Menu(title, (Choice(say("No character"), chosen(level)), *lines), name="character")


def _who(skill: str, equipment: Equip) -> Say:
    """Say who plays a seat: a character, or one of that level; next to a long name there is no room for both."""
    level, _, character = skill.partition(":")
    name = dict(equipment.characters).get(character)
    return Say(name) if name else skill_words(level)


def _seating(action: Action, equipment: Equip, robots: Pairs) -> Action:
    match action:
        case Open(dialog):
            return Open(lambda: with_companions(dialog() if callable(dialog) else dialog, equipment, robots))
        case BeginGame():
            return replace(action, robots=(*action.robots, *robots))
        case _:
            return action
