"""Positions as JSON: the public state that players and other programs see, and the whole position for keeping."""

from __future__ import annotations

import json
from typing import Any

from companion.games.game import Json, Unreadable, format_house_rules, parse_house_rules
from companion.games.hansa.rules.board import CITY_IDS, BoardError
from companion.games.hansa.rules.boardfile import board_from_json, board_to_json
from companion.games.hansa.rules.codec import names_of
from companion.games.hansa.rules.goods import COPIES, Colour, Goods, full_set, marker, markers_in, total
from companion.games.hansa.rules.position import (
    BANK_TALER,
    BOOTHS,
    HOUSE_RULES,
    LEFT_BOOTH,
    PURSE_TALER,
    TALERS,
    TO_CITY,
    Course,
    Loss,
    Phase,
    Position,
)
from companion.games.hansa.rules.scoring import Score, score, winning_players
from companion.games.hansa.rules.settle import settle
from companion.games.hansa.rules.setup import PILES, new_game


def format_state(position: Position) -> Json:
    """Return everything that the players may know about the position."""
    setup, mover = position.setup, position.mover
    players, over = setup.players, position.phase is Phase.OVER
    return {
        "phase": str(position.phase),
        "mover": None if mover is None else players[mover],
        "active": None if over else players[position.active],
        "start": players[setup.start],
        **format_house_rules(setup.house_rules),
        "ship": position.ship,
        "acted": position.acted,
        "warehouses": {city.id: _space_names(position.stock(city.id)) for city in setup.board.cities},
        "piles": list(position.piles),
        "last_round": position.course.last_round,
        "bank": position.bank,
        "players": {player: _player(position, seat) for seat, player in enumerate(players)},
        "scores": {player: format_score(score(position, seat)) for seat, player in enumerate(players)},
        "winners": list(winning_players(position)) if over else None,
    }


def format_score(points: Score) -> dict[str, int]:
    """Return a score by source."""
    return {
        "unsold": points.unsold,
        "sold": points.sold,
        "cities": points.cities,
        "total": points.total,
        "booths": points.booths,
    }


def _space_names(stock: tuple[Goods, ...]) -> list[str | None]:
    return [str(good) if good else None for good in stock]


def _player(position: Position, seat: int) -> Json:
    stacks = {city: position.booths_in(city, seat) for city in CITY_IDS}
    return {
        "talers": position.purse(seat),
        "booths_left": position.booths_left(seat),
        "booths": {city: stack for city, stack in stacks.items() if stack},
        "goods": names_of(markers_in(position.hands[seat])),
        "sold": names_of(markers_in(position.sold[seat])),
    }


def format_position(position: Position) -> Json:
    """Return the whole position, with what the public state leaves out: the set-up, the unseen and who has left."""
    setup, course = position.setup, position.course
    players = setup.players
    return {
        "board": board_to_json(setup.board),
        "seats": list(players),
        "start": players[setup.start],
        "goods": list(map(str, setup.goods)),
        **format_house_rules(setup.house_rules),
        "placements": course.placements,
        "last_round": course.last_round,
        "losses": [[players[seat], str(colour)] for seat, colour in course.losses],
        "left": [players[seat] for seat in sorted(course.left)],
        "phase": str(position.phase),
        "active": players[position.active],
        "acted": position.acted,
        "ship": position.ship,
        "players": {player: _player(position, seat) for seat, player in enumerate(players)},
        "warehouses": _space_names(position.warehouses),
        "unseen": names_of(markers_in(position.unseen)),
        "piles": list(position.piles),
    }


def parse_position(value: Any) -> Position:
    """Read a whole position back.

    Only the output of `format_position` is accepted: writing the position again must give the same text, its amounts
    must add up, and it must wait for a decision or be over.
    """
    try:
        position = _parse_position(value)
        _expect_sums(position)
        settled = settle(position).position == position
        same = _canonical(format_position(position)) == _canonical(value)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, OverflowError, BoardError) as error:
        raise Unreadable(f"position: not as it was written: {error}") from error
    if not (same and settled):
        raise Unreadable("position: not as it was written")
    return position


def _parse_position(value: Any) -> Position:
    players = value["seats"]
    first = new_game(
        board_from_json(value["board"]),
        players,
        start=value["start"],
        goods=value["goods"],
        house_rules=parse_house_rules(value, HOUSE_RULES),
    )
    rows = [value["players"][player] for player in players]
    return first._replace(
        course=Course(
            placements=int(value["placements"]),
            last_round=bool(value["last_round"]),
            losses=tuple(Loss(players.index(player), Colour(colour)) for player, colour in value["losses"]),
            left=frozenset(players.index(player) for player in value["left"]),
        ),
        phase=Phase(value["phase"]),
        active=players.index(value["active"]),
        acted=bool(value["acted"]),
        ship=first.setup.board.city[value["ship"]].id,
        talers=_talers_of([row["talers"] for row in rows]),
        booths=sum(_booths_of(seat, row["booths"]) for seat, row in enumerate(rows)),
        hands=tuple(_goods_of(row["goods"]) for row in rows),
        sold=tuple(_goods_of(row["sold"]) for row in rows),
        warehouses=tuple(marker(good) if good else 0 for good in value["warehouses"]),
        unseen=_goods_of(value["unseen"]),
        piles=tuple(map(int, value["piles"])),
    )


def _canonical(value: Any) -> str:
    """Return JSON in which the order of keys does not matter."""
    return json.dumps(value, sort_keys=True)


def _talers_of(purses: list[int]) -> int:
    if min(purses) < 0 or sum(purses) > TALERS:
        raise ValueError(f"purses of {purses}, expected at most {TALERS} talers in all")
    units = zip(purses, PURSE_TALER, strict=False)
    return (TALERS - sum(purses)) * BANK_TALER + sum(purse * unit for purse, unit in units)


def _booths_of(seat: int, stacks: dict[str, int]) -> int:
    if sum(stacks.values()) > BOOTHS or min(stacks.values(), default=0) < 0:
        raise ValueError(f"booths {stacks}, expected {BOOTHS} in all")
    return BOOTHS * LEFT_BOOTH[seat] + sum(stack * TO_CITY[city][seat] for city, stack in stacks.items())


def _goods_of(names: list[str]) -> Goods:
    if any(names.count(name) > max(COPIES) for name in names):
        raise ValueError(f"more markers of a kind than there are: {names}")
    return sum(marker(name) for name in names)


def _expect_sums(position: Position) -> None:
    if len(position.warehouses) != position.setup.board.space_count:
        raise ValueError(f"{len(position.warehouses)} spaces, the board has {position.setup.board.space_count}")
    everything = [position.unseen, *position.warehouses, *position.hands, *position.sold]
    full = markers_in(full_set(position.setup.goods))
    there = [good for goods in everything for good in markers_in(goods)]
    for good in there:
        if there.count(good) > full.count(good):
            raise ValueError(f"{there.count(good)} times {good}, there are {full.count(good)}")
    beside = total(position.unseen) - sum(position.piles)
    if len(position.piles) != PILES or min(position.piles) < 0 or beside < 0 or (beside and not position.in_first_fill):
        raise ValueError(f"piles {list(position.piles)} with {total(position.unseen)} markers unseen")
    if (position.phase is Phase.LOSE) != bool(position.course.losses):
        raise ValueError(f"losses {position.course.losses} in phase {position.phase}")
