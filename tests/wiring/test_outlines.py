"""Outlines of what is left of a sheet, also where two sums of the same differ by a hair."""

from __future__ import annotations

import pytest

from wiring.catalogue import Size
from wiring.outlines import outlines
from wiring.svg import Point
from wiring.tray_plan import Box


@pytest.mark.parametrize("tenths", range(100, 130))
def test_channel_to_the_edge_is_open_whatever_the_tray_measures(tenths: int) -> None:
    rail, height = tenths / 10, 280.0
    tray = Box(Point(-rail, -rail), Size(300, height + 2 * rail))
    channel = Box(Point(40, 100.3), Size(12, height + rail - 100.3))
    assert len(outlines(tray, [channel])) == 1
