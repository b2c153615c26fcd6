"""Every state of the files that go onto the Pico has a version of its own: `check` tells old ones by nothing else."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import firmware
from hardware.pico.flash import firmware_files

LEDGER = Path(firmware.__file__).with_name("versions.txt")
CHANGELOG = Path(firmware.__file__).parents[1] / "CHANGELOG.md"
VERSION_FILE = "/firmware/__init__.py"  # left out, so that the version can be raised and written down at once


def fingerprint() -> str:
    whole = sha256()
    for path, content in firmware_files().items():
        if path != VERSION_FILE:
            whole.update(sha256(path.encode()).digest() + sha256(content).digest())
    return whole.hexdigest()


def ledger() -> list[tuple[int, str]]:
    return [(int(version), files) for version, files in map(str.split, LEDGER.read_text().splitlines())]


def test_files_of_the_pico_are_those_that_their_version_was_given_to() -> None:
    last, files = ledger()[-1]
    due = last if files == fingerprint() else last + 1
    assert (firmware.VERSION, ledger()[-1]) == (due, (due, fingerprint())), (
        f"the files that go onto the Pico are not those of version {last}: write `VERSION = {due}` into "
        f"firmware/__init__.py and this as the last line of firmware/versions.txt: {due} {fingerprint()}"
    )


def test_versions_rise_and_no_two_have_the_same_files() -> None:
    versions, files = zip(*ledger(), strict=True)
    assert list(versions) == list(range(versions[0], versions[0] + len(versions)))
    assert len(set(files)) == len(files)


def test_changelog_names_the_version_of_the_firmware_last() -> None:
    named = re.findall(r"Firmware (\d+) comes with this version", CHANGELOG.read_text(encoding="utf-8"))
    assert named[0] == str(firmware.VERSION)
