"""`hansa-companion check` from end to end: on simulated tables, on simulated chips, and where there is nothing."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.check.findings import WITHOUT_DEVICES, Area
from companion.check.measured import Fault, Verdict
from companion.check.person import FaultKind, Hand, Question
from companion.check.silicon import silicon_setting
from companion.check.workbench import Bench
from companion.cli import main
from companion.commands import check
from companion.config.settings import Config
from companion.errors import BAD_CONFIGURATION, BAD_DATA, FAILED, OK, USAGE, UserError
from companion.running.devices import Devices, simulated_devices, simulated_table
from firmware import VERSION
from hardware.kit.connections import Kit
from hardware.pico.flash import firmware_files
from hardware.simulated import micropython_node
from tests.hardware.kit_text import shipped, to_toml
from tests.kit.kits import hansa_kit, newest_board
from wiring.kits import SHIPPED

BOARD_FILE = Path(__file__).parents[3] / "wiring" / "board.toml"

Captured = pytest.CaptureFixture[str]
SOFT_AND_SILICON = [
    pytest.param((), id="soft"),
    pytest.param(("--silicon",), id="silicon", marks=pytest.mark.silicon),
]


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("HANSA_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)


def found(capsys: Captured, *arguments: str) -> dict[str, dict[str, Any]]:
    code = main(["check", "--json", *arguments])
    report = json.loads(capsys.readouterr().out)
    assert code == (OK if report["passed"] else FAILED)
    return {finding["name"]: finding for finding in report["findings"]}


def grades(capsys: Captured, *arguments: str) -> dict[str, str]:
    return {name: finding["grade"] for name, finding in found(capsys, *arguments).items()}


def bad(capsys: Captured, *arguments: str) -> set[str]:
    return {name for name, grade in grades(capsys, *arguments).items() if grade not in ("good", "skipped")}


# --- simulated ---


@pytest.mark.parametrize("more", SOFT_AND_SILICON)
def test_table_in_order_is_good_all_through(capsys: Captured, more: tuple[str, ...]) -> None:
    shown = grades(capsys, "--simulated", *more)
    kit = hansa_kit("tap")
    assert bad(capsys, "--simulated", *more) == set()
    # The button `end` and the lamp `end` share their name.
    assert {*kit.readers, *kit.buttons, *kit.lamps, "ssd1309", "pad: answers", "pad: range"} <= set(shown)
    assert {name for name, grade in shown.items() if grade == "skipped"} == {"config.txt", "device files"}


@pytest.mark.parametrize("more", SOFT_AND_SILICON)
@pytest.mark.parametrize(
    ("fault", "names", "word"),
    [
        ("deaf:pad", {"pad"}, "MISO"),
        ("weak:pad", {"pad: answers", "pad: range"}, "larger tag"),
        ("far:pad", {"pad: answers", "pad: range"}, "pad.gain_db = 43"),
        ("stuck:ok", {"ok"}, "short to ground"),
        ("dead:up", {"up"}, "wire"),
        ("dark:city.riga", {"city.riga"}, "LED round"),
        ("unplugged:screen", {"ssd1309"}, ""),
    ],
)
def test_fault_is_found_and_nothing_else(
    capsys: Captured, more: tuple[str, ...], fault: str, names: set[str], word: str
) -> None:
    report = found(capsys, "--simulated", "--fault", fault, *more)
    assert {name for name, one in report.items() if one["grade"] not in ("good", "skipped")} == names
    assert any(word in report[name]["advice"] for name in names)
    assert all(report[name]["advice"] for name in names)


def test_kit_of_another_shape_is_tested_by_its_own_names(capsys: Captured) -> None:
    shown = grades(capsys, "--simulated", "--kit", "board", "--only", "readers,lamps")
    kit = hansa_kit("board", newest_board())
    assert {*kit.readers, *kit.lamp_names} <= set(shown)
    assert set(shown.values()) == {"good"}


def test_kit_without_a_lamp_of_the_layout_is_told_in_one_line(capsys: Captured, tmp_path: Path) -> None:
    text = SHIPPED["tap"].read_text(encoding="utf-8").replace('name = "tap"', 'name = "ours"')
    (tmp_path / "kit.toml").write_text(text.replace('"led.14" = 21\n', ""), encoding="utf-8")
    assert main(["check", "--simulated", "--kit", str(tmp_path / "kit.toml")]) == 78
    said = "layouts/tap.toml: lamps.\"led.14\": the kit 'ours' has no such lamp; allowed: led.1 to led.13"
    assert capsys.readouterr().err == f"hansa-companion: {said}\n"


def test_only_some_areas_are_tested(capsys: Captured) -> None:
    assert set(grades(capsys, "--simulated", "--only", "screen, kit")) == {"ssd1309", "lamps and readers"}


def test_nothing_is_asked_with_yes(capsys: Captured) -> None:
    shown = grades(capsys, "--simulated", "--yes", "--only", "buttons,screen,readers")
    assert shown.pop("pad") == "good"
    assert set(shown.values()) == {"skipped"}


def test_table_is_set_for_people(capsys: Captured) -> None:
    assert main(["check", "--simulated", "--fault", "dark:end", "--only", "lamps,screen"]) == FAILED
    shown = capsys.readouterr().out
    assert shown.startswith("Tap kit, simulated\n\nscreen\n  ssd1309 ")
    assert "end              bad        stays dark\n" in shown
    assert shown.endswith("\n14 good, 1 bad\n")
    assert shown.isascii()


# --- the Pico, in a real MicroPython ---


@pytest.fixture
def small_board(tmp_path: Path) -> Path:
    """A board kit of two readers and two lamps, for short runs."""
    head = BOARD_FILE.read_text(encoding="utf-8").partition("[pico.selects]")[0]
    path = tmp_path / "small.toml"
    path.write_text(
        head
        + """[pico.selects]
