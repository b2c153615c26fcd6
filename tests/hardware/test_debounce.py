from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.reports import Debouncer, Gesture

PRESSED, HELD, RELEASED = Gesture.PRESSED, Gesture.HELD, Gesture.RELEASED


def run(debouncer: Debouncer, edges: Iterable[tuple[float, bool]], until: float) -> list[Gesture]:
    """Let the edges come at their times, and step whenever the debouncer asks for it."""
    said: list[Gesture] = []

    def step_to(at: float) -> None:
        while (due := debouncer.next_at) is not None and due <= at:
            said.extend(debouncer.step(due))
        said.extend(debouncer.step(at))

    for at, down in edges:
        step_to(at)
        debouncer.edge(at, down)
    step_to(until)
    return said


def bounces(at: float, gaps: list[float], down: bool) -> list[tuple[float, bool]]:
    edges = [(at, down)]
    for index, gap in enumerate(gaps):
        at += gap
        edges.append((at, down if index % 2 else not down))
    if edges[-1][1] != down:
        edges.append((at + 0.001, down))
    return edges


gaps = st.lists(st.floats(0.0001, 0.014), max_size=12)


@given(pressing=gaps, releasing=gaps, down_s=st.floats(0.3, 0.9))
def test_bouncing_contact_is_one_press_and_one_release(
    pressing: list[float], releasing: list[float], down_s: float
) -> None:
    edges = bounces(1.0, pressing, True) + bounces(1.0 + down_s, releasing, False)
    assert run(Debouncer(), edges, 5.0) == [PRESSED, RELEASED]


@given(gaps)
def test_spike_shorter_than_the_debounce_time_is_nothing(spikes: list[float]) -> None:
    edges = bounces(1.0, spikes, False)
    assert run(Debouncer(), edges, 2.0) == []


@pytest.mark.parametrize(("down_s", "held"), [(0.9, False), (1.1, True), (20.0, True)])
def test_button_is_held_once_when_it_stays_down_long_enough(down_s: float, held: bool) -> None:
    said = run(Debouncer(hold_s=1.0), [(1.0, True), (1.0 + down_s, False)], 60.0)
    assert said == ([PRESSED, HELD, RELEASED] if held else [PRESSED, RELEASED])


def test_button_that_stays_down_is_stuck_once_and_freed_when_it_comes_up() -> None:
    said = run(Debouncer(stuck_s=30.0), [(1.0, True), (100.0, False), (101.0, True), (101.5, False)], 110.0)
    assert said == [PRESSED, HELD, Gesture.STUCK, RELEASED, Gesture.FREED, PRESSED, RELEASED]


def test_button_that_is_down_at_the_start_counts_only_from_its_next_press() -> None:
    said = run(Debouncer(down=True), [(2.0, False), (3.0, True), (3.5, False)], 5.0)
    assert said == [PRESSED, RELEASED]


def test_button_stuck_since_before_the_start_is_said() -> None:
    debouncer = Debouncer(down=True, stuck_s=30.0)
    assert list(debouncer.step(5.0)) == []
    assert debouncer.next_at == 35.0
    assert list(debouncer.step(35.0)) == [Gesture.STUCK]
    assert debouncer.next_at is None


def test_idle_button_asks_for_no_step() -> None:
    debouncer = Debouncer()
    assert debouncer.next_at is None
    assert not debouncer.raw
