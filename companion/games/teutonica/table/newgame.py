"""A new game, asked step by step: seats and start player; then what each player lays out, one page a player."""

from __future__ import annotations

from random import Random

from companion.games.game import Json
from companion.games.teutonica.rules.board import SIDE_OF
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table import names
from companion.table.commands import BeginGame
from companion.table.dialog import Choice, Menu, Notice
from companion.table.screen import Look, Row
from companion.table.seating import ask_seats, ask_start
from companion.words.say import say

FEWEST, MOST = min(SIDE_OF), max(SIDE_OF)


def new_game() -> Menu:
    """Ask who sits where, clockwise."""
    return ask_seats(names.PLAYERS, range(FEWEST, MOST + 1), _start)


def _start(players: tuple[str, ...]) -> Menu:
    setup = {"players": list(players)}
    by_chance = Choice(say("by chance"), BeginGame(setup))
    return ask_start(names.PLAYERS, players, lambda player: BeginGame({**setup, "start": player}), by_chance)


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
