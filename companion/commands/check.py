"""`hansa-companion check`: the graded self-test of a table."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.command import PRIVATE, Commands, add_command
from companion.errors import BAD_DATA, FAILED, OK, USAGE, UserError
from companion.running.as_owner import as_owner

if TYPE_CHECKING:
    from companion.check.findings import Area, Finding
    from companion.check.person import SimulatedFault
    from companion.check.subject import Setting
    from companion.config.settings import Config
    from hardware.kit.connections import Kit

AREAS = ("boot", "access", "kit", "buttons", "screen", "lamps", "pico", "readers")
FAULTS = ("deaf", "weak", "far", "stuck", "dead", "dark", "unplugged")


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "check",
        "test the hardware part by part, grade it, and say what to do about what is not good",
        """  hansa-companion check                                everything; asks you to look, press and lay a tag
  hansa-companion check --only readers,screen          these only
  hansa-companion check --yes                          no questions: what can be told without a person
  hansa-companion check --yes --json                   for a program
  hansa-companion check --record bench.tape            keep every transfer, with other tag numbers, for a report
  hansa-companion check --play-back bench.tape         test the same again from what was kept, without hardware
  hansa-companion check --simulated                    try it out without hardware
  hansa-companion check --simulated --fault weak:pad   and see what it says of a fault
  hansa-companion check --simulated --silicon --kit tap    with the real drivers, on simulated chips

Answer with y, n, o and Enter, or with the table's buttons: ok is yes, back is no, end is other.
Where the companion is installed as a service use sudo, and stop it first, for it has the devices:
sudo systemctl stop hansa-companion. Only boot, access and kit can be tested while it runs.
The exit code is 1 when something is bad.
""",
    )
    parser.add_argument("--only", metavar="AREAS", help=f"some of {','.join(AREAS)}, with commas between them")
    parser.add_argument("--yes", action="store_true", help="ask nothing")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--simulated", action="store_true", help="test a simulated table")
    parser.add_argument("--silicon", action="store_true", help="with --simulated: simulate chips, buses and pins too")
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="KIND:NAME",
        help=f"with --simulated: something that is wrong; {', '.join(FAULTS)}, and of which part",
    )
    parser.add_argument("--record", metavar="FILE", help="keep every SPI, I2C and serial transfer with its time")
    parser.add_argument("--play-back", metavar="FILE", help="test the same parts of the same kit with such a file")
    command.add_game(parser)
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the test, and print the findings."""
    import json

    from companion.assembly.shelf_troubles import shelf_troubles
    from companion.check.findings import format_table, has_failed, summary, to_json
    from companion.check.self_test import walk
    from companion.running.devices import configured_kit
    from hardware.kit.connections import PN532

    areas = _areas(options.only)
    if (options.fault or options.silicon) and not options.simulated:
        raise UserError("--fault and --silicon: only together with --simulated", USAGE)
    if options.play_back and (options.record or options.simulated):
        raise UserError("--play-back: without --record and --simulated", USAGE)
    if options.play_back and options.only:
        raise UserError("--only: not together with --play-back, which tests what was recorded", USAGE)
    if options.record and options.simulated and not options.silicon:
        raise UserError("--record: with --simulated only together with --silicon; else there are no transfers", USAGE)
    config = command.read(options)
    with command.told(), as_owner(config.state):
        wanted = _wanted(config, options.game)
        kit = configured_kit(config, options.game)
        asks_chips = any(reader.chip == PN532 for reader in kit.asked)
        if (kit.is_page_only or asks_chips) and (options.record or options.play_back):
            raise UserError(
                f"--record and --play-back: the kit {kit.name!r} has no transfers of our own to keep"
                + (", and those of a PN532 are not kept yet" if asks_chips else ""),
                USAGE,
            )
        troubles = shelf_troubles(config)
    findings: list[Finding] = []
    try:
        with ExitStack() as stack:
            if options.play_back:
                setting, areas = stack.enter_context(_played(Path(options.play_back), kit, config))
            else:
                setting = stack.enter_context(_setting(options, kit, config, areas, _faults(options.fault, kit)))
            if options.record:
                setting = stack.enter_context(_recorded(Path(options.record), config, areas, setting))
            for finding in walk(setting.bench, setting.person, wanted, areas, troubles):
                findings.append(finding)
                if sys.stderr.isatty():
                    _ask(f"{finding.name}: {finding.grade}")
    except KeyboardInterrupt:
        if findings and not options.json:
            print(f"\n{format_table(findings)}\n\n{summary(findings)}; broken off")
        raise
    if options.json:
        print(json.dumps(to_json(kit.name, options.simulated, findings), indent=2))
    else:
        print(f"{kit.title}{', simulated' if options.simulated else ''}\n")
        print(format_table(findings))
        print(f"\n{summary(findings)}")
    return FAILED if has_failed(findings) else OK


