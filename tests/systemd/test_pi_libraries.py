"""The lock of a Pi: nothing but names, versions and hashes, in the versions that are tested, and nothing is lacking.

That every library is there as a wheel for aarch64 is seen by `make lab PART=arm` and `make lock`, which fetch them.
"""

from __future__ import annotations

import tomllib
from importlib.metadata import distributions

import pytest

from systemd.package.debian import PYTHONS
from systemd.package.lock import differing, walk, wanted
from systemd.pi_libraries import APT, LOCK, Pin, canonical, parse_lock
from tests.systemd.image import PROJECT, ROOT

TEXT = (ROOT / LOCK).read_text(encoding="utf-8")
PINS = parse_lock(TEXT)
# What each library says of itself; rpi-lgpio is not installed where there are no pins.
ASKED = {canonical(found.name): found.requires or [] for found in distributions()} | {"rpi-lgpio": ["lgpio>=0.1.0.1"]}
HASH = "0" * 64


def test_lock_holds_no_addresses() -> None:
    assert "://" not in TEXT
    assert "index" not in "".join(line for line in TEXT.splitlines() if not line.startswith("#"))


def test_lock_has_the_versions_that_the_tests_run_with() -> None:
    tested = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert differing(PINS, tested) == []
    assert differing(PINS | {"redis": Pin("redis", "1.0", ())}, tested) != []


@pytest.mark.parametrize("python", PYTHONS, ids=["Bookworm", "Trixie"])
def test_lock_and_apt_bring_everything_that_is_asked_for(python: str) -> None:
    assert walk(wanted(PROJECT, python), PINS, ASKED, python)[0] == []


@pytest.mark.parametrize("name", ["h11", "async-timeout", "smbus2"])
def test_library_that_is_left_out_of_the_lock_is_told_with_who_asks_for_it(name: str) -> None:
    lock = {key: pin for key, pin in PINS.items() if key != name}
    (told,) = walk(wanted(PROJECT, PYTHONS[0]), lock, ASKED, PYTHONS[0])[0]
    assert f"asks for {name}" in told


def test_library_that_apt_has_too_old_is_told() -> None:
    asked = ASKED | {"luma-core": ["pillow>=13"]}
    assert walk(wanted(PROJECT, PYTHONS[1]), PINS, asked, PYTHONS[1])[0] == [
        f"luma.core asks for pillow>=13, and a Pi has {APT['pillow'].oldest}"
    ]


def test_whole_lock_is_used() -> None:
    used = set[str]().union(*(walk(wanted(PROJECT, python), PINS, ASKED, python)[1] for python in PYTHONS))
    assert set(PINS) - used == set()


@pytest.mark.parametrize(
    "line",
    [
        "h11",
        "h11==1.0",
        "h11>=1.0 --hash=sha256:" + HASH,
        "h11==1.0 --hash=md5:" + HASH,
        f"h11 @ https://somewhere/h11.whl --hash=sha256:{HASH}",
        "--index-url https://somewhere/",
    ],
)
def test_line_that_pins_nothing_is_told(line: str) -> None:
    with pytest.raises(ValueError, match=f"^{LOCK}:2: expected NAME==VERSION"):
        parse_lock(f"# a comment\n{line}\n")


def test_pin_is_written_as_it_is_read() -> None:
    line = f"h11==1.0 --hash=sha256:{HASH} --hash=sha256:{'1' * 64}"
    assert str(parse_lock(line)["h11"]) == line


def test_extras_of_the_lock_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {one.name for one in wanted(project, PYTHONS[0])}
    assert {"starlette", "gpiozero", "luma.oled", "redis", "mfrc522"} <= names
