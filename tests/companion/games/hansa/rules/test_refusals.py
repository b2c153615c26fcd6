"""Refusals: which one comes first, what they say, and that nothing has changed."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from companion.games.game import IllegalMove
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.refusals import SENTENCES, refuse
from tests.companion.games.hansa.rules.table import Table, new_table, said, situation, stocked

# One move of each verb, and the phase in which that verb belongs.
VERBS = {
    "reveal pink1": Phase.FILL,
    "place danzig": Phase.PLACE,
    "replenish": Phase.REPLENISH,
    "skip": Phase.REPLENISH,
    "sail riga": Phase.ACTIONS,
    "buy pink1": Phase.ACTIONS,
    "build pink1": Phase.ACTIONS,
    "sell pink1": Phase.ACTIONS,
    "end": Phase.ACTIONS,
    "lose pink1": Phase.LOSE,
    "discard pink1": Phase.DISCARD,
}


def in_phase(phase: Phase) -> Table:
    """Return a table at which this phase is on."""
    match phase:
        case Phase.FILL:
            return new_table("gray yellow")
        case Phase.PLACE:
            return stocked("gray yellow")
        case Phase.REPLENISH:
            table = situation(stock={"riga": "- pink1"})
            table.play("end")
        case Phase.ACTIONS:
            table = situation()
        case Phase.LOSE:
            booths = {"gray": {"danzig": 1}}
            table = situation(ship="danzig", hands={"gray": "pink2 pink2", "yellow": "pink1 pink2"}, booths=booths)
            table.play("sell pink2 pink2")
        case Phase.DISCARD:
            table = situation(hands={"gray": "pink1 pink2 pink3 blue1"})
            table.play("end")
        case Phase.OVER:
            table = situation(turn="yellow", stock={"riga": "- pink1"}, piles=(0, 0, 0, 0, 5))
            table.play("end", "replenish")
            table.fill()
            table.play("end")
    assert table.phase is phase
    return table


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("text", VERBS)
def test_refusal_of_a_verb_outside_its_phase_names_verb_and_phase(text: str, phase: Phase) -> None:
    table = in_phase(phase)
    if phase is Phase.OVER:
        assert table.code(text) == "game_over"
    elif phase is not VERBS[text]:
        refused = table.refused(text)
        assert refused.code == "wrong_phase"
        assert refused.message() == f"{text.split()[0].title()} is not possible now: the phase is {phase.value}."
        assert refused.advice() == "Choose one of the moves that are open."
    else:
        assert table.allows(text) or table.code(text) != "wrong_phase"


# --- of several reasons, the first in the promised order ---


def test_refusal_of_sail_names_the_route_before_the_talers() -> None:
    table = situation(ship="danzig", talers={"gray": 0})
    assert table.code("sail copenhagen") == "no_route"
    assert table.code("sail kalmar") == "no_talers"


def test_refusal_of_buy_names_visit_then_marker_then_talers() -> None:
    table = situation(ship="danzig", talers={"gray": 1}, stock={"danzig": "blue1 pink1"})
    table.play("buy blue1")
    assert table.code("buy brown1") == "already_acted"
    table = situation(ship="danzig", talers={"gray": 0}, stock={"danzig": "blue1 pink1"})
    assert table.code("buy brown1") == "no_such_marker"
    assert table.code("buy pink1") == "no_talers"


def test_refusal_of_build_names_visit_then_marker_then_booths() -> None:
    details = {"gray": {"riga": 15}}
    table = situation(ship="danzig", hands={"gray": "blue1"}, booths=details, stock={"danzig": "pink1 -"})
    assert table.code("build brown1") == "no_such_marker"
    assert table.code("build blue1") == "no_booths_left"
    table.play("buy pink1")
    assert table.code("build brown1") == "already_acted"


def test_refusal_of_sell_names_visit_then_booth_then_marker_then_number() -> None:
    table = situation(ship="danzig", hands={"gray": "blue1"}, stock={"danzig": "pink1 -"})
    assert table.code("sell brown1") == table.code("sell") == "no_booth_here"
    table.play("buy pink1")
    assert table.code("sell brown1") == "already_acted"
    table = situation(ship="danzig", hands={"gray": "blue1"}, booths={"gray": {"danzig": 1}})
    assert table.code("sell blue1 brown1") == table.code("sell blue1 blue1") == "no_such_marker"
    assert table.code("sell blue1") == table.code("sell") == "too_few_of_colour"


def test_refusal_of_place_names_the_closed_city() -> None:
    table = stocked("gray yellow")
    table.play("place riga", "place riga")
    assert table.code("place copenhagen") == "copenhagen_closed"
    assert table.code("place riga") == "already_placed"


def test_refusal_of_a_colour_not_in_play_is_that_there_is_no_such_marker() -> None:
    table = new_table("gray yellow")
    assert table.code("reveal green1") == table.code("reveal yellow3") == "no_such_marker"


# --- what a refusal says ---


def test_refusal_changes_nothing() -> None:
    table = situation(ship="danzig")
    before, key = table.position, hash(table.position)
    for text in ("sail copenhagen", "buy brown1", "build blue1", "sell", "replenish"):
        table.refused(text)
    assert (table.position, hash(table.position)) == (before, key)


def test_refusal_reads_as_code_sentence_and_remedy() -> None:
    with pytest.raises(IllegalMove) as caught:
        play(situation(ship="danzig").position, said("sail riga"))
    assert str(caught.value) == "no_route: No route leads from Danzig to Riga. Follow the arrows: Kalmar, Reval."


def test_refusal_can_be_translated() -> None:
    refused = situation(ship="danzig").refused("sail riga")
    assert refused.message(lambda text: {refused.sentence: "{ship}->{city}?"}[text]) == "Danzig->Riga?"
    assert refused.advice(lambda text: {refused.remedy: "{exits}!"}[text]) == "Kalmar, Reval!"


@pytest.mark.parametrize("code", SENTENCES)
def test_refusal_sentences_are_whole(code: str) -> None:
    words = {field for text in SENTENCES[code] for _, field, _, _ in Formatter().parse(text) if field}
    with pytest.raises(IllegalMove) as caught:
        refuse(code, **{word: f"<{word}>" for word in words})
    refused = caught.value.refusal
    assert (refused.code, refused.sentence, refused.remedy) == (code, *SENTENCES[code])
    for text in (refused.message(), refused.advice()):
        assert re.fullmatch(r"[A-Z<][^{}]*[.]", text)
    assert refused.details == {word: f"<{word}>" for word in words}


def test_refusal_details_are_text() -> None:
    with pytest.raises(IllegalMove) as caught:
        refuse("too_few_there", place="bank", count=2)
    assert caught.value.refusal.details == {"place": "bank", "count": "2"}
    assert caught.value.refusal.message() == "There are not that many at bank: 2."
