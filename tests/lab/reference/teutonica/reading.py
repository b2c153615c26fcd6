"""How a game begins, and what can be read off its state.

A state is the dict that the engine protocol shows, and nothing else. Seating order is the order of its
``players``; which markers lie face down is what is missing from those that can be seen. The rules are methods, so
that a test can change one of them and watch whether the harness notices.
"""

import marshal
from typing import Any

from tests.lab.reference.teutonica.board import (
    ABILITIES,
    ABILITY_OF_CITY,
    FIRST_MARKERS,
    MARKERS,
    PRIVILEGES,
    PROVINCES,
    SIDES,
    TABLE,
    TRACKS,
    Json,
    borders_between,
    ends_of,
    offices_of,
    rings_around,
    side_for,
)

# A list that stood in two places would still be one list with a later version of the format.
_WITHOUT_REFERENCES = 2


def copied(value: Any) -> Any:
    """A deep copy of dicts and lists, in which nothing is shared."""
    return marshal.loads(marshal.dumps(value, _WITHOUT_REFERENCES))


class Reading:
    """Questions about a state that change nothing."""

    link_points = (7, 4, 2)
    last_prestige = 20
    last_city = 10
    free_walk = 2
    marker_points = ((10, 21), (8, 15), (6, 10), (4, 6), (2, 3), (1, 1), (0, 0))

    def new(self, players: list[str], start: str) -> Json:
        side = side_for(len(players))
        first = players.index(start)
        order = players[first:] + players[:first]
        state: Json = {
            "phase": "taverns",
            "mover": start,
            "active": start,
            "start": start,
            "side": side,
            "actions_left": 0,
            "acted": False,
            "step": None,
            "routes": {route: [None] * houses for route, houses in SIDES[side]["routes"].items()},
            "markers": {},
            "pile": sum(MARKERS.values()) - len(FIRST_MARKERS),
            "offices": {
                city: {"extra": [], "spaces": [None] * len(offices)} for city, offices in SIDES[side]["cities"].items()
            },
            "coellen": dict.fromkeys(TABLE),
            "completed": 0,
            "links": [],
            "pawn": None,
            "walked": False,
            "players": {colour: self.new_player(order.index(colour)) for colour in players},
            "ending": [],
            "scores": {},
            "winners": None,
        }
        state["scores"] = self.scores(state)
        return state

    def new_player(self, place: int) -> Json:
        """Who plays earlier has less in the supply; the rest is stock."""
        return {
            "prestige": 0,
            "supply": {"traders": 5 + place, "merchants": 1},
            "stock": {"traders": 6 - place, "merchants": 0},
            "levels": dict.fromkeys(ABILITIES, 0),
            "markers": [],
            "used": [],
            "plate": 0,
        }

    # Players and their pieces

    def seats(self, state: Json) -> list[str]:
        return list(state["players"])

    def next_player(self, state: Json, player: str) -> str:
        seats = self.seats(state)
        return seats[(seats.index(player) + 1) % len(seats)]

    def value(self, state: Json, player: str, ability: str) -> Any:
        return TRACKS[ability][state["players"][player]["levels"][ability]]

    def at_maximum(self, state: Json, player: str, ability: str) -> bool:
        return bool(state["players"][player]["levels"][ability] == len(TRACKS[ability]) - 1)

    def allows(self, state: Json, player: str, colour: str) -> bool:
        """Whether the player's privilege reaches this colour."""
        return PRIVILEGES.index(colour) <= PRIVILEGES.index(self.value(state, player, "privilege"))

    def has(self, pieces: Json, kind: str) -> bool:
        """Whether a supply or a stock has a piece of this kind."""
        return bool(pieces[f"{kind}s"] > 0)

    def total(self, pieces: Json) -> int:
        return int(pieces["traders"] + pieces["merchants"])

    def income_number(self, state: Json, player: str) -> int:
        """How many pieces an income brings."""
        there_is = self.total(state["players"][player]["stock"])
        bags = self.value(state, player, "bags")
        return there_is if bags == "C" else min(int(bags), there_is)

    def penalty(self, kind: str) -> int:
        """Pieces to pay for displacing this kind, and as many may its owner bring along."""
        return 2 if kind == "merchant" else 1

    # Routes

    def room_elsewhere(self, state: Json, route: str) -> bool:
        return any(None in houses for other, houses in state["routes"].items() if other != route)

    def nearest_free(self, state: Json, route: str) -> list[str]:
        """The routes that a piece displaced from this one may go to."""
        for ring in rings_around(state["side"], route):
            free = [other for other in ring if None in state["routes"][other]]
            if free:
                return free
        return []

    def pawn_allows(self, state: Json, route: str) -> bool:
        return state["pawn"] is None or route in PROVINCES[state["pawn"]]["routes"]

    def walks_to(self, state: Json, province: str) -> bool:
        return borders_between(state["pawn"], province) <= self.free_walk

    def any_piece(self, state: Json) -> bool:
        return any(piece for houses in state["routes"].values() for piece in houses)

    def wants_marker(self, state: Json, route: str) -> bool:
        """A replacement may be put here."""
        return not self.has_marker(state, route) and self.is_empty(state, route) and self.has_free_city(state, route)

    def has_marker(self, state: Json, route: str) -> bool:
        return route in state["markers"]

    def is_empty(self, state: Json, route: str) -> bool:
        return not any(state["routes"][route])

    def has_free_city(self, state: Json, route: str) -> bool:
        return any(None in state["offices"][city]["spaces"] for city in ends_of(route))

    def face_down(self, state: Json) -> list[str]:
        """The kinds of markers of which one at least is not to be seen."""
        seen = list(state["markers"].values())
        for player in state["players"].values():
            seen += player["markers"] + player["used"]
        step = state["step"] or {}
        seen += [step[field] for field in ("taken", "marker") if step.get(field)]
        if state["phase"] == "taverns":
            return [kind for kind in FIRST_MARKERS if kind not in seen]
        return [kind for kind, count in MARKERS.items() if seen.count(kind) < count]

    # Cities

    def row(self, state: Json, city: str) -> list[str | None]:
        """Who sits in the city, from left to right, extra offices and printed ones."""
        offices = state["offices"][city]
        return [piece and piece.split()[0] for piece in offices["extra"] + offices["spaces"]]

    def controller(self, state: Json, city: str) -> str | None:
        """Most offices; of those tied the one furthest to the right."""
        row = [owner for owner in self.row(state, city) if owner]
        if not row:
            return None
        most = max(row.count(owner) for owner in row)
        return next(owner for owner in reversed(row) if row.count(owner) == most)

    def next_office(self, state: Json, city: str) -> int | None:
        """The leftmost empty printed office, counted from 0."""
        spaces = state["offices"][city]["spaces"]
        return spaces.index(None) if None in spaces else None

    def printed(self, state: Json, city: str, number: int) -> Json:
        return offices_of(state["side"], city)[number]

    def cities_with(self, state: Json, player: str) -> list[str]:
        return [city for city in state["offices"] if player in self.row(state, city)]

    def networks(self, state: Json, player: str) -> list[set[str]]:
        """The player's cities, grouped by the routes between them."""
        groups = [{city} for city in self.cities_with(state, player)]
        for route in state["routes"]:
            here, there = ends_of(route)
            joined = [group for group in groups if here in group or there in group]
            if len(joined) == 2:
                groups = [group for group in groups if group not in joined] + [joined[0] | joined[1]]
        return groups

    def is_linked(self, state: Json, player: str) -> bool:
        return any({"arnheim", "stendal"} <= group for group in self.networks(state, player))

    def abilities_at(self, route: str) -> list[str]:
        return [ABILITY_OF_CITY[city] for city in ends_of(route) if city in ABILITY_OF_CITY]

    # Scores

    def scores(self, state: Json) -> Json:
        controllers = [self.controller(state, city) for city in state["offices"]]
        result = {}
        for name, player in state["players"].items():
            parts = {
                "prestige": player["prestige"],
                "abilities": self.points_for_abilities(state, name),
                "markers": self.points_for_markers(self.marker_count(state, name)),
                "coellen": sum(int(space) for space, owner in state["coellen"].items() if owner == name),
                "cities": 2 * controllers.count(name),
                "network": self.points_for_network(state, name),
            }
            result[name] = {**parts, "total": sum(parts.values())}
        return result

    def points_for_abilities(self, state: Json, player: str) -> int:
        return 4 * sum(self.at_maximum(state, player, ability) for ability in ABILITIES if ability != "keys")

    def marker_count(self, state: Json, player: str) -> int:
        mine = state["players"][player]
        taken = state["phase"] == "establish" and state["active"] == player and state["step"]["taken"] is not None
        return len(mine["markers"]) + len(mine["used"]) + taken

    def points_for_markers(self, count: int) -> int:
        return next(points for least, points in self.marker_points if count >= least)

    def points_for_network(self, state: Json, player: str) -> int:
        sizes = [sum(self.row(state, city).count(player) for city in group) for group in self.networks(state, player)]
        return max(sizes, default=0) * int(self.value(state, player, "keys"))

    def winners(self, state: Json) -> list[str]:
        totals = {name: score["total"] for name, score in self.scores(state).items()}
        return [name for name in self.seats(state) if totals[name] == max(totals.values())]
