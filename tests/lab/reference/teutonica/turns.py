"""The moves there are, and what those between the set-up and the next turn do; establishing is apart."""

from collections.abc import Iterator

from tests.lab.reference.teutonica.board import (
    ABILITIES,
    CITIES,
    FIRST_MARKERS,
    KINDS,
    MARKERS,
    PROVINCES,
    TABLE,
    TAVERNS,
    Json,
)
from tests.lab.reference.teutonica.objections import PHASES_OF_MOVE, Objections
from tests.lab.reference.teutonica.reading import copied

Events = list[Json]


class Turns(Objections):
    """``legal`` and ``play``; a state that is handed in is never changed."""

    def legal(self, state: Json) -> list[Json]:
        """Every thinkable move against which nothing speaks."""
        return [move for move in self.thinkable(state) if self.refusal(state, move) is None]

    def play(self, state: Json, move: Json) -> tuple[Json, Events]:
        """The state after a legal move, and what happened beyond it."""
        state = copied(state)
        events: Events = []
        getattr(self, f"do_{move['type']}")(state, move, events)
        state["scores"] = self.scores(state)
        return state, events

    # Thinkable moves

    def thinkable(self, state: Json) -> Iterator[Json]:
        """Every move of the phase about things that this board has."""
        for verb, phases in PHASES_OF_MOVE.items():
            if state["phase"] in phases:
                yield from ({"type": verb, **details} for details in self.details(state, verb))

    def details(self, state: Json, verb: str) -> Iterator[Json]:
        match verb:
            case "reveal":
                yield from ({"marker": marker} for marker in MARKERS)
            case "pawn" | "ride" | "walk":
                yield from ({"to": province} for province in PROVINCES)
            case "income":
                yield from ({"merchants": number} for number in range(5))
            case "insert" | "put" | "add" | "lift":
                yield from ({"piece": kind, "route": route} for route in state["routes"] for kind in KINDS)
            case "displace":
                for found in self.details(state, "remove"):
                    yield from ({"piece": kind, **found} for kind in KINDS)
            case "remove":
                for route, houses in state["routes"].items():
                    yield from ({"route": route, "victim": victim} for victim in sorted(set(filter(None, houses))))
            case "pay":
                yield from ({"piece": kind} for kind in KINDS)
            case "establish" | "replace":
                yield from ({"route": route} for route in state["routes"])
            case "office":
                yield from ({"city": city} for city in CITIES)
            case "extra_office":
                yield from ({"city": city, "piece": kind} for city in CITIES for kind in KINDS)
            case "improve":
                yield from ({"ability": ability} for ability in ABILITIES)
            case "coellen":
                yield from ({"space": int(space)} for space in TABLE)
            case "use":
                yield from ({"marker": marker} for marker in ("plus_3_actions", "plus_4_actions", "remove_three"))
                yield from ({"marker": "improve_ability", "ability": ability} for ability in ABILITIES)
                yield from (
                    {"marker": "swap_offices", "city": city, "pos": pos} for city in CITIES for pos in (1, 2, 3)
                )
            case _:
                yield {}

    # Pieces

    def give(self, pieces: Json, kind: str) -> None:
        pieces[f"{kind}s"] += 1

    def take(self, pieces: Json, kind: str) -> None:
        assert pieces[f"{kind}s"] > 0
        pieces[f"{kind}s"] -= 1

    def place(self, state: Json, kind: str, route: str) -> None:
        """The mover's piece goes to the first empty house."""
        houses = state["routes"][route]
        houses[houses.index(None)] = f"{state['mover']} {kind}"

    def pick(self, state: Json, piece: str, route: str) -> None:
        """The first such piece leaves the route."""
        houses = state["routes"][route]
        houses[houses.index(piece)] = None

    # The turn

    def do_reveal(self, state: Json, move: Json, events: Events) -> None:
        if state["phase"] == "reveal":
            state["players"][state["mover"]]["plate"] -= 1
            state["phase"] = "replace"
            state["step"] = {"marker": move["marker"]}
            return
        tavern = next(route for route in TAVERNS if route not in state["markers"])
        state["markers"][tavern] = move["marker"]
        if len(state["markers"]) == len(FIRST_MARKERS):
            if len(state["players"]) == 2:
                state["phase"] = "pawn"
                state["mover"] = state["active"] = self.next_player(state, state["start"])
            else:
                self.begin_turn(state, state["start"], events)

    def do_pawn(self, state: Json, move: Json, events: Events) -> None:
        state["pawn"] = move["to"]
        self.begin_turn(state, state["start"], events)

    def begin_turn(self, state: Json, player: str, events: Events) -> None:
        state["phase"] = "actions"
        state["mover"] = state["active"] = player
        state["actions_left"] = self.value(state, player, "actions")
        state["acted"] = False
        state["walked"] = False
        state["step"] = None
        events.append({"type": "turn", "player": player, "actions": state["actions_left"]})

    def begin_action(self, state: Json) -> None:
        state["actions_left"] -= 1
        state["acted"] = True

    def back_to_actions(self, state: Json) -> None:
        state["phase"] = "actions"
        state["mover"] = state["active"]
        state["step"] = None

    def do_end(self, state: Json, move: Json, events: Events) -> None:
        state["actions_left"] = 0
        self.replace_next(state, events)

    def replace_next(self, state: Json, events: Events) -> None:
        """The next marker of the plate, if a route can take it; else the end of the turn."""
        plate = state["players"][state["active"]]["plate"]
        state["step"] = None
        if plate > 0 and any(self.wants_marker(state, route) for route in state["routes"]):
            state["phase"] = "reveal"
            return
        if plate > 0:
            events.append({"type": "kept", "player": state["active"], "markers": plate})
        if state["pawn"] is not None and not state["walked"]:
            state["phase"] = "walk"
        else:
            self.begin_turn(state, self.next_player(state, state["active"]), events)

    def do_replace(self, state: Json, move: Json, events: Events) -> None:
        state["markers"][move["route"]] = state["step"]["marker"]
        self.replace_next(state, events)

    def do_walk(self, state: Json, move: Json, events: Events) -> None:
        state["pawn"] = move["to"]
        if state["phase"] == "walk":
            self.do_stay(state, move, events)
        else:
            state["walked"] = True

    def do_stay(self, state: Json, move: Json, events: Events) -> None:
        self.begin_turn(state, self.next_player(state, state["active"]), events)

    def do_ride(self, state: Json, move: Json, events: Events) -> None:
        self.begin_action(state)
        state["pawn"] = move["to"]

    # Income, insert, displace, relocate, move

    def do_income(self, state: Json, move: Json, events: Events) -> None:
        mine = state["players"][state["mover"]]
        kinds = ["merchant"] * move["merchants"]
        kinds += ["trader"] * (self.income_number(state, state["mover"]) - move["merchants"])
        self.begin_action(state)
        for kind in kinds:
            self.take(mine["stock"], kind)
            self.give(mine["supply"], kind)

    def do_insert(self, state: Json, move: Json, events: Events) -> None:
        self.begin_action(state)
        self.take(state["players"][state["mover"]]["supply"], move["piece"])
        self.place(state, move["piece"], move["route"])

    def do_displace(self, state: Json, move: Json, events: Events) -> None:
        self.begin_action(state)
        self.take(state["players"][state["mover"]]["supply"], move["piece"])
        houses = state["routes"][move["route"]]
        houses[houses.index(move["victim"])] = f"{state['mover']} {move['piece']}"
        kind = move["victim"].split()[1]
        state["step"] = {"displaced": move["victim"], "route": move["route"], "owed": self.penalty(kind)}
        self.go_on_paying(state, events)

    def do_pay(self, state: Json, move: Json, events: Events) -> None:
        self.pay_one(state, move["piece"])
        self.go_on_paying(state, events)

    def pay_one(self, state: Json, kind: str) -> None:
        mine = state["players"][state["active"]]
        self.take(mine["supply"], kind)
        self.give(mine["stock"], kind)
        state["step"]["owed"] -= 1

    def go_on_paying(self, state: Json, events: Events) -> None:
        """Ask while there is a choice of kinds; what is owed without one is paid at once."""
        supply = state["players"][state["active"]]["supply"]
        state["phase"] = "pay"
        while state["step"]["owed"] > 0:
            kinds = [kind for kind in KINDS if self.has(supply, kind)]
            if len(kinds) == 2:
                return
            self.pay_one(state, kinds[0])
            events.append({"type": "pay", "player": state["active"], "piece": kinds[0]})
        self.begin_relocation(state, events)

    def begin_relocation(self, state: Json, events: Events) -> None:
        owner, kind = state["step"]["displaced"].split()
        route = state["step"]["route"]
        if not self.room_elsewhere(state, route):
            self.give(state["players"][owner]["stock"], kind)
            events.append({"type": "no_room", "player": owner, "piece": kind})
            self.back_to_actions(state)
            return
        state["phase"] = "relocate"
        state["mover"] = owner
        state["step"] = {"route": route, "hand": [kind], "extra": self.penalty(kind)}

    def go_on_relocating(self, state: Json, events: Events) -> None:
        if state["step"]["extra"] == 0:
            self.back_to_actions(state)
        elif not self.room_elsewhere(state, state["step"]["route"]):
            events.append({"type": "no_room", "player": state["mover"], "piece": None})
            self.back_to_actions(state)

    def do_put(self, state: Json, move: Json, events: Events) -> None:
        state["step"]["hand"].remove(move["piece"])
        self.place(state, move["piece"], move["route"])
        if state["phase"] == "relocate":
            self.go_on_relocating(state, events)
        elif not state["step"]["hand"] and state["step"]["lifts_left"] == 0:
            self.back_to_actions(state)

    def do_add(self, state: Json, move: Json, events: Events) -> None:
        mine = state["players"][state["mover"]]
        self.take(mine["stock"] if self.total(mine["stock"]) else mine["supply"], move["piece"])
        self.place(state, move["piece"], move["route"])
        state["step"]["extra"] -= 1
        self.go_on_relocating(state, events)

    def do_decline(self, state: Json, move: Json, events: Events) -> None:
        self.back_to_actions(state)

    def do_lift(self, state: Json, move: Json, events: Events) -> None:
        if state["phase"] == "actions":
            self.begin_action(state)
            state["phase"] = "move"
            state["step"] = {"hand": [], "lifts_left": self.value(state, state["mover"], "book")}
        self.pick(state, f"{state['mover']} {move['piece']}", move["route"])
        state["step"]["hand"] = sorted([*state["step"]["hand"], move["piece"]])
        state["step"]["lifts_left" if state["phase"] == "move" else "extra"] -= 1

    def do_done(self, state: Json, move: Json, events: Events) -> None:
        self.back_to_actions(state)
