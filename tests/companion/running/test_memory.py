"""How much memory this process takes is read from the kernel, and from nothing where there is none to ask."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from companion.running.memory import MOST_MB, resident_mb, strain
from tests.systemd.image import ROOT


def test_resident_memory_is_what_the_kernel_tells() -> None:
    most_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    assert 5 < resident_mb() <= most_mb * 1.05


@pytest.mark.parametrize("text", [None, "", "many", "1"])
def test_system_that_does_not_tell_is_no_reason_to_end(tmp_path: Path, text: str | None) -> None:
    statm = tmp_path / "statm"
    if text is not None:
        statm.write_text(text)
    assert resident_mb(statm) == 0.0
    assert strain(lambda: resident_mb(statm)) == ""


def test_own_bound_comes_before_that_of_the_unit() -> None:
    lines = (ROOT / "systemd/files/hansa-companion.service").read_text().splitlines()
    (most,) = [line for line in lines if line.startswith("MemoryMax=")]
    assert most == "MemoryMax=400M"
    assert MOST_MB < 400
