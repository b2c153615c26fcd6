"""The opening of a game in which three players link the two cities, one after the other, while the rest pass.

Chance hardly ever gets there: control points end most games before a second player has the chain.
"""

from tests.lab.reference.teutonica.board import Json
from tests.lab.reference.teutonica.perft import opening
from tests.lab.reference.teutonica.rules import Rules

SETUP: Json = {"game": "teutonica", "players": ["red", "blue", "green"], "start": "red"}
# Who establishes which route, and the benefit: an office in that city, an extra office there, or an ability.
PLAN = [
    ("red", "groningen-emden", "book"),
    ("red", "minden-hannover", "minden"),
    ("red", "bremen-hannover", "hannover"),
    ("red", "hamburg-lueneburg", "lueneburg"),
    ("red", "perleberg-stendal", "perleberg"),
    ("red", "stendal-magdeburg", "stendal"),
    ("red", "arnheim-muenster", "muenster"),
    ("red", "kampen-arnheim", "arnheim"),
    ("blue", "groningen-emden", "book"),
    ("blue", "groningen-emden", "book"),
    ("blue", "groningen-emden", "book"),
    ("blue", "duisburg-dortmund", "duisburg"),
    ("blue", "dortmund-paderborn", "dortmund"),
    ("blue", "paderborn-warburg", "paderborn"),
    ("blue", "goslar-magdeburg", "magdeburg"),
    ("blue", "goslar-quedlinburg", "goslar"),
    ("blue", "hildesheim-goslar", "hildesheim"),
    ("blue", "arnheim-duisburg", "arnheim"),
    ("blue", "stendal-magdeburg", "extra stendal"),
    ("green", "groningen-emden", "book"),
    ("green", "stade-hamburg", "privilege"),
    ("green", "arnheim-muenster", "muenster"),
    ("green", "kampen-arnheim", "arnheim"),
    ("green", "muenster-minden", "minden"),
    ("green", "minden-brunswiek", "brunswiek"),
    ("green", "brunswiek-stendal", "extra stendal"),
]


def moves() -> list[Json]:
    """All moves from the first marker to the third link."""
    rules = Rules()
    state = rules.new(SETUP["players"], SETUP["start"])
    played: list[Json] = []
    todo = opening(len(SETUP["players"]))
    plan = list(PLAN)
    while todo or plan:
        move = todo.pop(0) if todo else next_move(rules, state, plan)
        state = rules.play(state, move)[0]
        played.append(move)
    return played


def next_move(rules: Rules, state: Json, plan: list[tuple[str, str, str]]) -> Json:
    player, route, benefit = plan[0]
    if state["phase"] in ("reveal", "replace"):
        return rules.legal(state)[0]
    if state["phase"] == "establish" and benefit.startswith("extra"):
        plan.pop(0)
        return {"type": "extra_office", "city": benefit.split()[1], "piece": "trader"}
    office = rules.next_office(state, benefit) if benefit in state["offices"] else None
    if state["phase"] == "establish":
        plan.pop(0)
        return {"type": "improve", "ability": benefit} if office is None else {"type": "office", "city": benefit}
    if state["mover"] != player or state["actions_left"] == 0:
        return {"type": "end"}
    houses = state["routes"][route]
    if None not in houses:
        return {"type": "establish", "route": route}
    kind = "trader" if office is None else rules.printed(state, benefit, office)["piece"]
    if f"{player} {kind}" in houses:
        kind = "trader"
    mine = state["players"][player]
    if rules.has(mine["supply"], kind):
        return {"type": "insert", "piece": kind, "route": route}
    return {"type": "income", "merchants": min(mine["stock"]["merchants"], rules.income_number(state, player))}
