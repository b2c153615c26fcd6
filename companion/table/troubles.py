"""Translates faults: finds what devices and the journal report in English among the table's sentences.

Devices and journals know nothing of languages: they say in English what is wrong and what to do, for the log as much
as for the table. What is not found here, such as the words of an operating system, is passed on as it is.

What only a maker understands is said in plain words at the table, on the page and at the hub; the log and `check` have
it as the device said it.
"""

from __future__ import annotations

import re
from functools import cache

from companion.words.say import Say, say

SENTENCES = (
    # buttons and lamps
    say("free the button, or check it for a short to ground"),
    say("install gpiozero and lgpio (apt: python3-lgpio)"),
    say("add the user to the group gpio, and log in again"),
    say("run this on a Raspberry Pi, or with a simulated table"),
    say("give each button and lamp a pin of its own in the kit file"),
    say("name a BCM pin from 2 to 27 in the kit file"),
    say("check that no other program uses the pin"),
    # the reader of the pad
    say("the antenna has switched itself off"),
    say("let nothing else set its numbering"),
    say("check the reader's seven wires and its 3.3 V"),
    say("install mfrc522 (with --no-deps), spidev and rpi-lgpio"),
    say("switch SPI on (raspi-config, Interface Options) and start the Pi again"),
    say("add the user to the groups spi and gpio, and log in again"),
    say("check that no other program uses the reader's pins"),
    # the reader on USB
    say("pyscard is not installed"),
    say("install it: sudo apt install pcscd python3-pyscard"),
    say("pcscd does not run"),
    say("start it: sudo systemctl enable --now pcscd.socket"),
    say("pcscd does not let this user in"),
    say("let this user in, as the build guide of the USB kit says"),
    say("pcscd does not answer"),
    say("pcscd reports: {error}"),
    say("restart it: sudo systemctl restart pcscd"),
    say("no USB reader is found"),
    say("plug the reader in; if it is, try another USB port"),
    say("the kernel's driver pn533_usb holds the reader"),
    say("switch that driver off, as the build guide of the USB kit says"),
    say("there are {count} USB readers"),
    say("no USB reader has {part} in its name"),
    say("write part of the right one's name into the configuration, usb_reader: one of {names}"),
    say("the card on the reader does not tell its number"),
    say("take it off, and put one piece with an NFC tag there"),
    say("another program has the card for itself"),
    say("end the other program that uses the reader"),
    # the screen
    say("install luma.oled"),
    say("add the user to the groups i2c, spi and gpio, and log in again"),
    say("switch I2C or SPI on (raspi-config, Interface Options) and start the Pi again"),
    say("check the display's plug and its address (i2cdetect -y 1)"),
    # the Pico
    say("plug the Pico in again; if it was not unplugged, try another cable"),
    say("write the right one's serial number into the configuration, [picos]: one of {numbers}"),
    say("{path} cannot be opened: {reason}"),
    say("plug the Pico into a USB port of the Pi, with a cable that carries data"),
    say("add the user to the group dialout, then log in again"),
    say("another program uses {path}: stop it"),
    say("the Pico runs MicroPython, but not this firmware"),
    say("the Pico does not answer"),
    say("the Pico has fallen silent"),
    say("the Pico does not take what it is sent"),
    say("the Pico has restarted"),
    say("nothing to do, unless it does so often"),
    say("the Pico's firmware lacks: {parts}"),
    say("the reader does not work: {reason}"),
    say("check the cable and the power of reader {reader}"),
    say("run: hansa-companion flash"),
    say("update hansa-companion, or run: hansa-companion flash"),
    say("compare [pico] in the kit file with the wiring; then run: hansa-companion flash"),
    say("pull the Pico's USB plug and put it back; if that does not help, run: hansa-companion flash"),
    # the simulated table
    say("a simulated fault"),
    say("switch it off at the simulated table"),
    # the journal
    say("{file}: the disk is full"),
    say("free some space; nothing accepted is lost"),
    say("{file}: cannot be written"),
    say("check the disk and who owns the file"),
    say("{file}: locked by another process"),
    say("end the other program and try again"),
    say("{file}: cannot be opened"),
    say("check that its folder exists and is writable"),
    say("{file}: the disk gives errors ({name})"),
    say("check the disk: it may be read-only, full or worn out"),
    say("put it on a local disk"),
    say("{file}: the journal is closed"),
    say("open it first"),
    say("{folder}: cannot be made: {reason}"),
    say("check the disk and who owns the state folder"),
    say("check the disk"),
    # its copy on a server
    say("other than here: game {game}"),
    say("other than here: {count} games"),
    say("play on; another address makes a new copy"),
    say("it cannot be made"),
    say("play on; the log tells why"),
    say("the copy is being compared"),
    say("try again in a moment"),
    say("{server}: no answer in {time} ms"),
    say("check the server and the network"),
    say("start the server, or check its address"),
    say("Start the companion again."),
    # what lives beside the table
    say("it has ended"),
    say("play on; it is started again"),
    say("{file}: another file has taken its place"),
    say("start the companion again"),
    say("{file}: has been removed, and cannot be put back: {reason}"),
    # backups
    say("{folder}: less than a tenth of the disk is free"),
    say("free some space; no backup is made until then"),
    say("{folder}: the disk did not keep what was written"),
    say("{folder}: cannot be written: {reason}"),
    say("check the disk, and that the folder is there and writable"),
    say("the journal is damaged"),
    say("run: hansa-companion repair"),
)


# Behind what a device says, what people are told.
PLAINLY = {
    "down for {seconds} s": say("the button has been down for {seconds} s"),
    "version register reads {value}": say("the reader does not answer"),
    "register {register} reads {value} instead of {expected}": say("the reader forgets what it was told"),
    "the chip starts no command": say("the reader answers, but does nothing"),
    "RPi.GPIO counts pins as on the board": say("another program has changed how pins are counted"),
    "the line to the Pico broke: {reason}": say("the connection to the Pico has broken"),
    "there is no USB device {device}": say("no Pico is found on USB"),
    "there are {count} USB devices {device}": say("there are {count} Picos on USB, and one is expected"),
    "the Pico's firmware speaks protocol {theirs}, this host {ours}": say("the Pico has firmware of another version"),
    "the Pico refuses message {message}: {reason}": say("the Pico does not do what it is told"),
    "the Pico tells what this host cannot read: {reason}": say("what the Pico says cannot be understood"),
    "{file}: no write-ahead log on this file system": say("{file}: this kind of disk cannot keep games safely"),
    "it does not get on": say("it has got stuck"),
}


def told(text: str) -> Say:
    """Return a report in words that the catalogues know, or as it is.

    >>> told("games.sqlite: the disk is full").template
    '{file}: the disk is full'
    >>> told("version register reads 0x00").template
    'the reader does not answer'
    """
    for pattern, sentence in _patterns():
        if found := pattern.fullmatch(text):
            return say(sentence.template, **{name: told(value) for name, value in found.groupdict().items()})
    return say("{text}", text=text)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Say], ...]:
    """Make a pattern of each report; those without gaps come first."""
    reports = {**{sentence.template: sentence for sentence in SENTENCES}, **PLAINLY}
    return tuple(
        (re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(report)), re.DOTALL), reports[report])
        for report in sorted(reports, key=lambda report: report.count("{"))
    )
