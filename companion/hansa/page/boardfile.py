"""The board check: the facts of the board with how they are known, and a corrected board as a file of its owner."""

from __future__ import annotations

import json
from typing import Any

from companion.game import Json
from companion.hansa.rules.board import Board, BoardError, City
from companion.hansa.rules.boardfile import board_from_json, parse_board


def describe_board(board: Board) -> Json:
    """Describe the board, guesses marked."""
    return {
        "start": board.start,
        "cities": [
            {
                "id": city.id,
                "name": city.name,
                "number": city.number,
                "spaces": city.spaces,
                "routes": list(city.routes),
                "map": list(city.place),
                "guesses": sorted(key for key, known in city.certainty.items() if known == "guess"),
            }
            for city in board.cities
        ],
    }


def corrected_board(board: Board, value: Any) -> str:
    """Write the file of a corrected board: `start` and `cities`, in number order; raise BoardError if it is none."""
    new = board_from_json(value)
    text = _format(new, board)
    if parse_board(text) != new:
        raise BoardError("board: it cannot be written as a file")
    return text


def _format(new: Board, old: Board) -> str:
    lines = ["# The board of Hansa, corrected on the page.", "", "format = 1", f"start = {json.dumps(new.start)}"]
    for city in new.cities:
        known: City = old.city[city.id]
        lines += [
            "",
            "[[city]]",
            f"id = {json.dumps(city.id)}",
            f"name = {json.dumps(known.name, ensure_ascii=False)}",
            f"number = {city.number}",
            f"spaces = {city.spaces}",
            f"routes = {json.dumps(list(city.routes))}",
            f"map = [{known.place[0]:g}, {known.place[1]:g}]",
        ]
    return "\n".join(lines) + "\n"
