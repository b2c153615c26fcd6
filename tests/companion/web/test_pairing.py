"""The PIN, sessions and rates, on a clock of their own."""

from __future__ import annotations

import threading
from random import Random

from companion.web.guard import Rate
from companion.web.pairing import ALL_GUESSES, GUESSES, MOST_SESSIONS, PIN_S, SESSION_S, Answer, Pairing
from tests.kit.waiting import HELD_UP_S, PATIENCE_S


class _Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_pin_has_six_digits_and_stays_while_it_is_shown() -> None:
    pairing = Pairing(_Time(), Random(1))
    pin = pairing.show_pin()
    assert len(pin) == 6
    assert pin.isdecimal()
    assert pairing.show_pin() == pin


def test_pin_lapses() -> None:
    time = _Time()
    pairing = Pairing(time, Random(1))
    pin = pairing.show_pin()
    time.now = PIN_S
    assert pairing.pair(pin, "phone") == (Answer.NONE_SHOWN, "")
    assert pairing.show_pin() != pin


def test_stranger_who_guesses_shuts_out_nobody_but_himself() -> None:
    time = _Time()
    pairing = Pairing(time, Random(1))
    pin = pairing.show_pin()
    for _ in range(GUESSES):
        assert pairing.pair("", "stranger")[0] is Answer.WRONG
    time.now += 60.0  # no longer too often
    assert pairing.pair(pin, "stranger") == (Answer.NO_MORE, "")
    assert pairing.pair(pin, "player")[0] is Answer.PAIRED


def test_player_who_mistyped_may_try_again_when_the_pin_is_shown_again() -> None:
    time = _Time()
    pairing = Pairing(time, Random(1))
    pin = pairing.show_pin()
    for _ in range(GUESSES):
        pairing.pair("", "player")
    time.now += 60.0
    assert pairing.show_pin() == pin
    assert pairing.pair(pin, "player")[0] is Answer.PAIRED


def test_pin_is_spent_by_wrong_guesses_from_a_hundred_addresses() -> None:
    pairing = Pairing(_Time(), Random(1))
    pin = pairing.show_pin()
    for number in range(ALL_GUESSES):
        assert pairing.pair("", f"phone {number // GUESSES}")[0] is Answer.WRONG
    assert pairing.pair(pin, "another")[0] is Answer.NONE_SHOWN
    assert pairing.show_pin() != pin


def test_session_expires() -> None:
    time = _Time()
    pairing = Pairing(time, Random(1))
    _, token = pairing.pair(pairing.show_pin(), "phone")
    time.now = SESSION_S - 1
    assert pairing.is_paired(token)
    time.now = SESSION_S
    assert not pairing.is_paired(token)


def test_keeping_phones_out_ends_every_session() -> None:
    pairing = Pairing(_Time(), Random(1))
    pin = pairing.show_pin()
    _, token = pairing.pair(pin, "phone")
    pairing.unpair_all()
    assert not pairing.is_paired(token)


def test_sessions_are_bounded_and_the_oldest_goes() -> None:
    pairing = Pairing(_Time(), Random(1))
    tokens = [pairing.pair(pairing.show_pin(), f"phone {number}")[1] for number in range(MOST_SESSIONS + 1)]
    assert not pairing.is_paired(tokens[0])
    assert all(map(pairing.is_paired, tokens[1:]))


def test_rate_lets_a_burst_through_and_then_one_at_a_time() -> None:
    time = _Time()
    rate = Rate(2, 10.0, time)
    assert [rate.allows("a"), rate.allows("a"), rate.allows("a"), rate.allows("b")] == [True, True, False, True]
    time.now = 10.0
    assert [rate.allows("a"), rate.allows("a")] == [True, False]


def test_rate_remembers_a_bounded_number_of_callers() -> None:
    rate = Rate(1, 1.0, _Time())
    for caller in range(3 * Rate.MOST_CALLERS):
        rate.allows(str(caller))
    assert len(rate._spent) <= Rate.MOST_CALLERS


def test_phone_that_is_paired_as_all_are_kept_out_is_kept_out() -> None:
    others: list[threading.Thread] = []

    class Chance(Random):
        def getrandbits(self, k: int, /) -> int:
            if k == 256:  # a token
                others.append(threading.Thread(target=pairing.unpair_all))
                others[0].start()
                others[0].join(HELD_UP_S)  # it has to wait, unless the two may come between each other
            return super().getrandbits(k)

    pairing = Pairing(_Time(), Chance(1))
    _, token = pairing.pair(pairing.show_pin(), "phone")
    others[0].join(PATIENCE_S)
    assert not pairing.is_paired(token)
