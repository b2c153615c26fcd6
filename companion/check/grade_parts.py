"""Grades buttons, lamps, the screen and the Pico from what was measured or seen."""

from __future__ import annotations

from companion.check.findings import Area, Finding, Grade
from companion.check.measured import Fault, Link, PicoState, Press, Verdict
from firmware import VERSION

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


def grade_lamp(name: str, verdict: Verdict, fault: Fault | None, *, on_strip: bool) -> Finding:
    """Judge a lamp by what the person saw."""
    area = Area.LAMPS
    if fault is not None:
        return Finding(area, name, Grade.BAD, fault.reason, fault.remedy)
    match verdict:
        case Verdict.YES:
            return Finding(area, name, Grade.GOOD, "shines")
        case Verdict.NOBODY:
            return Finding(area, name, Grade.SKIPPED, f"was lit; {_UNASKED} whether it shines")
        case Verdict.OTHER if on_strip:
            advice = 'colours swapped: set pico.strip.colour_order; another lamp: the order of "lamps" in the kit file'
            return Finding(area, name, Grade.BAD, "another lamp or colour", advice)
        case Verdict.OTHER:
            return Finding(area, name, Grade.BAD, "another lamp shines", "swap the wires of the two, not the file")
        case _ if on_strip:
            advice = "all dark from here on: the joint before this lamp; else the lamp itself"
            return Finding(area, name, Grade.BAD, "stays dark", advice)
        case _:
            advice = "turn the LED round (long leg to the resistor), then check its wire"
            return Finding(area, name, Grade.BAD, "stays dark", advice)


def grade_screen(verdict: Verdict, fault: Fault | None, driver: str) -> Finding:
    """Judge the screen by the test picture."""
    area, name = Area.SCREEN, driver
    if fault is not None:
        advice = fault.remedy
        return Finding(area, name, Grade.MISSING, fault.reason, advice)
    match verdict:
        case Verdict.YES:
            return Finding(area, name, Grade.GOOD, "shows the test picture")
        case Verdict.NOBODY:
            return Finding(area, name, Grade.SKIPPED, f"takes the test picture; {_UNASKED} how it looks")
        case Verdict.OTHER:
            other = "ssd1306" if driver in ("sh1106", "ch1115") else "sh1106"
            advice = f'shifted by two columns: driver = "{other}"; upside down: upside_down = true, in [screen]'
            return Finding(area, name, Grade.BAD, "the picture is not as it should be", advice)
        case Verdict.NO:
            advice = "check VCC and GND; a panel that answers and stays dark is of another kind or broken"
            return Finding(area, name, Grade.BAD, "answers, but shows nothing", advice)


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
        case Verdict.OTHER:
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
