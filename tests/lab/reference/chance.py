"""Random set-ups, boards, ways to play, and requests that ought to be refused; all from a given generator."""

import random
from collections.abc import Callable
from typing import Any

from tests.lab.reference.hansa import PHASE_OF_MOVE
from tests.lab.reference.position import BOARD, CITIES, COLOURS, KINDS, SEATS, Json
from tests.lab.reference.protocol import Unreadable, check_board

Choose = Callable[[list[Json]], Json]


def random_board(rng: random.Random) -> Json:
    """Routes drawn one by one until every city can be reached and left, then sometimes a few more."""
    order = rng.sample(CITIES, 9)
    spaces = [rng.choice((1, 2)) for _ in order]
    routes: dict[str, list[str]] = {city: [] for city in order}
    spare = rng.choice((0, 0, 2, 10))
    while True:
        board = {
            "start": order[0],
            "cities": [
                {"id": city, "spaces": count, "routes": list(routes[city])}
                for city, count in zip(order, spaces, strict=True)
            ],
        }
        try:
            check_board(board)
        except Unreadable:
            pass
        else:
            if spare == 0:
                board["start"] = rng.choice(CITIES)
                return board
            spare -= 1
        origin, target = rng.sample(CITIES, 2)
        if target not in routes[origin]:
            routes[origin].append(target)


def random_setup(rng: random.Random) -> Json:
    players = rng.sample(SEATS, rng.randint(2, 4))
    setup: Json = {
        "players": players,
        "start": rng.choice(players),
        "goods": rng.sample(COLOURS, len(players) + 2),
    }
    setup["board"] = random_board(rng) if rng.random() < 0.5 else BOARD
    return setup


def random_habits(rng: random.Random) -> Choose:
    """A way to choose: each verb has a weight for the whole game, so that games differ in character."""
    # A supply that comes out nearly sorted makes for hands of few kinds, and so for losses and discards.
    sorted_supply = rng.choice((0, 0, 0.8, 0.95))
    weights: dict[str, float] = {verb: rng.choice((1, 1, 3, 9)) for verb in PHASE_OF_MOVE}
    weights["end"] = rng.choice((1, 1, 1, 5))
    weights["buy"] = rng.choice((3, 9))
    weights["sell"] = rng.choice((0.2, 9, 9))
    weights["build"] = rng.choice((0.3, 1))
    weights["skip"] = rng.choice((1, 3, 50))

    def choose(moves: list[Json]) -> Json:
        verbs = sorted({move["type"] for move in moves})
        verb = rng.choices(verbs, [weights[verb] for verb in verbs])[0]
        candidates = [move for move in moves if move["type"] == verb]
        return candidates[0] if verb == "reveal" and rng.random() < sorted_supply else rng.choice(candidates)

    return choose


def random_move(rng: random.Random) -> Json:
    """Any well-formed move, most often an illegal one."""
    verb = rng.choice(list(PHASE_OF_MOVE))
    match verb:
        case "place":
            return {"type": verb, "city": rng.choice(CITIES)}
        case "sail":
            return {"type": verb, "to": rng.choice(CITIES)}
        case "sell":
            return {"type": verb, "goods": rng.choices(rng.sample(KINDS, 4), k=rng.randint(0, 4))}
        case "replenish" | "skip" | "end":
            return {"type": verb}
        case _:
            return {"type": verb, "good": rng.choice(KINDS)}


def near_miss(rng: random.Random, state: Json) -> Json:
    """A move of the current phase about pieces that are there, so that the finer objections show."""
    verbs = [verb for verb, phase in PHASE_OF_MOVE.items() if phase == state["phase"]] or ["end"]
    move = random_move(rng)
    while move["type"] not in verbs:
        move = random_move(rng)
    player = state["players"].get(state["mover"])
    near = [marker for marker in state["warehouses"][state["ship"]] if marker] + (player["goods"] if player else [])
    if near and "good" in move:
        move["good"] = rng.choice(near)
    if near and "goods" in move:
        move["goods"] = rng.choices(near, k=rng.randint(0, 4))
    return move


def malformed(rng: random.Random, request: Json) -> Json:
    """The request with one thing about it spoilt."""
    junk: list[Any] = [
        None,
        True,
        0,
        1.5,
        "",
        "atlantis",
        "orange4",
        "orange0",
        "Orange1",
        [],
        {},
        [["orange1"]],
    ]
    spoilt: Json = {**request, "move": dict(request["move"])} if "move" in request else dict(request)
    part = spoilt["move"] if "move" in spoilt and rng.random() < 0.7 else spoilt
    field = rng.choice(sorted(part))
    match rng.randrange(3):
        case 0:
            del part[field]
        case 1:
            part[rng.choice(("do", "type", "good", "goods", "city", "to", "x"))] = rng.choice(junk)
        case _:
            part[field] = rng.choice(junk)
    return spoilt
