"""No fault of the chip model goes untried in the laboratory."""

from __future__ import annotations

import inspect

from hardware.simulated.clock import Air
from hardware.simulated.field import Field
from hardware.simulated.reader_chip import ReaderChip
from tests.lab.faults import radio
from tests.lab.faults.parts import PARTS

# What a chip or a field is, rather than what can happen to it.
NO_FAULTS = {"air", "field", "spi_hz", "counts_align", "stacking", "is_read"}


def test_whatever_can_happen_to_a_chip_or_its_field_is_tried_by_name() -> None:
    settable = {name for thing in (ReaderChip(Air()), Field()) for name in vars(thing) if not name.startswith("_")}
    done = {"brown_out", "lose", "flap", "leak", "resize"} & {*dir(ReaderChip), *dir(Field)}
    source = inspect.getsource(radio)
    assert [name for name in sorted((settable | done) - NO_FAULTS) if f".{name}" not in source] == []
    assert [name for name in radio.FAULTS if name not in PARTS] == []
    assert {part.case for part in PARTS.values() if part.trial == "radio:suffering"} == set(radio.FAULTS)
