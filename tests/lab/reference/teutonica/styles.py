"""Ways to play. Each style says how much it wants a route; what it does follows from that, with chance.

Random moves alone never fill a board or link two cities: the styles are there so that whole games reach the rare
rules. First the kind of move is drawn, then the move; every legal move keeps some chance.
"""

import random
from collections.abc import Callable

from tests.lab.reference.teutonica.board import PRIVILEGES, PROVINCES, TABLE, TABLE_ROUTE, Json, ends_of
from tests.lab.reference.teutonica.rules import Rules

Choose = Callable[[Json, list[Json]], Json]
Aim = Callable[[Json, str, str], float]

RULES = Rules()
BASE = {
    "income": 1.0, "insert": 6.0, "displace": 1.0, "lift": 0.3, "put": 9.0, "add": 3.0, "decline": 0.3, "done": 0.5,
    "establish": 40.0, "office": 8.0, "extra_office": 3.0, "improve": 4.0, "coellen": 6.0, "clear": 0.1, "use": 0.3,
    "remove": 5.0, "ride": 0.4, "walk": 0.3, "stay": 0.3, "end": 0.05,
}  # fmt: skip
FILL = {"insert": 20.0, "establish": 0.3, "income": 9.0, "displace": 0.05, "use": 0.01, "ride": 2.0}


def open_office(state: Json, me: str, city: str) -> bool:
    number = RULES.next_office(state, city)
    return number is not None and RULES.allows(state, me, RULES.printed(state, city, number)["colour"])


def fitting_office(state: Json, me: str, city: str, route: str) -> bool:
    """An open office for which the route has the piece, or still has a house for it."""
    if not open_office(state, me, city):
        return False
    number = RULES.next_office(state, city)
    assert number is not None
    houses = state["routes"][route]
    return None in houses or f"{me} {RULES.printed(state, city, number)['piece']}" in houses


def crowded_enough(state: Json) -> bool:
    """The players together have the pieces to fill every house, and some to spare."""
    houses = sum(map(len, state["routes"].values()))
    free = sum(12 + sum(player["levels"].values()) for player in state["players"].values())
    seated = sum(len(RULES.row(state, city)) - RULES.row(state, city).count(None) for city in state["offices"])
    return bool(free - seated >= houses + 8)


def anything(state: Json, me: str, route: str) -> float:
    return 1.0


def build(state: Json, me: str, route: str) -> float:
    """Offices, best where one more completes the city."""
    value = 0.02
    for city in ends_of(route):
        if fitting_office(state, me, city, route):
            value += 1.0 + 3.0 * (state["offices"][city]["spaces"].count(None) == 1)
            value += 0.5 * (RULES.controller(state, city) == me)
    return value


def finish(state: Json, me: str, route: str) -> float:
    """Cities completed with as little prestige as can be, and the privilege for it."""
    value = 0.001
    for city in ends_of(route):
        if fitting_office(state, me, city, route):
            value += 12.0 / state["offices"][city]["spaces"].count(None) ** 2
    if "privilege" in RULES.abilities_at(route) and not RULES.at_maximum(state, me, "privilege"):
        value += 6.0
    controlled = sum(RULES.controller(state, city) is not None for city in ends_of(route))
    return value / (1.0, 3.0, 12.0)[controlled]


def learn(state: Json, me: str, route: str) -> float:
    """Abilities first, then offices."""
    wanted = [ability for ability in RULES.abilities_at(route) if not RULES.at_maximum(state, me, ability)]
    if wanted:
        return 12.0 if "privilege" in wanted or "actions" in wanted else 6.0
    return 0.2 * build(state, me, route)


def collect(state: Json, me: str, route: str) -> float:
    """Markers, wherever they lie."""
    return 30.0 if route in state["markers"] else 0.01


def link(state: Json, me: str, route: str) -> float:
    """What leads to the privilege for offices; the offices themselves are added by who plays it."""
    wanted = [ability for ability in RULES.abilities_at(route) if not RULES.at_maximum(state, me, ability)]
    return 6.0 if "privilege" in wanted else 2.0 if "actions" in wanted else 0.001


def table(state: Json, me: str, route: str) -> float:
    """The table of Coellen, after some privilege and merchants."""
    if route == TABLE_ROUTE:
        open_space = any(
            owner is None and RULES.allows(state, me, TABLE[space]) for space, owner in state["coellen"].items()
        )
        houses = state["routes"][route]
        return 15.0 if open_space and (None in houses or f"{me} merchant" in houses) else 0.1
    wanted = [ability for ability in RULES.abilities_at(route) if not RULES.at_maximum(state, me, ability)]
    return 10.0 if "privilege" in wanted else 3.0 if "book" in wanted else 0.001


