import pytest

from hardware.simulated.clock import VirtualClock


def test_clock_moves_only_when_told_and_only_on() -> None:
    clock = VirtualClock(2.0)
    assert clock() == 2.0
    clock.sleep(0.5)
    clock.sleep_us(250_000)
    assert clock() == 2.75
    with pytest.raises(ValueError, match="time does not go back by 1 s"):
        clock.sleep(-1)
