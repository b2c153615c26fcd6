"""Grades one tag reader from its measurements: chip, answers and range, with advice on the gain."""

from __future__ import annotations

from collections.abc import Mapping

from companion.check.findings import Area, Finding, Grade
from companion.check.measured import Reading, Tally, UsbReading
from firmware.chip import NO_VERSIONS, VERSIONS

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


def grade_usb_reader(reading: UsbReading) -> list[Finding]:
    """Grade a reader on USB: whether it is there, and whether it reads a tag."""
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
