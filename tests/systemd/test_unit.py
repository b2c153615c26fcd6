"""The unit as systemd reads it: without a complaint, with little exposure, and with a reason next to each directive."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.assembly.service import FAREWELL_S
from companion.commands.hub import PORT
from companion.errors import BAD_CONFIGURATION, USAGE
from companion.running.daemon import BEAT_S
from companion.running.supervision import STARTING_S, STUCK_S
from systemd.packaged import NOT_SET_UP
from tests.kit.kits import hansa_kit
from tests.systemd.image import ROOT

FILES = ROOT / "systemd/files"
UNIT = FILES / "hansa-companion.service"
HUB = FILES / "hansa-companion-hub.service"
PHONES = FILES / "hansa-companion-phones.service"
UNITS = Path("/usr/lib/systemd/system")


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """Lay out a disk with systemd's own units and ours."""
    shutil.copytree(UNITS, tmp_path / "usr/lib/systemd/system", symlinks=True)
    (tmp_path / "etc/systemd/system").mkdir(parents=True)
    for unit in (UNIT, HUB, *FILES.glob("hansa-companion-phones.*")):
        shutil.copy(unit, tmp_path / "usr/lib/systemd/system")
    for program in ("usr/bin/hansa-companion", "usr/bin/systemctl", "sbin/modprobe", "sbin/sulogin", "bin/sulogin"):
        (tmp_path / program).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / program).write_text("#!/bin/sh\n")
        (tmp_path / program).chmod(0o755)
    return tmp_path


def analyze(disk: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", "--no-pager", f"--root={disk}", *command], capture_output=True, text=True, check=False
    )


def add(disk: Path, drop_in: str) -> None:
    folder = disk / "etc/systemd/system/hansa-companion.service.d"
    folder.mkdir(exist_ok=True)
    shutil.copy(FILES / drop_in, folder)


@pytest.mark.process
@pytest.mark.needs("systemd-analyze")
@pytest.mark.parametrize("drop_ins", [(), ("10-lan.conf",)])
def test_systemd_has_nothing_to_complain_about(disk: Path, drop_ins: tuple[str, ...]) -> None:
    for drop_in in drop_ins:
        add(disk, drop_in)
    units = (UNIT.name, HUB.name, "hansa-companion-phones.path", "hansa-companion-phones.service")
    done = analyze(disk, "verify", "--man=no", "--recursive-errors=no", *units)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.process
@pytest.mark.needs("systemd-analyze")
def test_verification_sees_a_key_that_is_not_known(disk: Path) -> None:
    unit = disk / "usr/lib/systemd/system/hansa-companion.service"
    unit.write_text(unit.read_text().replace("WatchdogSec=", "WatchdogSecs="))
    assert "WatchdogSecs" in analyze(disk, "verify", "--man=no", "hansa-companion.service").stderr


@pytest.mark.process
@pytest.mark.needs("systemd-analyze")
@pytest.mark.parametrize(
    ("unit", "drop_ins", "most"),
    [(UNIT, (), 1.3), (UNIT, ("10-lan.conf",), 2.0), (HUB, (), 1.3), (PHONES, (), 1.3)],
)
def test_exposure_is_small(disk: Path, unit: Path, drop_ins: tuple[str, ...], most: float) -> None:
    for drop_in in drop_ins:
        add(disk, drop_in)
    done = analyze(disk, "security", "--offline=true", "--threshold=20", unit.name)
    assert done.returncode == 0, done.stdout
    found = re.search(rf"exposure level for {re.escape(unit.name)}: ([\d.]+)", done.stdout, re.IGNORECASE)
    assert found
    assert float(found[1]) <= most


def directives(unit: Path) -> Iterator[tuple[str, str, str]]:
    """Yield section, key and value of every line of a unit."""
    section = ""
    for line in unit.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line[1:-1]
        elif line and not line.startswith("#"):
            yield section, *line.partition("=")[::2]


def values(wanted: str, unit: Path = UNIT) -> list[str]:
    return [value for _, key, value in directives(unit) if key == wanted]


@pytest.mark.parametrize("unit", [UNIT, HUB, PHONES], ids=lambda unit: unit.stem)
def test_every_directive_of_the_sandbox_has_its_reason_beside_it(unit: Path) -> None:
    lines = unit.read_text(encoding="utf-8").splitlines()
    obvious = {"Type", "ExecStart", "Restart", "RestartSec", "WorkingDirectory", "Description", "Documentation"}
    without = []
    has_reason = False
    for line in lines:
        if line.startswith("# ") and not line.startswith("# ---"):
            has_reason = True
        elif not line:
            has_reason = False
        elif "=" in line and not has_reason and line.partition("=")[0] not in obvious | {"WantedBy"}:
            without.append(line)
    assert without == []


