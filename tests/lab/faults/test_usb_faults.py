"""No fault of the simulated PC/SC service goes untried in the laboratory."""

from __future__ import annotations

import inspect

from hardware.simulated.field import Field
from hardware.simulated.pcsc_service import SimulatedPcsc, SimulatedReader
from tests.lab.faults import usb
from tests.lab.faults.parts import PARTS

# What a service or a reader is, rather than what can happen to it.
NO_FAULTS = {"contexts", "field", "readers"}


def test_whatever_can_happen_to_a_reader_on_usb_or_its_service_is_tried_by_name() -> None:
    things = SimulatedPcsc(), SimulatedReader(Field())
    settable = {name for thing in things for name in vars(thing) if not name.startswith("_")} - NO_FAULTS
    source = inspect.getsource(usb)
    assert [name for name in sorted(settable | {"plug", "unplug"}) if f".{name}" not in source] == []
    assert {part.case for part in PARTS.values() if part.trial == "usb:suffering"} == set(usb.FAULTS)
