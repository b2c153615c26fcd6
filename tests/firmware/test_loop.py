"""The loop under stages that fail, a watchdog that bites, and a strip of either colour order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware import channel, messages, wire
from firmware.loop import PROVEN_MS, Firmware
from firmware.pico_board import WATCHDOG_MS
from hardware.pico.session import Phase
from hardware.ports import Colour, Health, Light, Pattern
from hardware.simulated.micropython_cpython import InProcessPico
from tests.kit.board import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Rig(tmp_path, InProcessPico) as rig:
        yield rig


def running(rig: Rig) -> Firmware:
    assert isinstance(rig.pico, InProcessPico)
    firmware = getattr(rig.pico.step, "__self__", None)
    assert isinstance(firmware, Firmware)
    return firmware


def break_stage(rig: Rig, monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    def fail() -> None:
        raise MemoryError

    monkeypatch.setattr(running(rig), stage, fail)


@pytest.mark.silicon
@pytest.mark.parametrize("stage", ["_greet", "_begin", "_listen", "_answer", "_shine", "_finish", "_speak"])
def test_stage_that_fails_for_a_while_is_counted_and_survived(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    rig.go_live()
    with monkeypatch.context() as spoilt:
        break_stage(rig, spoilt, stage)
        rig.run(1.5)
    rig.run_until(lambda: rig.host.quality.pico_faults > 0)
    assert rig.host.phase is Phase.LIVE
    assert rig.pico.starts == 1


@pytest.mark.silicon
@pytest.mark.parametrize("stage", ["_listen", "_shine", "_finish"])
def test_loop_that_lives_but_no_longer_works_is_restarted_by_the_watchdog(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    rig.go_live()
    break_stage(rig, monkeypatch, stage)
    rig.run_until(lambda: rig.pico.starts == 2, within_s=15)
    rig.run_until(rig.is_live)


@pytest.mark.silicon
def test_hellos_that_cannot_be_read_do_not_keep_the_watchdog_hungry(rig: Rig) -> None:
    rig.go_live()
    hello = wire.format_frame(wire.HELLO, 1, 0, b"?")
    rig.line.fault_to_device = lambda data: hello + data if rig.line.device_waiting < 200 else data
    rig.run(WATCHDOG_MS / 1000 + 2)
    rig.line.fault_to_device = lambda data: data
    rig.run_until(lambda: rig.host.quality.pico_strays > 100)
    assert rig.host.quality.pico_faults == 0
    assert rig.host.quality.sessions == 1, "what came with them was heard"
    assert rig.pico.starts == 1


@pytest.mark.silicon
def test_start_is_proven_after_a_while(rig: Rig) -> None:
    assert (rig.flash / "starts").read_text() == "1"
    rig.run(PROVEN_MS / 1000 + 0.5)
    assert (rig.flash / "starts").read_text() == "0"


@pytest.mark.silicon
def test_three_starts_that_fail_end_without_watchdog(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(rig.pico, InProcessPico)
    while rig.world.guarded:
        break_stage(rig, monkeypatch, "_shine")
        starts = rig.pico.starts
        while rig.pico.starts == starts:
            rig.run(1.0)
    assert rig.pico.maintenance == "3 starts in a row have failed"
    assert rig.pico.starts == 4


def test_strip_that_takes_red_first_shows_the_same_colours(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico)
    rig.pico_kit = replace(rig.pico_kit, strip=replace(rig.pico_kit.strip, colour_order="rgb"))
    rig.host = rig.new_host()
    with rig:
        rig.go_live()
        rig.host.lamps.show({"end": Light(Pattern.ON, Colour(1, 2, 3))})
        rig.run_until(lambda: rig.colour("end") == (1, 2, 3))


def test_kit_of_three_readers_and_forty_lamps_works(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico)
    names = tuple(f"lamp.{number}" for number in range(40))
    selects = dict(list(rig.pico_kit.selects.items())[:3])
    rig.pico_kit = replace(rig.pico_kit, selects=selects, strip=replace(rig.pico_kit.strip, lamps=names, cap_ma=2500))
    rig.host = rig.new_host()
    with rig:
        rig.go_live()
        colours = {name: Colour(number, 0, 255 - number) for number, name in enumerate(names)}
        rig.host.lamps.show({name: Light(Pattern.ON, colour) for name, colour in colours.items()})
        rig.run_until(lambda: rig.colour("lamp.39") == colours["lamp.39"])
        assert [rig.colour(name) for name in names] == list(colours.values())
        assert rig.host.readers.names == tuple(selects)
        rig.world.fields[next(iter(selects))].put(bytes.fromhex("04a1b2c3d4e5f6"))
        rig.run_until(lambda: len(rig.tag_events()) == 1)


def test_lamps_that_a_new_host_does_not_know_are_dark(rig: Rig) -> None:
    rig.go_live()
    names = rig.pico_kit.strip.lamps
    rig.host.lamps.show({names[-1]: Light(Pattern.ON, Colour(0, 90, 0))})
    rig.run_until(lambda: rig.world.lamps()[-1] == (0, 90, 0))
    rig.host.readers.close()
    rig.host.lamps.close()
    rig.pico_kit = replace(rig.pico_kit, strip=replace(rig.pico_kit.strip, lamps=names[:3]))
    rig.host = rig.new_host()
    rig.host.readers.open(rig.events.append)
    rig.go_live()
    assert rig.world.lamps() == [(0, 0, 0)] * len(names)


def test_pins_that_cannot_be_used_are_refused_with_the_reason(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico)
    rig.pico_kit = replace(rig.pico_kit, reset=24)
    rig.host = rig.new_host()
    with rig:
        rig.run_until(lambda: rig.host.phase is Phase.UNFIT)
        (event,) = rig.health_events("pico")
        assert event.health is Health.DEGRADED
        assert "reset: GP24 is not free for it" in event.reason
        assert rig.world.driven == set()


def test_other_settings_of_a_new_host_take_the_place_of_the_old(rig: Rig) -> None:
    rig.go_live()
    rig.host.readers.close()
    rig.host.lamps.close()
    rig.pico_kit = replace(rig.pico_kit, gains_db=dict.fromkeys(rig.pico_kit.selects, 48))
    rig.host = rig.new_host()
    rig.host.readers.open(rig.events.append)
    rig.go_live()
    assert {chip.gain_db for chip in rig.world.chips.values()} == {48}


class Talk:
    """Speaks to the firmware by hand."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.decoder = wire.Decoder()
        self.heard: list[tuple[int, int, int, bytes]] = []
        rig.line.fault_to_host = self.hear

    def hear(self, data: bytes) -> bytes:
        self.heard += self.decoder.feed(data)
        return b""

    def say(self, kind: int, session: int, sequence: int, payload: bytes = b"") -> list[tuple[int, bytes]]:
        self.heard.clear()
        frame = wire.format_frame(kind, session, sequence, payload)
        self.rig.line.fault_to_device = lambda data: frame
        self.rig.line.pump()
        self.rig.line.fault_to_device = lambda data: b""
        self.rig.pico.run(0.02)
        self.rig.line.pump()
        self.rig.pico.run(0.02)
        self.rig.line.pump()
        return [(kind, payload) for kind, _, _, payload in self.heard]


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    rig = Rig(tmp_path, InProcessPico)
    talk = Talk(rig)
    rig.pico.run(0.05)
    rig.line.pump()
    yield talk
    rig.line.close()


