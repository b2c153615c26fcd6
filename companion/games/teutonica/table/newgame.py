"""A new game, asked step by step: seats and start player; then what each player lays out, one page a player."""

from __future__ import annotations

from functools import partial
from random import Random

from companion.games.game import Json
from companion.games.teutonica.rules.board import SIDE_OF
from companion.games.teutonica.rules.pieces import COLOURS, Kind
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table import names
from companion.table.commands import BeginGame
from companion.table.dialog import Choice, Menu, Notice, Open
from companion.table.screen import Look, Row
from companion.words.say import Say, say

FEWEST, MOST = min(SIDE_OF), max(SIDE_OF)


def new_game() -> Menu:
    """Ask who sits where, clockwise."""
    return _seats(())


def _titled(right: Say) -> Row:
    return Row(say("New game"), right, Look.TITLE)


def _seats(players: tuple[str, ...]) -> Menu:
    head = (Row(say("Seat {number}", number=len(players) + 1), look=Look.LARGE),)
    choices = [
        Choice(names.PLAYERS[colour], Open(partial(_after_seat, (*players, colour))), place=f"seat.{colour}")
        for colour in COLOURS
        if colour not in players
    ]
    if len(players) >= FEWEST:
        choices.insert(0, Choice(say("That is all"), Open(partial(_start, players))))
    return Menu(_titled(say("seats")), tuple(choices), head, name="seats")


def _after_seat(players: tuple[str, ...]) -> Menu:
    return _start(players) if len(players) == MOST else _seats(players)


def _start(players: tuple[str, ...]) -> Menu:
    head = (Row(say("Who starts?"), look=Look.LARGE),)
    setup = {"players": list(players)}
    choices = (
        *(
            Choice(names.PLAYERS[player], BeginGame({**setup, "start": player}), place=f"seat.{player}")
            for player in players
        ),
        Choice(say("by chance"), BeginGame(setup)),
    )
    return Menu(_titled(say("start")), choices, head, name="start")


def complete(setup: Json, random: Random) -> Json:
    """Draw the start player where the players leave it to chance."""
    return setup if "start" in setup else {**setup, "start": random.choice(setup["players"])}


# --- what to lay out ---


def layout(position: Position) -> tuple[Notice, ...]:
    """Say what to lay out for a game that has just been set up: the board, then each player in turn order."""
    count, start = len(position.players), position.setup.start
    seats = [(start + turn) % count for turn in range(count)]
    pages = [_board(position), *(_desk(position, seat, turn) for turn, seat in enumerate(seats, 1))]
    if count == FEWEST:
        pages.append(_soldiers(position))
    return tuple(pages)


def _board(position: Position) -> Notice:
    rows = (
        Row(say("Side of the board"), say("{side}", side=position.setup.side.name)),
        Row(say("Black cube"), say("on 0")),
        Row(say("3 markers on taverns,")),
        Row(say("the others face down")),
        Row(say("Start"), names.player_name(position, position.setup.start)),
    )
    return Notice(Row(say("Set-up"), say("board"), Look.TITLE), rows, name="lay out board")


def _desk(position: Position, seat: int, turn: int) -> Notice:
    player = position.players[seat]
    right = say("{number} of {count}", number=turn, count=len(position.players))
    rows = (
        Row(say("Desk: first column free")),
        Row(say("Keys 4, actions 5")),
        Row(say("Privilege 3, bags 3")),
        Row(say("Book 3 merchants")),
        Row(
            say("Supply {pieces}", pieces=names.in_supply(player)),
            say("stock {count}", count=player.stock(Kind.TRADER)),
        ),
        Row(say("Prestige track"), say("1 trader")),
    )
    return Notice(
        Row(names.player_name(position, seat), right, Look.TITLE),
        rows,
        place=names.seat_place(position, seat),
        name="lay out desk",
    )


def _soldiers(position: Position) -> Notice:
    side = position.setup.side
    rows = tuple(
        Row(say("{cities}", cities="-".join(side.cities[side.city_number[city]].name for city in soldier.between)))
        for soldier in side.soldiers
    )
    return Notice(Row(say("Soldiers between"), look=Look.TITLE), rows, name="lay out soldiers")
