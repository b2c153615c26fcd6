"""Judges what the self-test measured or somebody saw, with advice: parts, readers, the Pi itself, names and games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.assembly.shelf_troubles import ShelfTrouble
from companion.check.findings import Area, Finding, Grade
from companion.check.measured import (
    Acknowledged,
    AskedReading,
    BootFiles,
    Fault,
    Link,
    Node,
    PicoState,
    Press,
    Reading,
    Tally,
    Verdict,
)
from firmware import VERSION
from firmware.chip import NO_VERSIONS, VERSIONS
from hardware.kit.boot import CMDLINE, remedy, unmet
from hardware.kit.connections import BootSetting, I2cBus, Kit, Panel, Pico, SpiBus
from hardware.kit.kit import COLOUR_ORDERS
from hardware.kit.layout import in_use

FLASH = "run: hansa-companion flash"
SLOW_MS = 50.0  # a round trip on a healthy line takes a few milliseconds
_UNASKED = "nobody was asked"


def grade_button(name: str, press: Press | None, fault: Fault | None) -> Finding:
    """Grade a button; no press means that nobody was asked."""
    area = Area.BUTTONS
    if fault is not None:
        return Finding(area, name, Grade.BAD, fault.reason, fault.remedy)
    if press is None:
        return Finding(area, name, Grade.SKIPPED, f"its pin can be read; {_UNASKED} to press it")
    if not press.pressed and press.others:
        others = " and ".join(press.others)
        return Finding(area, name, Grade.BAD, f"{others} answered instead", f"swap the wires of {name} and {others}")
    if not press.pressed:
        advice = "check its wire to the pin and the common wire to ground; one that is jammed says nothing either"
        return Finding(area, name, Grade.BAD, "nothing came", advice)
    if press.others:
        measured = f"{' and '.join(press.others)} answered too"
        return Finding(area, name, Grade.BAD, measured, "look for a bridge between their wires")
    if not press.released:
        return Finding(area, name, Grade.BAD, "went down and did not come up", "free it, or look for a short to ground")
    if press.pressed > 1:
        return Finding(area, name, Grade.WEAK, f"{press.pressed} presses for one", "raise times.debounce_ms")
    return Finding(area, name, Grade.GOOD, "pressed and released")


def grade_lamp(name: str, verdict: Verdict, fault: Fault | None, *, strip: Pico | None = None) -> Finding:
    """Judge a lamp by what the person saw; `strip` is the Pico whose strip it is on, if it is on one."""
    area = Area.LAMPS
    if fault is not None:
        return Finding(area, name, Grade.BAD, fault.reason, fault.remedy)
    match verdict:
        case Verdict.YES:
            return Finding(area, name, Grade.GOOD, "shines")
        case Verdict.NOBODY:
            return Finding(area, name, Grade.SKIPPED, f"was lit; {_UNASKED} whether it shines")
        case Verdict.SWAPPED if strip:
            order = next(order for order in COLOUR_ORDERS if order != strip.strip.colour_order)
            advice = f'write {strip.name} = "{order}" under [colour_orders] in the configuration'
            return Finding(area, name, Grade.BAD, "red and green are swapped", advice)
        case Verdict.OTHER if strip:
            advice = 'the order of "lamps" in the kit file; where LEDs lie unused between them, "leds"'
            return Finding(area, name, Grade.BAD, "another lamp or colour", advice)
        case Verdict.OTHER | Verdict.SWAPPED:
            return Finding(area, name, Grade.BAD, "another lamp shines", "swap the wires of the two, not the file")
        case _ if strip:
            advice = "all dark from here on: the joint before this lamp; else the lamp itself"
            return Finding(area, name, Grade.BAD, "stays dark", advice)
        case _:
            advice = "turn the LED round (long leg to the resistor), then check its wire"
            return Finding(area, name, Grade.BAD, "stays dark", advice)


def grade_screen(verdict: Verdict, fault: Fault | None, panel: Panel, found: Acknowledged | None = None) -> Finding:
    """Judge the screen by the test picture, or by who acknowledges on its bus."""
    area, name = Area.SCREEN, panel.driver
    driver = panel.driver
    if fault is not None:
        measured, advice = _unheard(panel, found) or (fault.reason, fault.remedy)
        return Finding(area, name, Grade.MISSING, measured, advice)
    match verdict:
        case Verdict.YES:
            return Finding(area, name, Grade.GOOD, "shows the test picture")
        case Verdict.NOBODY:
            return Finding(area, name, Grade.SKIPPED, f"takes the test picture; {_UNASKED} how it looks")
        case Verdict.OTHER | Verdict.SWAPPED:
            other = "ssd1306" if driver in ("sh1106", "ch1115") else "sh1106"
            advice = f'shifted by two columns: driver = "{other}"; upside down: upside_down = true, in [screen]'
            return Finding(area, name, Grade.BAD, "the picture is not as it should be", advice)
        case Verdict.NO:
            if isinstance(panel.bus, SpiBus):
                advice = (
                    "check its seven wires, CS, DC and RES first; then that the module is set to SPI with four wires"
                )
                return Finding(area, name, Grade.BAD, "dark; on SPI a panel never tells whether it is there", advice)
            advice = "check VCC and GND; a panel that answers and stays dark is of another kind or broken"
            return Finding(area, name, Grade.BAD, "answers, but shows nothing", advice)


def _unheard(panel: Panel, found: Acknowledged | None) -> tuple[str, str] | None:
    """Return what is known of a panel that does not acknowledge, and the advice; None if nothing is."""
    if found is None or not isinstance(panel.bus, I2cBus):
        return None
    if found.is_stuck:
        advice = "shut the Pi down and pull its power plug; if it stays so, look for a short between SDA, SCL and GND"
        return "its bus is held down: nobody can be heard on it", advice
    meant = f"0x{panel.bus.address:02X}"
    others = [f"0x{address:02X}" for address in found.addresses if address != panel.bus.address]
    if others:
        return f"answers at {others[0]}, not at {meant}", f"write address = {others[0]} into [screen] of the kit file"
    if found.addresses:
        return f"answers at {meant} now, and did not before", "look for a loose contact at its plug"
    advice = (
        "check its plug, VCC first, and whether SDA and SCL are exchanged. With good wires it may be one that never "
        "acknowledges, which Linux cannot tell from none: see its step in the building guide"
    )
    return f"nothing acknowledges at {meant}", advice


def grade_pico(state: PicoState) -> list[Finding]:
    """Judge the Pico's firmware and the line to it."""
    area = Area.PICO
    if state.version is None:
        fault = state.fault or Fault("the Pico says nothing", FLASH)
        return [Finding(area, "firmware", Grade.MISSING, fault.reason, fault.remedy)]
    measured = f"version {state.version}, this host has {VERSION}"
    if state.outdated:
        firmware = Finding(area, "firmware", Grade.BAD, f"{measured}: older", FLASH)
    elif state.version > VERSION:
        advice = f"update hansa-companion, or go back: {FLASH.removeprefix('run: ')}"
        firmware = Finding(area, "firmware", Grade.WEAK, f"{measured}: newer", advice)
    else:
        firmware = Finding(area, "firmware", Grade.GOOD, measured)
    if state.fault is not None:
        return [firmware, Finding(area, "link", Grade.BAD, state.fault.reason, state.fault.remedy)]
    return [firmware, *([_grade_link(state.link)] if state.link else ())]


