"""Who is asked: a person with keyboard and buttons, nobody, or a hand at a simulated table."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

import pytest

from companion.check.measured import Verdict
from companion.check.person import Act, AtTheKeyboard, Nobody, Question, Sight, Task

LAY = Task(Act.LAY_TAG, "pad")
PRESS = Task(Act.PRESS, "ok")
LAMP = Question(Sight.LAMP, "end")


def untouched() -> Iterator[str]:
    """A keyboard that nobody touches, and that does not end either."""
    threading.Event().wait()
    yield ""


class Table:
    """What was said, and the buttons pressed after each question."""

    def __init__(self, keys: str | Iterator[str], presses: Iterable[str | None] = ()) -> None:
        self.said: list[str] = []
        self._presses = list(presses)
        lines = keys.splitlines(keepends=True) if isinstance(keys, str) else keys
        self.person = AtTheKeyboard(lines, self.said.append, self.pressed)

    def pressed(self) -> str | None:
        return self._presses.pop(0) if self._presses else None


@pytest.mark.parametrize(
    ("keys", "verdict"),
    [
        ("y\n", Verdict.YES),
        ("Yes\n", Verdict.YES),
        ("n\n", Verdict.NO),
        ("o\n", Verdict.OTHER),
        ("s\n", Verdict.NOBODY),
        ("q\n", Verdict.NOBODY),
        ("", Verdict.NOBODY),
        ("what?\n\ny\n", Verdict.YES),
    ],
)
def test_key_answers_a_question(keys: str, verdict: Verdict) -> None:
    table = Table(keys)
    assert table.person.sees(LAMP) is verdict
    assert "end" in table.said[0]
    assert len(table.said) == max(keys.count("\n"), 1)


def test_smallest_tag_is_asked_for_because_a_larger_one_is_heard_from_farther() -> None:
    table = Table("\n")
    assert table.person.do(LAY)
    assert "the smallest" in table.said[0]


@pytest.mark.parametrize(("button", "verdict"), [("ok", Verdict.YES), ("back", Verdict.NO), ("end", Verdict.OTHER)])
def test_button_answers_a_question(button: str, verdict: Verdict) -> None:
    table = Table(untouched(), ["back", None, "up", button])
    assert table.person.sees(LAMP) is verdict, "what was pressed before the question is no answer"


def test_task_is_done_with_enter_and_left_with_s_or_n() -> None:
    table = Table("\n\ns\nn\n")
    assert [table.person.do(LAY) for _ in range(4)] == [True, True, False, False]


def test_keyboard_that_ends_means_nobody_for_all_the_rest() -> None:
    table = Table("\n")
    assert table.person.do(LAY)
    assert not table.person.do(LAY)
    said = len(table.said)
    assert not table.person.do(LAY)
    assert not table.person.start(PRESS)
    assert table.person.sees(LAMP) is Verdict.NOBODY
    assert len(table.said) == said, "nobody is there to be asked"


def test_quitting_leaves_the_rest() -> None:
    table = Table("q\n\n\n")
    assert not table.person.do(LAY)
    assert not table.person.do(LAY)


@pytest.mark.parametrize(("keys", "said"), [("\n", Verdict.NO), ("s\n", Verdict.NOBODY), ("", Verdict.NOBODY)])
def test_line_in_place_of_a_press_gives_up(keys: str, said: Verdict) -> None:
    table = Table(keys)
    assert table.person.start(PRESS)
    while (verdict := table.person.given_up()) is None:
        pass
    assert verdict is said


def test_person_who_says_nothing_is_still_trying() -> None:
    table = Table(untouched())
    assert table.person.start(PRESS)
    assert table.person.given_up() is None


def test_nobody_does_and_sees_nothing() -> None:
    assert not Nobody().do(LAY)
    assert not Nobody().start(PRESS)
    assert Nobody().given_up() is Verdict.NOBODY
    assert Nobody().sees(LAMP) is Verdict.NOBODY
