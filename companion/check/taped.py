"""A self-test on tape: records the bus traffic and the person's answers, or plays them back to the same drivers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from companion.check.findings import Area
from companion.check.measured import Fault, Verdict
from companion.check.person import Person, Question, Task
from companion.check.probes import Probe, pico_probes
from companion.check.subject import Setting, chip_probe
from companion.check.workbench import Bench
from companion.config.settings import Config
from companion.running.devices import Dimmed, UpsideDown, panel_driver, simulated_devices, simulated_table
from hardware.joined import JoinedLamps
from hardware.kit.changes import Unfit, with_panel_on
from hardware.kit.connections import ON_I2C, ON_SPI, Kit
from hardware.oled.oled import SIZES
from hardware.pico.pico import Pico
from hardware.pico.usb_line import PortFault
from hardware.recording.tape import Tape, TapeFault, Transfer
from hardware.recording.tape_player import Player
from hardware.recording.tape_recorder import Recorder

_YES = "yes"
# What is on a tape: not the boot files, and no pin.
PLAYED = (Area.SCREEN, Area.LAMPS, Area.PICO, Area.READERS)


class RecordedPerson:
    """A person whose answers are recorded."""

    def __init__(self, person: Person, recorder: Recorder) -> None:
        self._person, self._recorder = person, recorder

    def do(self, task: Task, /) -> bool:
        """Have something done."""
        done = self._person.do(task)
        self._recorder.said(f"{task.act} {task.name}", _YES if done else "no")
        return done

    def start(self, task: Task, /) -> bool:
        """Have something done that the hardware notices by itself."""
        return self._person.start(task)

    def given_up(self) -> Verdict | None:
        """Return what the person says of what was started."""
        return self._person.given_up()

    def sees(self, question: Question, /) -> Verdict:
        """Ask whether something can be seen."""
        verdict = self._person.sees(question)
        self._recorder.said(f"{question.sight} {question.name}", verdict)
        return verdict


class PlayedPerson:
    """A person who repeats recorded answers."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def do(self, task: Task, /) -> bool:
        """Return whether it was done."""
        return self._player.answer(f"{task.act} {task.name}") == _YES

    def start(self, _: Task, /) -> bool:
        """Do nothing: buttons are not on the tape."""
        return False

    def given_up(self) -> Verdict | None:
        """Say that nobody is there."""
        return Verdict.NOBODY

    def sees(self, question: Question, /) -> Verdict:
        """Return what was seen."""
        try:
            return Verdict(self._player.answer(f"{question.sight} {question.name}"))
        except ValueError as error:
            raise TapeFault(f"{question.sight} {question.name}: {error}") from error


def blank_tape(bench: Bench, config: Config, areas: Iterable[Area]) -> Tape:
    """Return an empty tape, with what is tested and everything that the drivers' output depends on."""
    picos = tuple(pico.name for pico in bench.picos)
    screen = bench.kit.screen.driver if bench.kit.screen else ""
    return Tape(bench.kit.name, (), picos, tuple(areas), _settings_of(config), screen)


def pico_at(picos: Iterable[Pico], path: str) -> str:
    """Return the name of the Pico on this line, empty if it is unknown."""
    for pico in picos:
        with suppress(PortFault):
            if str(pico.find()) == path:
                return pico.name
    return ""


def _settings_of(config: Config) -> dict[str, int]:
    return {
        "brightness_percent": config.lamps.brightness_percent,
        "contrast_percent": config.screen.contrast_percent,
        "dim_minutes": config.screen.dim_minutes,
    }


def _as_taped(config: Config, settings: Mapping[str, int]) -> Config:
    told = {**_settings_of(config), **settings}
    for name in ("brightness_percent", "contrast_percent"):
        if not 1 <= told[name] <= 100:
            raise TapeFault(f"line 1: {name} is {told[name]}; expected 1 to 100")
    screen = replace(config.screen, contrast_percent=told["contrast_percent"], dim_minutes=told["dim_minutes"])
    return replace(config, lamps=replace(config.lamps, brightness_percent=told["brightness_percent"]), screen=screen)


def _kit_as_taped(kit: Kit, tape: Tape) -> Kit:
    """Return the kit as it was when recorded, perhaps with fewer Picos or another panel."""
    kit = replace(kit, picos=tuple(pico for pico in kit.picos if pico.name in tape.picos))
    if kit.screen is None or not tape.screen:
        return kit
    buses = {entry.bus for _, entry in tape.entries if isinstance(entry, Transfer)}
    on = ON_I2C if "i2c1" in buses else ON_SPI if "spi0.1" in buses else ""
    if on:
        with suppress(Unfit):  # the kit of today has no room for it there: what differs is told as it is played
            kit = with_panel_on(kit, on)
    assert kit.screen
    if (kit.screen.width, kit.screen.height) not in SIZES.get(tape.screen, ()):
        raise TapeFault(f"line 1: screen {tape.screen!r} is not known, or not of the kit's size")
    return replace(kit, screen=replace(kit.screen, driver=tape.screen))


@contextmanager
def played_setting(kit: Kit, config: Config, tape: Tape, player: Player) -> Iterator[Setting]:
    """Return a table whose pad, screen and Picos are on a tape; its buttons, and lamps on pins, are simulated."""
    kit, config = _kit_as_taped(kit, tape), _as_taped(config, tape.settings)
    ports = {pico.name: Path(pico.name) for pico in kit.picos}

    @contextmanager
    def probes() -> Iterator[Mapping[str, Probe | Fault]]:
        with ExitStack() as stack:
            found: dict[str, Probe | Fault] = {}
            if kit.pad is not None:
                found[kit.pad.name] = chip_probe(stack, kit.pad, 0, kit.pad.reset, player.clock, player.clock.sleep)
            for pico in kit.picos:
                if pico.selects:
                    laid = pico_probes(pico, port=ports[pico.name], clock=player.clock, pause=player.pass_time)
                    found |= stack.enter_context(laid)
            yield found

    def picos() -> list[Pico]:
        return [Pico(pico, kit.times, port=ports[pico.name], clock=player.clock, threaded=False) for pico in kit.picos]

    with player.installed():
        devices = simulated_devices(simulated_table(replace(kit, picos=())))
        if kit.screen is not None:
            oled = panel_driver(kit, config, clock=player.clock, threaded=False)
            player.steps.append(oled.step)
            devices = devices._replace(screen=UpsideDown(oled) if kit.screen.upside_down else oled)
        # Two of each, as at a real table: one behind the lamps, one to talk with.
        lit, talking = picos(), picos()
        strips = [Dimmed(pico.lamps, config.lamps.brightness_percent) for pico in lit if pico.lamps.names]
        player.steps += [pico.step for pico in (*lit, *talking)]
        devices = devices._replace(lamps=JoinedLamps([*([devices.lamps] if kit.lamps else []), *strips]))
        bench = Bench(kit, devices, probes, player.pass_time, picos=tuple(talking), clock=player.clock)
        yield Setting(bench, PlayedPerson(player))
