"""The engine protocol spoken by the reference: one request line in, one answer out as parsed JSON.

A refusal carries its code alone: the sentences are the engine's own. So is the notation of its records, of
which the reference knows nothing: it saves an empty text and can load none.
"""

import json
from typing import Any

from tests.lab.reference import hansa
from tests.lab.reference.position import CITIES, COLOURS, KINDS, SEATS, Json, new_game, shipped_board

FIELDS_OF_REQUEST = {
    "new": {"do", "players", "start", "goods"},
    "legal": {"do"},
    "play": {"do", "move"},
    "undo": {"do"},
    "state": {"do"},
    "save": {"do"},
    "load": {"do", "record"},
    "quit": {"do"},
}
FIELDS_OF_MOVE = {
    "reveal": {"type", "good"},
    "place": {"type", "city"},
    "replenish": {"type"},
    "skip": {"type"},
    "sail": {"type", "to"},
    "buy": {"type", "good"},
    "build": {"type", "good"},
    "sell": {"type", "goods"},
    "end": {"type"},
    "lose": {"type", "good"},
    "discard": {"type", "good"},
}
LONGEST_LINE_BYTES = 1024 * 1024
SHIPPED = shipped_board()


class Unreadable(Exception):
    """The request is not one of the protocol's."""


def demand(condition: bool) -> None:
    if not condition:
        raise Unreadable


class Referee:
    """A game and the way that led to it, asked in the protocol's words."""

    def __init__(self) -> None:
        self.games: list[Json] = []
        self.moves: list[Json] = []
        self.finished = False

    def answer(self, line: str) -> Json:
        try:
            request = read_request(line)
            match request["do"]:
                case "quit":
                    self.finished = True
                    return {"ok": True}
                case "new":
                    board = request.get("board", SHIPPED)
                    self.games = [new_game(request["players"], request["start"], request["goods"], board)]
                    self.moves = []
                    return self.show()
                case "load":
                    return refused("unreadable")
                case _:
                    pass
        except Unreadable:
            return refused("unreadable")
        if not self.games:
            return refused("no_game")
        game = self.games[-1]
        match request["do"]:
            case "legal":
                return {"ok": True, "mover": game["state"]["mover"], "moves": hansa.legal_moves(game)}
            case "play":
                code = hansa.refusal(game, request["move"])
                if code is not None:
                    return refused(code)
                after, events = hansa.play(game, request["move"])
                self.games.append(after)
                self.moves.append(request["move"])
                return {"ok": True, "state": after["state"], "events": events}
            case "undo":
                if not self.moves:
                    return refused("nothing_to_undo")
                self.games.pop()
                self.moves.pop()
                return self.show()
            case "save":
                return {"ok": True, "record": ""}
            case _:
                assert request["do"] == "state"
                return self.show()

    def show(self) -> Json:
        return {"ok": True, "state": self.games[-1]["state"]}


def refused(code: str) -> Json:
    return {"ok": False, "refusal": {"code": code}}


def no_constant(name: str) -> None:
    raise Unreadable(name)


def read_request(line: str) -> Json:
    demand(len(line.encode("utf-8", "surrogatepass")) <= LONGEST_LINE_BYTES)
    try:
        request = json.loads(line, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise Unreadable from error
    demand(isinstance(request, dict))
    demand(isinstance(request.get("do"), str) and request["do"] in FIELDS_OF_REQUEST)
    optional = {"game", "board"} if request["do"] == "new" else set()
    demand(set(request) - optional == FIELDS_OF_REQUEST[request["do"]])
    match request["do"]:
        case "new":
            demand(request.get("game", "hansa") == "hansa")
            check_names(request["players"], SEATS)
            demand(2 <= len(request["players"]) <= 4)
            demand(isinstance(request["start"], str) and request["start"] in request["players"])
            check_names(request["goods"], COLOURS)
            demand(len(request["goods"]) == len(request["players"]) + 2)
            check_board(request.get("board", SHIPPED))
        case "play":
            check_move(request["move"])
        case "load":
            demand(isinstance(request["record"], str))
        case _:
            pass
    return dict(request)


def check_names(names: Any, known: list[str]) -> None:
    """A list of known names, none twice."""
    demand(isinstance(names, list))
    demand(all(isinstance(name, str) and name in known for name in names))
    demand(len(set(names)) == len(names))


def check_board(board: Any) -> None:
    demand(isinstance(board, dict) and set(board) == {"start", "cities"})
    demand(isinstance(board["cities"], list) and len(board["cities"]) == 9)
    for city in board["cities"]:
        demand(isinstance(city, dict) and set(city) == {"id", "spaces", "routes"})
        demand(type(city["spaces"]) is int and city["spaces"] in (1, 2))
        check_names(city["routes"], CITIES)
        demand(city["routes"] != [])
        demand(city["id"] not in city["routes"])
    check_names([city["id"] for city in board["cities"]], CITIES)
    check_names([board["start"]], CITIES)
    routes = {city["id"]: city["routes"] for city in board["cities"]}
    demand(all(leads_to_all(routes, city) for city in CITIES))


def leads_to_all(routes: dict[str, list[str]], city: str) -> bool:
    reached = {city}
    for _ in CITIES:
        reached |= {exit_ for place in reached for exit_ in routes[place]}
    return len(reached) == len(CITIES)


def check_move(move: Any) -> None:
    demand(isinstance(move, dict))
    demand(isinstance(move.get("type"), str) and move["type"] in FIELDS_OF_MOVE)
    demand(set(move) == FIELDS_OF_MOVE[move["type"]])
    for field in ("city", "to"):
        if field in move:
            check_names([move[field]], CITIES)
    if "good" in move:
        check_names([move["good"]], KINDS)
    if "goods" in move:
        demand(isinstance(move["goods"], list))
        demand(all(isinstance(good, str) and good in KINDS for good in move["goods"]))
