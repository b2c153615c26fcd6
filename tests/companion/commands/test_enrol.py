"""`hansa-companion enrol`: the walk, what is refused, breaking off and going on, and sets for a second table."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import enrol
from companion.config.settings import Config
from companion.errors import BAD_CONFIGURATION, FAILED, OK, USAGE
from companion.running.devices import Devices, simulated_devices, simulated_table
from hardware.formats.piece_set import load_pieces, parse_pieces
from hardware.kit.connections import Kit
from tests.kit import hansa

Captured = pytest.CaptureFixture[str]

SHIP, FIRST, SECOND = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "deadbeef"


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("HANSA_CONFIG", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def pieces(tmp_path: Path) -> Path:
    return tmp_path / "state" / "pieces.toml"


class Walk:
    """The command at a simulated table, with lines typed at its keyboard."""

    def __init__(self, pieces: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
        self._pieces, self._capsys, self._patch = pieces, capsys, monkeypatch

    def __call__(self, *lines: str, more: tuple[str, ...] = (), code: int = OK) -> list[str]:
        self._patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["enrol", "--simulated", "--pieces", str(self._pieces), *more]) == code
        shown = self._capsys.readouterr().out.splitlines()
        return [line for line in shown if not line.startswith("a tap is a line")]


@pytest.fixture
def walk(pieces: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> Walk:
    return Walk(pieces, capsys, monkeypatch)


def every_one() -> tuple[str, ...]:
    pieces = hansa.BOX.pieces()
    return (*pieces.needed, *pieces.optional)


def test_few_pieces_are_enough_where_some_stand_for_many(walk: Walk, pieces: Path) -> None:
    shown = walk(more=("--auto", "--few"))
    assert shown[0] == "[0/5] tap: ship"
    assert shown[-1] == f"{pieces}: 5 of 5 pieces have their tags"
    assert list(load_pieces(pieces).pieces.values())[1:] == [f"token.{colour}" for colour in hansa.BOX.colours]


def test_game_without_such_pieces_says_so(capsys: Captured) -> None:
    assert main(["enrol", "--simulated", "--few", "--game", "teutonica"]) == USAGE
    assert "--few: no piece of Hansa Teutonica stands for others" in capsys.readouterr().err


@pytest.mark.slow
def test_every_piece_of_the_box_is_asked_for_once(walk: Walk, pieces: Path) -> None:
    shown = walk(more=("--auto",))
    assert shown[0] == "[0/61] tap: ship"
    assert shown[-1] == f"{pieces}: 61 of 61 pieces have their tags"
    assert tuple(load_pieces(pieces).pieces.values()) == hansa.BOX.pieces().needed
    shown = walk(more=("--auto", "--all"))
    assert shown[0] == "[61/139] tap: marker blue1 1"
    assert tuple(load_pieces(pieces).pieces.values()) == every_one()


def test_each_tap_is_saved_and_the_next_start_goes_on(walk: Walk, pieces: Path) -> None:
    walk(SHIP)
    assert dict(load_pieces(pieces).pieces) == {SHIP: "ship"}
    shown = walk(FIRST)
    assert shown[:2] == ["[1/61] tap: booth gray 1", f"{FIRST} is booth gray 1"]
    assert shown[-1].endswith("2 of 61 pieces have their tags; the same command goes on from here")
    assert list(pieces.parent.iterdir()) == [pieces], "no half a file is left"


@pytest.mark.parametrize(
    ("uid", "word"),
    [
        (SHIP, "already on ship"),
        ("88010203", "cut number"),
        ("08010203", "changes at every tap"),
        ("not-a-number", "not the number of a tag"),
        ("0102030405", "not the number of a tag"),
    ],
)
def test_tag_that_will_not_do_is_refused_and_the_piece_stays(walk: Walk, pieces: Path, uid: str, word: str) -> None:
    shown = walk(SHIP, uid)
    assert word in shown[3]
    assert shown[4] == "[1/61] tap: booth gray 1"
    assert dict(load_pieces(pieces).pieces) == {SHIP: "ship"}


def test_step_back_takes_the_last_tag_away(walk: Walk, pieces: Path) -> None:
    shown = walk(SHIP, FIRST, "b", "b", "b", SECOND)
    assert [line for line in shown if line.startswith(("taken", "nothing"))] == [
        "taken back: booth gray 1",
        "taken back: ship",
        "nothing to take back",
    ]
    assert dict(load_pieces(pieces).pieces) == {SECOND: "ship"}


def test_piece_is_left_for_later(walk: Walk, pieces: Path) -> None:
    walk("s", FIRST)
    assert dict(load_pieces(pieces).pieces) == {FIRST: "booth.gray.01"}
    assert walk()[0] == "[1/61] tap: ship"


def test_quitting_ends_at_once(walk: Walk, pieces: Path) -> None:
    walk(SHIP, "q", FIRST)
    assert dict(load_pieces(pieces).pieces) == {SHIP: "ship"}


def test_other_keys_tell_which_there_are(walk: Walk) -> None:
    assert "b takes the last tag back" in walk("x")[1]


def test_finished_set_tells_pieces_and_unknown_tags(walk: Walk) -> None:
    walk(SHIP)
    walk(more=("--auto",))
    shown = walk(SHIP, "04ffffffffffff", "s")
    assert shown[1] == f"{SHIP} is ship"
    assert shown[3] == "04ffffffffffff: not one of this set"


def test_lost_sticker_is_replaced(walk: Walk, pieces: Path) -> None:
    walk(SHIP, FIRST)
    shown = walk(SECOND, more=("--again", "ship"))
    assert shown[0] == "[1/61] tap: ship"
    assert dict(load_pieces(pieces).pieces) == {FIRST: "booth.gray.01", SECOND: "ship"}


def test_marker_can_be_tagged_again_without_the_others(walk: Walk, pieces: Path) -> None:
    walk("s", more=("--again", "marker.blue1.1"))
    shown = walk(more=("--auto", "--again", "marker.blue1.1"))
    assert shown[-1].endswith("62 of 62 pieces have their tags")


def test_pieces_of_another_game_are_named_and_kept(walk: Walk, pieces: Path) -> None:
    pieces.parent.mkdir()
    pieces.write_text(f'format = 1\n[pieces]\n"{SHIP}" = "trader.1"\n"{FIRST}" = "marker.blue1.1"\n', encoding="utf-8")
    shown = walk(SECOND)
    assert shown[0] == f"{pieces}: not pieces of this game, left as they are: trader.1"
    assert load_pieces(pieces).pieces[SHIP] == "trader.1"


def test_export_and_import_carry_a_set_to_a_second_table(walk: Walk, pieces: Path, capsys: Captured) -> None:
    walk(SHIP, FIRST)
    state, other = ["--state", str(pieces.parent)], ["--state", "second"]
    assert main(["enrol", "--export", "my-set.toml", *state]) == OK
    assert main(["enrol", "--import", "my-set.toml", *other]) == OK
    assert Path("second/pieces.toml").read_text(encoding="utf-8") == pieces.read_text(encoding="utf-8")
    assert "2 pieces have their tags" in capsys.readouterr().out
    assert main(["enrol", "--import", "my-set.toml", *other]) == OK, "the same once more does no harm"


def test_import_over_other_tags_must_be_meant(walk: Walk, pieces: Path, capsys: Captured) -> None:
    walk(SHIP)
    Path("other.toml").write_text(f'format = 1\n[pieces]\n"{SECOND}" = "ship"\n', encoding="utf-8")
    command = ["enrol", "--import", "other.toml", "--state", str(pieces.parent)]
    assert main(command) == FAILED
    assert "1 piece has its tag already; --replace" in capsys.readouterr().err
    assert dict(load_pieces(pieces).pieces) == {SHIP: "ship"}
    assert main([*command, "--replace"]) == OK
    assert dict(load_pieces(pieces).pieces) == {SECOND: "ship"}


def test_list_shows_what_has_a_tag(walk: Walk, pieces: Path, capsys: Captured) -> None:
    walk(SHIP)
    assert main(["enrol", "--list", "--state", str(pieces.parent)]) == OK
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["ship", SHIP]
    assert rows[1] == ["booth.gray.01", "-"]
    assert [row[0] for row in rows] == list(every_one())


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["--import", "nowhere.toml"], BAD_CONFIGURATION, "nowhere.toml"),
        (["--export", "set.toml"], FAILED, "nothing to export"),
        (["--again", "dragon", "--simulated"], USAGE, "no such piece"),
        (["--replace"], USAGE, "--import"),
        (["--auto"], USAGE, "--simulated"),
    ],
)
def test_wrong_words_are_one_line(capsys: Captured, arguments: list[str], code: int, word: str) -> None:
    assert main(["enrol", *arguments]) == code
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert word in shown.err


def test_damaged_set_is_told_and_left_alone(walk: Walk, pieces: Path, capsys: Captured) -> None:
    pieces.parent.mkdir()
    pieces.write_text("format = 1\n[pieces]\n", encoding="utf-8")
    with pieces.open("a", encoding="utf-8") as file:
        file.write('"88010203" = "ship"\n')
    before = pieces.read_text(encoding="utf-8")
    assert main(["enrol", "--simulated", "--auto", "--pieces", str(pieces)]) == BAD_CONFIGURATION
    assert "cut" in capsys.readouterr().err
    assert pieces.read_text(encoding="utf-8") == before


def test_place_that_cannot_be_written_is_one_line(walk: Walk, pieces: Path, capsys: Captured) -> None:
    pieces.parent.write_text("a file where the folder should be", encoding="utf-8")
    assert main(["enrol", "--simulated", "--auto", "--pieces", str(pieces)]) == FAILED
    assert str(pieces.parent) in capsys.readouterr().err


def test_interrupt_says_how_far_it_came_and_how_to_go_on(
    walk: Walk, pieces: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> Iterator[str]:
        yield f"{SHIP}\n"
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", interrupted())
    assert main(["enrol", "--simulated", "--pieces", str(pieces)]) == 130
    assert capsys.readouterr().out.endswith("1 of 61 pieces have their tags; the same command goes on from here\n")
    assert dict(load_pieces(pieces).pieces) == {SHIP: "ship"}


def test_real_pad_screen_and_buttons_are_used_and_let_go(
    pieces: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[Devices] = []

    def simulated(kit: Kit, config: Config) -> Devices:
        laid.append(simulated_devices(simulated_table(kit, clock=time.monotonic)))
        return laid[-1]

    monkeypatch.setattr("companion.running.devices.real_devices", simulated)
    monkeypatch.setattr("sys.stdin", io.StringIO("s\nq\n"))
    assert main(["enrol", "--state", str(pieces.parent)]) == OK
    assert "left for later: ship" in capsys.readouterr().out
    for port in (laid[0].readers, laid[0].buttons, laid[0].screen):
        assert {str(health) for health in port.health.values()} == {"closed"}


def test_pad_that_does_not_work_ends_it_once_nobody_can_type(
    pieces: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deaf(kit: Kit, config: Config) -> Devices:
        table = simulated_table(kit, clock=time.monotonic)
        table.deafen(kit.pad_name)
        return simulated_devices(table)

    monkeypatch.setattr("companion.running.devices.real_devices", deaf)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["enrol", "--state", str(pieces.parent)]) == FAILED
    out, err = capsys.readouterr()
    assert err.startswith("hansa-companion: pad: ")
    assert err.count("\n") == 1
    assert "0 of 61 pieces have their tags" in out
    assert not pieces.exists()


def test_kit_without_buttons_ends_once_nobody_can_type(
    pieces: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "companion.running.devices.real_devices",
        lambda kit, _: simulated_devices(simulated_table(kit, clock=time.monotonic)),
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("s\n"))
    assert main(["enrol", "--kit", "usb", "--state", str(pieces.parent)]) == FAILED
    out, err = capsys.readouterr()
    assert err == (
        "hansa-companion: standard input has ended, and no button of this kit could stop the walk: use a terminal\n"
    )
    assert "left for later: ship" in out


def test_trying_it_out_leaves_the_real_set_alone(pieces: Path, capsys: Captured) -> None:
    for shown in ("[0/61] tap: ship", "all 61 pieces have their tags"):
        assert main(["enrol", "--simulated", "--auto", "--state", str(pieces.parent)]) == OK
        assert capsys.readouterr().out.startswith(shown)
    assert not pieces.exists()


def test_who_tries_it_out_is_told_what_to_type(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SHIP}\n"))
    assert main(["enrol", "--simulated", "--state", "state"]) == OK
    first, *rest = capsys.readouterr().out.splitlines()
    assert "in hex" in first
    assert "q stops" in first
    assert f"{SHIP} is ship" in rest


@pytest.mark.parametrize(("state", "told"), [("mine", True), ("service", False)])
def test_set_that_the_service_does_not_read_is_told(
    state: str, told: bool, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "service").mkdir()
    monkeypatch.setattr("companion.running.state_folder.SERVICE_STATE", tmp_path / "service")
    monkeypatch.setattr(
        "companion.running.devices.real_devices", lambda kit, _: simulated_devices(simulated_table(kit))
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(["enrol", "--state", str(tmp_path / state)]) == OK
    assert ("sudo hansa-companion enrol" in capsys.readouterr().out) is told


def test_another_file_may_be_named(capsys: Captured) -> None:
    assert main(["enrol", "--simulated", "--auto", "--pieces", "mine.toml"]) == OK
    assert len(parse_pieces(Path("mine.toml").read_text(encoding="utf-8"), "mine.toml").pieces) == 61


def test_counts_are_told_in_good_words() -> None:
    one = parse_pieces(f'format = 1\n[pieces]\n"{SHIP}" = "ship"\n', "x")
    assert enrol._count(one) == "1 piece has its tag"


# --- chart and card ---

CHART = ("--game", "teutonica", "--kit", "chart")


@pytest.mark.slow
def test_with_a_wand_the_walk_goes_over_chart_and_card(walk: Walk, pieces: Path) -> None:
    shown = walk(SHIP, "stade-hamburg", FIRST, more=CHART)
    assert shown[0] == "[0/96] tap: Groningen (chart, North-west)"
    assert dict(load_pieces(pieces).pieces) == {SHIP: "spot.city.groningen", FIRST: "spot.route.stade-hamburg"}
    assert walk("l", more=CHART)[1] == "left: 94 of 96"
    shown = walk(more=("--auto", *CHART))
    assert shown[-1].endswith("96 of 96 pieces have their tags")


@pytest.mark.slow
def test_bonus_markers_may_be_tagged_beside_the_spots(walk: Walk, pieces: Path) -> None:
    shown = walk(more=("--auto", "--all", *CHART))
    assert shown[-1].endswith("112 of 112 pieces have their tags")
    shown = walk("q", more=CHART)
    assert shown[0].startswith("all 96 pieces"), "they are no strangers"


def test_without_a_wand_only_the_markers_are_asked_for(walk: Walk) -> None:
    assert walk("q", more=("--game", "teutonica", "--kit", "tap"))[0] == "[0/16] tap: marker extra_office 1"


@pytest.mark.slow
def test_one_spot_gets_another_tag(walk: Walk, pieces: Path) -> None:
    walk(more=("--auto", *CHART))
    walk(SECOND, more=("--again", "spot.city.bremen", *CHART))
    assert load_pieces(pieces).pieces[SECOND] == "spot.city.bremen"


def test_wand_that_is_a_games_pad_walks_over_its_pieces(walk: Walk) -> None:
    assert walk("q", more=("--kit", "chart"))[0] == "[0/61] tap: ship"
