"""Nothing that identifies people or pieces gets through."""

from __future__ import annotations

import json
import string
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from companion.words.redaction import Redaction, copy_shown

HEX = st.sampled_from((8, 14, 20)).flatmap(lambda size: st.text("0123456789abcdef", min_size=size, max_size=size))
TAGS = HEX.filter(lambda tag: not tag.startswith(("20", "000")))
AROUND = st.text(string.ascii_letters + " .,:'\"[]{}=\n", max_size=8).filter(lambda text: not text[-1:].isalpha())


@given(tag=TAGS, before=AROUND, after=st.sampled_from((" ", "'", '"', "\n", ",", ")", ".", "")))
def test_tag_does_not_get_through(tag: str, before: str, after: str) -> None:
    redaction = Redaction(())
    text = redaction.text(f"{before}{tag}{after}")
    assert tag not in text
    assert redaction.text(f"{before}{tag}{after}") == text


@given(tags=st.lists(TAGS, unique=True, max_size=6))
def test_trace_keeps_its_form_and_its_numbers(tags: list[str]) -> None:
    event = {"pieces": dict.fromkeys(tags, "ship"), "seed": 12345678901234567890, "uid": tags[:1], "t": 12345678.0}
    told = Redaction(()).json(event)
    assert isinstance(told, dict)
    text = json.dumps(told)
    assert not any(tag in text for tag in tags)
    assert [len(tag) for tag in told["pieces"]] == [len(tag) for tag in tags]
    assert told["uid"] == list(told["pieces"])[:1]
    assert (told["seed"], told["t"]) == (event["seed"], event["t"])


def test_names_become_colours_as_whole_words() -> None:
    redaction = Redaction({"gray": "Anna", "white": "Ann", "purple": "J.R."}.items())
    assert redaction.text("Anna, Ann and Annabel; J.R. sails") == "gray, white and Annabel; purple sails"


def test_pins_and_passwords_do_not_get_through() -> None:
    redaction = Redaction(())
    for line in ("the PIN is 482913", "PIN 482913.", "482913, again", "(482913)"):
        assert "482913" not in redaction.text(line)
    assert redaction.text("redis://ann:secret@server:6379/0") == "redis://…@server:6379/0"
    assert redaction.text("redis://:a/b@c@server/0: away") == "redis://…@server/0: away"
    assert redaction.text("at redis://server/0?password=secret it is") == "at redis://server/0?… it is"


@given(password=st.text(string.printable, min_size=1))
@example("://")
@example("?@/#")
def test_password_does_not_show_wherever_in_an_address_it_stands(password: str) -> None:
    marked = f"<<{password}>>"
    for address in (
        f"redis://:{marked}@club:6379/0",
        f"redis://{marked}:{marked}@club",
        f"redis://club:6379/0?password={marked}",
        f"redis://:{marked}@club:6379/0?password={marked}&db=1",
        f"table:{marked}@club:6379",
    ):
        shown = copy_shown(address)
        assert "<" not in shown
        assert ">" not in shown


def test_times_games_and_addresses_stay() -> None:
    redaction = Redaction((), Path("/home/ann"))
    line = "2026-11-16T20:00:00+0000 game 2026-11-16-1a2b3c4d begins at 192.168.1.20:8080, built 20261116"
    assert redaction.text(line) == line
    assert redaction.text("/home/ann/games.sqlite") == "~/games.sqlite"
