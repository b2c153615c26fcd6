"""The promises about cost, as far as they are the same on every machine."""

import pytest

from tests.lab.bench import hardware

# How the package waits for an answer; none of ours waits that way.
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion '~' on bool:DeprecationWarning")


@pytest.mark.parametrize("tags", [0, 1, 8])
def test_pad_finds_all_tags(tags: int) -> None:
    assert hardware.pad_poll(tags).found == tags


def test_empty_poll_takes_a_hundredth_of_the_packages_transfers() -> None:
    assert hardware.pad_poll(0).transfers <= 30
    assert hardware.package_poll(0).transfers == 2013


def test_unchanged_frame_costs_no_bytes_and_a_row_at_most_144() -> None:
    updates = hardware.updates()
    assert hardware.oled_update(*updates["nothing"], rounds=1).wire_bytes == 0
    assert hardware.oled_update(*updates["one row of 8 pixels"], rounds=1).wire_bytes <= 144


def test_whole_frame_takes_a_tenth_of_lumas_steps_and_no_more_bytes() -> None:
    everything = hardware.updates()["everything"]
    ours, lumas = hardware.oled_update(*everything, rounds=1), hardware.luma_update(*everything, rounds=1)
    assert 0 < ours.steps <= lumas.steps / 10
    assert ours.wire_bytes <= lumas.wire_bytes


def test_table_has_a_row_for_each_measurement() -> None:
    rows = [line for line in hardware.table(wall_s=0.1).splitlines() if line.startswith("|")]
    assert len(rows) == 2 * 2 + 6 + 12


def test_whole_frame_takes_a_millisecond_on_spi() -> None:
    everything = hardware.updates()["everything"]
    on_i2c, on_spi = (hardware.oled_update(*everything, rounds=1, on_spi=on_spi) for on_spi in (False, True))
    assert on_i2c.bus_ms > 23
    assert on_spi.bus_ms < 1.1
