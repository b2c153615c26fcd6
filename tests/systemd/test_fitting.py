"""The service is opened to the network for what the configuration names, and no further."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.parsing import parse_config
from companion.config.settings import Config
from hardware.kit.boot import unmet
from hardware.kit.connections import BootSetting
from systemd.fitting import BEGIN, END, BootTexts, network_text, with_settings, without_block
from tests.systemd.image import CMDLINE_TXT, CONFIG_TXT
from wiring.kits import load_kit, shipped_kits

LAN = "[Service]\nIPAddressAllow=10.0.0.0/8\n"


def config(text: str) -> Config:
    return parse_config(f"format = 1\n{text}", "c.toml", environment={}, home=Path("/"), here=Path("/"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[web]\nbind = "127.0.0.1"',
        '[web]\nbind = "::1"',
        '[web]\nbind = "0.0.0.0"\nserve = false',
        'journal = "redis://localhost:6379/0"',
        'journal = "redis://:secret@127.0.0.1/0"',
        'journal = "unix:///run/redis.sock"',
        'journal = "/srv/games.sqlite"',
        '[hub]\nserver = "redis://127.0.0.1/0"',
        '[hub]\nserver = "none"',
    ],
)
def test_what_stays_on_this_machine_opens_nothing(text: str) -> None:
    assert network_text(config(text), LAN) == ""


@pytest.mark.parametrize(
    "text",
    [
        '[web]\nbind = "0.0.0.0"',
        '[web]\nbind = "192.168.1.20"',
        'journal = "redis://club-server:6379/0"',
        'journal = "redis://user:secret@10.1.2.3:6379/0"',
        '[hub]\nserver = "redis://club-server:6379/0"',
    ],
)
def test_what_is_in_the_local_network_opens_that(text: str) -> None:
    assert network_text(config(text), LAN) == LAN


def test_server_far_away_is_let_in_by_its_address_alone() -> None:
    text = network_text(config('journal = "rediss://u:secret@8.8.4.4:6380/0"'), LAN)
    assert text.startswith(LAN)
    assert text.splitlines()[-1] == "IPAddressAllow=8.8.4.4"
    assert "secret" not in text


def test_servers_of_journal_and_hub_are_each_let_in_once() -> None:
    both = 'journal = "redis://8.8.4.4/0"\n[hub]\nserver = "redis://{}/0"'
    apart, same = (network_text(config(both.format(hub)), LAN) for hub in ("1.1.1.1", "8.8.4.4"))
    assert [line for line in apart.removeprefix(LAN).splitlines() if line[0] != "#"] == [
        "IPAddressAllow=8.8.4.4",
        "IPAddressAllow=1.1.1.1",
    ]
    assert same.count("8.8.4.4") == 1


LINES = st.sampled_from(
    (
        "dtparam=spi=on",
        "dtparam=spi=off",
        "dtparam=i2c_arm=on,i2c_arm_baudrate=100000",
        "dtparam=i2c=on",
        "dtoverlay=spi0-1cs",
        "dtoverlay=vc4-kms-v3d",
        "enable_uart=1",
        "enable_uart=0",
        "[all]",
        "[pi4]",
        "[none]",
        "# dtparam=spi=on",
        "",
    )
)
WORDS = st.sampled_from(("console=serial0,115200", "console=ttyAMA0", "console=tty1", "quiet", "root=/dev/sda1"))
KITS = st.sampled_from(shipped_kits())


def texts(lines: list[str], words: list[str]) -> BootTexts:
    return BootTexts("".join(f"{line}\n" for line in lines), " ".join(words) + "\n")


@given(lines=st.lists(LINES, max_size=10), words=st.lists(WORDS, max_size=5), kit=KITS)
def test_whatever_the_files_said_they_meet_the_kit_afterwards(lines: list[str], words: list[str], kit: str) -> None:
    settings = load_kit(kit).boot_settings()
    before = texts(lines, words)
    after = with_settings(before, settings)
    assert unmet(settings, config=after.config, cmdline=after.cmdline) == ()
    assert with_settings(after, settings) == after
    assert after.cmdline.count("\n") == 1
    assert [word for word in after.cmdline.split() if "serial0" not in word and "AMA" not in word] == [
        word for word in words if "serial0" not in word and "AMA" not in word
    ]
    # What others wrote is all there, in front.
    kept = before.config.rstrip()
    assert after.config.startswith(kept)
    assert without_block(after.config).rstrip() == kept


@given(lines=st.lists(LINES, max_size=10), kits=st.lists(KITS, min_size=1, max_size=4))
def test_changing_the_kit_leaves_only_what_the_last_one_needs(lines: list[str], kits: list[str]) -> None:
    now = before = texts(lines, [])
    for kit in kits:
        now = with_settings(now, load_kit(kit).boot_settings())
    wanted = with_settings(before, load_kit(kits[-1]).boot_settings())
    assert (now.config.rstrip(), now.cmdline) == (wanted.config.rstrip(), wanted.cmdline)


def test_files_that_suit_the_kit_stay_as_they_are() -> None:
    settings = load_kit("tap").boot_settings()
    suited = BootTexts("".join(f"{one.line}\n" for one in settings if one.present), "console=tty1 quiet\n")
    assert with_settings(suited, settings) == suited


def test_console_stays_where_its_pins_are_free() -> None:
    settings = (BootSetting("config.txt", "dtparam=spi=on", True, "the pad"),)
    assert with_settings(BootTexts(CONFIG_TXT, CMDLINE_TXT), settings).cmdline == CMDLINE_TXT


def test_block_names_the_reason_of_each_line_on_a_line_of_its_own() -> None:
    config = with_settings(BootTexts(CONFIG_TXT, CMDLINE_TXT), load_kit("tap").boot_settings()).config
    block = config[config.index(BEGIN) : config.index(END)].splitlines()
    assert block[1:3] == ["[all]", "dtoverlay="]
    assert "enable_uart=0" in block
    for number, line in enumerate(block[3:], 3):
        assert line.startswith("# ") or block[number - 1].startswith("# ")
        assert line.startswith("# ") or "#" not in line  # the firmware knows no comments behind a value


def test_block_whose_end_is_lost_is_not_guessed_at() -> None:
    text = f"a=1\n{BEGIN}\ndtparam=spi=on\nb=2\n"
    assert without_block(text) == text


def test_block_between_other_lines_leaves_them_in_order() -> None:
    assert without_block(f"a=1\n\n{BEGIN}\ndtparam=spi=on\n{END}\nb=2\n") == "a=1\nb=2\n"
    assert without_block(f"{BEGIN}\n{END}\nb=2\n") == "b=2\n"


def test_setting_that_nobody_knows_how_to_switch_off_is_refused() -> None:
    setting = BootSetting("config.txt", "dtoverlay=disable-me", False, "it is in the way")
    with pytest.raises(ValueError, match="not known how to switch this off"):
        with_settings(BootTexts("dtoverlay=disable-me\n", ""), [setting])
