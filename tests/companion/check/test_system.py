"""The Pi itself: boot files, device files, permissions and the kit's names."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.check.findings import Grade
from companion.check.grades import grade_access, grade_boot, grade_names
from companion.check.measured import BootFiles, Node
from companion.check.system import look_at_system, sections_of
from hardware.kit.changes import with_own_readers, with_panel_on
from tests.kit.kits import hansa_kit

TAP, BOARD = hansa_kit("tap"), hansa_kit("board")
NEEDED = "dtparam=spi=on\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtoverlay=spi0-1cs\n"


def write(root: Path, path: str, text: str = "") -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def test_boot_files_that_suit_the_kit_are_good_all_through(tmp_path: Path) -> None:
    write(tmp_path, "boot/firmware/config.txt", NEEDED)
    write(tmp_path, "boot/firmware/cmdline.txt", "console=tty1 root=/dev/mmcblk0p2")
    found = grade_boot(TAP.boot_settings(), look_at_system(TAP, tmp_path).boot)
    assert {finding.grade for finding in found} == {Grade.GOOD}
    assert len(found) == len(TAP.boot_settings())


def test_each_boot_setting_that_lacks_says_what_to_write_where(tmp_path: Path) -> None:
    write(tmp_path, "boot/config.txt", NEEDED.replace("spi=on", "spi=off") + "enable_uart=1\n")
    write(tmp_path, "boot/cmdline.txt", "console=serial0,115200")
    found = grade_boot(TAP.boot_settings(), look_at_system(TAP, tmp_path).boot)
    bad = {finding.name: finding.advice for finding in found if finding.grade is Grade.BAD}
    assert list(bad) == ["dtparam=spi=on", "enable_uart=1", "serial console"]
    assert bad["dtparam=spi=on"].startswith("add dtparam=spi=on in /boot/firmware/config.txt and restart")
    assert bad["enable_uart=1"].startswith("remove enable_uart=1")


def test_section_of_another_model_does_not_count(tmp_path: Path) -> None:
    write(tmp_path, "boot/firmware/config.txt", f"[pi5]\n{NEEDED}")
    model = write(tmp_path, "proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\0")
    settings = BOARD.boot_settings()
    assert any(one.grade is Grade.BAD for one in grade_boot(settings, look_at_system(BOARD, tmp_path).boot))
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    assert {one.grade for one in grade_boot(settings, look_at_system(BOARD, tmp_path).boot)} == {Grade.GOOD}


@pytest.mark.parametrize(
    ("model", "sections"),
    [
        ("Raspberry Pi 3 Model B Plus Rev 1.3", ("all", "pi3", "pi3+")),
        ("Raspberry Pi 3 Model B Rev 1.2", ("all", "pi3")),
        ("Raspberry Pi 400 Rev 1.0", ("all", "pi4", "pi400")),
        ("A desktop", ("all",)),
    ],
)
def test_sections_follow_the_model(model: str, sections: tuple[str, ...]) -> None:
    assert sections_of(model) == sections


def test_machine_without_boot_files_is_no_pi(tmp_path: Path) -> None:
    (finding,) = grade_boot(TAP.boot_settings(), look_at_system(TAP, tmp_path).boot)
    assert finding.grade is Grade.MISSING
    assert "no Raspberry Pi" in finding.measured
    assert grade_boot((), BootFiles(None, None))[0] == finding


def test_device_files_of_the_kit_are_looked_for(tmp_path: Path) -> None:
    pico = "dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e660-if00"
    for path in ("dev/spidev0.0", "dev/spidev0.1", "dev/gpiochip0", pico):
        write(tmp_path, path)
    system = look_at_system(BOARD, tmp_path)
    found = grade_access(system.nodes, system.user)
    assert {finding.grade for finding in found} == {Grade.GOOD}
    assert [node.path[1:] for node in system.nodes] == ["dev/spidev0.0", "dev/spidev0.1", "dev/gpiochip0", pico]
    write(tmp_path, "dev/gpiochip4")
    assert look_at_system(BOARD, tmp_path).nodes[2].path == "/dev/gpiochip4"


def test_missing_device_files_say_what_to_switch_on(tmp_path: Path) -> None:
    (tmp_path / "dev/serial/by-id").mkdir(parents=True)
    system = look_at_system(BOARD, tmp_path)
    found = {finding.name: finding for finding in grade_access(system.nodes, system.user)}
    assert {finding.grade for finding in found.values()} == {Grade.MISSING}
    assert found["spidev0.0"].advice.startswith("switch SPI on")
    assert found["spidev0.1"].advice.startswith("switch SPI on")
    assert "cable" in found["serial/by-id"].advice
    assert "--simulated" in found["gpiochip0"].advice


def test_screen_on_i2c_needs_its_own_device_file(tmp_path: Path) -> None:
    system = look_at_system(with_panel_on(BOARD, "i2c"), tmp_path)
    found = {finding.name: finding for finding in grade_access(system.nodes, system.user)}
    assert found["i2c-1"].advice.startswith("switch I2C on")


@pytest.mark.parametrize(
    ("reader", "path", "group"),
    [
        ("pn532 spi", "/dev/spidev0.0", "spi"),
        ("pn532 i2c", "/dev/i2c-1", "i2c"),
        ("pn532 /dev/ttyUSB0", "/dev/ttyUSB0", "dialout"),
    ],
)
def test_reader_of_ones_own_needs_its_device_file(tmp_path: Path, reader: str, path: str, group: str) -> None:
    kit = with_own_readers(hansa_kit("usb"), {"pad": reader})
    (node,) = look_at_system(kit, tmp_path).nodes
    assert (node.path, node.what, node.group) == (path, "pad", group)


def test_device_file_that_may_not_be_used_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "dev/spidev0.0")
    monkeypatch.setattr("os.access", lambda path, mode: False)
    system = look_at_system(TAP, tmp_path)
    finding = grade_access(system.nodes, system.user)[0]
    assert finding.grade is Grade.BAD
    assert system.user in finding.advice


def test_device_file_of_others_names_the_group_to_join() -> None:
    (finding,) = grade_access([Node("/dev/spidev0.0", "pad", True, False, "spi")], "anna")
    assert (finding.grade, finding.advice) == (
        Grade.BAD,
        "sudo usermod -aG spi anna; then log out and in again",
    )


def test_lamp_that_the_kit_lacks_is_no_fault_and_one_that_nobody_knows_is_weak() -> None:
    (whole,) = grade_names(TAP, TAP.lamp_names)
    assert whole.grade is Grade.GOOD
    (lacking,) = grade_names(TAP, [*TAP.lamp_names, "pile.1", "pile.2"])
    assert lacking.grade is Grade.GOOD
    assert "pile.* (2)" in lacking.measured
    _, unknown = grade_names(TAP, [name for name in TAP.lamp_names if name != "end"] + ["ende"])
    assert unknown.grade is Grade.WEAK
    assert "nothing ever uses end" in unknown.measured
    assert "ende" in unknown.advice


def test_lamps_that_stand_for_something_in_another_game_only_are_no_fault() -> None:
    chart = hansa_kit("chart")
    wanted = [name for name in chart.lamp_names if name.startswith("seat.")]
    _, idle = grade_names(chart, wanted)
    assert (idle.name, idle.grade) == ("of other games", Grade.GOOD)
    assert "stand for nothing in this game; --game asks for another" in idle.measured
    assert "led.* (6" in idle.measured
