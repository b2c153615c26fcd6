"""The questions every new game begins with: who sits where, clockwise, and who starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.table.dialog import Action, Choice, Menu, Open
from companion.table.screen import Look, Row
from companion.words.say import Say, say

Players = tuple[str, ...]


def titled(step: Say) -> Row:
    """Return the title of one step of a new game."""
    return Row(say("New game"), step, Look.TITLE)


def ask_seats(words: Mapping[str, Say], counts: range, then: Callable[[Players], Menu], sit: Players = ()) -> Menu:
    """Ask for one player after the other, by colour; go on with `then` once the table is full."""
    if len(sit) == counts[-1]:
        return then(sit)
    choices = [
        Choice(name, Open(partial(ask_seats, words, counts, then, (*sit, colour))), place=f"seat.{colour}")
        for colour, name in words.items()
        if colour not in sit
    ]
    if len(sit) in counts:
        choices.insert(0, Choice(say("That is all"), Open(partial(then, sit))))
    head = (Row(say("Seat {number}", number=len(sit) + 1), look=Look.LARGE),)
    return Menu(titled(say("seats")), tuple(choices), head, name="seats")


def ask_start(words: Mapping[str, Say], players: Players, then: Callable[[str], Action], *others: Choice) -> Menu:
    """Ask who starts; `others` are lines below the players."""
    head = (Row(say("Who starts?"), look=Look.LARGE),)
    choices = (Choice(words[player], then(player), place=f"seat.{player}") for player in players)
    return Menu(titled(say("start")), (*choices, *others), head, name="start")
