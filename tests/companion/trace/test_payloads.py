"""Troubles in a trace: what was made of a template is so again; what version 0.1 wrote is still read."""

from __future__ import annotations

import json

import pytest

from companion.table.intents import Equip, Intend, Intent, LeaveSeat, TakeSeat
from companion.table.notices import spoken
from companion.trace.payloads import format_intent, format_trouble, parse_intent, parse_trouble
from companion.trace.recorder import format_event, parse_event
from companion.words.language import load_language
from hardware.ports import Health, HealthChanged
from hardware.trouble import NO_TROUBLE, Trouble, quoted

TROUBLES = (
    Trouble("no USB reader is found"),
    Trouble("{file}: the disk is full", file="games.sqlite"),
    Trouble("register {number} reads {value}", plainly="the reader does not work", number=7, value="0x00"),
    quoted("[Errno 5] {odd} words"),
    quoted("version register reads 0x00", plainly="the reader does not work"),
    NO_TROUBLE,
)


@pytest.mark.parametrize("trouble", TROUBLES, ids=repr)
def test_trouble_is_read_back_with_all_that_it_was_made_from(trouble: Trouble) -> None:
    again = parse_trouble(json.loads(json.dumps(format_trouble(trouble))))
    assert again == trouble
    assert spoken(again) == spoken(trouble)


@pytest.mark.parametrize(
    "intent",
    [
        TakeSeat("red"),
        LeaveSeat("red", "simple"),
        LeaveSeat("red"),
        Equip(False, True, True),
        Equip(companions=("simple", "easy")),
        Equip(companions=("simple", "easy"), levels=("easy",), characters=(("bold", "Bold one"),)),
        Intend(({"take": 1}, {"take": 2})),
    ],
)
def test_what_is_wanted_of_seats_and_equipment_is_read_back(intent: Intent) -> None:
    written = json.loads(json.dumps(format_intent(intent, dict, 0.0)))
    assert parse_intent(written, dict) == intent


def test_event_of_a_trace_is_said_in_another_language_when_it_is_played_back() -> None:
    full = Trouble("{file}: the disk is full", file="games.sqlite")
    event = HealthChanged(3.5, "backups", Health.DEGRADED, full, Trouble("check the disk"))
    again = parse_event(json.loads(json.dumps(format_event(event))))
    assert isinstance(again, HealthChanged)
    assert spoken(again.reason).in_language(load_language("nl")) == "games.sqlite: de schijf is vol"


@pytest.mark.parametrize(
    "given", [7, None, "a sentence", {"template": "{gone}"}, {"template": 7}, {"template": "a", "details": [1]}]
)
def test_what_is_no_trouble_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match="not a trouble"):
        parse_trouble(given)  # type: ignore[arg-type]
