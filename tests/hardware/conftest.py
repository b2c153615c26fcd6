"""A Pi without hardware, for tests of what is wired to its pins and buses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.simulated.pi_modules import SimulatedPi


@pytest.fixture
def pi() -> Iterator[SimulatedPi]:
    """Put the stand-ins for the Pi's modules in place while a test runs."""
    pi = SimulatedPi()
    with pi.installed():
        yield pi
