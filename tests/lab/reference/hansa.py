"""Hansa a second time, plain and slow, as the measure of the real engine.

It imports nothing of the project. ``legal_moves`` is every conceivable move to which ``refusal`` has no
objection; ``play`` gives the game after a move and the events, and leaves the game it was given alone.
"""

import copy
import itertools
from collections import Counter

from tests.lab.reference.position import (
    CITIES,
    KINDS,
    Json,
    all_spaces,
    barrels_of,
    colour_of,
    left_of,
    payee,
    routes_from,
    scores,
    winners,
)

PHASE_OF_MOVE = {
    "reveal": "fill",
    "place": "place",
    "replenish": "replenish",
    "skip": "replenish",
    "sail": "actions",
    "buy": "actions",
    "build": "actions",
    "sell": "actions",
    "end": "actions",
    "lose": "lose",
    "discard": "discard",
}


def refusal(game: Json, move: Json) -> str | None:
    """The code of the first objection to a well-formed move, or None."""
    state = game["state"]
    if state["phase"] == "over":
        return "game_over"
    if state["phase"] != PHASE_OF_MOVE[move["type"]]:
        return "wrong_phase"
    mine = state["players"][state["mover"]]
    ship = state["ship"]
    match move["type"]:
        case "reveal":
            if game["unseen"].get(move["good"], 0) == 0:
                return "no_such_marker"
        case "place":
            if move["city"] == game["board"]["start"]:
                return "copenhagen_closed"
            if move["city"] in mine["booths"]:
                return "already_placed"
        case "skip":
            if all(marker is None for marker in all_spaces(state)):
                return "must_replenish"
        case "sail":
            if move["to"] not in routes_from(game, ship):
                return "no_route"
            if mine["talers"] < 1:
                return "no_talers"
        case "buy":
            if state["acted"]:
                return "already_acted"
            if move["good"] not in state["warehouses"][ship]:
                return "no_such_marker"
            if payee(state) != state["mover"] and mine["talers"] < 1:
                return "no_talers"
        case "build":
            if state["acted"]:
                return "already_acted"
            if move["good"] not in mine["goods"]:
                return "no_such_marker"
            if mine["booths_left"] == 0:
                return "no_booths_left"
        case "sell":
            if state["acted"]:
                return "already_acted"
            if ship not in mine["booths"]:
                return "no_booth_here"
            if Counter(move["goods"]) - Counter(mine["goods"]):
                return "no_such_marker"
            sold_colours = Counter(colour_of(marker) for marker in move["goods"])
            if not sold_colours or min(sold_colours.values()) < 2:
                return "too_few_of_colour"
        case "lose":
            if move["good"] not in mine["goods"] or colour_of(move["good"]) != game["losses"][0][1]:
                return "no_such_marker"
        case "discard":
            if move["good"] not in mine["goods"]:
                return "no_such_marker"
        case _:
            assert move["type"] in ("replenish", "end"), move
    return None


def legal_moves(game: Json) -> list[Json]:
    state = game["state"]
    hand = state["players"][state["mover"]]["goods"] if state["mover"] else []
    sales = {sale for size in range(2, len(hand) + 1) for sale in itertools.combinations(hand, size)}
    conceivable: list[Json] = [
        *({"type": verb} for verb in ("replenish", "skip", "end")),
        *({"type": "place", "city": city} for city in CITIES),
        *({"type": "sail", "to": city} for city in CITIES),
        *({"type": verb, "good": kind} for verb in ("reveal", "buy", "build", "lose", "discard") for kind in KINDS),
        *({"type": "sell", "goods": list(sale)} for sale in sorted(sales)),
    ]
    return [move for move in conceivable if refusal(game, move) is None]


def play(game: Json, move: Json) -> tuple[Json, list[Json]]:
    """The game after a legal move, and the events; the given game stays as it is."""
    assert refusal(game, move) is None, move
    game = copy.deepcopy(game)
    state = game["state"]
    events: list[Json] = []
    mine = state["players"][state["mover"]]
    match move["type"]:
        case "reveal":
            reveal(game, move["good"], events)
        case "place":
            mine["booths"][move["city"]] = 2
            mine["booths_left"] -= 2
            after_placement(game, events)
        case "replenish":
            pay(state, "bank", "replenish", events)
            state["phase"] = "fill"
        case "skip":
            state["phase"] = "actions"
        case "sail":
            pay(state, "bank", "sail", events)
            state["ship"] = move["to"]
            state["acted"] = False
        case "buy":
            if payee(state) != state["mover"]:
                pay(state, payee(state), "buy", events)
            spaces = state["warehouses"][state["ship"]]
            spaces[spaces.index(move["good"])] = None
            mine["goods"] = sorted([*mine["goods"], move["good"]])
            state["acted"] = True
        case "build":
            mine["goods"].remove(move["good"])
            booths = min(barrels_of(move["good"]), mine["booths_left"])
            mine["booths_left"] -= booths
            mine["booths"][state["ship"]] = mine["booths"].get(state["ship"], 0) + booths
            state["acted"] = True
        case "sell":
            sell(game, move["goods"], events)
        case "end":
            tax(state, events)
            discard_down_to_three(game, events)
        case "lose":
            mine["goods"].remove(move["good"])
            game["losses"].pop(0)
            carry_out_losses(game, events)
        case _:
            assert move["type"] == "discard", move
            mine["goods"].remove(move["good"])
            discard_down_to_three(game, events)
    state["scores"] = scores(state)
    return game, events