@contextmanager
def _setting(
    options: argparse.Namespace, kit: Kit, config: Config, areas: Sequence[Area], faults: Sequence[SimulatedFault]
) -> Iterator[Setting]:
    from companion.check.findings import WITHOUT_DEVICES
    from companion.check.person import AtTheKeyboard, Nobody, Person
    from companion.check.subject import Setting, real_bench, soft_setting
    from companion.running.state_folder import alone

    if options.simulated:
        laid = _silicon(kit, config, faults) if options.silicon else soft_setting(kit, faults)
        with laid as setting:
            yield setting._replace(person=Nobody()) if options.yes else setting
        return
    with nullcontext() if set(areas) <= set(WITHOUT_DEVICES) else alone(config):
        bench = real_bench(kit, config)
        person: Person = Nobody() if options.yes else AtTheKeyboard(sys.stdin, _ask, bench.pressed)
        yield Setting(bench, person)


@contextmanager
def _recorded(path: Path, config: Config, areas: Sequence[Area], setting: Setting) -> Iterator[Setting]:
    from companion.check.taped import RecordedPerson, blank_tape, pico_at
    from hardware.recording.tape_recorder import Recorder, recording

    try:
        # Never over another file, and only for its owner.
        file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w", encoding="ascii")
    except OSError as error:
        raise UserError(f"--record {path}: cannot be written: {error.strerror}") from error
    with file:
        bench = setting.bench
        recorder = Recorder(blank_tape(bench, config, areas), bench.clock, partial(pico_at, bench.picos))
        try:
            with recording(recorder):
                # A tape has what the drivers send, and nothing that only the self-test asks.
                setting.bench.panels = None
                yield setting._replace(person=RecordedPerson(setting.person, recorder))
        finally:
            recorder.save(file)  # even after a test that failed: that may be why it was recorded


@contextmanager
def _played(path: Path, kit: Kit, config: Config) -> Iterator[tuple[Setting, tuple[Area, ...]]]:
    from companion.check.findings import Area
    from companion.check.taped import PLAYED, played_setting
    from hardware.recording.tape import TapeFault, parse_tape
    from hardware.recording.tape_player import Player

    try:
        with path.open(encoding="ascii") as file:
            tape = parse_tape(file, str(path))
        if tape.kit != kit.name:
            raise UserError(f"--play-back {path}: recorded with --kit {tape.kit}, and this is {kit.name}", USAGE)
        player = Player(tape)
        with played_setting(kit, config, tape, player) as setting:
            yield setting, tuple(area for area in PLAYED if area in (tape.areas or (Area.READERS,)))
        if player.fault:
            raise player.fault
        if tape.areas:  # else it is an older one, of which only the readers are tested
            player.see_all_sent()
    except OSError as error:
        raise UserError(f"--play-back {path}: cannot be read: {error.strerror}", BAD_DATA) from error
    except (TapeFault, UnicodeError) as error:
        raise UserError(f"--play-back {error}", BAD_DATA) from error
    except ImportError as error:
        raise UserError(f"--play-back: {error}; install gpiozero, luma.oled, mfrc522 and pyserial") from error


@contextmanager
def _silicon(kit: Kit, config: Config, faults: Sequence[SimulatedFault]) -> Iterator[Setting]:
    from companion.running.devices import contrast_of
    from hardware.simulated.micropython_node import MicroPythonMissing

    try:
        from companion.check.silicon import silicon_setting

        with silicon_setting(kit, faults, contrast_of(config)) as setting:
            yield setting
    except ImportError as error:
        raise UserError(f"--silicon: {error}; install gpiozero, luma.oled, mfrc522 and pyserial") from error
    except MicroPythonMissing as error:
        raise UserError(f"--silicon: {error}") from error


def _ask(text: str) -> None:
    # To standard error: the findings may go into a file.
    print(text, file=sys.stderr, flush=True)


def _areas(only: str | None) -> tuple[Area, ...]:
    from companion.check.findings import Area

    if only is None:
        return tuple(Area)
    try:
        return tuple(Area(word.strip()) for word in only.split(","))
    except ValueError:
        raise UserError(f"--only {only}: expected some of {','.join(AREAS)}", USAGE) from None


def _faults(given: Sequence[str], kit: Kit) -> list[SimulatedFault]:
    from companion.check.person import FaultKind, SimulatedFault

    known = {
        **dict.fromkeys((FaultKind.DEAF, FaultKind.WEAK, FaultKind.FAR), kit.readers),
        **dict.fromkeys((FaultKind.STUCK, FaultKind.DEAD), tuple(kit.buttons)),
        FaultKind.DARK: kit.lamp_names,
        FaultKind.UNPLUGGED: ("screen",),
    }
    faults = []
    for text in given:
        kind, _, name = text.partition(":")
        if kind not in FAULTS:
            raise UserError(f"--fault {text}: expected one of {', '.join(FAULTS)} before the colon", USAGE)
        if name not in known[FaultKind(kind)]:
            raise UserError(f"--fault {text}: expected one of {', '.join(known[FaultKind(kind)])} after it", USAGE)
        faults.append(SimulatedFault(FaultKind(kind), name))
    return faults


def _wanted(config: Config, game: str) -> tuple[str, ...]:
    """Return the lamps and readers that a game uses."""
    from companion.assembly.game_parts import load_rules

    box = command.box_of(game)
    return box.places(load_rules(config, box))