def crowd(state: Json, me: str, route: str) -> float:
    """Everything off the tracks; the whole board is filled later."""
    return 9.0 if any(not RULES.at_maximum(state, me, ability) for ability in RULES.abilities_at(route)) else 0.001


def thin(state: Json, me: str, route: str) -> float:
    """A piece on every route, so that no replacement finds a place."""
    if route in state["markers"]:
        return 3.0
    return 20.0 if RULES.wants_marker(state, route) else 0.2


AIMS: dict[str, Aim] = {
    "anything": anything,
    "build": build,
    "finish": finish,
    "learn": learn,
    "collect": collect,
    "link": link,
    "table": table,
    "crowd": crowd,
    "thin": thin,
}
VERBS: dict[str, dict[str, float]] = {
    "anything": {"end": 0.5, "clear": 1.0, "stay": 2.0},
    "build": {"office": 40.0, "improve": 3.0},
    "finish": {"office": 40.0, "improve": 6.0, "clear": 0.01, "coellen": 0.1, "lift": 0.1},
    "learn": {"improve": 40.0, "use": 0.6},
    "collect": {"office": 3.0, "lift": 0.6},
    "link": {"office": 40.0, "extra_office": 20.0, "use": 0.1, "lift": 0.1},
    "table": {"coellen": 90.0, "improve": 30.0, "office": 0.3, "lift": 0.1},
    "crowd": {
        "improve": 90.0,
        "clear": 5.0,
        "office": 0.1,
        "extra_office": 0.05,
        "coellen": 0.1,
        "lift": 0.5,
        "end": 0.01,
    },
    "thin": {"displace": 0.1, "establish": 3.0, "lift": 0.1, "office": 1.0},
}


class Player:
    """One seat's style, with a temper of its own."""

    def __init__(self, rng: random.Random, style: str, quarrel: float) -> None:
        self.rng = rng
        self.filling = False
        self.houses: dict[str, float] = {}
        self.style = style
        self.aim = AIMS[style]
        self.verbs = BASE | VERBS[style]
        for verb in ("income", "displace", "lift", "use", "clear", "ride", "walk", "extra_office", "improve", "end"):
            self.verbs[verb] *= rng.choice((0.4, 1.0, 1.0, 2.5))
        self.verbs["displace"] *= quarrel
        self.verbs["decline"] *= rng.choice((0.1, 1.0, 1.0, 20.0))

    def choose(self, state: Json, moves: list[Json]) -> Json:
        self.houses = {}
        self.filling = self.style == "crowd" and crowded_enough(state)
        verbs = sorted({move["type"] for move in moves})
        verb = self.rng.choices(verbs, [self.want_verb(state, verb, moves) for verb in verbs])[0]
        candidates = [move for move in moves if move["type"] == verb]
        return self.rng.choices(candidates, [self.want(state, move) + 1e-6 for move in candidates])[0]

    def want_verb(self, state: Json, verb: str, moves: list[Json]) -> float:
        weight = self.verbs.get(verb, 1.0)
        supply = RULES.total(state["players"][state["mover"]]["supply"])
        if verb == "end" and state["actions_left"] == 0:
            return 1.0
        if self.filling:
            full = sum(None not in houses for houses in state["routes"].values()) / len(state["routes"])
            return (FILL | {"displace": 0.01 if full < 0.95 else 30.0}).get(verb, weight)
        best = max((self.want(state, move) for move in moves if move["type"] == verb), default=0.0)
        match verb:
            case "establish":
                return weight * min(1.0, best)
            case "insert":
                return weight * min(1.0, 0.2 + best)
            case "displace":
                return weight * min(4.0, 0.05 + best / 10)
            case "income":
                return weight * (8.0 if supply <= 1 else 0.15 if supply > 8 else 1.0)
            case _:
                return weight

    def want(self, state: Json, move: Json) -> float:
        """How much this move is wanted among those of its kind."""
        me = state["mover"]
        match move["type"]:
            case "insert" | "add" | "put" | "displace":
                weight = self.want_house(state, me, move["route"])
                if move["type"] == "displace":
                    houses = state["routes"][move["route"]]
                    others = sum(piece is not None and piece.split()[0] != me for piece in houses)
                    weight *= (9.0 if None not in houses else 2.0) * (3.0 if others == 1 else 1.0)
                return weight * self.want_piece(state, me, move["piece"], move["route"])
            case "establish":
                return self.aim(state, me, move["route"])
            case "lift":
                return 1 / (0.05 + self.want_house(state, me, move["route"]))
            case "pawn" | "ride" | "walk":
                return max(self.want_house(state, me, route) for route in PROVINCES[move["to"]]["routes"]) ** 2
            case "office" | "extra_office":
                new = me not in RULES.row(state, move["city"])
                nearly = self.style == "finish" and state["offices"][move["city"]]["spaces"].count(None) == 1
                return (2.0 if new else 1.0) * (20.0 if nearly else 1.0)
            case "improve":
                return 1.0
            case "remove":
                return 0.3 if move["victim"].split()[0] == me else 1.0
            case "use":
                return 5.0 if move.get("city") in ("groningen", "luebeck", "coellen", "halle") else 1.0
            case "reveal":
                return 2.0 if move["marker"] == "swap_offices" else 1.0
            case _:
                return 1.0

    def want_house(self, state: Json, me: str, route: str) -> float:
        """A house here: the aim, more with own pieces next to it, less with others'."""
        if route not in self.houses:
            houses = state["routes"][route]
            own = sum(piece is not None and piece.split()[0] == me for piece in houses)
            others = sum(piece is not None for piece in houses) - own
            aim: float = 1.0 if self.filling else self.aim(state, me, route)
            if self.style == "thin" and not (route in state["markers"] and own):
                aim /= 1 + 9 * own + 9 * others
            elif not self.filling:
                aim *= (1 + own) ** 3 / (1 + 2 * others) ** 2
            self.houses[route] = aim
        return self.houses[route]

    def want_piece(self, state: Json, me: str, kind: str, route: str) -> float:
        """Merchants where one is needed, once."""
        if kind == "trader":
            return 1.0
        needed = route == TABLE_ROUTE
        for city in ends_of(route):
            number = RULES.next_office(state, city)
            needed |= number is not None and RULES.printed(state, city, number)["piece"] == "merchant"
        return 3.0 if needed and f"{me} merchant" not in state["routes"][route] else 0.2


