"""The part of the engine's page about Hansa Teutonica says what the engine does."""

from __future__ import annotations

import json
import re
from pathlib import Path

from companion import engine as engine_module
from companion.engine import Engine
from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.rules.codec import CODEC
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.refusals import SENTENCES, refusal_of

PAGE = Path(engine_module.__file__).with_name("ENGINE.md").read_text(encoding="utf-8")
PART = PAGE[PAGE.index("\n## Hansa Teutonica\n") :]
OF_CORRECTIONS = {"no_such_place", "nothing_there", "not_in_order", "nothing_changes", "already_left", "not_now"}
OF_CORRECTIONS |= {"out_of_range", "wrong_piece"}


def section(title: str) -> str:
    (text,) = re.findall(rf"^### {title} Hansa Teutonica\n(.*?)(?=^##|\Z)", PART, flags=re.MULTILINE | re.DOTALL)
    return str(text)


def test_conversation_goes_as_it_says() -> None:
    (conversation,) = re.findall(r"```teutonica-engine\n(.*?)```", PART, flags=re.DOTALL)
    lines, engine = conversation.splitlines(), Engine()
    for sent, came in zip(lines[::2], lines[1::2], strict=True):
        told = json.loads(came[2:])
        answer = json.loads(engine.answer(sent[2:]))
        assert {key: "…" if told.get(key) == "…" else value for key, value in answer.items()} == told


def test_every_move_is_there_and_reads() -> None:
    cells = re.findall(r"^\| `(\{.*?\})` \|", section("Moves of"), flags=re.MULTILINE)
    kinds = {type(Teutonica().parse_entry(json.loads(cell))) for cell in cells}
    assert kinds == set(Move.__args__) <= set(CODEC.spec_of)


def test_every_field_and_refusal_is_there() -> None:
    state = json.loads(Engine().answer('{"do":"new","game":"teutonica","players":["red","blue"],"start":"red"}'))[
        "state"
    ]
    named = set(re.findall(r"`(\w+)`", section("The state of")))
    assert set(state) <= named
    codes = set(re.findall(r"`(\w+)`", section("Refusals of")))
    assert {refusal_of(key).code for key in SENTENCES} - OF_CORRECTIONS <= codes