"city.riga" = 2
"city.reval" = 3

[pico.strip]
pin = 15
colour_order = "grb"
channel_ma = 20
idle_ma = 1
cap_ma = 400
lamps = ["city.riga", "end"]
""",
        encoding="utf-8",
    )
    return path


@pytest.mark.micropython
@pytest.mark.needs("node", "npm")
def test_pico_is_measured_at_its_prompt_and_runs_again_and_all_of_it_from_the_tape(
    capsys: Captured, small_board: Path, tmp_path: Path
) -> None:
    kit = ("--simulated", "--silicon", "--kit", str(small_board), "--only", "readers,pico,lamps")
    tape = str(tmp_path / "bench.tape")
    report = found(capsys, *kit, "--fault", "deaf:city.reval", "--fault", "far:city.riga", "--record", tape)
    assert report["firmware"]["measured"] == f"version {VERSION}, this host has {VERSION}"
    assert report["link"]["grade"] == "good"
    assert int(report["link"]["measured"].split()[0]) >= 7, "a round trip a second, for eight seconds"
    assert report["end"]["grade"] == "good"
    assert report["city.reval"]["measured"] == "version register reads 0x00"
    assert report["city.riga: answers"]["advice"].startswith('set pico.gains."city.riga" = 43 ')
    again = found(capsys, "--kit", str(small_board), "--play-back", tape)
    for one in (report, again):  # measured by two clocks, some steps apart
        one["link"]["measured"] = one["link"]["measured"].partition(";")[2]
    assert again == report


@pytest.mark.micropython
@pytest.mark.needs("node", "npm")
def test_wand_and_lamps_of_the_chart_kit_are_tested_by_their_names_and_again_from_the_tape(
    capsys: Captured, tmp_path: Path
) -> None:
    tape = str(tmp_path / "bench.tape")
    report = found(capsys, "--simulated", "--silicon", "--kit", "chart", "--only", "pico,readers", "--record", tape)
    again = found(capsys, "--kit", "chart", "--play-back", tape)
    for told in (report, again):
        assert {name: one["grade"] for name, one in told.items()} == dict.fromkeys(
            (
                *(f"wand: {what}" for what in ("firmware", "link", "buzzer")),
                *(f"lights: {what}" for what in ("firmware", "link")),
                *("pad", "pad: wires", "pad: answers", "pad: range"),
            ),
            "good",
        )


@pytest.mark.micropython
@pytest.mark.needs("node", "npm")
def test_pico_with_nothing_but_a_buzzer_is_tested_next_to_the_tap_kit(capsys: Captured, tmp_path: Path) -> None:
    tree = shipped("tap")
    tree["picos"] = {"bell": {"usb_id": "2e8a:0005", "maintenance": 22, "buzzer": 7}}
    kit = tmp_path / "bell.toml"
    kit.write_text(to_toml(tree))
    report = found(capsys, "--simulated", "--silicon", "--kit", str(kit), "--only", "pico,lamps,kit")
    names = [name for name in report if name in ("firmware", "link", "buzzer")]
    assert names == ["firmware", "link", "buzzer"]
    assert {report[name]["grade"] for name in names} == {"good"}


@pytest.mark.micropython
@pytest.mark.needs("node", "npm")
def test_older_firmware_is_not_asked_to_sound(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    files = dict(firmware_files())
    name = "/firmware/loop.py"
    files[name] = files[name].replace(b"maintenance handle call", b"maintenance")
    monkeypatch.setattr("companion.check.silicon.firmware_files", lambda: files)
    report = found(capsys, "--simulated", "--silicon", "--kit", "chart", "--only", "pico")
    assert "wand: buzzer" not in report
    assert report["wand: link"]["grade"] == "good"


@pytest.mark.micropython
def test_firmware_runs_again_after_its_readers_were_measured(small_board: Path) -> None:
    kit = hansa_kit(small_board)
    with silicon_setting(kit, ()) as (bench, _):
        with bench.probes() as probes:
            probe = probes["city.riga"]
            assert not isinstance(probe, Fault)
            assert probe.version() == 0x92
        state = bench.talk(bench.picos[0])
    assert (state.version, state.fault) == (VERSION, None)


@pytest.mark.micropython
@pytest.mark.needs("node", "npm")
def test_older_firmware_says_to_flash(capsys: Captured, small_board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = dict(firmware_files())
    name = "/firmware/__init__.py"
    files[name] = files[name].replace(f"VERSION = {VERSION}".encode(), b"VERSION = 0")
    monkeypatch.setattr("companion.check.silicon.firmware_files", lambda: files)
    report = found(capsys, "--simulated", "--silicon", "--kit", str(small_board), "--only", "pico")
    assert (report["firmware"]["grade"], report["firmware"]["advice"]) == ("bad", "run: hansa-companion flash")


def test_board_kit_on_silicon_says_what_it_needs(
    capsys: Captured, small_board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(micropython_node, "FOLDER", small_board.parent)
    assert main(["check", "--simulated", "--silicon", "--kit", str(small_board)]) == FAILED
    assert "npm install" in capsys.readouterr().err


# --- real, where there is nothing ---


@pytest.mark.slow
def test_machine_without_hardware_is_told_part_by_part(capsys: Captured) -> None:
    report = found(capsys, "--yes", "--only", "boot,access,buttons,screen,readers")
    assert {one["grade"] for one in report.values()} <= {"bad", "not there"}
    assert all(one["advice"] for one in report.values())
    assert report["config.txt"]["measured"].endswith("this is no Raspberry Pi")


def test_input_that_has_ended_is_nobody(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["check", "--only", "kit"]) == OK


@pytest.mark.slow
def test_person_answers_line_by_line(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def simulated(kit: Kit, config: Config) -> Devices:
        return simulated_devices(simulated_table(kit))

    monkeypatch.setattr("companion.check.subject.real_devices", simulated)
    monkeypatch.setattr("companion.check.workbench.WAKE_S", 0.0)
    answers = ["y", "n", "o", "s", "what", "y", "q"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
    assert main(["check", "--only", "lamps", "--json"]) == FAILED
    shown = capsys.readouterr()
    given = [finding["grade"] for finding in json.loads(shown.out)["findings"]]
    assert given == ["good", "bad", "bad", "skipped", "good", *["skipped"] * 9]
    assert shown.err.count("does it shine") == len(answers), "the questions go to standard error"


def test_each_finding_is_told_as_it_comes_where_a_person_looks(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["check", "--simulated", "--only", "readers"]) == OK
    assert capsys.readouterr().err == "pad: good\npad: answers: good\npad: range: good\n"


# --- what a user gets wrong ---


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--only", "radar"], "expected some of boot,access,kit"),
        (["--only", ""], "expected some of"),
        (["--fault", "deaf:pad"], "only together with --simulated"),
        (["--silicon"], "only together with --simulated"),
        (["--simulated", "--fault", "rusty:pad"], "expected one of deaf"),
        (["--simulated", "--fault", "deaf:ok"], "expected one of pad"),
        (["--simulated", "--fault", "dark"], "city.riga"),
    ],
)
def test_wrong_words_are_one_line(capsys: Captured, arguments: list[str], word: str) -> None:
    assert main(["check", *arguments]) == USAGE
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert word in shown.err


def test_wrong_kit_is_one_line_and_exit_78(capsys: Captured) -> None:
    assert main(["check", "--kit", "no-such.toml"]) == BAD_CONFIGURATION
    assert capsys.readouterr().err.count("\n") == 1


def test_running_companion_is_not_disturbed(capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.running.state_folder import StateLock

    opened: list[Kit] = []

    def no_bench(kit: Kit, config: Config) -> Bench:
        opened.append(kit)
        raise UserError("no hardware here")

    monkeypatch.setattr("companion.check.subject.real_bench", no_bench)
    command = ["check", "--yes", "--only", "kit,buttons", "--state", str(tmp_path)]
    lock = StateLock(tmp_path)
    try:
        assert main(command) == FAILED
        assert "stop it: sudo systemctl stop hansa-companion" in capsys.readouterr().err
        assert opened == []
    finally:
        lock.release()
    for attempt in (1, 2):
        main(command)
        assert len(opened) == attempt, "it lets go afterwards"


def test_service_of_another_user_is_seen(capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.running.state_folder.SERVICE", tmp_path)
    assert main(["check", "--yes", "--only", "buttons", "--state", str(tmp_path / "mine")]) == FAILED
    assert "the companion is running" in capsys.readouterr().err


def test_what_opens_no_device_is_tested_beside_the_companion(capsys: Captured, tmp_path: Path) -> None:
    from companion.running.state_folder import StateLock

    lock = StateLock(tmp_path)
    try:
        main(["check", "--yes", "--only", ",".join(WITHOUT_DEVICES), "--state", str(tmp_path)])
    finally:
        lock.release()
    assert "lamps and readers" in capsys.readouterr().out


def test_interrupt_tells_what_was_found_so_far(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(hand: Hand, question: Question) -> Verdict:
        raise KeyboardInterrupt

    monkeypatch.setattr(Hand, "sees", interrupted)
    assert main(["check", "--simulated"]) == 130
    shown = capsys.readouterr().out
    assert "pressed and released" in shown
    assert shown.endswith("6 good, 2 skipped; broken off\n")


def test_words_of_the_command_line_are_those_of_the_test() -> None:
    assert tuple(Area) == check.AREAS
    assert tuple(FaultKind) == check.FAULTS


def test_board_file_that_is_wrong_is_told(tmp_path: Path) -> None:
    from companion.config.parsing import load_config

    (tmp_path / "mine.toml").write_text("nonsense", encoding="utf-8")
    (tmp_path / "hansa.toml").write_text('format = 1\nboard = "mine.toml"\n', encoding="utf-8")
    with pytest.raises(UserError) as caught:
        check._wanted(load_config(str(tmp_path / "hansa.toml"), {}), "")
    assert caught.value.code == BAD_CONFIGURATION


# --- tapes ---


def record(tape: Path, kit: str, only: str, *faults: str) -> int:
    given = [word for fault in faults for word in ("--fault", fault)]
    return main(["check", "--simulated", "--silicon", "--kit", kit, "--only", only, *given, "--record", str(tape)])


@pytest.mark.silicon
def test_what_was_recorded_is_played_back_to_the_same_findings(capsys: Captured, tmp_path: Path) -> None:
    tape = tmp_path / "bench.tape"
    assert record(tape, "tap", "screen,readers", "weak:pad") == FAILED
    before = capsys.readouterr().out
    assert tape.stat().st_mode & 0o777 == 0o600
    assert main(["check", "--play-back", str(tape), "--kit", "tap"]) == FAILED
    again = capsys.readouterr().out
    assert again.splitlines()[1:] == before.splitlines()[1:]
    assert "answers in 100 polls" in again
    assert "shows the test picture" in again
    with tape.open("a") as file:
        file.write('{"t": 999, "bus": "spi0.0", "out": "1293"}\n')
    assert main(["check", "--play-back", str(tape), "--kit", "tap"]) == BAD_DATA
    last = len(tape.read_text().splitlines())
    assert f"line {last}: the tape has 1293 on spi0.0, and the driver does not send it\n" in capsys.readouterr().err


# Each as a bench recorded it, with what must come of it; docs/first-bench.md says how one is added.
TAPES = Path(__file__).parents[2] / "tapes"


@pytest.mark.parametrize("name", sorted(path.stem for path in TAPES.glob("*.tape")))
def test_tape_of_a_bench_leads_to_what_was_found(name: str, capsys: Captured) -> None:
    tape = TAPES / f"{name}.tape"
    kit = json.loads(tape.read_text().splitlines()[0])["kit"]
    main(["check", "--play-back", str(tape), "--kit", kit])
    assert capsys.readouterr().out == (TAPES / f"{name}.txt").read_text()


def test_tape_that_does_not_fit_is_told_in_one_line(capsys: Captured, tmp_path: Path) -> None:
    tape = tmp_path / "bench.tape"
    tape.write_text('{"format": 1, "kit": "tap"}\n{"t": 0, "bus": "spi0.0", "out": "00"}\n')
    dazzling = tmp_path / "dazzling.tape"
    dazzling.write_text('{"format": 1, "kit": "tap", "settings": {"brightness_percent": 101}}\n')
    painted = tmp_path / "painted.tape"
    painted.write_text('{"format": 1, "kit": "tap", "screen": "canvas"}\n')
    for options, code, told in (
        (("--play-back", str(tape)), BAD_DATA, "line 2: the driver sends"),
        (("--play-back", str(painted)), BAD_DATA, "screen 'canvas' is not known"),
        (("--play-back", str(dazzling)), BAD_DATA, "brightness_percent is 101; expected 1 to 100"),
        (("--play-back", str(tape), "--kit", "board"), USAGE, "recorded with --kit tap"),
        (("--play-back", str(tmp_path / "none")), BAD_DATA, "cannot be read"),
        (("--play-back", __file__), BAD_DATA, "line 1: expected"),
        (("--play-back", str(tape), "--only", "readers"), USAGE, "not together with --play-back"),
        (("--play-back", str(tape), "--simulated"), USAGE, "without --record and --simulated"),
        (("--record", str(tape), "--simulated"), USAGE, "only together with --silicon"),
        (("--record", str(tape), "--only", "screen", "--simulated", "--silicon"), FAILED, "File exists"),
    ):
        assert main(["check", "--kit", "tap", *options]) == code
        (line,) = capsys.readouterr().err.strip().splitlines()
        assert told in line


def test_reader_on_usb_is_named_and_asked_for_a_tag(capsys: Captured) -> None:
    report = found(capsys, "--simulated", "--silicon", "--kit", "usb")
    assert report["pad"]["measured"] == "Simulated PICC pad"
    assert report["pad: answers"]["measured"] == "reads its tag, 7 bytes"
    assert {report[name]["grade"] for name in ("screen", "lamps", "buttons")} == {"skipped"}


@pytest.mark.parametrize("how", [(), ("--silicon",)])
def test_reader_on_usb_that_is_unplugged_is_told_with_what_to_do(capsys: Captured, how: tuple[str, ...]) -> None:
    report = found(capsys, "--simulated", *how, "--kit", "usb", "--fault", "deaf:pad")
    assert report["pad"]["grade"] == "not there"
    assert report["pad"]["advice"]


def test_pn532_has_no_tape(tmp_path: Path, capsys: Captured) -> None:
    config = tmp_path / "hansa.toml"
    config.write_text('format = 1\n[readers]\npad = "pn532 i2c"\n', encoding="utf-8")
    assert main(["check", "--config", str(config), "--yes", "--record", str(tmp_path / "1.tape")]) == USAGE
    assert "those of a PN532 are not kept yet" in capsys.readouterr().err


def test_panel_that_does_not_acknowledge_is_told_by_who_does(capsys: Captured) -> None:
    options = ("--simulated", "--silicon", "--only", "screen", "--fault", "unplugged:screen")
    assert found(capsys, *options, "--kit", "tap")["ssd1309"]["measured"] == "nothing acknowledges at 0x3C"


@pytest.mark.parametrize("at", ["spi", "i2c", "/dev/ttyUSB0"])
def test_pn532_is_named_asked_for_a_tag_and_told_when_it_is_gone(tmp_path: Path, capsys: Captured, at: str) -> None:
    config = tmp_path / "hansa.toml"
    config.write_text(f'format = 1\nkit = "usb"\n[readers]\npad = "pn532 {at}"\n', encoding="utf-8")
    options = ("--simulated", "--silicon", "--config", str(config), "--only", "readers")
    report = found(capsys, *options)
    assert report["pad"]["measured"] == f"a PN532 on {at}"
    assert report["pad: answers"]["measured"] == "reads its tag, 7 bytes"
    report = found(capsys, *options, "--fault", "deaf:pad")
    assert report["pad"]["grade"] == "not there"
    assert report["pad"]["advice"]


def test_readers_on_usb_are_each_asked_for_a_tag_at_their_place(tmp_path: Path, capsys: Captured) -> None:
    config = tmp_path / "hansa.toml"
    config.write_text('format = 1\nkit = "usb"\n[readers]\n"city.danzig" = "pcsc city.danzig"\n', encoding="utf-8")
    report = found(capsys, "--simulated", "--silicon", "--config", str(config), "--only", "readers")
    for place in ("pad", "city.danzig"):
        assert report[f"{place}: answers"]["measured"] == "reads its tag, 7 bytes"


def test_usb_kit_has_no_tape(tmp_path: Path, capsys: Captured) -> None:
    assert main(["check", "--kit", "usb", "--yes", "--record", str(tmp_path / "1.tape")]) == USAGE
    assert "no transfers of our own" in capsys.readouterr().err
    assert not (tmp_path / "1.tape").exists()
