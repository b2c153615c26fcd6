"""The engine protocol spoken by the reference: a request in, an answer out.

A refusal carries its code alone: sentences are the engine's own, and so is the notation of its records. The
reference writes records in a notation of its own, which only it can load.
"""

import json
from collections.abc import Callable
from typing import Any

from tests.lab.reference.teutonica.board import (
    ABILITIES,
    ALL_ROUTES,
    CITIES,
    COLOURS,
    KINDS,
    MARKERS,
    PIECES,
    PROVINCES,
    TABLE,
    Json,
)
from tests.lab.reference.teutonica.rules import Rules

FIELDS_OF_REQUEST = {
    "new": {"do", "game", "players", "start"},
    "legal": {"do"},
    "play": {"do", "move"},
    "undo": {"do"},
    "state": {"do"},
    "save": {"do"},
    "load": {"do", "record"},
    "quit": {"do"},
}
FIELDS_OF_MOVE = {
    "reveal": {"marker"},
    "pawn": {"to"},
    "income": {"merchants"},
    "insert": {"piece", "route"},
    "displace": {"piece", "route", "victim"},
    "pay": {"piece"},
    "put": {"piece", "route"},
    "add": {"piece", "route"},
    "lift": {"piece", "route"},
    "decline": set(),
    "done": set(),
    "establish": {"route"},
    "office": {"city"},
    "extra_office": {"city", "piece"},
    "improve": {"ability"},
    "coellen": {"space"},
    "clear": set(),
    "use": {"marker"},
    "remove": {"route", "victim"},
    "ride": {"to"},
    "walk": {"to"},
    "stay": set(),
    "end": set(),
    "replace": {"route"},
}
FIELDS_OF_USE = {"improve_ability": {"ability"}, "swap_offices": {"city", "pos"}}
VALUES: dict[str, list[Any]] = {
    "marker": list(MARKERS),
    "to": list(PROVINCES),
    "merchants": list(range(5)),
    "piece": KINDS,
    "route": ALL_ROUTES,
    "victim": PIECES,
    "city": CITIES,
    "ability": ABILITIES,
    "space": [int(space) for space in TABLE],
    "pos": [1, 2, 3],
}


class Unreadable(Exception):
    """The request is not one of the protocol's."""


def demand(condition: bool) -> None:
    if not condition:
        raise Unreadable


def one_of(value: Any, known: list[Any]) -> bool:
    """Whether it is among them and of the very same type: true is not 1, and 1.0 neither."""
    return any(type(value) is type(other) and value == other for other in known)


def check_move(move: Any) -> None:
    demand(isinstance(move, dict))
    demand(one_of(move.get("type"), list(FIELDS_OF_MOVE)))
    fields = FIELDS_OF_MOVE[move["type"]]
    if move["type"] == "use":
        demand(one_of(move.get("marker"), list(MARKERS)))
        fields = fields | FIELDS_OF_USE.get(move["marker"], set())
    demand(set(move) == {"type"} | fields)
    demand(all(one_of(move[field], VALUES[field]) for field in fields))


def check_setup(players: Any, start: Any) -> None:
    demand(isinstance(players, list))
    demand(all(one_of(colour, COLOURS) for colour in players))
    demand(2 <= len(players) <= 5)
    demand(len(set(players)) == len(players))
    demand(one_of(start, players))


def read_request(line: str) -> Json:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Unreadable from error
    demand(isinstance(request, dict))
    demand(one_of(request.get("do"), list(FIELDS_OF_REQUEST)))
    demand(set(request) == FIELDS_OF_REQUEST[request["do"]])
    match request["do"]:
        case "new":
            demand(request["game"] == "teutonica")
            check_setup(request["players"], request["start"])
        case "play":
            check_move(request["move"])
        case "load":
            demand(isinstance(request["record"], str))
        case _:
            pass
    return dict(request)


def refused(code: str) -> Json:
    return {"ok": False, "refusal": {"code": code}}


class Referee:
    """A game and the way that led to it, asked in the protocol's words."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.states: list[Json] = []
        self.moves: list[Json] = []
        self.finished = False

    def answer(self, request: str | Json) -> Json:
        try:
            asked = read_request(request if isinstance(request, str) else json.dumps(request))
            if asked["do"] == "load":
                return self.load(asked["record"])
        except Unreadable:
            return refused("unreadable")
        if asked["do"] == "quit":
            self.finished = True
            return {"ok": True}
        if asked["do"] == "new":
            self.states = [self.rules.new(asked["players"], asked["start"])]
            self.moves = []
            return self.show()
        if not self.states:
            return refused("no_game")
        match asked["do"]:
            case "legal":
                return {"ok": True, "mover": self.state["mover"], "moves": self.rules.legal(self.state)}
            case "play":
                return self.play(asked["move"])
            case "undo":
                return self.undo()
            case "save":
                return {"ok": True, "record": self.record()}
            case _:
                assert asked["do"] == "state"
                return self.show()

    @property
    def state(self) -> Json:
        return self.states[-1]

    def show(self) -> Json:
        return {"ok": True, "state": self.state}

    def play(self, move: Json) -> Json:
        code = self.rules.refusal(self.state, move)
        if code is not None:
            return refused(code)
        after, events = self.rules.play(self.state, move)
        self.states.append(after)
        self.moves.append(move)
        return {"ok": True, "state": after, "events": events}

    def undo(self) -> Json:
        if not self.moves:
            return refused("nothing_to_undo")
        self.moves.pop()
        self.states.pop()
        return self.show()

    def record(self) -> str:
        begin = self.states[0]
        return json.dumps({"players": list(begin["players"]), "start": begin["start"], "moves": self.moves})

    def load(self, record: str) -> Json:
        try:
            saved = json.loads(record)
        except (ValueError, RecursionError) as error:
            raise Unreadable from error
        demand(isinstance(saved, dict) and set(saved) == {"players", "start", "moves"})
        check_setup(saved["players"], saved["start"])
        demand(isinstance(saved["moves"], list))
        states = [self.rules.new(saved["players"], saved["start"])]
        for move in saved["moves"]:
            check_move(move)
            demand(self.rules.refusal(states[-1], move) is None)
            states.append(self.rules.play(states[-1], move)[0])
        self.states, self.moves = states, saved["moves"]
        return self.show()


def as_engine(rules: Rules | None = None) -> Callable[[str], str]:
    """A reference that answers like an engine, line by line and with sentences."""
    referee = Referee(rules)

    def answer(line: str) -> str:
        reply = referee.answer(line)
        if not reply["ok"]:
            reply["refusal"] |= {"message": "This is refused.", "remedy": "Try something else."}
        return json.dumps(reply)

    return answer
