"""Leads through the self-test, area by area: measures on the bench, asks the person, collects the findings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from companion.assembly.shelf_troubles import ShelfTrouble
from companion.check import grades
from companion.check.findings import Area, Finding, Grade
from companion.check.measured import Verdict
from companion.check.person import Person
from companion.check.workbench import Bench
from hardware.kit.connections import I2cBus

_ON_PAGE = "nothing to test: on the page"
_SIMULATED = "there is none: the table is simulated"


def walk(
    bench: Bench,
    person: Person,
    wanted: Iterable[str],
    areas: Collection[Area],
    troubles: Iterable[ShelfTrouble] = (),
) -> Iterator[Finding]:
    """Test the areas in their order.

    `wanted` are the lamps and readers that the board uses, `troubles` the conflicts between games and kit.
    """
    tests: dict[Area, Callable[[], Iterator[Finding]]] = {
        Area.BOOT: lambda: _boot(bench),
        Area.ACCESS: lambda: _access(bench),
        Area.KIT: lambda: iter([*grades.grade_names(bench.kit, wanted), *grades.grade_games(troubles)]),
        Area.BUTTONS: lambda: _buttons(bench, person),
        Area.SCREEN: lambda: _screen(bench, person),
        Area.LAMPS: lambda: _lamps(bench, person),
        Area.PICO: lambda: _pico(bench, person),
        Area.READERS: lambda: _readers(bench, person),
    }
    for area in Area:
        if area in areas:
            yield from tests[area]()


def _boot(bench: Bench) -> Iterator[Finding]:
    if bench.system is None:
        yield Finding(Area.BOOT, "config.txt", Grade.SKIPPED, _SIMULATED)
    elif not bench.kit.pi_pins():
        yield Finding(Area.BOOT, "config.txt", Grade.SKIPPED, "nothing is on the pins of a Pi")
    else:
        yield from grades.grade_boot(bench.kit.boot_settings(), bench.system.boot)


def _access(bench: Bench) -> Iterator[Finding]:
    if bench.system is None:
        yield Finding(Area.ACCESS, "device files", Grade.SKIPPED, _SIMULATED)
    else:
        yield from grades.grade_access(bench.system.nodes, bench.system.user)


def _buttons(bench: Bench, person: Person) -> Iterator[Finding]:
    if bench.kit.is_page_only:
        yield Finding(Area.BUTTONS, "buttons", Grade.SKIPPED, _ON_PAGE)
        return
    with bench.opened(bench.devices.buttons):
        for name in bench.devices.buttons.names:
            press = None if bench.fault_of_button(name) else bench.press(name, person)
            yield grades.grade_button(name, press, bench.fault_of_button(name))


def _screen(bench: Bench, person: Person) -> Iterator[Finding]:
    if bench.kit.screen is None:
        yield Finding(Area.SCREEN, "screen", Grade.SKIPPED, _ON_PAGE)
        return
    # The buttons stay open meanwhile: a person may answer with them.
    with bench.opened(bench.devices.buttons), bench.opened(bench.devices.screen):
        verdict = bench.screen(person)
        fault = bench.faults.get("screen")
    # Its driver has let the bus go.
    found = bench.acknowledged() if fault and isinstance(bench.kit.bus, I2cBus) else None
    yield grades.grade_screen(verdict, fault, bench.kit.screen, found)


def _lamps(bench: Bench, person: Person) -> Iterator[Finding]:
    if bench.kit.is_page_only:
        yield Finding(Area.LAMPS, "lamps", Grade.SKIPPED, _ON_PAGE)
        return
    with bench.opened(bench.devices.buttons), bench.opened(bench.devices.lamps):
        bench.await_lamps()
        for name in bench.devices.lamps.names:
            pico = bench.kit.pico_of(name)
            fault = bench.faults.get(pico.name if pico else name)
            verdict = bench.lamp(name, person) if fault is None else Verdict.NOBODY
            yield grades.grade_lamp(name, verdict, fault, strip=pico)


def _pico(bench: Bench, person: Person) -> Iterator[Finding]:
    if bench.kit.picos and not bench.picos:
        yield Finding(Area.PICO, "firmware", Grade.SKIPPED, "simulated at its ports; --silicon runs the firmware")
    for pico in bench.picos:
        state = bench.talk(pico)
        findings = grades.grade_pico(state)
        if pico.can_sound and state.link:
            findings.append(grades.grade_buzzer("buzzer", bench.buzzer(pico, person)))
        for finding in findings:
            # If there are several, each is named.
            yield finding if len(bench.picos) == 1 else finding._replace(name=f"{pico.name}: {finding.name}")


def _readers(bench: Bench, person: Person) -> Iterator[Finding]:
    with bench.opened(bench.devices.buttons), bench.probes() as probes:
        asked = {reader.name: reader for reader in bench.kit.asked}
        for name in bench.kit.readers:
            if name in asked:
                yield from grades.grade_asked_reader(bench.asked_reading(asked[name], person))
            else:
                yield from grades.grade_reader(bench.reading(name, probes, person))
