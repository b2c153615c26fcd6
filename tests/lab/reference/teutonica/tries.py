"""Set-ups, and requests that ought to be refused; all from a given generator of chance."""

import json
import random
from typing import Any

from tests.lab.reference.teutonica.board import ALL_ROUTES, COLOURS, SIDES, Json, ends_of
from tests.lab.reference.teutonica.objections import PHASES_OF_MOVE
from tests.lab.reference.teutonica.protocol import FIELDS_OF_MOVE, FIELDS_OF_USE, VALUES

OTHER_SIDE_ONLY = [route for route in ALL_ROUTES if route not in SIDES["2-3"]["routes"]]
JUNK: list[Any] = [
    None, True, False, 0, 1, 1.0, 2.0, -1, 4, 5, 7, 7.0, 10, 11, "", "7", "atlantis", "hamburg-stade", "Hamburg",
    "red", "red  trader", "trader red", "white trader", "red trader ", "trader", "traders", "north", "book", "use",
    "plus_5_actions", [], {}, ["trader"], {"type": "end"},
]  # fmt: skip
UNREADABLE_LINES = [
    "", " ", "{", "[]", "null", "7", '"legal"', "{}", '{"do":"legal","x":1}', '{"do":"Legal"}', '{"do":null}',
    '{"do":["legal"]}', '{"do":"play"}', '{"do":"play","move":null}', '{"do":"play","move":[]}',
    '{"do":"play","move":{"type":"end"},"x":0}', '{"do":"undo","moves":2}', '{"do":"load"}', '{"do":"load","record":7}',
    '{"do":"load","record":""}', '{"do":"load","record":"no such thing"}', '{"do":"save","to":"x"}', "end", "\t",
    '{"do":"new","game":"teutonica"}', '{"do":"legal"} {"do":"legal"}', '{"do":"new","game":"chess"}',
]  # fmt: skip


def random_setup(rng: random.Random, players: int | None = None) -> Json:
    seats = rng.sample(COLOURS, players or rng.randint(2, 5))
    return {"game": "teutonica", "players": seats, "start": rng.choice(seats)}


def bad_setup(rng: random.Random) -> Json:
    """A ``new`` that no game can begin with; the game under way must stay."""
    setup = random_setup(rng, rng.choice((2, 3, 4)))
    match rng.randrange(8):
        case 0:
            setup["players"] = setup["players"][:1]
            setup["start"] = setup["players"][0]
        case 1:
            setup["players"] = setup["players"] + setup["players"][:1]
        case 2:
            setup["start"] = next(colour for colour in COLOURS if colour not in setup["players"])
        case 3:
            setup["players"][0] = setup["start"] = rng.choice(("white", "gray", "", None, 3))
        case 4:
            setup["game"] = rng.choice(("Teutonica", "chess", None, 1))
        case 5:
            setup[rng.choice(("side", "board", "seed", "goods"))] = rng.choice(("2-3", None, 4))
        case 6:
            setup["players"] = COLOURS + ["red"]
        case _:
            del setup[rng.choice(("players", "start"))]
    return {"do": "new", **setup}


def random_move(rng: random.Random, verb: str | None = None) -> Json:
    """Any readable move, most often an illegal one."""
    verb = verb or rng.choice(list(PHASES_OF_MOVE))
    move: Json = {"type": verb}
    for field in sorted(FIELDS_OF_MOVE[verb]):
        move[field] = rng.choice(VALUES[field])
    for field in sorted(FIELDS_OF_USE.get(move.get("marker", ""), set()) if verb == "use" else set()):
        move[field] = rng.choice(VALUES[field])
    return move


def near_miss(rng: random.Random, state: Json) -> Json:
    """A move of the current phase about pieces that are there, so that the finer objections show."""
    verbs = [verb for verb, phases in PHASES_OF_MOVE.items() if state["phase"] in phases] or ["end"]
    move = random_move(rng, rng.choice(verbs))
    step = state["step"] or {}
    route = rng.choice(near_routes(rng, state))
    if "route" in move and rng.random() < 0.85:
        move["route"] = route
    if "victim" in move and rng.random() < 0.8:
        there = [piece for piece in state["routes"].get(move["route"], []) if piece]
        playing = [f"{colour} {kind}" for colour in state["players"] for kind in ("trader", "merchant")]
        move["victim"] = rng.choice(there or playing)
    if "city" in move and rng.random() < 0.7:
        filled = [city for city, offices in state["offices"].items() if offices["spaces"][0]]
        move["city"] = rng.choice(ends_of(step["route"]) if "route" in step else filled or [move["city"]])
    if move["type"] == "use":
        held = sorted({marker for player in state["players"].values() for marker in player["markers"]})
        mine = state["players"][state["mover"]]["markers"] if state["mover"] else []
        if held:
            move = random_move(rng, "use") | {"marker": rng.choice(mine or held)}
            move = {field: move[field] for field in ("type", "marker")}
            for field in sorted(FIELDS_OF_USE.get(move["marker"], set())):
                move[field] = rng.choice(VALUES[field])
    if move["type"] in ("ride", "walk") and state["pawn"] and rng.random() < 0.2:
        move["to"] = state["pawn"]
    return move


def near_routes(rng: random.Random, state: Json) -> list[str]:
    """Routes of one sort: any, occupied, full, with a marker, the one of the step, or of the other side only."""
    step = state["step"] or {}
    sorts = [
        list(state["routes"]),
        [route for route, houses in state["routes"].items() if any(houses)],
        [route for route, houses in state["routes"].items() if all(houses)],
        list(state["markers"]),
        [step["route"]] if "route" in step else [],
        [route for route in OTHER_SIDE_ONLY if rng.random() < 0.5],
    ]
    return rng.choice(sorts) or sorts[0]


def spoilt(rng: random.Random, request: Json) -> Json | str:
    """The request with one thing about it changed for the worse, as likely as not."""
    if rng.random() < 0.2:
        return rng.choice(UNREADABLE_LINES)
    if rng.random() < 0.1:
        return bad_setup(rng)
    if rng.random() < 0.1:
        return json.dumps(request)[: -rng.randint(1, 5)]
    changed: Json = {**request, "move": dict(request["move"])}
    part = changed["move"] if rng.random() < 0.85 else changed
    field = rng.choice(sorted(part))
    match rng.randrange(3):
        case 0:
            del part[field]
        case 1:
            extra = rng.choice(
                ("do", "type", "x", "marker", "route", "piece", "city", "pos", "ability", "to", "victim")
            )
            part[extra] = rng.choice([*JUNK, *VALUES.get(extra, [])])
        case _:
            part[field] = rng.choice(JUNK)
    return changed
