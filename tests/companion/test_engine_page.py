"""The page that describes the engine says what the engine does."""

import json
import re
from pathlib import Path

from companion import engine as engine_module
from companion.engine import Engine
from companion.games.hansa.rules import events, notation
from companion.games.hansa.rules.codec import MOVE_TAGS, format_event, parse_entry
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.refusals import SENTENCES
from tests.lab.reference.hansa import PHASE_OF_MOVE
from tests.lab.reference.position import Json

PAGE = Path(engine_module.__file__).with_name("ENGINE.md").read_text(encoding="utf-8")
NOTATION = Path(notation.__file__).with_name("NOTATION.md").read_text(encoding="utf-8")
OF_CORRECTIONS = {
    "no_such_place",
    "space_taken",
    "too_few_there",
    "hand_too_large",
    "nothing_changes",
    "already_left",
}


def fences(page: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


def section(title: str) -> str:
    (text,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL)
    return str(text)


def first_cells(title: str) -> list[str]:
    """What stands in code in the first cell of each row of a section's tables."""
    return re.findall(r"^\| (?:`([^`]+)`)", section(title), flags=re.MULTILINE)


def shortened(answer: Json, like: Json) -> Json:
    return {key: "…" if like.get(key) == "…" else value for key, value in answer.items()}


def test_conversation_of_the_page_goes_as_it_says() -> None:
    (conversation,) = fences(PAGE, "engine")
    lines = conversation.splitlines()
    engine = Engine()
    assert len(lines) > 8
    for sent, came in zip(lines[::2], lines[1::2], strict=True):
        assert sent.startswith("> ")
        assert came.startswith("< ")
        told = json.loads(came[2:])
        assert shortened(json.loads(engine.answer(sent[2:])), told) == told


def test_state_of_the_page_is_that_of_the_notation_s_example() -> None:
    (record,), (state,) = fences(NOTATION, "hansa"), fences(PAGE, "json")
    answer = json.loads(Engine().answer(json.dumps({"do": "load", "record": record})))
    assert answer["state"] == json.loads(state)


def test_requests_of_the_page_are_those_of_the_engine() -> None:
    told = [re.findall(r'"do": "(\w+)"', cell)[0] for cell in first_cells("Requests")]
    unknown = json.loads(Engine().answer('{"do":"?"}'))["refusal"]["message"]
    assert ", ".join(told) == unknown.partition("one of ")[2]


def test_moves_of_the_page_are_those_of_the_rules() -> None:
    moves = [json.loads(cell) for cell in first_cells("Moves")]
    assert [move["type"] for move in moves] == list(MOVE_TAGS)
    for move in moves:
        parse_entry(move)
    phases = re.findall(r'"type": "(\w+)".*?` \| `(\w+)` \|', section("Moves"))
    assert dict(phases) == PHASE_OF_MOVE


def test_fields_of_the_page_are_fields_of_the_state() -> None:
    told = first_cells("The state")
    assert len(told) > 6
    assert set(told) <= set(json.loads(fences(PAGE, "json")[0]))


def test_events_of_the_page_are_as_the_engine_writes_them() -> None:
    orange = marker("orange1")
    told: events.Events = (
        events.Paid("gray", events.BANK, 1, events.PaidFor.SAIL),
        events.LastRound("gray"),
        events.Lost("yellow", orange),
        events.Taxed("gray", 2),
        events.Discarded("gray", orange),
        events.Over(("gray",)),
        events.Income("yellow", 3),
    )
    assert set(map(type, told)) == set(events.Event.__args__)
    assert [json.loads(cell) for cell in first_cells("Events")] == list(map(format_event, told))


def test_codes_of_the_page_are_those_of_moves_and_requests() -> None:
    told = set(re.findall(r"`([a-z]+_[a-z_]+|unreadable)`", section("Refusals")))
    assert told == (set(SENTENCES) - OF_CORRECTIONS) | {"unreadable", "no_game", "nothing_to_undo", "chance_decides"}