def pay(state: Json, to: str, purpose: str, events: list[Json]) -> None:
    state["players"][state["mover"]]["talers"] -= 1
    if to == "bank":
        state["bank"] += 1
    else:
        state["players"][to]["talers"] += 1
    events.append({"type": "pay", "player": state["mover"], "to": to, "talers": 1, "for": purpose})


def reveal(game: Json, marker: str, events: list[Json]) -> None:
    state = game["state"]
    game["unseen"][marker] -= 1
    spaces = next(spaces for spaces in state["warehouses"].values() if None in spaces)
    spaces[spaces.index(None)] = marker
    if not game["set_up"]:
        pile = next(number for number, markers in enumerate(state["piles"]) if markers > 0)
        state["piles"][pile] -= 1
        if pile == 4 and not state["last_round"]:
            state["last_round"] = True
            events.append({"type": "last_round", "player": state["active"]})
    if None not in all_spaces(state) or sum(game["unseen"].values()) == 0:
        state["phase"] = "place" if game["set_up"] else "actions"
        game["set_up"] = False


def after_placement(game: Json, events: list[Json]) -> None:
    state = game["state"]
    if all(player["booths_left"] == 9 for player in state["players"].values()):
        begin_turn(game, state["start"], events)
    else:
        state["mover"] = state["active"] = left_of(game, state["mover"])


def begin_turn(game: Json, player: str, events: list[Json]) -> None:
    state = game["state"]
    state["mover"] = state["active"] = player
    state["acted"] = False
    income = min(3, state["bank"])
    state["bank"] -= income
    state["players"][player]["talers"] += income
    events.append({"type": "income", "player": player, "talers": income})
    can_replenish = None in all_spaces(state) and sum(state["piles"]) > 0 and state["players"][player]["talers"] > 0
    state["phase"] = "replenish" if can_replenish else "actions"


def sell(game: Json, goods: list[str], events: list[Json]) -> None:
    state = game["state"]
    seller = state["players"][state["mover"]]
    for marker in goods:
        seller["goods"].remove(marker)
    seller["sold"] = sorted(seller["sold"] + goods)
    seller["booths_left"] += 1
    seller["booths"][state["ship"]] -= 1
    if seller["booths"][state["ship"]] == 0:
        del seller["booths"][state["ship"]]
    state["acted"] = True
    opponent = left_of(game, state["active"])
    while opponent != state["active"]:
        for colour in sorted({colour_of(marker) for marker in goods}):
            game["losses"].append([opponent, colour])
        opponent = left_of(game, opponent)
    carry_out_losses(game, events)


def carry_out_losses(game: Json, events: list[Json]) -> None:
    """Losses in their order until one needs a choice; then the actions go on."""
    state = game["state"]
    while game["losses"]:
        loser, colour = game["losses"][0]
        hand = state["players"][loser]["goods"]
        candidates = {marker for marker in hand if colour_of(marker) == colour}
        if len(candidates) > 1:
            state["phase"] = "lose"
            state["mover"] = loser
            return
        for marker in candidates:
            hand.remove(marker)
            events.append({"type": "lose", "player": loser, "good": marker})
        game["losses"].pop(0)
    state["phase"] = "actions"
    state["mover"] = state["active"]


def tax(state: Json, events: list[Json]) -> None:
    mine = state["players"][state["active"]]
    excess = mine["talers"] - 3
    if excess > 0:
        mine["talers"] = 3
        state["bank"] += excess
        events.append({"type": "tax", "player": state["active"], "talers": excess})


def discard_down_to_three(game: Json, events: list[Json]) -> None:
    state = game["state"]
    hand = state["players"][state["active"]]["goods"]
    while len(hand) > 3:
        if len(set(hand)) > 1:
            state["phase"] = "discard"
            return
        events.append({"type": "discard", "player": state["active"], "good": hand.pop()})
    follower = left_of(game, state["active"])
    if state["last_round"] and follower == state["start"]:
        state.update(phase="over", mover=None, active=None, acted=False, winners=winners(game))
        events.append({"type": "over", "winners": list(state["winners"])})
    else:
        begin_turn(game, follower, events)
