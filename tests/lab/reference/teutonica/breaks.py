"""Rules with one thing wrong: does the harness notice?

Each class changes one small thing. A break is noticed when a duel between the true reference and the broken one
ends in a difference.
"""

import json

from tests.lab.reference.teutonica.board import ABILITIES, FIRST_MARKERS, MARKERS, PROVINCES, Json, ends_of
from tests.lab.reference.teutonica.duel import Difference, Script, duel
from tests.lab.reference.teutonica.make_golden import GOLDEN
from tests.lab.reference.teutonica.objections import Codes
from tests.lab.reference.teutonica.protocol import as_engine
from tests.lab.reference.teutonica.rules import Rules
from tests.lab.reference.teutonica.turns import Events


class ControlTieToTheLeft(Rules):
    def controller(self, state: Json, city: str) -> str | None:
        row = [owner for owner in self.row(state, city) if owner]
        most = max((row.count(owner) for owner in row), default=0)
        return next((owner for owner in row if row.count(owner) == most), None)


class ExtraOfficeDoesNotCountForControl(Rules):
    def controller(self, state: Json, city: str) -> str | None:
        printed = {**state, "offices": {city: {"extra": [], "spaces": state["offices"][city]["spaces"]}}}
        return super().controller(printed, city)


class ControlJudgedByTheLastOffice(Rules):
    def controller(self, state: Json, city: str) -> str | None:
        row = [owner for owner in self.row(state, city) if owner]
        return row[-1] if row else None


class CoinScoredBySwap(Rules):
    def swap(self, state: Json, city: str, pos: int, events: Events) -> None:
        super().swap(state, city, pos, events)
        if self.printed(state, city, pos - 1)["coin"]:
            owner = state["offices"][city]["spaces"][pos - 1].split()[0]
            self.award(state, owner, 1, city, "coin", events)


class LinkWorthSevenFiveTwo(Rules):
    link_points = (7, 5, 2)


class LinkPaidToEverybodyEqually(Rules):
    link_points = (7, 7, 7)


class ExtraOfficeCannotLink(Rules):
    def do_extra_office(self, state: Json, move: Json, events: Events) -> None:
        piece = f"{state['active']} {move['piece']}"
        self.spend(state, "extra_office")
        self.pick(state, piece, state["step"]["route"])
        self.add_extra(state["offices"][move["city"]]["extra"], piece)
        self.finish_establishing(state, events)


class RelocationOnTheSameRoute(Rules):
    def against_place(self, state: Json, route: str) -> Codes:
        own = state["phase"] == "relocate" and route == state["step"]["route"]
        yield from () if own and None in state["routes"][route] else super().against_place(state, route)


class RelocationAnywhere(Rules):
    def nearest_free(self, state: Json, route: str) -> list[str]:
        return [other for other in state["routes"] if other != route and None in state["routes"][other]]


class ExtrasFromTheSupplyFirst(Rules):
    def source_of_extras(self, state: Json) -> Json:
        mine = state["players"][state["mover"]]
        return dict(mine["supply"] if self.total(mine["supply"]) else mine["stock"])


class NoExtrasFromTheBoard(Rules):
    def go_on_relocating(self, state: Json, events: Events) -> None:
        mine = state["players"][state["mover"]]
        if self.total(mine["stock"]) + self.total(mine["supply"]) == 0:
            state["step"]["extra"] = 0
        super().go_on_relocating(state, events)


class DisplacedWithoutRoomGoesToTheSupply(Rules):
    def begin_relocation(self, state: Json, events: Events) -> None:
        owner, kind = state["step"]["displaced"].split()
        super().begin_relocation(state, events)
        if state["phase"] == "actions":
            self.take(state["players"][owner]["stock"], kind)
            self.give(state["players"][owner]["supply"], kind)


class NoRoomForExtrasIsNotSaid(Rules):
    def go_on_relocating(self, state: Json, events: Events) -> None:
        before = len(events)
        super().go_on_relocating(state, events)
        del events[before:]


class MerchantCostsOne(Rules):
    def penalty(self, kind: str) -> int:
        return 1


class PenaltyToTheSupplyOfNobody(Rules):
    def pay_one(self, state: Json, kind: str) -> None:
        super().pay_one(state, kind)
        self.take(state["players"][state["active"]]["stock"], kind)


class ExtraOfficeToTheRight(Rules):
    def add_extra(self, extra: list[str], piece: str) -> None:
        extra.append(piece)


class ExtraOfficeInAnEmptyCity(Rules):
    def against_extra_office(self, state: Json, move: Json) -> Codes:
        yield from (code for code in super().against_extra_office(state, move) if code != "city_empty")


class FreshMarkerSpentAtOnce(Rules):
    def against_extra_office(self, state: Json, move: Json) -> Codes:
        fresh = state["step"]["taken"] == "extra_office"
        yield from (code for code in super().against_extra_office(state, move) if code != "no_such_marker" or not fresh)

    def spend(self, state: Json, marker: str) -> None:
        mine = state["players"][state["active"]]
        if marker not in mine["markers"]:
            mine["markers"], state["step"]["taken"] = [marker], None
        super().spend(state, marker)