def answers(said: list[tuple[int, bytes]]) -> list[tuple[int, str]]:
    return [messages.parse_ack(payload) for kind, payload in said if kind == wire.ACK]


def test_host_of_another_protocol_gets_a_hello_and_no_session(talk: Talk) -> None:
    (hello,) = talk.say(wire.HELLO, 5, 0, messages.format_hello(wire.PROTOCOL + 1))
    assert hello[0] == wire.HELLO
    assert messages.parse_hello(hello[1])[0] == wire.PROTOCOL
    (again,) = talk.say(wire.BUS, 5, 1, b"")
    assert again[0] == wire.HELLO, "a stranger is told who is here"


def test_messages_before_the_configuration_are_refused(talk: Talk) -> None:
    talk.say(wire.HELLO, 5, 0, messages.format_hello(wire.PROTOCOL))
    assert answers(talk.say(wire.SCENE, 5, 1, b"\3")) == [(channel.REFUSED, "not configured yet")]
    assert answers(talk.say(wire.HOT, 5, 2, b"")) == [(channel.REFUSED, "not configured yet")]
    assert answers(talk.say(0x3F, 5, 3, b"")) == [(channel.UNKNOWN, "")]
    assert answers(talk.say(wire.BUS, 5, 4, b"?")) == [(channel.MALFORMED, "1 bytes instead of 9")]
    assert answers(talk.say(wire.BUS, 5, 4, b"?")) == [(channel.MALFORMED, "1 bytes instead of 9")]
    assert answers(talk.say(wire.BUS, 5, 9, b"?")) == []


def test_signal_without_a_handle_is_refused(talk: Talk) -> None:
    talk.say(wire.HELLO, 5, 0, messages.format_hello(wire.PROTOCOL))
    assert answers(talk.say(wire.SIGNAL, 5, 1, b"\1")) == [(channel.REFUSED, "not configured yet")]
    talk.say(wire.COMMIT, 5, 2, messages.format_commit(0, 300, 350, 120, 300, 3, 3000))
    assert answers(talk.say(wire.SIGNAL, 5, 3, b"\1")) == [(channel.REFUSED, "no handle")]


def test_configuration_that_a_new_conversation_breaks_off_is_forgotten(talk: Talk) -> None:
    bus = messages.format_bus(0, 18, 19, 16, 17, 1_000_000)
    for session in (5, 6):
        talk.say(wire.HELLO, session, 0, messages.format_hello(wire.PROTOCOL))
        assert answers(talk.say(wire.BUS, session, 1, bus)) == [(channel.DONE, "")]


def test_maintenance_needs_its_word(talk: Talk) -> None:
    assert isinstance(talk.rig.pico, InProcessPico)
    assert talk.say(wire.MAINTENANCE, 9, 0, b"please") == []
    talk.rig.pico.run(1.0)
    assert talk.rig.pico.starts == 1
    assert answers(talk.say(wire.MAINTENANCE, 9, 0, messages.MAINTENANCE_WORD)) == [(channel.DONE, "")]
    talk.rig.pico.run(1.0)
    assert talk.rig.pico.maintenance == "asked for by the host"
    assert not talk.rig.world.guarded


def test_configuration_without_readers_and_strip_is_sound(talk: Talk) -> None:
    talk.say(wire.HELLO, 5, 0, messages.format_hello(wire.PROTOCOL))
    commit = messages.format_commit(0, 300, 350, 120, 300, 3, 3000)
    said = talk.say(wire.COMMIT, 5, 1, commit)
    assert answers(said) == [(channel.DONE, "")]
    assert (wire.COMPLETE, b"") in said
    talk.rig.pico.run(1.0)
    assert running(talk.rig).faults == 0
