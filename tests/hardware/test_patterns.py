import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.patterns import is_lit, next_turn
from hardware.ports import Colour, Light, Pattern

times = st.floats(0, 1e5)


@given(st.sampled_from(Pattern), times, st.floats(0, 10))
def test_lamp_stays_as_it_is_until_its_next_turn(pattern: Pattern, shown_at: float, later: float) -> None:
    light, now = Light(pattern), shown_at + later
    turn = next_turn(light, shown_at, now)
    lit = is_lit(light, shown_at, now)
    if turn is None:
        assert is_lit(light, shown_at, now + 12.345) == lit
    else:
        assert turn >= now
        assert is_lit(light, shown_at, (now + turn) / 2) == lit or turn - now < 1e-6
        assert is_lit(light, shown_at, turn + 1e-3) != lit


@given(st.sampled_from(Pattern), times)
def test_black_lamp_is_never_lit(pattern: Pattern, now: float) -> None:
    assert not is_lit(Light(pattern, Colour(0, 0, 0)), 0.0, now)


@pytest.mark.parametrize("pattern", [Pattern.BLINK, Pattern.BREATHE, Pattern.ALARM])
def test_lamps_with_one_pattern_keep_step(pattern: Pattern) -> None:
    light = Light(pattern)
    for now in (10.0, 10.1, 10.7, 11.3, 11.9):
        assert is_lit(light, 3.14, now) == is_lit(light, 9.99, now)


def test_patterns_of_a_plain_lamp_all_look_different() -> None:
    looks = {
        pattern: tuple(is_lit(Light(pattern), 0.0, 0.005 + tick / 100) for tick in range(400)) for pattern in Pattern
    }
    assert len(set(looks.values())) == len(Pattern)
