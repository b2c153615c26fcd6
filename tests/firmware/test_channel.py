"""Two ends of a conversation over a line that loses, doubles and damages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware import wire
from firmware.channel import AGAIN, DONE, FRESH, STRAY, Channel
from tests.kit.examples import examples

SESSION = 9


class End:
    """One end: says its messages in order, writes down what it hears."""

    def __init__(self, messages: list[bytes]) -> None:
        self.to_say = list(messages)
        self.heard: list[bytes] = []
        self.decoder = wire.Decoder()
        self.channel = Channel(self.pull)
        self.channel.open(SESSION)

    def pull(self) -> tuple[int, bytes] | None:
        return (wire.SCENE, self.to_say.pop(0)) if self.to_say else None

    def take(self, data: bytes) -> bytes:
        answers = b""
        for kind, _, sequence, payload in self.decoder.feed(data):
            if kind == wire.ACK:
                self.channel.acknowledged(sequence)
                continue
            arrival = self.channel.arrival(sequence)
            if arrival == FRESH:
                self.heard.append(payload)
                answers += self.channel.answer(sequence, DONE)
            elif arrival == AGAIN:
                answers += self.channel.answer_again()
        return answers


def damaged(data: bytes, fault: int) -> bytes:
    if fault == 0:
        return b""
    if fault == 1:
        return data + data
    if fault == 2:
        return data[: len(data) // 2]
    if fault == 3:
        return data[:2] + bytes((data[2] ^ 0x10,)) + data[3:] if len(data) > 2 else data
    return data


faults = st.lists(st.integers(0, 8), max_size=200)
texts = st.lists(st.binary(min_size=1, max_size=20), max_size=12)


@examples(200)
@given(texts, texts, faults)
def test_every_message_arrives_once_and_in_order(ours: list[bytes], theirs: list[bytes], trouble: list[int]) -> None:
    one, two = End(ours), End(theirs)
    upcoming = iter(trouble)
    to_one = to_two = b""
    # Long enough for every fault to be outlived: patience grows to 1.6 s.
    for now_ms in range(0, 300_000, 50):
        to_two += one.channel.due(now_ms)
        to_one += two.channel.due(now_ms)
        if to_one or to_two:
            to_one, to_two = damaged(to_one, next(upcoming, 9)), damaged(to_two, next(upcoming, 9))
        answers_two, answers_one = two.take(to_two), one.take(to_one)
        to_two, to_one = answers_one, answers_two
        if not (to_one or to_two or one.channel.busy or two.channel.busy or one.to_say or two.to_say):
            break
    assert two.heard == ours
    assert one.heard == theirs


def test_message_without_answer_is_repeated_more_and_more_patiently() -> None:
    end = End([b"scene"])
    sent_ms = [now_ms for now_ms in range(0, 6000, 10) if end.channel.due(now_ms)]
    assert sent_ms == [0, 100, 300, 700, 1500, 3100, 4700]
    assert end.channel.resent == 6
    assert end.channel.waited_ms(6000) == 6000
    end.channel.acknowledged(1)
    assert end.channel.waited_ms(6000) == 0


def test_closed_channel_says_nothing() -> None:
    end = End([b"scene"])
    end.channel.open(0)
    assert end.channel.due(0) == b""
    assert end.to_say == [b"scene"]


def test_sequence_wraps() -> None:
    one, two = End([bytes((number % 256,)) for number in range(600)]), End([])
    for now_ms in range(700):
        one.take(two.take(one.channel.due(now_ms)))
    assert two.heard == [bytes((number % 256,)) for number in range(600)]


def test_first_sequence_of_a_conversation_is_no_repetition() -> None:
    assert End([]).channel.arrival(0) == STRAY
    assert End([]).channel.arrival(1) == FRESH


def test_acknowledgement_of_something_else_ends_nothing() -> None:
    end = End([b"scene"])
    end.channel.due(0)
    assert end.channel.acknowledged(2) == -1
    assert end.channel.busy
    assert end.channel.acknowledged(1) == wire.SCENE
    assert end.channel.acknowledged(1) == -1
