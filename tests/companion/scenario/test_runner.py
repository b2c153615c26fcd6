"""A scenario that is not met says where, what was expected and what the table showed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.scenario.grammar import NotUnderstood, Step, parse_scenario
from companion.scenario.runner import Result, load_scenario, run_scenario, vocabulary_of
from companion.scenario.stage import Stage
from companion.table.intents import Button
from hardware.ports import Frame

GAME = """\
new game gray white start gray without pink yellow
stock the warehouses
place the booths
"""


def run(text: str, kit: str = "tap") -> Result:
    return run_scenario(parse_scenario(f"kit {kit}\nboot\n{text}", "evening.scenario", vocabulary_of))


@pytest.mark.parametrize(
    "step",
    [
        "expect screen Utopia",
        "expect no Take 3 on screen",
        "expect title Gray set-up",
        "expect cursor on End the turn",
        "expect ticked orange 2",
        "expect unticked orange 2",
        "expect dark screen",
        "expect dialog settlement",
        "expect refusal no_route",
        "expect fault of the screen",
        "expect fault of the pad",
        "expect lamp danzig off",
        "expect lamp danzig on red",
        "expect lamp riga on",
        "expect turn white",
        "expect journal 3",
        "expect last entry correction",
        "expect no game",
        "expect phase place",
        "expect ship in riga",
        "expect talers gray 5",
        "expect talers purple 3",
        "expect bank 1",
        "expect booths gray left 15",
        "expect booths gray tonsberg 3",
        "expect hand gray orange2",
        "expect sold gray orange2",
        "expect stock danzig - -",
        "expect piles 1 2 3 4 5",
        "expect score gray 1",
        "expect winner gray",
        "expect last move end",
        "put ship on danzig",
        "lift ship",
        "lift ship from pad",
        "play sail riga",
        "place gray danzig",
        "boot",
    ],
)
def test_step_that_is_not_met_ends_the_scenario(step: str) -> None:
    result = run(f"{GAME}\n{step}\nexpect phase actions")
    assert result.problem is not None
    assert (result.problem.line, result.problem.step) == (7, step)
    assert result.problem.expected
    assert result.problem.shown


def test_problem_tells_file_line_expectation_and_table() -> None:
    told = str(run(f"{GAME}\nexpect ship in riga"))
    assert told.startswith("evening.scenario:7: expect ship in riga\n  expected: the ship in riga\n")
    assert "but:      found copenhagen" in told
    assert "| Gray actions" in told
    assert "█" in told
    assert "city.danzig on" in told


@pytest.mark.parametrize(
    ("heading", "stock"),
    [("", "blue1"), ("board 0.1", "blue1"), ("board 0.2", "blue1 blue2")],
)
def test_scenario_is_played_and_retraced_on_the_board_it_names(heading: str, stock: str) -> None:
    begun = "boot\nnew game gray white start gray without pink yellow\nstock with orange2 orange1 blue1 blue2\n"
    text = f"{heading}\n{begun}expect stock aalborg {stock}"
    result = run_scenario(parse_scenario(text, "evening.scenario", vocabulary_of))
    assert result.problem is None, str(result)


def test_presses_more_than_expected_are_a_problem() -> None:
    result = run("count presses\npress down 3\nexpect at most 2 presses")
    assert result.problem
    assert result.problem.shown == "there were 3"
    assert run("press down 3\ncount presses\npress down\nexpect at most 1 presses").problem is None


def test_presses_are_counted_through_a_new_count() -> None:
    assert run("press down 3\ncount presses\npress down").presses == 4


def test_expected_refusal_that_did_not_come_and_one_that_came() -> None:
    assert run("hold back\nexpect refusal nothing_to_take_back").problem is None
    assert run("hold back\nexpect no refusal").problem is not None


def test_step_with_the_power_off_is_a_problem() -> None:
    result = run("cut the power\nexpect phase fill")
    assert result.problem
    assert "boot first" in result.problem.shown
    assert result.problem.table == "the power is off"


def test_pieces_that_are_all_on_the_table_cannot_be_put() -> None:
    result = run("\n".join(["put stranger on pad"] * 5))
    assert result.problem
    assert "all 4 are on the table" in result.problem.shown


def test_every_step_is_watched() -> None:
    steps: list[str] = []

    def watch(stage: Stage, step: Step) -> None:
        assert stage.is_on
        steps.append(step.text)

    scenario = parse_scenario("boot\npress down", "evening.scenario", vocabulary_of)
    assert run_scenario(scenario, watcher=watch).problem is None
    assert steps == ["boot", "press down"]


def test_screen_that_does_not_show_what_was_described_is_a_problem() -> None:
    """The pixels are compared after every step, not only where a line asks for them."""

    def spoil(stage: Stage, step: Step) -> None:
        stage.table.screen.show(Frame.blank())

    scenario = parse_scenario("boot\nwait 1 s", "evening.scenario", vocabulary_of)
    result = run_scenario(scenario, watcher=spoil)
    assert result.problem
    assert result.problem.shown == "other pixels are lit"


def test_journal_that_tells_another_game_is_a_problem() -> None:
    def spoil(stage: Stage, step: Step) -> None:
        table = stage.daemon.table
        table.kept = table.kept._replace(sealed=99)

    scenario = parse_scenario(
        "boot\nnew game gray white start gray without pink yellow\nwait 1 s", "evening.scenario", vocabulary_of
    )
    result = run_scenario(scenario, watcher=spoil)
    assert result.problem
    assert result.problem.shown == "it tells another one"


def test_trace_that_leads_to_another_game_is_a_problem() -> None:
    """A press that goes past button and page leaves no trace, so the next one means something else the second time."""

    def meddle(stage: Stage, step: Step) -> None:
        if step.text == "wait 1 s":
            stage.daemon.table.press(Button.DOWN)

    scenario = parse_scenario(f"boot\n{GAME}wait 1 s\npress ok", "evening.scenario", vocabulary_of)
    assert run_scenario(scenario).problem is None
    result = run_scenario(scenario, watcher=meddle)
    assert result.problem
    assert result.problem.expected == "the trace to lead to the same game again"


def test_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood, match="cannot be read"):
        load_scenario(tmp_path / "none.scenario")
    binary = tmp_path / "binary.scenario"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(NotUnderstood, match="not a scenario, but something else than text"):
        load_scenario(binary)


@pytest.mark.parametrize(
    ("name", "content", "looks_like", "command"),
    [
        ("evening.hansa", b"hansa-record 1\nplayers gray white\n", "the record of a game", "replay"),
        ("evening.game", b"# ours\n\nteutonica-record 1\n", "the record of a game", "replay"),
        ("x.trace", b'1 {"t":0.0,"start":{"format":1}}\n', "the trace of a game", "replay --trace"),
        ("x.1", b'17 {"t":9.5,"tag":"04a1b2c3d4e5f6"}\n', "the trace of a game", "replay --trace"),
        ("x.tape", b'{"format": 1, "kit": "tap", "areas": ["readers"]}\n', "a recording of parts", "check --play-back"),
        ("games.sqlite", b"SQLite format 3\0" + bytes(100), "a journal", "games --journal"),
        ("b.tar.gz", b"\x1f\x8b\x08\x00" + bytes(20), "a packed backup", "restore"),
        ("c.toml", b"format = 1\n\n[web]\nport = 8080\n", "a TOML file", "config --config"),
        ("c2.toml", b"[pieces]\n", "a TOML file", "config --config"),
        ("requests", b'{"do": "new"}\n', "JSON", "engine <"),
    ],
)
def test_file_of_another_kind_is_told_with_the_command_that_reads_it(
    tmp_path: Path, name: str, content: bytes, looks_like: str, command: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(NotUnderstood) as told:
        load_scenario(path)
    assert str(told.value).startswith(f"{path}: not a scenario, but {looks_like}")
    assert f"hansa-companion {command} {path}" in str(told.value)


def test_scenario_with_a_wrong_line_is_not_taken_for_another_file(tmp_path: Path) -> None:
    path = tmp_path / "evening.scenario"
    path.write_text("boot\nprest ok\n", encoding="utf-8")
    with pytest.raises(NotUnderstood, match=r"evening.scenario:2: 'prest ok' is not a step"):
        load_scenario(path)