class IncomeMayBeFewer(Rules):
    def against_income(self, state: Json, move: Json) -> Codes:
        yield from self.against_action(state)
        stock = state["players"][state["mover"]]["stock"]
        if self.total(stock) == 0:
            yield "stock_empty"
        if move["merchants"] > min(stock["merchants"], self.income_number(state, state["mover"])):
            yield "wrong_number"

    def do_income(self, state: Json, move: Json, events: Events) -> None:
        mine = state["players"][state["mover"]]
        self.begin_action(state)
        traders = min(mine["stock"]["traders"], self.income_number(state, state["mover"]) - move["merchants"])
        for kind in ["merchant"] * move["merchants"] + ["trader"] * traders:
            self.take(mine["stock"], kind)
            self.give(mine["supply"], kind)


class TwentyPointsEndBeforeTheBenefit(Rules):
    def do_establish(self, state: Json, move: Json, events: Events) -> None:
        super().do_establish(state, move, events)
        if "prestige" in state["ending"]:
            self.finish_establishing(state, events)


class TwentyOnePointsEnd(Rules):
    last_prestige = 21


class EmptyPileEnds(Rules):
    def take_marker(self, state: Json, events: Events) -> None:
        super().take_marker(state, events)
        if state["pile"] == 0:
            self.comes_to_an_end(state, "markers")


class ElevenCitiesEnd(Rules):
    last_city = 11


class ExtraOfficeCompletesTheCity(Rules):
    def look_for_link(self, state: Json, player: str, events: Events) -> None:
        for city in ends_of(state["step"]["route"]):
            offices = state["offices"][city]
            if offices["extra"] and offices["spaces"].count(None) == 1 and not events:
                self.complete_city(state, city, events)
        super().look_for_link(state, player, events)


class ReplacementOnAnOccupiedRoute(Rules):
    def is_empty(self, state: Json, route: str) -> bool:
        return not all(state["routes"][route])


class ReplacementBetweenFullCities(Rules):
    def has_free_city(self, state: Json, route: str) -> bool:
        return True


class ReplacementNotOnTheRouteJustClaimed(Rules):
    def has_free_city(self, state: Json, route: str) -> bool:
        return all(None in state["offices"][city]["spaces"] for city in ends_of(route))


class WalkOfThreeBorders(Rules):
    free_walk = 3


class WalkAfterAnAction(Rules):
    def against_walk(self, state: Json, move: Json) -> Codes:
        yield from (code for code in super().against_walk(state, move) if code != "already_acted")


class RideToTheNeighbourOnly(Rules):
    def against_ride(self, state: Json, move: Json) -> Codes:
        yield from super().against_ride(state, move)
        if move["to"] not in PROVINCES[state["pawn"]]["neighbours"]:
            yield "too_far"


class PawnBindsMoving(Rules):
    def against_lift(self, state: Json, move: Json) -> Codes:
        if state["phase"] == "actions" and not self.pawn_allows(state, move["route"]):
            yield from self.against_action(state)
            yield "pawn_elsewhere"
        yield from super().against_lift(state, move)


class EveryStepOfActionsGivesOne(Rules):
    def improve(self, state: Json, ability: str, events: Events) -> None:
        before = len(events)
        super().improve(state, ability, events)
        if ability == "actions" and len(events) == before:
            state["actions_left"] += 1
            events.append({"type": "actions", "player": state["active"], "gained": 1})


class RemovedToTheStock(Rules):
    def home_of_removed(self, state: Json, owner: str) -> Json:
        stock: Json = state["players"][owner]["stock"]
        return stock


class KeysScoreAtTheMaximum(Rules):
    def points_for_abilities(self, state: Json, player: str) -> int:
        return 4 * sum(self.at_maximum(state, player, ability) for ability in ABILITIES)


class PlateScores(Rules):
    def marker_count(self, state: Json, player: str) -> int:
        return super().marker_count(state, player) + int(state["players"][player]["plate"])


class NetworkCountsCities(Rules):
    def points_for_network(self, state: Json, player: str) -> int:
        sizes = [len(group) for group in self.networks(state, player)]
        return max(sizes, default=0) * int(self.value(state, player, "keys"))


class TenMarkersScoreTwenty(Rules):
    marker_points = ((10, 20), (8, 15), (6, 10), (4, 6), (2, 3), (1, 1), (0, 0))


class AnyMarkerOnTheTaverns(Rules):
    def face_down(self, state: Json) -> list[str]:
        free = super().face_down(state)
        return [kind for kind in MARKERS if kind in free or kind not in FIRST_MARKERS]


BREAKS = {
    found.__name__: found
    for found in list(globals().values())
    if isinstance(found, type) and issubclass(found, Rules) and found is not Rules
}


def golden_scripts() -> list[Script]:
    """The golden games: those with the rare things in them first, then the others, the short ones first."""
    paths = sorted(GOLDEN.glob("*.json"), key=lambda path: path.stat().st_size)
    names = ["three-links", *(path.stem for path in paths)]
    scripts: list[Script] = []
    for name in dict.fromkeys(names):
        if name != "perft":
            game = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
            scripts.append((game["setup"], [ply["move"] for ply in game["plies"]]))
    return scripts


def noticed(name: str, moves: int, seed: int = 1) -> str | None:
    """The difference that the break shows within this many moves, or None: chance, golden games, chance again."""
    played = 0
    scripts: list[Script | None] = [None, None, None, *golden_scripts()]
    while played < moves:
        script = scripts.pop(0) if scripts else None
        plies = min(700, moves - played) if script is None else len(script[1])
        try:
            played += duel(as_engine(BREAKS[name]()), seed, plies=plies, script=script)["plies"]
        except Difference as difference:
            return str(difference)
        seed += 1
    return None
