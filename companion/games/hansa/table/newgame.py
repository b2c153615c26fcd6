"""A new game, asked step by step: seats, start player, goods left out; and what to lay out before it begins."""

from __future__ import annotations

from functools import partial

from companion.games.hansa.rules.goods import COLOURS, Colour
from companion.games.hansa.rules.position import Position
from companion.games.hansa.rules.setup import GOODS_IN_PLAY
from companion.games.hansa.table import names
from companion.table.commands import BeginGame
from companion.table.dialog import Choice, Dialog, Menu, Notice, Open
from companion.table.screen import Bars, Look, Row
from companion.table.seating import ask_seats, ask_start, titled
from companion.words.say import say

FEWEST, MOST = min(GOODS_IN_PLAY), max(GOODS_IN_PLAY)


def new_game() -> Menu:
    """Ask who sits where, clockwise."""
    return ask_seats(names.PLAYERS, range(FEWEST, MOST + 1), _start)


def _start(players: tuple[str, ...]) -> Menu:
    return ask_start(names.PLAYERS, players, partial(_after_start, players))


def _after_start(players: tuple[str, ...], start: str) -> Open | BeginGame:
    """With four players all goods are in; with fewer, ask which colours are left out."""
    if GOODS_IN_PLAY[len(players)] == len(COLOURS):
        return BeginGame({"players": list(players), "start": start, "goods": list(map(str, COLOURS))})
    return Open(partial(_goods, players, start, ()))


def _goods(players: tuple[str, ...], start: str, left_out: tuple[Colour, ...]) -> Menu:
    setup = {"players": list(players), "start": start}
    missing = len(COLOURS) - GOODS_IN_PLAY[len(players)] - len(left_out)
    head = (Row(say("Leave out {count}", count=missing), look=Look.LARGE),)
    choices = [] if left_out else [Choice(say("by chance"), BeginGame(setup))]
    for colour in COLOURS:
        if colour in left_out:
            continue
        out = (*left_out, colour)
        goods = [str(each) for each in COLOURS if each not in out]
        done = missing == 1
        action = BeginGame({**setup, "goods": goods}) if done else Open(partial(_goods, players, start, out))
        choices.append(Choice(names.COLOURS[colour], action))
    return Menu(titled(say("goods")), tuple(choices), head, name="goods")


def layout(position: Position) -> tuple[Dialog, ...]:
    """Say what to lay out for a game that has just been set up."""
    setup = position.setup
    out = [colour for colour in COLOURS if colour not in setup.goods]
    told: list[Dialog] = []
    if out:
        rows = tuple(Row(names.COLOURS[colour], look=Look.LARGE) for colour in out)
        told.append(Notice(Row(say("Back into the box"), look=Look.TITLE), rows, name="left out"))
    piles = Bars(position.piles, max(position.piles), None, len(position.piles) - 1)
    rows_ = (piles, Row(say("Mix, count out five piles")), Row(say("and stock the warehouses.")))
    told.append(Notice(Row(say("Supply"), look=Look.TITLE), rows_, name="count out"))
    return tuple(told)
