"""What a game has in it that is worth counting, by name."""

from tests.lab.reference.teutonica.board import Json, borders_between, ends_of, rings_around
from tests.lab.reference.teutonica.rules import Rules

RULES = Rules()


def of_ply(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
    """The notable things about one ply."""
    verb = move["type"]
    found = [f"move {verb}", f"phase {after['phase']}", f"moves with {len(before['players'])} players"]
    if verb == "use":
        found.append(f"use {move['marker']}")
    for event in events:
        found.append(f"event {event['type']}")
        found += of_event(before, after, event)
    found += getattr(DETAILS, verb, nothing)(before, move, after, events)
    return found


def nothing(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
    return []


def of_event(before: Json, after: Json, event: Json) -> list[str]:
    match event["type"]:
        case "prestige":
            found = [f"prestige for {event['for']}"]
            if event["for"] == "link":
                found.append(f"link {event['points']}")
            if event["player"] != before["active"]:
                found.append("control point to another player")
            return found
        case "no_room":
            return [f"no_room {'for an extra piece' if event['piece'] is None else 'for the displaced piece'}"]
        case "turn":
            return ["turn with a kept marker"] if after["players"][event["player"]]["plate"] else []
        case "over":
            found = [f"over by {cause} with {len(after['players'])} players" for cause in event["causes"]]
            found += [f"over by {cause}" for cause in event["causes"]]
            if len(event["causes"]) > 1:
                found.append("over by several causes")
            if len(event["winners"]) > 1:
                found.append("shared win")
            return found
        case _:
            return []


class DETAILS:
    """Finer points of single moves."""

    @staticmethod
    def displace(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        players = f"with {len(before['players'])} players"
        found = [f"displace {players}", f"displace a {move['victim'].split()[1]}"]
        if is_crowded(before):
            found += ["displace on a crowded board", f"displace on a crowded board {players}"]
        if [event["type"] for event in events].count("pay") == 2:
            found.append("two pieces paid by themselves")
        if before["routes"][move["route"]].count(move["victim"]) > 1:
            found.append("displace one of two alike")
        return found

    @staticmethod
    def pay(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        return ["choice, then the rest paid by itself"] if any(event["type"] == "pay" for event in events) else []

    @staticmethod
    def put(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        if before["phase"] == "move":
            return ["hand of two or more"] if len(before["step"]["hand"]) > 1 else []
        return relocated(before, move)

    @staticmethod
    def add(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        stock = before["players"][before["mover"]]["stock"]
        origin = "stock" if RULES.total(stock) else "supply"
        return [f"extra piece from the {origin}", *relocated(before, move)]

    @staticmethod
    def lift(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        if before["phase"] != "relocate":
            return [f"lift in {before['phase']}"]
        same = move["route"] == before["step"]["route"]
        return ["extra piece from the board"] + (["extra piece from the route of the displacement"] if same else [])

    @staticmethod
    def walk(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        return [f"walk in {before['phase']}", f"walk over {borders_between(before['pawn'], move['to'])}"]

    @staticmethod
    def establish(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        found = []
        for city in ends_of(move["route"]):
            row = [owner for owner in RULES.row(before, city) if owner]
            counts = sorted(row.count(owner) for owner in set(row))
            if len(counts) > 1 and counts[-1] == counts[-2]:
                found.append("control by the rightmost office")
        if after["ending"]:
            found.append("end comes before the benefit")
        return found

    @staticmethod
    def extra_office(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        offices = before["offices"][move["city"]]
        found = ["second extra office in a city"] if offices["extra"] else []
        if None not in offices["spaces"]:
            found.append("extra office in a complete city")
        if any(event.get("for") == "link" for event in events):
            found.append("link by an extra office")
        if before["step"]["taken"] == "extra_office":
            found.append("extra office spent while another is taken")
        return found

    @staticmethod
    def use(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        found = []
        if before["actions_left"] == 0:
            found.append("marker used without an action left")
        if move["marker"] == "swap_offices":
            city = move["city"]
            if RULES.controller(before, city) != RULES.controller(after, city):
                found.append("swap changes control")
        return found

    @staticmethod
    def coellen(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        return [f"coellen {move['space']}"]

    @staticmethod
    def improve(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        full = RULES.at_maximum(after, before["active"], move["ability"])
        return [f"improve {move['ability']}"] + ([f"{move['ability']} at the maximum"] if full else [])

    @staticmethod
    def income(before: Json, move: Json, after: Json, events: list[Json]) -> list[str]:
        return ["income with merchants"] if move["merchants"] else []


def is_crowded(state: Json) -> bool:
    """Most houses are taken, so that whoever is displaced has to look for a free one."""
    houses = [piece for route in state["routes"].values() for piece in route]
    return houses.count(None) * 4 < len(houses)


def relocated(before: Json, move: Json) -> list[str]:
    rings = rings_around(before["side"], before["step"]["route"])
    distance = next(number for number, ring in enumerate(rings, 1) if move["route"] in ring)
    return [f"relocated {min(distance, 4)} away"]


# What a set of games should have shown, so that agreement in it means something.
WANTED = [
    *(f"displace with {players} players" for players in (2, 3, 4, 5)),
    "displace on a crowded board",
    *(
        f"phase {name}"
        for name in ("pay", "relocate", "move", "establish", "remove", "reveal", "replace", "walk", "over")
    ),
    *(
        f"use {name}"
        for name in ("plus_3_actions", "plus_4_actions", "improve_ability", "swap_offices", "remove_three")
    ),
    *(f"over by {cause}" for cause in ("prestige", "markers", "cities")),
    *(f"link {points}" for points in (7, 4, 2)),
    *(f"coellen {space}" for space in (7, 8, 9, 11)),
    *(f"improve {ability}" for ability in ("keys", "actions", "privilege", "book", "bags")),
    *(
        f"event {name}"
        for name in ("pay", "no_room", "take", "draw", "no_draw", "completed", "actions", "kept", "over")
    ),
    *(f"relocated {distance} away" for distance in (1, 2, 3)),
    *(f"extra piece from the {place}" for place in ("stock", "supply", "board")),
    "no_room for the displaced piece",
    "no_room for an extra piece",
    "turn with a kept marker",
    "move extra_office",
    "extra office in a complete city",
    "move ride",
    "move stay",
    "walk in actions",
    "walk in walk",
    "walk over 2",
    "control by the rightmost office",
    "swap changes control",
    "link by an extra office",
    "second extra office in a city",
    "end comes before the benefit",
    "marker used without an action left",
]
