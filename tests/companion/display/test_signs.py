"""Signs: private ones never leave the panel."""

from hypothesis import given
from hypothesis import strategies as st

from companion.display.signs import ALL, OPEN_SEATS, SEATS, spelled


@given(st.text(st.sampled_from([*ALL, *"abc "])))
def test_spelled_text_has_no_private_characters_and_keeps_its_length(text: str) -> None:
    assert not any("\ue000" <= character <= "\uf8ff" for character in spelled(text))
    assert len(spelled(text)) == len(text)


def test_signs_differ_and_stay_different_when_spelled() -> None:
    assert len(set(ALL)) == len(ALL) == len(set(map(spelled, ALL)))


def test_there_is_a_sign_for_each_of_four_seats() -> None:
    assert len(set(SEATS)) == len(set(OPEN_SEATS)) == 5
