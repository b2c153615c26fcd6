from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.kit.boot import remedy, unmet
from wiring.kits import load_kit

SETTINGS = load_kit("tap").boot_settings()
GOOD = [one.line for one in SETTINGS if one.present]
CMDLINE = "console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 fsck.repair=yes rootwait"


def missing(config: str, cmdline: str = CMDLINE, sections: tuple[str, ...] = ("all",)) -> list[str]:
    return [one.line for one in unmet(SETTINGS, config=config, cmdline=cmdline, sections=sections)]


def test_plain_system_lacks_what_the_kit_needs() -> None:
    assert missing("# nothing\n", f"console=serial0,115200 {CMDLINE}") == [*GOOD, "console=serial0,115200"]


def test_files_with_every_line_meet_the_kit() -> None:
    assert missing("\n".join(GOOD)) == []


@given(st.permutations(GOOD), st.sampled_from(GOOD))
def test_line_left_out_is_named_whatever_the_order(lines: list[str], left_out: str) -> None:
    assert missing("\n".join(line for line in lines if line != left_out)) == [left_out]


@pytest.mark.parametrize(
    "config",
    [
        "dtparam=spi=on,i2c_arm=on,i2c_arm_baudrate=400000\ndtoverlay=spi0-1cs",
        "dtparam=spi\ndtparam=i2c=true\ndtparam=i2c_baudrate=400000\ndtoverlay=spi0-1cs,cs0_pin=8",
        "dtparam=spi=off\n  dtparam=spi=on  # at last\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtoverlay=spi0-1cs",
    ],
)
def test_same_thing_in_other_words_is_met(config: str) -> None:
    assert missing(config) == []


@pytest.mark.parametrize(
    ("more", "unmet_line"),
    [
        ("dtparam=spi=off", "dtparam=spi=on"),
        ("dtparam=i2c_arm_baudrate=100000", "dtparam=i2c_arm_baudrate=400000"),
        ("enable_uart=1", "enable_uart=1"),
    ],
)
def test_last_word_counts(more: str, unmet_line: str) -> None:
    assert missing("\n".join([*GOOD, more])) == [unmet_line]


def test_line_of_another_model_does_not_count() -> None:
    config = "\n".join([*GOOD[:-1], "[pi4]", GOOD[-1], "[all]", "enable_uart=0"])
    assert missing(config) == [GOOD[-1]]
    assert missing(config, sections=("all", "pi4")) == []


def test_comment_does_not_count() -> None:
    assert missing("\n".join([*GOOD[:-1], f"#{GOOD[-1]}"])) == [GOOD[-1]]


@pytest.mark.parametrize("port", ["serial0", "ttyAMA0", "ttyS0"])
def test_serial_console_is_found_under_each_of_its_names(port: str) -> None:
    assert missing("\n".join(GOOD), f"console={port},115200 {CMDLINE}") == ["console=serial0,115200"]


def test_remedy_names_the_line_the_file_and_the_reason() -> None:
    said = {one.line: remedy(one) for one in SETTINGS}
    assert said["dtoverlay=spi0-1cs"].startswith("add dtoverlay=spi0-1cs in /boot/firmware/config.txt")
    assert "lamp.led.10" in said["dtoverlay=spi0-1cs"]
    assert said["console=serial0,115200"].startswith("remove console=serial0,115200 in /boot/firmware/cmdline.txt")
