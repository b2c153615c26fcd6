"""What a Pico goes through, on the emulated chip: flashing, hangs, failed starts, a wand, minutes of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware import VERSION
from hardware.pico.flash import Comparison, Flashed, compare, flash
from hardware.pico.usb_line import open_port
from hardware.pico.way_in import Prompt, WayIn
from hardware.ports import Signal
from hardware.simulated.micropython_world import PicoWorld
from hardware.simulated.rp2040_node import EmulatedPico
from hardware.simulated.serial_line import SerialLine
from tests.firmware.memory import WATCHED_MAIN
from tests.kit.board import Rig, install
from tests.kit.broken_firmware import BROKEN

pytestmark = [pytest.mark.micropython, pytest.mark.timeout(0)]

SHIP = bytes.fromhex("04a1b2c3d4e5f6")
GROWTH_BYTES = 2048

Rigged = Callable[..., Rig]


@pytest.fixture
def rigged(tmp_path: Path) -> Iterator[Rigged]:
    """Make a rig with other files than the firmware's, or with none."""
    made: list[Rig] = []

    def make(changed: dict[str, str] | None = None, kit: str = "board") -> Rig:
        def maker(world: PicoWorld, line: SerialLine, files: Path) -> EmulatedPico:
            if changed is not None:
                install(files)
                for path, text in changed.items():
                    (files / path).write_text(text)
            return EmulatedPico(world, line, files)

        made.append(Rig(tmp_path, maker, installed=False, kit=kit))
        return made[-1]

    yield make
    for rig in made:
        rig.host.readers.close()
        rig.host.lamps.close()
        rig.pico.close()
        rig.line.close()


def pause(rig: Rig) -> Callable[[float], None]:
    def let_pass(seconds: float) -> None:
        rig.line.pump()
        rig.pico.run(seconds)
        rig.line.pump()

    return let_pass


def flashed(rig: Rig) -> Flashed:
    return flash(rig.line.host_path, clock=rig.world.clock, pause=pause(rig))


def compared(rig: Rig) -> Comparison:
    return compare(rig.line.host_path, clock=rig.world.clock, pause=pause(rig))


def test_empty_pico_is_flashed_and_flashed_again(rigged: Rigged) -> None:
    rig = rigged()
    first, second = flashed(rig), flashed(rig)
    assert (first.before, first.after.version) == (None, VERSION)
    assert second.before == second.after == first.after
    assert compared(rig) == Comparison(first.after, ())


@pytest.mark.parametrize("kind", sorted(BROKEN))
def test_flash_goes_over_firmware_that(rigged: Rigged, kind: str) -> None:
    path, text = BROKEN[kind]
    rig = rigged({path: text})
    assert flashed(rig).after.version == VERSION
    assert compared(rig).differing == ()


def test_start_that_the_watchdog_ends_three_times_leads_to_the_prompt(rigged: Rigged) -> None:
    rig = rigged(dict([BROKEN["hangs, with the watchdog on and Ctrl-C off"]]))
    while rig.world.clock() < 60.0:
        rig.pico.run(0.5)
    assert rig.pico.starts == 4
    with open_port(rig.line.host_path, timeout_s=0.0) as line:
        assert Prompt(line, clock=rig.world.clock, pause=pause(rig)).enter(within_s=3.0)


def test_touches_of_a_wand_are_heard_and_answered_with_tone_and_light(rigged: Rigged) -> None:
    rig = rigged({}, kit="chart")
    with rig:
        rig.go_live()
        (reader,) = rig.world.fields
        rig.world.fields[reader].put(SHIP)
        took_s = rig.run_until(lambda: len(rig.tag_events()) == 1)
        assert took_s < 0.25
        rig.host.readers.signal(reader, Signal.ACCEPTED)
        rig.run(0.5)
    assert [tone.hz for tone in rig.world.tones] == [pytest.approx(2700, rel=0.01), 0]
    assert rig.world.tones[1].at - rig.world.tones[0].at == pytest.approx(0.09, abs=0.05)


def test_memory_does_not_grow_over_minutes_of_play(rigged: Rigged) -> None:
    rig = rigged({"main.py": WATCHED_MAIN})
    with rig:
        rig.go_live()
        places = list(rig.world.fields.values())
        for number in range(40):
            place = places[number % len(places)]
            place.put(SHIP)
            rig.run(2.0)
            place.lift(SHIP)
            rig.run(1.0)
        assert len(rig.tag_events()) == 80
        assert rig.pico.starts == 1
        rig.host.readers.close()
        rig.host.lamps.close()
        way = WayIn(rig.line.host_path, clock=rig.world.clock, pause=pause(rig))
        said = way.prompt().execute('print(open("/memory").read())')
        way.close()
    used = [int(word) for word in said.split()][1:]
    third = len(used) // 3
    assert third >= 3
    assert min(used[-third:]) - min(used[:third]) < GROWTH_BYTES, used
