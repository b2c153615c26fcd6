"""Flashing over everything that may be on a Pico: nothing, running firmware, and firmware of all kinds of broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import VERSION
from hardware.pico.flash import Comparison, Flashed, FlashFault, Progress, compare, firmware_files, flash
from hardware.pico.hello import Hello
from hardware.pico.session import Phase
from hardware.pico.usb_line import PortBusy
from hardware.pico.way_in import WayInFault
from hardware.simulated.micropython_node import NodePico
from tests.kit.board import Rig, install
from tests.kit.broken_firmware import BROKEN

pytestmark = pytest.mark.micropython


class Workshop:
    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.told: list[Progress] = []

    def pause(self, seconds: float) -> None:
        self.rig.pico.run(seconds)
        self.rig.line.pump()

    def flash(self) -> Hello:
        return self.flashed().after

    def flashed(self) -> Flashed:
        return flash(self.rig.line.host_path, tell=self.told.append, clock=self.rig.world.clock, pause=self.pause)

    def compare(self) -> Comparison:
        return compare(self.rig.line.host_path, tell=self.told.append, clock=self.rig.world.clock, pause=self.pause)

    def files(self) -> dict[str, bytes]:
        root = self.rig.flash
        return {f"/{path.relative_to(root)}": path.read_bytes() for path in root.rglob("*.py")}

    def assert_flashed(self, hello: Hello) -> None:
        assert hello.version == VERSION
        assert not hello.outdated
        assert self.files() == dict(firmware_files())


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    rig = Rig(tmp_path, NodePico, installed=False)
    yield Workshop(rig)
    rig.pico.close()
    rig.line.close()


def test_pico_with_nothing_but_micropython_is_flashed(workshop: Workshop) -> None:
    hello = workshop.flash()
    workshop.assert_flashed(hello)
    assert [progress.done for progress in workshop.told] == list(range(len(workshop.told)))
    assert workshop.told[-1] == Progress("done", len(firmware_files()) + 3, len(firmware_files()) + 3)


def test_flash_tells_what_was_there_before(workshop: Workshop) -> None:
    assert workshop.flashed().before is None
    again = workshop.flashed()
    assert again.before == again.after


def test_comparison_names_the_files_that_differ_and_leaves_the_pico_running(workshop: Workshop) -> None:
    install(workshop.rig.flash)
    loop = workshop.rig.flash / "firmware" / "loop.py"
    loop.write_text(loop.read_text() + "# mine\n")
    before = workshop.files()
    workshop.rig.pico.power_on()
    found = workshop.compare()
    assert found.differing == ("/firmware/loop.py",)
    assert found.hello is not None
    assert [progress.done for progress in workshop.told] == list(range(len(workshop.told)))
    assert workshop.files() == before
    assert workshop.rig.world.guarded, "the firmware runs again"


def test_comparison_with_a_bare_prompt_finds_nothing_there(workshop: Workshop) -> None:
    found = workshop.compare()
    assert found == Comparison(None, tuple(firmware_files()))


def test_second_flash_goes_over_running_firmware(workshop: Workshop) -> None:
    install(workshop.rig.flash)
    (workshop.rig.flash / "firmware" / "long_gone.py").write_text("stale = True\n")
    (workshop.rig.flash / "firmware" / "strip.py").write_text("# an older one\n" * 40)
    before = workshop.rig.flash / "firmware" / "loop.py"
    before.write_text(before.read_text().replace("from firmware.draft import", "from firmware.draft  import"))
    workshop.rig.pico.power_on()
    workshop.assert_flashed(workshop.flash())


def test_flash_asks_live_firmware_of_a_whole_board_to_make_room(tmp_path: Path) -> None:
    with Rig(tmp_path, NodePico) as rig:
        rig.go_live()
        assert rig.world.guarded
        rig.host.readers.close()
        rig.host.lamps.close()
        workshop = Workshop(rig)
        workshop.assert_flashed(workshop.flash())


@pytest.mark.parametrize("kind", sorted(BROKEN))
def test_flash_goes_over_firmware_that(workshop: Workshop, kind: str) -> None:
    install(workshop.rig.flash)
    path, text = BROKEN[kind]
    (workshop.rig.flash / path).write_text(text)
    workshop.rig.pico.power_on()
    workshop.assert_flashed(workshop.flash())


def test_jumper_leads_to_the_prompt(workshop: Workshop) -> None:
    install(workshop.rig.flash)
    workshop.rig.world.jumper_closed = True
    workshop.rig.pico.power_on()
    workshop.rig.pico.run(1.0)
    assert not workshop.rig.world.guarded
    workshop.rig.world.jumper_closed = False
    workshop.assert_flashed(workshop.flash())


def test_jumper_that_is_left_on_is_named_when_no_hello_comes(workshop: Workshop) -> None:
    workshop.rig.world.jumper_closed = True
    with pytest.raises(FlashFault, match="does not say hello") as fault:
        workshop.flash()
    assert "take its jumper off" in fault.value.remedy
    workshop.rig.world.jumper_closed = False
    workshop.assert_flashed(workshop.flash())


def test_flash_broken_off_half_way_leaves_a_pico_at_the_prompt(workshop: Workshop) -> None:
    install(workshop.rig.flash)
    (workshop.rig.flash / "firmware" / "messages.py").write_text("# older\n")
    workshop.rig.pico.power_on()

    class Unplugged(Exception):
        pass

    def pull_the_plug(progress: Progress) -> None:
        if progress.doing == "copying /firmware/presence.py":
            raise Unplugged

    with pytest.raises(Unplugged):
        flash(
            workshop.rig.line.host_path,
            tell=pull_the_plug,
            clock=workshop.rig.world.clock,
            pause=workshop.pause,
        )
    workshop.assert_flashed(workshop.flash())


def test_plug_pulled_in_the_middle_is_no_more_than_a_delay(workshop: Workshop) -> None:
    pulled: list[Progress] = []

    def pull_the_plug(progress: Progress) -> None:
        if progress.doing == "copying /firmware/presence.py" and not pulled:
            pulled.append(progress)
            workshop.rig.line.unplug()
            workshop.rig.pico.power_on()
            workshop.rig.line.plug()

    done = flash(workshop.rig.line.host_path, tell=pull_the_plug, clock=workshop.rig.world.clock, pause=workshop.pause)
    assert pulled
    workshop.assert_flashed(done.after)


def test_flash_over_a_line_that_breaks_again_and_again_gives_up(workshop: Workshop) -> None:
    def pull_the_plug(progress: Progress) -> None:
        if progress.doing == "copying /firmware/pico_board.py":
            workshop.rig.line.unplug()
            workshop.rig.pico.power_on()
            workshop.rig.line.plug()

    with pytest.raises(FlashFault, match="the line broke 3 times"):
        flash(
            workshop.rig.line.host_path,
            tell=pull_the_plug,
            clock=workshop.rig.world.clock,
            pause=workshop.pause,
        )


def test_flash_of_a_line_that_the_companion_has_open_says_so_at_once(tmp_path: Path) -> None:
    with Rig(tmp_path, NodePico) as rig:
        began = rig.world.clock()
        with pytest.raises(PortBusy, match="cannot be opened") as fault:
            Workshop(rig).flash()
        assert "another program" in fault.value.remedy
        assert rig.world.clock() - began < 1.0


def test_flash_of_a_dead_line_says_what_to_do(workshop: Workshop) -> None:
    def dead(seconds: float) -> None:
        workshop.rig.world.clock.sleep(seconds)

    with pytest.raises(WayInFault, match="neither firmware nor MicroPython answers") as fault:
        flash(workshop.rig.line.host_path, clock=workshop.rig.world.clock, pause=dead)
    assert "maintenance pin" in fault.value.remedy


def test_host_that_meets_a_bare_prompt_says_to_flash(tmp_path: Path) -> None:
    with Rig(tmp_path, NodePico, installed=False) as rig:
        rig.run_until(lambda: rig.host.phase is Phase.UNFIT)
        assert "hansa-companion flash" in rig.health_events("pico")[-1].remedy
        rig.host.readers.close()
        rig.host.lamps.close()
        Workshop(rig).flash()
        rig.host.readers.open(rig.events.append)
        rig.go_live()