class Linker(Player):
    """Looks for the cheapest chain between the two cities, and for offices in it."""

    def __init__(self, rng: random.Random, quarrel: float) -> None:
        super().__init__(rng, "link", quarrel)
        self.goal: list[str] = []
        self.aim = self.aim_at_chain

    def choose(self, state: Json, moves: list[Json]) -> Json:
        me = state["mover"]
        chain = [] if me in state["links"] else cheapest_chain(state, me)
        self.goal = [city for city in chain if me not in RULES.row(state, city)]
        return super().choose(state, moves)

    def aim_at_chain(self, state: Json, me: str, route: str) -> float:
        value = link(state, me, route)
        for city in ends_of(route):
            if city in self.goal and fitting_office(state, me, city, route):
                value += 20.0
            elif city in self.goal and "extra_office" in state["players"][me]["markers"]:
                value += 10.0
        controlled = sum(RULES.controller(state, city) is not None for city in ends_of(route))
        return value / (1.0, 2.0, 10.0)[controlled] + (1.0 if route in state["markers"] and not controlled else 0.0)

    def want(self, state: Json, move: Json) -> float:
        if move["type"] in ("office", "extra_office"):
            return 50.0 if move["city"] in self.goal else 0.2
        return super().want(state, move)


def cheapest_chain(state: Json, me: str) -> list[str]:
    """The cities of the chain that asks least of the player, as offices stand."""
    costs = {city: cost_of_city(state, me, city) for city in state["offices"]}
    best: dict[str, tuple[float, list[str]]] = {"arnheim": (costs["arnheim"], ["arnheim"])}
    for _ in costs:
        for route in state["routes"]:
            for here, there in (ends_of(route), ends_of(route)[::-1]):
                if here in best and (there not in best or best[here][0] + costs[there] < best[there][0]):
                    best[there] = (best[here][0] + costs[there], [*best[here][1], there])
    return best["stendal"][1]


def cost_of_city(state: Json, me: str, city: str) -> float:
    number = RULES.next_office(state, city)
    if me in RULES.row(state, city):
        return 0.01
    if RULES.controller(state, city) is not None:
        return 1.5 + cost_of_seat(state, me, city, number)
    return cost_of_seat(state, me, city, number)


def cost_of_seat(state: Json, me: str, city: str, number: int | None) -> float:
    if number is None:
        return 3.0 if "extra_office" in state["players"][me]["markers"] else 30.0
    office = RULES.printed(state, city, number)
    if not RULES.allows(state, me, office["colour"]):
        return 2.0 * PRIVILEGES.index(office["colour"])
    return 1.3 if office["piece"] == "merchant" else 1.0


def random_table(rng: random.Random, players: list[str], style: str | None = None) -> Choose:
    """A style for each seat: one for all, or one each."""
    common = style or rng.choice([*AIMS, None, None, None, None])
    quarrel = rng.choice((0.3, 1.0, 1.0, 5.0))
    seated: dict[str, Player] = {}
    for colour in players:
        own = common or rng.choice(list(AIMS))
        seated[colour] = Linker(rng, quarrel) if own == "link" else Player(rng, own, quarrel)

    def choose(state: Json, moves: list[Json]) -> Json:
        return seated[state["mover"]].choose(state, moves)

    return choose