def test_only_the_kits_devices_are_open() -> None:
    assert values("DevicePolicy") == ["closed"]
    pico, own = ("ttyACM",), ("ttyUSB", "ttyAMA", "ttyS")
    assert values("DeviceAllow") == [f"char-{kind} rw" for kind in ("gpiochip", "spi", "i2c", *pico, *own)]


def test_drivers_are_loaded_before_systemd_looks_them_up() -> None:
    wanted, after = " ".join(values("Wants")), " ".join(values("After"))
    drivers = {
        name.partition("@")[2].removesuffix(".service") for name in wanted.split() if name.startswith("modprobe")
    }
    assert drivers == {"spidev", "i2c_dev", "cdc_acm", "usbserial"}
    assert set(wanted.split()) <= set(after.split())
    assert "network" not in f"{wanted} {after}"
    assert "time" not in f"{wanted} {after}"


def test_exits_that_a_restart_does_not_mend_are_not_restarted() -> None:
    assert values("RestartPreventExitStatus") == [str(BAD_CONFIGURATION)]
    assert values("Restart") == ["on-failure"]
    assert values("StartLimitIntervalSec") == ["0"]


def test_times_fit_those_of_the_companion() -> None:
    (watchdog_s,) = (int(value.removesuffix("s")) for value in values("WatchdogSec"))
    assert BEAT_S * 2 < STUCK_S < watchdog_s
    (stop_s,) = (int(value.removesuffix("s")) for value in values("TimeoutStopSec"))
    assert stop_s > FAREWELL_S * 5


def test_state_and_runtime_folders_are_private_and_lgpio_has_its_place() -> None:
    assert values("StateDirectory") == values("RuntimeDirectory") == ["hansa-companion"]
    assert values("StateDirectoryMode") == values("RuntimeDirectoryMode") == ["0700"]
    assert "LG_WD=%t/hansa-companion" in values("Environment")


def test_network_is_this_machine_alone() -> None:
    assert values("IPAddressDeny") == ["any"]
    assert values("IPAddressAllow") == ["localhost"]


def test_nothing_is_run_from_a_folder_that_the_service_writes_to() -> None:
    (start,) = values("ExecStart")
    assert start.startswith("/usr/bin/hansa-companion run ")
    for program in ("hansa-companion", "hansa-companion-setup"):
        assert "/usr/bin/python3 -P -m " in (FILES.parent / "package/files" / program).read_text()


def test_version_that_is_not_set_up_is_started_by_nobody() -> None:
    for unit in (UNIT, HUB):
        assert values("AssertPathExists", unit) == [f"!{NOT_SET_UP}"]
    for script in ("preinst", "postinst", "postrm"):
        assert NOT_SET_UP in (FILES.parent / "package/files" / script).read_text()


def test_hub_sees_no_device_and_no_game_and_only_private_networks() -> None:
    assert values("PrivateDevices", HUB) == ["yes"]
    assert values("DeviceAllow", HUB) == values("StateDirectory", HUB) == []
    assert values("TemporaryFileSystem", HUB) == [f"%S/{values('StateDirectory')[0]}:ro"]
    assert values("IPAddressDeny", HUB) == ["any"]
    lan = read("10-lan.conf")["Service"]["IPAddressAllow"]
    assert values("IPAddressAllow", HUB) == [f"localhost {lan}"]


def test_hub_and_table_have_different_users_and_only_the_tables_may_switch_the_machine_off() -> None:
    (table,), (hub,) = values("User"), values("User", HUB)
    assert table != hub
    assert values("SupplementaryGroups", HUB) == [table], "for the configuration"
    users = [line.split()[1] for line in (FILES / "sysusers.conf").read_text().splitlines() if line.startswith("u ")]
    assert users == [table, hub]
    for rules in ("60-hansa-companion-power.rules", "60-hansa-companion-reader.rules"):
        assert re.findall(r'subject\.user == "(.*)"', (FILES / rules).read_text()) == [table]


