"""A Pico on tape: the host's real link must come to the same events, whatever happened to the line."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware import messages, wire
from hardware.pico.pico import Pico
from hardware.ports import Colour, Event, Health, HealthChanged, Light, Pattern, TagLeft, TagRested
from hardware.recording.tape import Tape, TapeFault, parse_tape
from hardware.recording.tape_player import STALL_S, PlayedLine, Player
from hardware.recording.tape_recorder import Recorder, recording
from hardware.simulated.micropython_cpython import InProcessPico
from tests.kit.board import Rig, board_kit

SHIP, BOOTH = "04a1b2c3d4e580", "04b1b2c3d4e581"
RED = Light(Pattern.ON, Colour(255, 0, 0))
Step = tuple[float, Callable[[Pico], None], Callable[[Rig], None]]


def nothing(_: object) -> None:
    """Only let time pass."""


def lay(reader: str, uid: str) -> Callable[[Rig], None]:
    return lambda rig: rig.world.fields[reader].put(bytes.fromhex(uid))


def lift(reader: str, uid: str) -> Callable[[Rig], None]:
    return lambda rig: rig.world.fields[reader].lift(bytes.fromhex(uid))


def light(*lamps: str) -> Callable[[Pico], None]:
    return lambda pico: pico.lamps.show(dict.fromkeys(lamps, RED))


# After how long the host does what, and what happens at the table meanwhile.
STORY: tuple[Step, ...] = (
    (6.0, nothing, nothing),
    (1.5, light("city.danzig"), lay("city.danzig", SHIP)),
    (1.5, light("city.danzig", "end"), lay("city.danzig", BOOTH)),
    (2.0, lambda pico: pico.readers.watch(["city.riga"]), lift("city.danzig", SHIP)),
    (3.0, nothing, lambda rig: rig.line.unplug()),
    (14.0, nothing, lambda rig: rig.line.plug()),
    (1.0, light(), lay("city.riga", SHIP)),
)


Recorded = tuple[str, list[Event]]


def recorded(folder: Path, spoil: Callable[[Rig], None] = nothing, story: tuple[Step, ...] = STORY) -> Recorded:
    tape = io.StringIO()
    rig = Rig(folder, InProcessPico)
    recorder = Recorder(Tape("board", ()), rig.world.clock)
    with recording(recorder), rig:
        spoil(rig)
        for seconds, do, happens in story:
            do(rig.host)
            happens(rig)
            rig.run(seconds)
    recorder.save(tape)
    return tape.getvalue(), rig.events


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return recorded(tmp_path_factory.mktemp("evening"))


def played(tape: str, story: tuple[Step, ...] = STORY) -> tuple[Player, list[Event]]:
    player = Player(parse_tape(tape.splitlines(), "tape"))
    kit, connected = board_kit()
    pico = Pico(connected, kit.times, port=Path("played"), clock=player.clock, threaded=False)
    events: list[Event] = []
    with player.installed():
        player.steps.append(pico.step)
        pico.readers.open(events.append)
        pico.lamps.open(events.append)
        for seconds, do, _ in story:
            do(pico)
            player.pass_time(seconds)
        pico.readers.close()
        pico.lamps.close()
    return player, events


def told(events: list[Event]) -> list[tuple[object, ...]]:
    """Return what happened, with tags by the order in which they were met."""
    met: list[str] = []
    found: list[tuple[object, ...]] = []
    for event in events:
        if isinstance(event, TagRested | TagLeft):
            if event.uid not in met:
                met.append(event.uid)
            found.append((type(event), event.source, met.index(event.uid)))
        elif isinstance(event, HealthChanged):
            found.append((event.source, event.health))
    return found


@pytest.mark.silicon
def test_tags_lamps_and_a_pulled_plug_come_again_from_the_tape(evening: Recorded) -> None:
    tape, events = evening
    player, again = played(tape)
    assert told(again) == told(events)
    assert {(TagRested, "city.danzig", 1), (TagLeft, "city.danzig", 0), (TagRested, "city.riga", 0)} <= set(told(again))
    healths = [event.health for event in again if isinstance(event, HealthChanged) and event.source == "pico"]
    assert healths == [Health.GOOD, Health.DEGRADED, Health.GOOD]
    assert player.fault is None
    player.see_all_sent()
    for uid in (SHIP, BOOTH):
        assert uid[2:10] not in tape
        assert uid not in [event.uid for event in again if isinstance(event, TagRested)]


def test_line_that_damages_frames_does_so_again(tmp_path: Path) -> None:
    def spoil(rig: Rig) -> None:
        seen: list[bytes] = []

        def every_third(data: bytes) -> bytes:
            seen.append(data)
            return data[:3] + b"?" + data[4:] if data and len(seen) % 3 == 0 else data

        rig.line.fault_to_host = every_third

    story = STORY[:3]
    tape, events = recorded(tmp_path, spoil, story)
    player, again = played(tape, story)
    assert player.fault is None
    assert told(again) == told(events)
    assert (TagRested, "city.danzig", 0) in told(again)


def test_host_that_sends_something_else_is_told_the_line(evening: Recorded) -> None:
    tape, _ = evening
    other = (STORY[0], (1.5, light("city.riga"), nothing), *STORY[2:])
    with pytest.raises(TapeFault, match=r"line \d+: the driver sends 0x14 .* on serial0, and the tape has 0x14"):
        played(tape, other)


def test_host_that_does_not_send_what_it_did_is_told_the_line(evening: Recorded) -> None:
    tape, _ = evening
    with pytest.raises(TapeFault, match=r"line \d+: the tape has 0x14 .*, and the driver does not send it"):
        played(tape, (STORY[0], (STALL_S + 3.0, nothing, nothing)))


def test_host_that_leaves_the_end_out_is_told(evening: Recorded) -> None:
    tape, _ = evening
    player, _ = played(tape, STORY[:-1])
    with pytest.raises(TapeFault, match=r"line \d+: the tape has 0x14 .* as a message on serial0, and the driver does"):
        player.see_all_sent()


def test_host_that_goes_on_beyond_the_end_is_told(evening: Recorded) -> None:
    tape, _ = evening
    lines = tape.splitlines()
    end = next(number for number, line in enumerate(lines) if wire.FLAG.to_bytes().hex() + "7d32" in line)  # STRIP
    with pytest.raises(TapeFault, match="the tape ends on serial0, and the driver sends 0x1"):
        played("\n".join(lines[:end]))


def test_line_that_is_not_on_the_tape_is_told() -> None:
    _, again = played('{"format": 1, "kit": "board"}')
    (event,) = [event for event in again if isinstance(event, HealthChanged)]
    assert "cannot be opened" in event.reason


def test_answer_of_an_earlier_talk_stays_one(evening: Recorded) -> None:
    """A number that the host drew again is exchanged in what comes; one that was never current is not."""
    tape, _ = evening
    lines = tape.splitlines()
    first = next(number for number, line in enumerate(lines) if '"in"' in line)
    stray = wire.format_frame(wire.TAGS, 0x7777, 1, messages.format_tags(0, 0, 1, []))
    at = lines[first].split(",")[0]
    lines.insert(first, f'{at}, "bus": "serial0", "in": "{stray.hex()}"}}')
    player, again = played("\n".join(lines))
    assert player.fault is None
    assert (TagRested, "city.danzig", 0) in told(again)


@pytest.mark.silicon
@pytest.mark.parametrize("absent", ["", "left"])
def test_two_picos_on_one_tape_are_told_apart_in_whatever_order_they_are_opened(absent: str, tmp_path: Path) -> None:
    rigs = {}
    for name in ("right", "left"):
        (tmp_path / name).mkdir()
        rigs[name] = Rig(tmp_path / name, InProcessPico)
    rigs["left"].world.fields["city.danzig"].put(bytes.fromhex(SHIP))
    rigs["right"].world.fields["city.riga"].put(bytes.fromhex(BOOTH))
    names = {str(rig.line.host_path): name for name, rig in rigs.items()}
    recorder, tape = Recorder(Tape("board", ()), rigs["right"].world.clock, names.__getitem__), io.StringIO()
    with recording(recorder), ExitStack() as stack:
        on = [stack.enter_context(rig) for name, rig in rigs.items() if name != absent]
        for _ in range(80):
            for rig in on:
                rig.run(0.1)
    recorder.save(tape)

    player = Player(parse_tape(tape.getvalue().splitlines(), "tape"))
    kit, connected = board_kit()
    again: dict[str, list[Event]] = {"left": [], "right": []}
    with player.installed():
        for name, events in again.items():
            pico = Pico(connected, kit.times, port=Path(name), clock=player.clock, threaded=False)
            player.steps.append(pico.step)
            pico.readers.open(events.append)
            pico.lamps.open(events.append)
        player.pass_time(7.9)
    rested = {
        name: [event.source for event in events if isinstance(event, TagRested)] for name, events in again.items()
    }
    assert rested == {"left": [] if absent else ["city.danzig"], "right": ["city.riga"]}
    assert player.fault is None


# --- single lines, by hand ---

OPEN = '{"t": 0, "bus": "serial0", "open": true}'
PING = wire.format_frame(wire.PING, 5, 0)


def said(at: float, **what: bytes) -> str:
    (way, data), *_ = ((name.removesuffix("_"), data) for name, data in what.items())
    return f'{{"t": {at}, "bus": "serial0", "{way}": "{data.hex()}"}}'


def by_hand(*lines: str) -> tuple[Player, PlayedLine]:
    player = Player(parse_tape(['{"format": 1, "kit": "board"}', *lines], "tape"))
    return player, player.line("played")


def test_code_for_the_prompt_is_compared_and_answered_in_its_time() -> None:
    _, line = by_hand(OPEN, said(1, out=b"version(5)\x04"), said(2, in_=b"OK146\r\n\x04\x04>"))
    assert line.read(100) == b""
    line.write(b"\rversion(5)\x04"[1:])
    assert line.in_waiting == 0, "its answer took a second"
    _, other = by_hand(OPEN, said(1, out=b"version(5)\x04"))
    with pytest.raises(TapeFault, match=r"line 3: the driver sends 'version\(6\).*the tape has 'version\(5\)"):
        other.write(b"version(6)\x04")


def test_what_came_is_read_before_the_line_breaks() -> None:
    player, line = by_hand(
        OPEN, said(1, in_=b"\x00\x00"), '{"t": 1, "bus": "serial0", "error": 5}', said(2, in_=b"\x01")
    )
    player.clock.sleep(1.5)
    assert (line.in_waiting, line.read(10)) == (2, b"\0\0")
    with pytest.raises(OSError, match="as on the tape"):
        line.read(1)
    player.clock.sleep(1.0)
    assert line.read(10) == b"\x01"


def test_line_that_is_opened_again_goes_on_from_there() -> None:
    player, _ = by_hand(OPEN, said(1, in_=b"\x00"), OPEN.replace('"t": 0', '"t": 9'), said(9, in_=b"\x01"))
    line = player.line("played")
    assert player.clock() == 9
    assert line.read(5) == b"\x01"
    with pytest.raises(FileNotFoundError):
        player.line("played")


def test_ping_more_than_on_the_tape_and_noise_are_not_minded() -> None:
    player, line = by_hand(OPEN, said(3, out=PING), said(3.1, in_=wire.format_frame(wire.PONG, 0, 0, bytes(18))))
    line.write(b"\r" + PING)
    assert player.clock() == 0
    player.clock.sleep(3.2)
    assert line.in_waiting == 0, "the answer waits for its ping"
    line.write(PING)
    assert line.in_waiting > 0
    line.write(PING)
    line.cancel_read()
    line.close()
    player.see_all_sent()


def test_what_is_not_sent_before_a_line_is_opened_again_is_told() -> None:
    message = wire.format_frame(wire.SCENE, 5, 1, b"\x01")
    player, _ = by_hand(OPEN, said(1, out=message), said(1, out=PING), OPEN.replace('"t": 0', '"t": 9'))
    player.line("played")
    with pytest.raises(
        TapeFault, match=r"^line 3: the tape has 0x14 number 1 with 01 as a message on serial0, and the"
    ):
        player.see_all_sent()


def test_answer_to_a_greeting_waits_until_the_driver_has_greeted() -> None:
    """A clock that is a little ahead of the tape finds the answer due before the question."""
    greetings = [wire.format_frame(wire.HELLO, talk, 0, b"") for talk in (7, 8)]
    late = (said(1, out=greetings[0]), said(2, in_=greetings[0]), said(3, out=greetings[1]), said(4, in_=greetings[1]))
    player, line = by_hand(OPEN, *late)
    player.clock.sleep(5.0)
    for talk in (21, 22):
        assert line.in_waiting == 0
        ours = wire.format_frame(wire.HELLO, talk, 0, b"")
        line.write(ours)
        line.write(ours)
        assert line.read(100) == ours
