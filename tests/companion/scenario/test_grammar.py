"""Lines become steps, or are refused with file, line, what was given and what is expected."""

from __future__ import annotations

import pytest

from companion.games.hansa.board_files import SHIPPED
from companion.scenario.grammar import NotUnderstood, Scenario, parse_scenario
from companion.scenario.runner import vocabulary_of
from hardware.ports import Pattern
from hardware.simulated.field import Stacking
from tests.kit.hansa import VOCABULARY

BOARDS = [f"board {name}" for name in SHIPPED]


def parse(text: str) -> Scenario:
    return parse_scenario(text, "evening.scenario", vocabulary_of)


def test_scenario_without_a_board_is_played_on_the_oldest() -> None:
    assert parse("boot").board == "0.1"
    assert parse("board 0.2\nboot").board == "0.2"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("board 0.0\nboot", f"evening.scenario:1: 'board 0.0' is not a step: expected {' or '.join(BOARDS)}"),
        ("boot\nboard 0.1", "evening.scenario:2: 'board 0.1' is not a step: 'board' stands before the first step"),
        ("board 0.1\ngame hansa", "evening.scenario:2: 'game hansa' is not a step: 'game' stands before 'board'"),
        ("game chess\nboot", "evening.scenario:1: 'game chess' is not a step: expected game hansa or game teutonica"),
    ],
)
def test_heading_that_is_not_understood_is_told(text: str, said: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        parse(text)
    assert str(refused.value) == said


def slots(line: str) -> dict[str, object]:
    return dict(parse(line).steps[0].slots)


@pytest.mark.parametrize(
    ("line", "pattern", "values"),
    [
        ("press down 2", "press {button} {times}", {"button": "down", "times": 2}),
        ("put ship on Lübeck", "put [the] {piece} on [the] {place}", {"piece": "ship", "place": "city.lubeck"}),
        ("put the ship on danzig", "put [the] {piece} on [the] {place}", {"piece": "ship", "place": "city.danzig"}),
        (
            "put 2 booths gray on riga",
            "put [the] {times} {piece} on {place}",
            {"times": 2, "piece": "booth.gray", "place": "city.riga"},
        ),
        (
            "put gray booth on the stack on riga",
            "put [the] {piece} on [the] stack on {place}",
            {"piece": "booth.gray", "place": "city.riga"},
        ),
        ("tap orange2 on the pad", "tap [the] {piece} on [the] {place}", {"piece": "marker.orange2", "place": "pad"}),
        ("lift stranger", "lift [the] {piece}", {"piece": "stranger"}),
        ("wait 0.5 s", "wait {seconds} s", {"seconds": 0.5}),
        ('expect screen "Sail  where?"', "expect screen [says] {text}", {"text": "Sail where?"}),
        (
            "expect lamp seat white on",
            "expect lamp {lamp} {pattern}",
            {"lamp": "seat.white", "pattern": Pattern.ON},
        ),
        (
            "expect lamp danzig 2 blink",
            "expect lamp {lamp} {pattern}",
            {"lamp": "warehouse.danzig.2", "pattern": Pattern.BLINK},
        ),
        (
            "expect booths gray left 9",
            "expect booths {player} left {number}",
            {"player": "gray", "number": 9},
        ),
    ],
)
def test_line_becomes_a_step(line: str, pattern: str, values: dict[str, object]) -> None:
    (step,) = parse(line).steps
    assert step.form.pattern == pattern
    assert step.slots == values


def test_lamp_colour_names_every_shade_it_can_mean() -> None:
    blue = slots("expect lamp danzig 1 on blue")["colours"]
    assert isinstance(blue, tuple)
    assert len(blue) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("boot\nput shp on danzig", r"evening\.scenario:2: 'put shp on danzig'.*'shp': expected a piece: ship"),
        ("put ship on danzg", "'danzg': expected pad or a city: tonsberg"),
        ("press dwn", "'dwn': expected one of up, down, ok, back, end"),
        ("press down 0", "'0': expected a whole number from 1 to 99"),
        ("wait long s", "'long': expected seconds"),
        ("expect lamp danzig shiny", "'shiny': expected one of off, on"),
        ("expect phase lunch", "'lunch': expected one of fill"),
        ("play sail nowhere", "'sail nowhere': expected moves in the notation"),
        ("play fly danzig", "'fly danzig': expected moves in the notation"),
        ("play sail danzig;", "expected moves in the notation"),
        ("new game gray white start gray without puce", "'puce': expected colours of goods"),
        ("expect lamp danzig on puce", "'puce': expected the name of a lamp's"),
        ("expect piles one", "'one': expected five whole numbers"),
        ("stock with orange4", "'orange4': expected markers"),
        ("new game gray red start gray", "'gray red': expected players"),
        ("expect talers", r"expected expect talers \{player\} \{number\}"),
        ("prss ok", "did you mean 'press'"),
        ("xyzzy", "expected a step that begins with press, hold"),
        ("boot\nkit board", r":2: 'kit board'.*'kit' stands before the first step"),
        ("kit paper", "expected kit board or kit chart or kit tap or kit usb"),
        ("stacks fall over", "expected stacks answer or stacks are silent"),
        ("# nothing but a comment", "nothing happens in it"),
    ],
)
def test_line_that_is_no_step_is_refused_with_what_is_expected(text: str, message: str) -> None:
    with pytest.raises(NotUnderstood, match=message):
        parse(text)


def test_comments_and_empty_lines_do_not_count_as_steps() -> None:
    scenario = parse("# head\n\nboot   # on\n   press   ok\n")
    assert [(step.line, step.text) for step in scenario.steps] == [(3, "boot"), (4, "press ok")]


def test_scenario_without_headings_is_for_the_tap_kit_and_both_kinds_of_stacks() -> None:
    scenario = parse("boot")
    assert scenario.kit == "tap"
    assert set(scenario.stackings) == set(Stacking)


def test_headings_choose_kit_and_stacks() -> None:
    scenario = parse("kit board\nstacks answer\nboot")
    assert scenario.kit == "board"
    assert scenario.stackings == (Stacking.LOWEST,)


def test_forms_begin_differently_enough_to_be_told_apart() -> None:
    patterns = [form.pattern for form in VOCABULARY.forms]
    assert len(set(patterns)) == len(patterns)
