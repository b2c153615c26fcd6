import pytest

from hardware.joined import JoinedLamps, JoinedReaders
from hardware.ports import Event, Health, Lamps, Light, Pattern, Readers, Signal, Sink
from hardware.simulated.soft_ports import SoftLamps, SoftReaders
from hardware.simulated.soft_table import SoftTable


def readers(*names: str) -> Readers:
    return SoftTable(readers=names, buttons=(), lamps=()).readers


class Refusing(SoftLamps):
    def open(self, sink: Sink) -> None:
        raise OSError("no")


def lamps(*names: str) -> SoftLamps:
    return SoftLamps(names, clock=lambda: 0.0)


def test_joined_ports_keep_the_protocols() -> None:
    assert isinstance(JoinedReaders([]), Readers)
    assert isinstance(JoinedLamps([]), Lamps)


def test_joined_readers_are_one_port() -> None:
    events: list[Event] = []
    joined = JoinedReaders([readers("pad"), readers("a", "b")])
    joined.open(events.append)
    joined.watch(iter(("a",)))
    assert joined.names == tuple(joined.health) == ("pad", "a", "b")
    assert {event.source for event in events} == {"pad", "a", "b"}
    joined.close()
    assert set(joined.health.values()) == {Health.CLOSED}


def test_joined_readers_pass_on_what_a_hand_is_told() -> None:
    pad, others = readers("pad"), readers("a", "b")
    JoinedReaders([pad, others]).signal("a", Signal.REFUSED)
    assert isinstance(pad, SoftReaders)
    assert isinstance(others, SoftReaders)
    assert [*pad.signals, *others.signals] == [("a", Signal.REFUSED)] * 2, "each passes over what it has not"


class Slow:
    def __init__(self, late_s: float) -> None:
        self._late_s = late_s

    def late_s(self) -> float:
        return self._late_s


def test_joined_readers_are_as_late_as_the_latest() -> None:
    assert JoinedReaders([Slow(3.0), Slow(7.0), object()]).late_s() == 7.0  # type: ignore[list-item]
    assert JoinedReaders([]).late_s() == 0.0


def test_joined_readers_all_recount(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Readers] = []
    monkeypatch.setattr(SoftReaders, "recount", lambda port: counted.append(port))
    both = [readers("pad"), readers("a", "b")]
    JoinedReaders(both).recount()
    assert counted == both


def test_joined_readers_all_call() -> None:
    pad, others = readers("pad"), readers("a", "b")
    JoinedReaders([pad, others]).call()
    assert isinstance(pad, SoftReaders)
    assert isinstance(others, SoftReaders)
    assert [*pad.signals, *others.signals] == [("", Signal.CALLED)] * 2


def test_joined_lamps_each_show_their_part() -> None:
    left, right = lamps("a"), lamps("b", "c")
    joined = JoinedLamps([left, right])
    joined.open(lambda _: None)
    joined.show({"a": Light(Pattern.ON), "c": Light(Pattern.ON)})
    assert joined.names == ("a", "b", "c")
    assert [left.is_lit("a"), right.is_lit("b"), right.is_lit("c")] == [True, False, True]


def test_port_that_refuses_to_open_closes_the_others() -> None:
    first = lamps("a")
    joined = JoinedLamps([first, Refusing(("b",), clock=lambda: 0.0)])
    with pytest.raises(OSError, match="no"):
        joined.open(lambda _: None)
    assert first.health["a"] is Health.CLOSED
