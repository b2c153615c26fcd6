"""The USB kit on a Debian that runs: its own pcscd, its own pyscard, and polkit's word on who may use them.

The reader is Debian's virtual one, and its cards are programs next to the machine; everything else is as on a Pi.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tests.lab.boot.booted import Booted
from tests.lab.boot.story import CONFIG, SERVICE, game_goes_on

PACKAGES: Final = ("pcscd", "python3-pyscard", "vsmartcard-vpcd")
READER: Final = "etc/reader.conf.d/vpcd"  # as its package has it
READER_PORT: Final = 0x8C7B  # as that file says
RULE: Final = "usr/share/polkit-1/rules.d/60-hansa-companion-reader.rules"
POLICY: Final = "usr/share/polkit-1/actions/org.debian.pcsc-lite.policy"  # from Debian 13 on
STRANGER: Final = "04a1b2c3d4e580"
# The kit, and of the two slots that the driver always has the first.
_SETTINGS: Final = {'kit = "tap" ': 'kit = "usb" ', 'usb_reader = "" ': 'usb_reader = "Virtual PCD 00 00" '}


def choose_kit(system: Booted) -> None:
    """Configured for the USB kit, the service comes up without pcscd, and says so."""
    _pull(system)
    system.run("systemctl", "stop", "pcscd.socket", "pcscd.service")
    config = system.folder / CONFIG.lstrip("/")
    text = config.read_text()
    for ours, other in _SETTINGS.items():
        assert ours in text, ours
        text = text.replace(ours, other)
    config.write_text(text)
    system.run("systemctl", "restart", SERVICE)
    assert system.shows(SERVICE, "ActiveState")["ActiveState"] == "active"
    _is_told(system, "pcscd does not run")
    assert set(system.ask("/health")["devices"]) == {"pad"}, "screen, lamps and buttons are the page's"


def starts_without_reader(system: Booted) -> None:
    """With pcscd, and no reader, it says that."""
    system.run("systemctl", "start", "pcscd.socket")
    _is_told(system, "no USB reader is found")


def reader_is_plugged_in(system: Booted) -> None:
    """A reader that comes is found, and what is laid on it reaches the page."""
    _plug(system)
    _works(system)
    with _card(system, STRANGER):
        system.until(lambda: system.ask("/api/state")["table"]["dialog"]["name"] == "refusal unknown_tag", "the tag")
    game_goes_on(system)


def reader_goes_and_comes_back(system: Booted) -> None:
    """Unplugged, it is told and taken into use again; and so when pcscd is killed."""
    _pull(system)
    _is_told(system, "no USB reader is found")
    _plug(system)
    _works(system)
    system.run("systemctl", "kill", "--signal=KILL", "pcscd.service")
    system.run("systemctl", "stop", "pcscd.socket")
    _is_told(system, "pcscd does not run")
    system.run("systemctl", "start", "pcscd.socket")
    _works(system)


def only_the_rule_lets_it_in(system: Booted) -> str:
    """Its user sits at no machine: without the rule that comes with the companion, a pcscd that asks refuses it."""
    if not (system.folder / POLICY).exists():
        return "yes: it asks nobody here"
    rule, away = system.folder / RULE, system.folder / "root/rule"
    rule.rename(away)
    try:
        system.run("systemctl", "restart", "polkit", SERVICE)
        _is_told(system, "pcscd does not let this user in")
    finally:
        away.rename(rule)
    system.run("systemctl", "restart", "polkit")
    _works(system)
    return "yes"


def _plug(system: Booted) -> None:
    (system.folder / "root/reader").rename(system.folder / READER)
    system.run("systemctl", "restart", "pcscd.service")


def _pull(system: Booted) -> None:
    (system.folder / READER).rename(system.folder / "root/reader")
    system.run("systemctl", "try-restart", "pcscd.service")


def _works(system: Booted) -> None:
    system.until(lambda: system.ask("/health")["devices"] == {"pad": "good"}, "the reader")


def _is_told(system: Booted, what: str) -> None:
    """Wait until the page tells of a fault, and everybody else hears of it."""
    system.until(lambda: what in str(system.ask("/api/state")["table"]["faults"]), what)
    assert system.ask("/health")["devices"] == {"pad": "degraded"}
    assert f"pad does not work: {what}" in system.log()


@contextmanager
def _card(system: Booted, uid: str) -> Iterator[None]:
    """Lay a card on the reader."""
    with system.on_its_network(sys.executable, "-c", _CARD, str(READER_PORT), uid) as card:
        try:
            yield
        finally:
            card.terminate()


_CARD: Final = """
import signal, sys
from tests.kit.virtual_reader import Card
Card(int(sys.argv[1]), bytes.fromhex(sys.argv[2]))
signal.pause()
"""
