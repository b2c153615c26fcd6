"""Why a move is refused. Each method gives what speaks against a move, in order; the first objection counts."""

from collections.abc import Iterator

from tests.lab.reference.teutonica.board import TABLE, TABLE_ROUTE, Json, ends_of
from tests.lab.reference.teutonica.reading import Reading

PHASES_OF_MOVE = {
    "reveal": ["taverns", "reveal"],
    "pawn": ["pawn"],
    "income": ["actions"],
    "insert": ["actions"],
    "displace": ["actions"],
    "pay": ["pay"],
    "put": ["relocate", "move"],
    "add": ["relocate"],
    "lift": ["actions", "move", "relocate"],
    "decline": ["relocate"],
    "done": ["move", "remove"],
    "establish": ["actions"],
    "office": ["establish"],
    "extra_office": ["establish"],
    "improve": ["establish"],
    "coellen": ["establish"],
    "clear": ["establish"],
    "use": ["actions"],
    "remove": ["remove"],
    "ride": ["actions"],
    "walk": ["actions", "walk"],
    "stay": ["walk"],
    "end": ["actions"],
    "replace": ["replace"],
}
NEVER_REFUSED = ["pawn", "clear", "stay", "end"]
Codes = Iterator[str]


class Objections(Reading):
    """What speaks against a readable move."""

    def refusal(self, state: Json, move: Json) -> str | None:
        """The code with which the move is refused, or None if it is legal."""
        return next(self.objections(state, move), None)

    def objections(self, state: Json, move: Json) -> Codes:
        verb = move["type"]
        if state["phase"] == "over":
            yield "game_over"
        if state["phase"] not in PHASES_OF_MOVE[verb]:
            yield "wrong_phase"
        if "route" in move and move["route"] not in state["routes"]:
            yield "no_such_route"
        if verb not in NEVER_REFUSED:
            yield from getattr(self, f"against_{verb}")(state, move)

    def against_action(self, state: Json) -> Codes:
        if state["actions_left"] == 0:
            yield "no_actions"

    def against_pawn_bound_action(self, state: Json, route: str) -> Codes:
        yield from self.against_action(state)
        if not self.pawn_allows(state, route):
            yield "pawn_elsewhere"

    def against_reveal(self, state: Json, move: Json) -> Codes:
        if move["marker"] not in self.face_down(state):
            yield "no_such_marker"

    def against_income(self, state: Json, move: Json) -> Codes:
        yield from self.against_action(state)
        stock = state["players"][state["mover"]]["stock"]
        if self.total(stock) == 0:
            yield "stock_empty"
        traders = self.income_number(state, state["mover"]) - move["merchants"]
        if move["merchants"] > stock["merchants"] or not 0 <= traders <= stock["traders"]:
            yield "wrong_number"

    def against_insert(self, state: Json, move: Json) -> Codes:
        yield from self.against_pawn_bound_action(state, move["route"])
        if not self.has(state["players"][state["mover"]]["supply"], move["piece"]):
            yield "no_such_piece"
        if None not in state["routes"][move["route"]]:
            yield "route_full"

    def against_displace(self, state: Json, move: Json) -> Codes:
        yield from self.against_pawn_bound_action(state, move["route"])
        supply = state["players"][state["mover"]]["supply"]
        if not self.has(supply, move["piece"]):
            yield "no_such_piece"
        owner, kind = move["victim"].split()
        if owner == state["mover"]:
            yield "own_piece"
        if move["victim"] not in state["routes"][move["route"]]:
            yield "nobody_there"
        if self.total(supply) < 1 + self.penalty(kind):
            yield "cannot_pay"

    def against_pay(self, state: Json, move: Json) -> Codes:
        if not self.has(state["players"][state["mover"]]["supply"], move["piece"]):
            yield "no_such_piece"

    def against_lift(self, state: Json, move: Json) -> Codes:
        step = state["step"]
        if state["phase"] == "actions":
            yield from self.against_action(state)
        if state["phase"] == "move" and step["lifts_left"] == 0:
            yield "no_lifts_left"
        if state["phase"] == "relocate":
            mine = state["players"][state["mover"]]
            if step["hand"]:
                yield "put_first"
            if self.total(mine["stock"]) + self.total(mine["supply"]) > 0:
                yield "stock_first"
        if f"{state['mover']} {move['piece']}" not in state["routes"][move["route"]]:
            yield "nobody_there"

    def against_place(self, state: Json, route: str) -> Codes:
        """Putting a piece down, in a relocation by its narrower rule."""
        relocating = state["phase"] == "relocate"
        if relocating and route == state["step"]["route"]:
            yield "same_route"
        if None not in state["routes"][route]:
            yield "route_full"
        if relocating and route not in self.nearest_free(state, state["step"]["route"]):
            yield "too_far"

    def against_put(self, state: Json, move: Json) -> Codes:
        if move["piece"] not in state["step"]["hand"]:
            yield "no_such_piece"
        yield from self.against_place(state, move["route"])

    def against_add(self, state: Json, move: Json) -> Codes:
        if state["step"]["hand"]:
            yield "put_first"
        if not self.has(self.source_of_extras(state), move["piece"]):
            yield "no_such_piece"
        yield from self.against_place(state, move["route"])

    def source_of_extras(self, state: Json) -> Json:
        mine: Json = state["players"][state["mover"]]
        return dict(mine["stock"] if self.total(mine["stock"]) else mine["supply"])

    def against_decline(self, state: Json, move: Json) -> Codes:
        if state["step"]["hand"]:
            yield "put_first"

    def against_done(self, state: Json, move: Json) -> Codes:
        if state["phase"] == "move" and state["step"]["hand"]:
            yield "put_first"

    def against_establish(self, state: Json, move: Json) -> Codes:
        yield from self.against_pawn_bound_action(state, move["route"])
        if not all(piece and piece.split()[0] == state["mover"] for piece in state["routes"][move["route"]]):
            yield "route_not_yours"

    def on_route(self, state: Json, kind: str) -> bool:
        """Whether the route being established holds a piece of this kind."""
        return f"{state['mover']} {kind}" in state["routes"][state["step"]["route"]]

    def against_office(self, state: Json, move: Json) -> Codes:
        city = move["city"]
        if city not in ends_of(state["step"]["route"]):
            yield "not_on_route"
        number = self.next_office(state, city)
        if number is None:
            yield "city_full"
            return
        office = self.printed(state, city, number)
        if not self.allows(state, state["mover"], office["colour"]):
            yield "no_privilege"
        if not self.on_route(state, office["piece"]):
            yield "wrong_shape"

    def against_extra_office(self, state: Json, move: Json) -> Codes:
        if "extra_office" not in state["players"][state["mover"]]["markers"]:
            yield "no_such_marker"
        if move["city"] not in ends_of(state["step"]["route"]):
            yield "not_on_route"
        if state["offices"][move["city"]]["spaces"][0] is None:
            yield "city_empty"
        if not self.on_route(state, move["piece"]):
            yield "no_such_piece"

    def against_improve(self, state: Json, move: Json) -> Codes:
        if move["ability"] not in self.abilities_at(state["step"]["route"]):
            yield "not_on_route"
        if self.at_maximum(state, state["mover"], move["ability"]):
            yield "at_maximum"

    def against_coellen(self, state: Json, move: Json) -> Codes:
        space = str(move["space"])
        if state["step"]["route"] != TABLE_ROUTE:
            yield "not_on_route"
        if state["coellen"][space] is not None:
            yield "space_taken"
        if not self.allows(state, state["mover"], TABLE[space]):
            yield "no_privilege"
        if not self.on_route(state, "merchant"):
            yield "no_such_piece"

    def against_use(self, state: Json, move: Json) -> Codes:
        marker = move["marker"]
        if marker not in state["players"][state["mover"]]["markers"]:
            yield "no_such_marker"
        if marker == "extra_office":
            yield "not_establishing"
        if marker == "swap_offices" and not self.both_occupied(state, move["city"], move["pos"]):
            yield "nobody_there"
        if marker == "remove_three" and not self.any_piece(state):
            yield "nobody_there"
        if marker == "improve_ability" and self.at_maximum(state, state["mover"], move["ability"]):
            yield "at_maximum"

    def both_occupied(self, state: Json, city: str, pos: int) -> bool:
        pair = state["offices"][city]["spaces"][pos - 1 : pos + 1]
        return len(pair) == 2 and None not in pair

    def against_remove(self, state: Json, move: Json) -> Codes:
        if move["victim"] not in state["routes"][move["route"]]:
            yield "nobody_there"

    def against_ride(self, state: Json, move: Json) -> Codes:
        if state["pawn"] is None:
            yield "no_pawn"
        yield from self.against_action(state)
        if move["to"] == state["pawn"]:
            yield "same_province"

    def against_walk(self, state: Json, move: Json) -> Codes:
        if state["pawn"] is None:
            yield "no_pawn"
            return
        if state["phase"] == "actions" and state["walked"]:
            yield "already_walked"
        if state["phase"] == "actions" and state["acted"]:
            yield "already_acted"
        if move["to"] == state["pawn"]:
            yield "same_province"
        if not self.walks_to(state, move["to"]):
            yield "too_far"

    def against_replace(self, state: Json, move: Json) -> Codes:
        if self.has_marker(state, move["route"]):
            yield "has_marker"
        if not self.is_empty(state, move["route"]):
            yield "route_occupied"
        if not self.has_free_city(state, move["route"]):
            yield "cities_full"
