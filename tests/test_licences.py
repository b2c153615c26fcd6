"""LICENCES.md lists every dependency, with the licence that its own metadata names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parent.parent
OLDEST = "3.11.2"  # of Debian 12 and Raspberry Pi OS Bookworm
# Installed on a Pi only, where the tests do not run.
ON_A_PI = ("lgpio", "rpi-lgpio", "spidev")
# How metadata writes what SPDX writes in one way; the longest that fits counts.
FAMILIES = {
    "lgpl": "LGPL",
    "lesser general public": "LGPL",
    "gpl": "GPL",
    "gnu general public": "GPL",
    "mit-cmu": "HPND",
    "hpnd": "HPND",
    "historical permission": "HPND",
    "mit": "MIT",
    "bsd": "BSD",
    "apache": "Apache",
    "mpl": "MPL",
    "mozilla": "MPL",
    "psf": "PSF",
    "python software foundation": "PSF",
    "isc": "ISC",
    "unlicense": "Unlicense",
    "zlib": "Zlib",
}


class Row(NamedTuple):
    licence: str
    use: str


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def families(text: str) -> set[str]:
    """Return the families of licences that a text names, such as "Apache-2.0 OR BSD-3-Clause"."""
    found = set()
    for part in re.split(r" (?:AND|OR|WITH) |[;,()]| :: ", text):
        words = [word for word in FAMILIES if re.search(rf"(?<![a-z]){word}", part.lower())]
        if words:
            found.add(FAMILIES[max(words, key=len)])
    return found


def stated(found: Distribution) -> str:
    """Return what a distribution says of its licence: the expression, else the classifiers, else the field."""
    meta = found.metadata
    expressions: list[str] = meta.get_all("License-Expression") or []
    if expressions:
        return expressions[0]
    classifiers = [line for line in meta.get_all("Classifier") or [] if line.startswith("License ::")]
    if classifiers:
        return "; ".join(classifiers)
    fields: list[str] = meta.get_all("License") or [""]
    return fields[0].partition("\n")[0]


def rows() -> dict[str, Row]:
    found = {}
    for line in (ROOT / "LICENCES.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 3 and cells[0] not in ("package", "---"):
            name = canonical(cells[0])
            assert name not in found, f"{name} is listed twice"
            found[name] = Row(cells[1], cells[2])
    return found


def locked() -> Iterator[str]:
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines():
        name, separator, _ = line.partition("==")
        if separator:
            yield canonical(name)


INSTALLED = {canonical(found.name): found for found in distributions()}
LISTED = rows()


def test_every_dependency_is_listed_and_nothing_else() -> None:
    wanted = {*locked(), *ON_A_PI}
    missing = [
        f"| {name} | {stated(INSTALLED[name]) if name in INSTALLED else '?'} | … |"
        for name in sorted(wanted - set(LISTED))
    ]
    assert missing == []
    assert sorted(set(LISTED) - wanted) == []


@pytest.mark.parametrize("version", [OLDEST, "3.13.5"], ids=["Bookworm", "Trixie"])
def test_lock_pins_what_is_needed_on_the_python_of_a_pi(version: str) -> None:
    there = {"python_full_version": version, "python_version": version.rpartition(".")[0], "extra": ""}
    needed = {
        canonical(each.name)
        for name in set(locked()) & set(INSTALLED) - {"mfrc522"}  # which is installed without its own
        for each in map(Requirement, INSTALLED[name].requires or ())
        if each.marker is None or each.marker.evaluate(there)
    }
    assert needed - set(locked()) <= {"setuptools"}  # which is no library, and is not pinned


def test_lock_pins_nothing_that_the_oldest_python_promised_cannot_install() -> None:
    """In no environment that was made here: those of documents, bench and mutants have packages of their own."""
    made = [str(folder) for folder in ROOT.glob(".venv*/lib/python3*/site-packages")]
    assert made
    unfit = {
        f"{found.name} {found.version}: {wanted}"
        for found in distributions(path=made)
        if canonical(found.name) in set(locked())
        for wanted in found.metadata.get_all("Requires-Python") or ()
        if not SpecifierSet(wanted).contains(OLDEST)
    }
    assert unfit == set()


@pytest.mark.parametrize("name", sorted(set(LISTED) & set(INSTALLED)))
def test_licence_is_the_one_that_the_package_states(name: str) -> None:
    said = stated(INSTALLED[name])
    assert families(LISTED[name].licence) == families(said) != set(), said


def test_licences_that_bind_whoever_passes_them_on_are_explained() -> None:
    bound = {name for name, row in LISTED.items() if "GPL" in families(row.licence)}
    assert bound == {"mfrc522", "wireviz"}
    text = (ROOT / "LICENCES.md").read_text(encoding="utf-8")
    for name in bound:
        assert f"## {name}" in text


def test_copyleft_never_comes_with_the_companion_itself() -> None:
    """Neither the wheel nor any extra that a user installs brings a GPL package along."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = project["dependencies"] + [
        each
        for name, extra in project["optional-dependencies"].items()
        if name not in ("dev", "pure", "bench", "mutants")
        for each in extra
    ]
    names = {canonical(re.split(r"[<>=!~\[; ]", each)[0]) for each in asked}
    assert {name for name in names & set(LISTED) if "GPL" in families(LISTED[name].licence)} == set()
    assert names <= set(LISTED)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GNU General Public License v3 (GPLv3)", {"GPL"}),
        ("License :: OSI Approved :: GNU Lesser General Public License v2", {"LGPL"}),
        ("Apache-2.0 OR BSD-2-Clause", {"Apache", "BSD"}),
        ("MIT-CMU", {"HPND"}),
        ("MIT AND PSF-2.0", {"MIT", "PSF"}),
        ("UNKNOWN", set()),
    ],
)
def test_families_are_told_apart(text: str, expected: set[str]) -> None:
    assert families(text) == expected