@pytest.mark.process
@pytest.mark.needs("systemd-sysusers")
def test_users_cannot_log_in_and_the_tables_is_in_the_groups_of_the_devices(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    subprocess.run(["systemd-sysusers", "--root", tmp_path, FILES / "sysusers.conf"], check=True, capture_output=True)
    users = {line.split(":")[0]: line for line in (tmp_path / "etc/passwd").read_text().splitlines()}
    assert users["hansa-companion"].endswith(":/var/lib/hansa-companion:/usr/sbin/nologin")
    assert users["hansa-companion-hub"].endswith(":/nonexistent:/usr/sbin/nologin")
    members = {line.split(":")[0]: line.split(":")[3] for line in (tmp_path / "etc/group").read_text().splitlines()}
    devices = ("gpio", "spi", "i2c", "dialout")
    assert {group: members[group] for group in devices} == dict.fromkeys(devices, "hansa-companion")


def test_hub_is_locked_up_as_the_table_is() -> None:
    loose = {"DeviceAllow", "StateDirectory", "StateDirectoryMode", "WorkingDirectory", "Environment"}
    table, hub = ({key for _, key, _ in directives(unit)} for unit in (UNIT, HUB))
    assert {key for key in table - hub if not key.startswith("Runtime")} - {"Wants", "WorkingDirectory"} <= loose


def test_hub_that_hangs_is_ended_as_the_table_is() -> None:
    assert values("WatchdogSec", HUB) == values("WatchdogSec")


def test_hub_that_no_restart_mends_is_not_restarted() -> None:
    assert values("RestartPreventExitStatus", HUB) == [f"{USAGE} {BAD_CONFIGURATION}"]
    (command,) = values("ExecStart", HUB)
    words = shlex.split(command)
    assert words[0] == "/usr/bin/hansa-companion"
    options = cli._parser().parse_args(words[1:])
    assert (options.host, options.port, options.no_browser) == ("0.0.0.0", PORT, True)


def test_drop_in_belongs_to_the_service_section() -> None:
    assert read("10-lan.conf").sections() == ["Service"]


def test_failures_can_be_counted_over_restarts() -> None:
    assert values("RuntimeDirectoryPreserve") == ["restart"]
    (start_s,) = (int(value.removesuffix("s")) for value in values("TimeoutStartSec"))
    assert start_s == STARTING_S


def read(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # as its documentation says
    parser.read_string((FILES / name).read_text())
    return parser


def test_phones_are_let_in_by_the_file_that_the_companion_makes() -> None:
    path = read("hansa-companion-phones.path")["Path"]["PathExists"]
    assert f"HANSA_PHONES={path}" in values("Environment")
    assert path.startswith("%t/hansa-companion/"), "the companion may write there, and it is gone after a stop"


def test_phones_get_the_same_networks_as_in_the_drop_in() -> None:
    (start,) = values("ExecStart", PHONES)
    command = shlex.split(start)
    networks = f"IPAddressAllow={read('10-lan.conf')['Service']['IPAddressAllow']}"
    assert command == ["/usr/bin/systemctl", "set-property", "--runtime", "hansa-companion.service", networks]


def test_drop_in_for_the_network_lets_private_addresses_in_only() -> None:
    from ipaddress import ip_network

    (line,) = [line for line in (FILES / "10-lan.conf").read_text().splitlines() if line.startswith("IPAddressAllow=")]
    assert all(ip_network(network).is_private for network in line.partition("=")[2].split())


def test_screens_driver_is_loaded_where_the_service_is_off_too() -> None:
    lines = (FILES / "modules.conf").read_text().splitlines()
    assert [line for line in lines if line[0] != "#"] == ["i2c_dev"]


def test_udev_opens_every_board_of_the_vendor_and_names_the_pico_of_the_board_kit() -> None:
    pico = hansa_kit("board").pico
    assert pico
    vendor, product = pico.usb_id.split(":")
    file = FILES / "70-hansa-companion-pico.rules"
    assert file.name > "60-serial.rules"  # which sets what is asked for here
    every_board, pico_alone = (line for line in file.read_text().splitlines() if line[0] != "#")
    for rule in (every_board, pico_alone):
        assert f'ENV{{ID_VENDOR_ID}}=="{vendor}"' in rule
        assert re.fullmatch(r'(?:\w+(?:\{\w+\})?(?:==|=|\+=)"[^"]*"(?:, |$))+', rule)
    assert "ID_MODEL_ID" not in every_board
    assert 'GROUP="dialout"' in every_board
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in every_board
    assert f'ENV{{ID_MODEL_ID}}=="{product}"' in pico_alone
    assert 'SYMLINK+="hansa-pico"' in pico_alone
