"""A conversation with the engine in short words, for tests that lead a game to a position by playing it."""

import json
from pathlib import Path
from typing import Any

from companion.engine import Engine
from tests.lab.reference.duel import assert_refusal, canonical
from tests.lab.reference.position import BOARD, CITIES, Json

GOLDEN = Path(__file__).parent.parent.parent / "golden"
TWO: Json = {"players": ["gray", "yellow"], "start": "gray", "goods": ["blue", "brown", "green", "orange"]}
THREE: Json = {
    "players": ["gray", "yellow", "purple"],
    "start": "gray",
    "goods": ["blue", "brown", "green", "orange", "pink"],
}
# Every city is one sail away from every other, and has two spaces: positions are reached in few moves.
OPEN_SEA: Json = {
    "start": "copenhagen",
    "cities": [{"id": city, "spaces": 2, "routes": [other for other in CITIES if other != city]} for city in CITIES],
}


def golden(name: str) -> Json:
    game = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(game, dict)
    return game


def move_from(words: str) -> Json:
    """The move that words such as ``sell orange1 orange2`` or ``sail riga`` stand for."""
    verb, *rest = words.split()
    match verb:
        case "place":
            return {"type": verb, "city": rest[0]}
        case "sail":
            return {"type": verb, "to": rest[0]}
        case "sell":
            return {"type": verb, "goods": rest}
        case "replenish" | "skip" | "end":
            return {"type": verb}
        case _:
            return {"type": verb, "good": rest[0]}


class Talk:
    """An engine and what one says to it."""

    def __init__(self) -> None:
        self.engine = Engine()

    def line(self, text: str) -> Json:
        answer = self.engine.answer(text)
        assert "\n" not in answer
        parsed = json.loads(answer)
        assert isinstance(parsed, dict)
        return parsed

    def ask(self, do: str, **fields: Any) -> Json:
        if do == "new":
            fields = {"board": BOARD, **fields}
        return self.line(json.dumps({"do": do, **fields}))

    def accepted(self, do: str, **fields: Any) -> Json:
        answer = self.ask(do, **fields)
        assert answer["ok"] is True, answer
        return answer

    def state(self) -> Json:
        state = self.accepted("state")["state"]
        assert isinstance(state, dict)
        return state

    def moves(self) -> list[Json]:
        return list(self.accepted("legal")["moves"])

    def play(self, script: str) -> Json:
        """Play moves separated by semicolons or line ends; the last one's answer."""
        answer: Json = {}
        for words in script.replace("\n", ";").split(";"):
            if words.strip():
                answer = self.accepted("play", move=move_from(words))
        return answer

    def refused(self, words: str, code: str) -> None:
        """The move is refused with this code, and nothing changes."""
        before = canonical(self.state())
        assert_refusal(self.ask("play", move=move_from(words)), code)
        assert canonical(self.state()) == before

    def begin(self, setup: Json, stock: str, placements: str) -> Json:
        """A game up to its first turn: markers for the warehouses in number order, cities in placing order."""
        self.accepted("new", **setup)
        for marker in stock.split():
            self.play(f"reveal {marker}")
        answer: Json = {}
        for city in placements.split():
            answer = self.play(f"place {city}")
        return answer

    def replay(self, game: Json, plies: int | None = None) -> Json:
        """A golden game's first plies; the state after them."""
        state: Json = self.accepted("new", **game["setup"])["state"]
        for ply in game["plies"][:plies]:
            state = self.accepted("play", move=ply["move"])["state"]
        return state
