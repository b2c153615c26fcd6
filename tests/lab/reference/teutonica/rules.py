"""The whole rules: a route established, its benefit, the markers, and how the game ends."""

from tests.lab.reference.teutonica.board import Json, ends_of
from tests.lab.reference.teutonica.turns import Events, Turns

ENDS = ["prestige", "markers", "cities"]


class Rules(Turns):
    """Everything that is asked of a referee: ``new``, ``legal``, ``refusal``, ``play``."""

    # Establishing a route

    def do_establish(self, state: Json, move: Json, events: Events) -> None:
        self.begin_action(state)
        state["phase"] = "establish"
        state["step"] = {"route": move["route"], "taken": None}
        for city in ends_of(move["route"]):
            controller = self.controller(state, city)
            if controller is not None:
                self.award(state, controller, 1, city, "control", events)
        if move["route"] in state["markers"]:
            self.take_marker(state, events)

    def award(self, state: Json, player: str, points: int, city: str | None, why: str, events: Events) -> None:
        state["players"][player]["prestige"] += points
        events.append({"type": "prestige", "player": player, "points": points, "city": city, "for": why})
        if state["players"][player]["prestige"] >= self.last_prestige:
            self.comes_to_an_end(state, "prestige")

    def comes_to_an_end(self, state: Json, cause: str) -> None:
        state["ending"] = [end for end in ENDS if end == cause or end in state["ending"]]

    def take_marker(self, state: Json, events: Events) -> None:
        """The route's marker, and a replacement for it on the plate."""
        player = state["active"]
        state["step"]["taken"] = state["markers"].pop(state["step"]["route"])
        events.append({"type": "take", "player": player, "marker": state["step"]["taken"]})
        if state["pile"] > 0:
            state["pile"] -= 1
            state["players"][player]["plate"] += 1
            events.append({"type": "draw", "player": player})
        else:
            events.append({"type": "no_draw", "player": player})
            self.comes_to_an_end(state, "markers")

    def finish_establishing(self, state: Json, events: Events) -> None:
        """What is left on the route goes to the stock, the marker taken to its new owner."""
        mine = state["players"][state["active"]]
        houses = state["routes"][state["step"]["route"]]
        for house, piece in enumerate(houses):
            if piece is not None:
                self.give(mine["stock"], piece.split()[1])
                houses[house] = None
        if state["step"]["taken"] is not None:
            mine["markers"] = sorted([*mine["markers"], state["step"]["taken"]])
        self.back_to_actions(state)
        if state["ending"]:
            self.finish_game(state, events)

    def finish_game(self, state: Json, events: Events) -> None:
        state["phase"] = "over"
        state["mover"] = state["active"] = None
        state["actions_left"] = 0
        state["acted"] = False
        state["walked"] = False
        state["winners"] = self.winners(state)
        events.append({"type": "over", "causes": list(state["ending"]), "winners": list(state["winners"])})

    # Benefits

    def do_clear(self, state: Json, move: Json, events: Events) -> None:
        self.finish_establishing(state, events)

    def do_office(self, state: Json, move: Json, events: Events) -> None:
        player, city = state["active"], move["city"]
        spaces = state["offices"][city]["spaces"]
        number = spaces.index(None)
        office = self.printed(state, city, number)
        piece = f"{player} {office['piece']}"
        self.pick(state, piece, state["step"]["route"])
        spaces[number] = piece
        if office["coin"]:
            self.award(state, player, 1, city, "coin", events)
        if None not in spaces:
            self.complete_city(state, city, events)
        self.look_for_link(state, player, events)
        self.finish_establishing(state, events)

    def complete_city(self, state: Json, city: str, events: Events) -> None:
        state["completed"] += 1
        events.append({"type": "completed", "city": city, "cities": state["completed"]})
        if state["completed"] >= self.last_city:
            self.comes_to_an_end(state, "cities")

    def do_extra_office(self, state: Json, move: Json, events: Events) -> None:
        player = state["active"]
        piece = f"{player} {move['piece']}"
        self.spend(state, "extra_office")
        self.pick(state, piece, state["step"]["route"])
        self.add_extra(state["offices"][move["city"]]["extra"], piece)
        self.look_for_link(state, player, events)
        self.finish_establishing(state, events)

    def add_extra(self, extra: list[str], piece: str) -> None:
        extra.insert(0, piece)

    def look_for_link(self, state: Json, player: str, events: Events) -> None:
        links = state["links"]
        if player not in links and len(links) < len(self.link_points) and self.is_linked(state, player):
            points = self.link_points[len(links)]
            links.append(player)
            self.award(state, player, points, None, "link", events)

    def do_improve(self, state: Json, move: Json, events: Events) -> None:
        self.improve(state, move["ability"], events)
        self.finish_establishing(state, events)

    def improve(self, state: Json, ability: str, events: Events) -> None:
        mine = state["players"][state["active"]]
        before = self.value(state, state["active"], "actions")
        mine["levels"][ability] += 1
        self.give(mine["supply"], "merchant" if ability == "book" else "trader")
        gained = self.value(state, state["active"], "actions") - before
        if gained:
            state["actions_left"] += gained
            events.append({"type": "actions", "player": state["active"], "gained": gained})

    def do_coellen(self, state: Json, move: Json, events: Events) -> None:
        self.pick(state, f"{state['active']} merchant", state["step"]["route"])
        state["coellen"][str(move["space"])] = state["active"]
        self.finish_establishing(state, events)

    # Markers

    def spend(self, state: Json, marker: str) -> None:
        """The marker is turned over."""
        mine = state["players"][state["active"]]
        mine["markers"].remove(marker)
        mine["used"] = sorted([*mine["used"], marker])

    def do_use(self, state: Json, move: Json, events: Events) -> None:
        self.spend(state, move["marker"])
        match move["marker"]:
            case "plus_3_actions":
                state["actions_left"] += 3
            case "plus_4_actions":
                state["actions_left"] += 4
            case "improve_ability":
                self.improve(state, move["ability"], events)
            case "swap_offices":
                self.swap(state, move["city"], move["pos"], events)
            case _:
                assert move["marker"] == "remove_three"
                state["phase"] = "remove"
                state["step"] = {"left": 3}

    def swap(self, state: Json, city: str, pos: int, events: Events) -> None:
        spaces = state["offices"][city]["spaces"]
        spaces[pos - 1], spaces[pos] = spaces[pos], spaces[pos - 1]

    def do_remove(self, state: Json, move: Json, events: Events) -> None:
        owner, kind = move["victim"].split()
        self.pick(state, move["victim"], move["route"])
        self.give(self.home_of_removed(state, owner), kind)
        state["step"]["left"] -= 1
        if state["step"]["left"] == 0 or not self.any_piece(state):
            self.back_to_actions(state)

    def home_of_removed(self, state: Json, owner: str) -> Json:
        supply: Json = state["players"][owner]["supply"]
        return supply
