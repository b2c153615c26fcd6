"""What a whole game has in it that is worth keeping: the names under which golden games are collected."""

from tests.lab.reference import hansa
from tests.lab.reference.position import Json, all_spaces, barrels_of, colour_of, left_of


def features_of(before: Json, move: Json, after: Json, events: list[Json]) -> set[str]:
    """The notable things about one ply."""
    old, new = before["state"], after["state"]
    kinds = [event["type"] for event in events]
    found = {f"automatic {kind}" for kind in ("lose", "discard") if kind in kinds}
    found |= {f"chosen {move['type']}"} & {"chosen lose", "chosen discard"}
    found |= {"tax"} & set(kinds)
    if kinds.count("discard") > 1:
        found.add("several automatic discards")
    if kinds.count("lose") > 1:
        found.add("several automatic losses")
    if move["type"] == "lose" and new["phase"] == "lose":
        found.add("a choice follows a choice")
    if old["phase"] == "lose" and "lose" in kinds:
        found.add("automatic loss after a choice")
    if old["phase"] == "replenish" and len(hansa.legal_moves(before)) == 1:
        found.add("must replenish")
    if move["type"] == "reveal" and new["phase"] == "actions" and None in all_spaces(new):
        found.add("supply runs out while filling")
    if "last_round" in kinds:
        last_seat = left_of(after, old["active"]) == old["start"]
        found.add("last seat opens the last pile" if last_seat else "others play on after the last pile is opened")
    if any(event["type"] == "income" and event["talers"] < 3 for event in events):
        found.add("short income")
    if new["bank"] == 0:
        found.add("bank dry")
    if move["type"] == "buy":
        found.add(
            f"purchase paid to {'the bank' if events[0]['to'] == 'bank' else 'a player'}" if events else "free purchase"
        )
        if len(set(old["warehouses"][old["ship"]])) < len(old["warehouses"][old["ship"]]):
            found.add("purchase of one of two equal markers")
    if move["type"] == "build" and old["players"][old["mover"]]["booths_left"] < barrels_of(move["good"]):
        found.add("fewer booths than barrels")
    if move["type"] == "sell" and len({colour_of(good) for good in move["goods"]}) > 1:
        found.add("two colours in one sale")
    if new["phase"] == "over":
        best = max(score["total"] for score in new["scores"].values())
        level = [name for name, score in new["scores"].items() if score["total"] == best]
        if len(new["winners"]) > 1:
            found.add("shared win")
        elif len(level) > 1:
            found.add("tie broken by booths")
    return found