def grade_buzzer(name: str, verdict: Verdict) -> Finding:
    """Judge a buzzer by what the person heard."""
    area = Area.PICO
    match verdict:
        case Verdict.YES:
            return Finding(area, name, Grade.GOOD, "sounds, low and high")
        case Verdict.NOBODY:
            return Finding(area, name, Grade.SKIPPED, f"was driven; {_UNASKED} whether it sounds")
        case Verdict.OTHER | Verdict.SWAPPED:
            advice = "an active buzzer has one tone only: take a passive one"
            return Finding(area, name, Grade.WEAK, "sounds otherwise", advice)
        case Verdict.NO:
            return Finding(area, name, Grade.BAD, "is silent", "check its wire and its pin; it must be a passive one")


def _grade_link(link: Link) -> Finding:
    area, name = Area.PICO, "link"
    trips = sorted(link.round_trips_ms)
    if not trips:
        return Finding(area, name, Grade.BAD, f"no answer in {link.seconds:.0f} s", "try another USB cable or port")
    middle, slowest = trips[len(trips) // 2], trips[-1]
    measured = (
        f"{len(trips)} round trips of {middle:.1f} ms, the slowest {slowest:.1f} ms; {link.lost} frames lost, "
        f"{link.restarts} restarts, {link.faults} faults in {link.seconds:.0f} s"
    )
    if link.polls:
        measured += f"; {link.polls / link.seconds:.0f} polls a second"
    if link.restarts or link.faults:
        return Finding(area, name, Grade.BAD, measured, f"try another USB cable or port; then {FLASH}")
    if link.lost:
        return Finding(area, name, Grade.WEAK, measured, "try another USB cable, away from the strip's wires")
    if slowest > SLOW_MS:
        return Finding(area, name, Grade.WEAK, measured, "look for what keeps the Pi busy (top)")
    return Finding(area, name, Grade.GOOD, measured)


CLEAN_PERCENT = 99  # one miss in a hundred is noise
WEAK_PERCENT = 80  # below this, a resting piece will sooner or later be taken for gone
BETTER_PERCENT = 20  # two counts of the same weak tag often differ by less


def grade_reader(reading: Reading) -> list[Finding]:
    """Judge one reader."""
    if reading.fault is not None:
        return [Finding(Area.READERS, reading.name, Grade.MISSING, reading.fault.reason, reading.fault.remedy)]
    if reading.version in NO_VERSIONS:
        measured, advice = _version(reading), "check its wires, MISO and MOSI first, its select and its 3.3 V"
        return [Finding(Area.READERS, reading.name, Grade.BAD, measured, advice)]
    chip = _chip(reading)
    tag = reading.resting
    if tag is None:
        return [chip]
    if tag.deaf == tag.polls:
        measured = "the chip answers to its registers, but sends nothing"
        return [Finding(Area.READERS, reading.name, Grade.BAD, measured, "check its 3.3 V; else try another module")]
    if not reading.asked and not tag.uids and not tag.disturbed:
        return [chip, _finding(reading, "answers", Grade.SKIPPED, "no tag lies on it, and nobody was asked for one")]
    found = [chip, _answers(reading, tag)]
    if reading.sheet is not None:
        found.append(_range(reading, tag, reading.sheet))
    if reading.misreads.frames:
        found.append(_wires(reading))
    if reading.neighbours:
        measured = f"its tag is heard by {', '.join(reading.neighbours)} too"
        advice = "move them apart, or lower the gain of both"
        found.append(_finding(reading, "neighbours", Grade.WEAK, measured, advice))
    return found


def grade_asked_reader(reading: AskedReading) -> list[Finding]:
    """Grade a reader that is only asked: whether it is there, and whether it reads a tag."""
    area, name = Area.READERS, reading.name
    if reading.fault is not None:
        return [Finding(area, name, Grade.MISSING, reading.fault.reason, reading.fault.remedy)]
    found = [Finding(area, name, Grade.GOOD, "; ".join(reading.models) or "is there")]
    test = f"{name}: answers"
    if reading.uid:
        found.append(Finding(area, test, Grade.GOOD, f"reads its tag, {len(reading.uid) // 2} bytes"))
    elif reading.asked:
        advice = "an NFC sticker of type NTAG213 or the like, alone, on the middle of the reader, and no metal below"
        found.append(Finding(area, test, Grade.BAD, "hears no tag", advice))
    else:
        found.append(Finding(area, test, Grade.SKIPPED, "no tag lies on it, and nobody was asked for one"))
    return found


def _version(reading: Reading) -> str:
    return f"version register reads 0x{reading.version:02x}"


def _chip(reading: Reading) -> Finding:
    """Grade the chip by its version, which counts less than the answers of tags."""
    if reading.version in VERSIONS:
        return Finding(Area.READERS, reading.name, Grade.GOOD, f"chip version 0x{reading.version:02x}")
    measured = f"{_version(reading)}, of a chip that is not known"
    advice = "if it reads its tag well, all is well; else try another module"
    return Finding(Area.READERS, reading.name, Grade.WEAK, measured, advice)


def _wires(reading: Reading) -> Finding:
    measured = f"{reading.misreads.registers} misread registers in {reading.misreads.frames} frames"
    if not reading.misreads.registers:
        return _finding(reading, "wires", Grade.GOOD, measured)
    advice = "47 to 100 Ω in SCK and MOSI, shorter wires, ground beside the clock, or half of clock_hz in the kit"
    return _finding(reading, "wires", Grade.WEAK, measured, advice)


def _answers(reading: Reading, tag: Tally) -> Finding:
    measured = f"{tag.answered} answers in {tag.polls} polls, {_times(tag.removals)} falsely gone"
    if tag.disturbed:
        measured += f", {tag.disturbed} disturbed"
    advice = gain_advice(reading)
    if len(tag.uids) > 1:
        measured += f", {len(tag.uids)} tags"
        advice = advice or "lay one tag alone on it, to see how it does"
    if tag.percent < WEAK_PERCENT:
        grade = Grade.BAD
    elif tag.percent < CLEAN_PERCENT or tag.removals:
        grade = Grade.WEAK
    else:
        grade = Grade.GOOD
    return _finding(reading, "answers", grade, measured, advice)


def _range(reading: Reading, tag: Tally, sheet: Tally) -> Finding:
    measured = f"{sheet.answered} answers in {sheet.polls} polls through one more sheet"
    if sheet.percent >= CLEAN_PERCENT:
        return _finding(reading, "range", Grade.GOOD, measured)
    if tag.percent < CLEAN_PERCENT:
        return _finding(reading, "range", Grade.WEAK, measured, "mend the answers first, then measure again")
    advice = "little to spare: a larger tag, or a thinner cover"
    stronger = _next_above(reading.gain_db, reading.by_gain)
    if stronger is not None:
        advice = f"little to spare: try {reading.gain_key} = {stronger}; else a larger tag, or a thinner cover"
    return _finding(reading, "range", Grade.WEAK, measured, advice)


def gain_advice(reading: Reading) -> str:
    """Return advice on the antenna gain: none if the kit's works cleanly, otherwise the nearest that does."""
    tag = reading.resting
    if tag is None or not reading.by_gain or (tag.percent >= CLEAN_PERCENT and not tag.removals):
        return ""
    clean = [gain for gain, percent in reading.by_gain.items() if percent >= CLEAN_PERCENT and gain != reading.gain_db]
    if clean:
        # Of two equally near ones, the lower: with too much gain a resting tag seems to leave.
        best = min(clean, key=lambda gain: (abs(gain - reading.gain_db), gain))
        return f"set {reading.gain_key} = {best} in the kit file: there it is clean"
    best = max(reading.by_gain, key=lambda gain: (reading.by_gain[gain], -gain))
    if reading.by_gain[best] >= tag.percent + BETTER_PERCENT:
        return f"{reading.gain_key} = {best} is better, none is clean: a larger tag, a thinner cover, no metal nearby"
    return "no gain is better: a larger tag, a thinner cover, no metal nearby; else try another module"


def _next_above(gain_db: int, by_gain: Mapping[int, int]) -> int | None:
    above = [gain for gain, percent in by_gain.items() if gain > gain_db and percent >= CLEAN_PERCENT]
    return min(above, default=None)


def _times(count: int) -> str:
    return "never" if count == 0 else "once" if count == 1 else f"{count} times"


def _finding(reading: Reading, test: str, grade: Grade, measured: str, advice: str = "") -> Finding:
    return Finding(Area.READERS, f"{reading.name}: {test}", grade, measured, advice)


_SWITCHES = {"spi": "switch SPI on", "i2c": "switch I2C on"}


def grade_boot(settings: Iterable[BootSetting], files: BootFiles) -> list[Finding]:
    """Judge the boot files by what the kit needs."""
    settings = tuple(settings)
    if files.config is None:
        measured = "no /boot/firmware/config.txt: this is no Raspberry Pi"
        return [Finding(Area.BOOT, "config.txt", Grade.MISSING, measured, "run the check on the Pi, or --simulated")]
    cmdline = files.cmdline or ""
    lacking = set(unmet(settings, config=files.config, cmdline=cmdline, sections=files.sections))
    return [_boot_finding(setting, setting in lacking) for setting in settings]


def _boot_finding(setting: BootSetting, lacking: bool) -> Finding:
    name = "serial console" if setting.file == CMDLINE else setting.line
    if lacking:
        measured = "is missing" if setting.present else "must not be there"
        return Finding(Area.BOOT, name, Grade.BAD, measured, remedy(setting))
    return Finding(Area.BOOT, name, Grade.GOOD, "is there" if setting.present else "is not there, as it should be")


def grade_access(nodes: Iterable[Node], user: str) -> list[Finding]:
    """Judge the device files and who may use them."""
    return [_node_finding(node, user) for node in nodes]


def _node_finding(node: Node, user: str) -> Finding:
    name = node.path.removeprefix("/dev/")
    if not node.present:
        switch = next((words for part, words in _SWITCHES.items() if part in node.path), "")
        advice = (
            f"{switch}: sudo raspi-config, Interface Options; then restart"
            if switch
            else "plug it in, with a cable that carries data"
            if "serial" in node.path
            else "run the check on the Pi, or --simulated"
        )
        return Finding(Area.ACCESS, name, Grade.MISSING, f"no {node.path}, for {node.what}", advice)
    if not node.usable:
        advice = f"sudo usermod -aG {node.group} {user}; then log out and in again"
        return Finding(Area.ACCESS, name, Grade.BAD, f"{user} may not use it, for {node.what}", advice)
    return Finding(Area.ACCESS, name, Grade.GOOD, f"can be used, for {node.what}")


def grade_names(kit: Kit, wanted: Iterable[str]) -> list[Finding]:
    """Compare the kit's lamps and readers with those that the board uses."""
    wanted = tuple(wanted)
    lacking, unused = kit.missing(wanted), kit.unused(wanted)
    # A position without a name is not a mistake: another game uses it.
    misspelt = in_use(unused)
    idle = tuple(name for name in unused if name not in misspelt)
    findings = []
    if lacking:
        measured = f"without {_short(lacking)}; the screen shows it too"
        findings.append(Finding(Area.KIT, "lamps and readers", Grade.GOOD, measured))
    else:
        findings.append(Finding(Area.KIT, "lamps and readers", Grade.GOOD, "everything the board has a use for"))
    if idle:
        measured = f"{_short(idle)} stand for nothing in this game; --game asks for another"
        findings.append(Finding(Area.KIT, "of other games", Grade.GOOD, measured))
    if misspelt:
        advice = f"compare the names in the kit file with the board's: {_short(lacking) or 'none is free'}"
        findings.append(Finding(Area.KIT, "unknown names", Grade.WEAK, f"nothing ever uses {_short(misspelt)}", advice))
    return findings


def grade_games(troubles: Iterable[ShelfTrouble]) -> list[Finding]:
    """Grade conflicts between the games on the shelf: each can be played, but a tag may be misunderstood."""
    return [Finding(Area.KIT, one.subject, Grade.WEAK, one.what, one.remedy) for one in troubles]


def _short(names: tuple[str, ...]) -> str:
    """Return all names, grouped by kind.

    >>> _short(("bar.1", "bar.2", "end"))
    'bar.* (2), end'
    """
    sorts: dict[str, list[str]] = {}
    for name in names:
        sorts.setdefault(name.partition(".")[0], []).append(name)
    return ", ".join(found[0] if len(found) == 1 else f"{sort}.* ({len(found)})" for sort, found in sorts.items())
