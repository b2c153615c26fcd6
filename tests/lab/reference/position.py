"""A game of Hansa as one plain dict: how it begins, and what can be read off it.

``state`` is what the engine protocol shows; next to it lie the few things it does not show: the board, the
seating, the face-down markers, whether the warehouses are stocked for the first time, the losses to come.
"""

import copy
import tomllib
from pathlib import Path
from typing import Any

Json = dict[str, Any]

SEATS = ["gray", "yellow", "purple", "white"]
COLOURS = ["blue", "brown", "green", "orange", "pink", "yellow"]
MARKERS_BY_BARRELS = {1: 4, 2: 5, 3: 4}
TALERS = 22
# The board of version 0.1, which every set-up here names: the one that ships may be corrected.
BOARD: Json = {
    "start": "copenhagen",
    "cities": [
        {"id": "tonsberg", "spaces": 2, "routes": ["stockholm"]},
        {"id": "aalborg", "spaces": 1, "routes": ["copenhagen"]},
        {"id": "copenhagen", "spaces": 1, "routes": ["danzig", "lubeck", "tonsberg"]},
        {"id": "lubeck", "spaces": 2, "routes": ["aalborg"]},
        {"id": "stockholm", "spaces": 2, "routes": ["reval", "kalmar"]},
        {"id": "kalmar", "spaces": 1, "routes": ["copenhagen"]},
        {"id": "danzig", "spaces": 2, "routes": ["kalmar", "reval"]},
        {"id": "reval", "spaces": 1, "routes": ["riga"]},
        {"id": "riga", "spaces": 2, "routes": ["danzig"]},
    ],
}
BOARD_FILES = Path(__file__).parents[3] / "companion" / "games" / "hansa" / "board_files"
CITIES: list[str] = [city["id"] for city in BOARD["cities"]]
KINDS = [f"{colour}{barrels}" for colour in COLOURS for barrels in MARKERS_BY_BARRELS]


def shipped_board() -> Json:
    """The newest board file, which a set-up without a board is played on."""
    newest = max(BOARD_FILES.glob("*.toml"), key=lambda file: [int(part) for part in file.stem.split(".")])
    table = tomllib.loads(newest.read_text(encoding="utf-8"))
    cities = sorted(table["city"], key=lambda city: city["number"])
    facts = [{key: city[key] for key in ("id", "spaces", "routes")} for city in cities]
    return {"start": table["start"], "cities": facts}


def colour_of(marker: str) -> str:
    return marker[:-1]


def barrels_of(marker: str) -> int:
    return int(marker[-1])


def new_game(players: list[str], start: str, goods: list[str], board: Json) -> Json:
    spaces = {city["id"]: city["spaces"] for city in board["cities"]}
    supply = 13 * len(goods) - sum(spaces.values())
    piles = [supply // 5] * 5
    for pile in range(supply % 5):
        piles[pile] += 1
    state = {
        "phase": "fill",
        "mover": start,
        "active": start,
        "start": start,
        "ship": board["start"],
        "acted": False,
        "warehouses": {city: [None] * count for city, count in spaces.items()},
        "piles": piles,
        "last_round": False,
        "bank": TALERS - 3 * len(players),
        "players": {
            player: {"talers": 3, "booths_left": 15, "booths": {}, "goods": [], "sold": []} for player in players
        },
        "scores": {},
        "winners": None,
    }
    unseen = {f"{colour}{n}": count for colour in goods for n, count in MARKERS_BY_BARRELS.items()}
    game = {
        "board": board,
        "seats": players,
        "unseen": unseen,
        "set_up": True,
        "losses": [],
        "state": state,
    }
    state["scores"] = scores(state)
    return copy.deepcopy(game)


def all_spaces(state: Json) -> list[str | None]:
    return [marker for spaces in state["warehouses"].values() for marker in spaces]


def routes_from(game: Json, city: str) -> list[str]:
    return next(list(entry["routes"]) for entry in game["board"]["cities"] if entry["id"] == city)


def payee(state: Json) -> str:
    """Who is paid for a marker in the ship's city: the sole holder of most booths, else the bank."""
    counts = {name: player["booths"].get(state["ship"], 0) for name, player in state["players"].items()}
    most = max(counts.values())
    holders = [name for name, count in counts.items() if count == most]
    return holders[0] if most > 0 and len(holders) == 1 else "bank"


def left_of(game: Json, player: str) -> str:
    seats = game["seats"]
    return str(seats[(seats.index(player) + 1) % len(seats)])


def scores(state: Json) -> Json:
    result: Json = {}
    for name, player in state["players"].items():
        rivals = [other for other in state["players"].values() if other is not player]
        cities = sum(2 if any(city in rival["booths"] for rival in rivals) else 4 for city in player["booths"])
        unsold = len(player["goods"])
        sold = sum(1 + barrels_of(marker) for marker in player["sold"])
        result[name] = {
            "unsold": unsold,
            "sold": sold,
            "cities": cities,
            "total": unsold + sold + cities,
            "booths": sum(player["booths"].values()),
        }
    return result


def winners(game: Json) -> list[str]:
    result = scores(game["state"])
    best = max((score["total"], score["booths"]) for score in result.values())
    return [name for name in game["seats"] if (result[name]["total"], result[name]["booths"]) == best]
