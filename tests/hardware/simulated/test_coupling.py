import pytest

from hardware.simulated.field import SENSITIVITY_DB, Field, Sticker, strengths_db

SHIP, BOOTH = b"\x04ship..", b"\x04booth."
FLOOR_DB = SENSITIVITY_DB - 33  # what is heard at 33 dB


def alone_db(sticker: Sticker) -> float:
    return strengths_db({SHIP: sticker}).get(SHIP, float("-inf"))


def test_small_tag_is_an_order_of_magnitude_weaker() -> None:
    assert -26 < alone_db(Sticker(10.0)) - alone_db(Sticker(25.0)) < -20


@pytest.mark.parametrize(
    ("sticker", "heard"),
    [
        (Sticker(25.0, height_mm=20.0), True),
        (Sticker(25.0, height_mm=40.0), False),
        (Sticker(10.0, height_mm=1.0), True),
        (Sticker(10.0, height_mm=7.0), False),
        (Sticker(25.0, offset_mm=40.0), False),
    ],
)
def test_reach_follows_from_size_height_and_place(sticker: Sticker, heard: bool) -> None:
    assert (alone_db(sticker) >= FLOOR_DB) is heard


def test_booths_left_over_the_coil_load_it_until_none_is_heard() -> None:
    heard = []
    for count in range(1, 21):
        field = Field()
        for number in range(count):
            field.put(bytes((4, 0, 0, number, 0, 0, 0)), sticker=Sticker(13.0, offset_mm=5.0))
        heard.append(len(field.audible(33)))
    assert 3 <= max(heard) <= 5
    assert heard[-1] == 0


def test_ship_takes_strength_from_a_booth_and_gives_it_back() -> None:
    field = Field()
    field.put(BOOTH, sticker=Sticker(15.0))
    before = field.powered(33)[BOOTH]
    field.put(SHIP, sticker=Sticker())
    assert field.powered(33)[BOOTH] < before - 6
    field.lift(SHIP)
    assert field.powered(33)[BOOTH] == before


def test_tag_of_no_size_loads_nobody() -> None:
    field = Field()
    field.put(SHIP)
    field.put(BOOTH, sticker=Sticker(15.0))
    assert field.powered(33) == {SHIP: field.powered(33)[SHIP], BOOTH: alone_db(Sticker(15.0))}


def test_neighbours_tag_is_heard_through_its_coil_with_enough_gain() -> None:
    here, there = Field(), Field()
    here.leak(there, loss_db=30.0)
    there.put(SHIP, sticker=Sticker())
    assert [here.audible(gain_db) for gain_db in (33, 43)] == [[], [SHIP]]
