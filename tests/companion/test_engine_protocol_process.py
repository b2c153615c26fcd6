"""The engine protocol as a process: lines in, lines out, and nothing but quit or the end of input ends it."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.processes import running
from tests.kit.waiting import PATIENCE_S
from tests.lab.reference.duel import assert_refusal
from tests.lab.reference.position import Json
from tests.lab.reference.talk import TWO

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "companion", "engine"]
NEW = json.dumps({"do": "new", **TWO}).encode()


def run(given: bytes, **environment: str) -> tuple[list[Json], int, bytes]:
    """The answers to this input, the exit status, and what was written to standard error."""
    process = subprocess.run(
        COMMAND,
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=PATIENCE_S,
        check=False,
    )
    assert process.stdout == b"" or process.stdout.endswith(b"\n")
    answers = [json.loads(line) for line in process.stdout.decode("utf-8").split("\n")[:-1]]
    return answers, process.returncode, process.stderr


@pytest.fixture
def engine() -> Iterator[subprocess.Popen[bytes]]:
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with running(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, bufsize=0, env=buffered) as process:
        yield process
        process.kill()


def ask(process: subprocess.Popen[bytes], line: bytes) -> Json:
    """Send a line and wait for its answer while the input stays open."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + b"\n")
    ready, _, _ = select.select([process.stdout], [], [], PATIENCE_S)
    assert ready, "no answer: output is not flushed after each line"
    answer = json.loads(process.stdout.readline())
    assert isinstance(answer, dict)
    return answer


def test_each_answer_is_flushed_before_the_next_request(engine: subprocess.Popen[bytes]) -> None:
    assert ask(engine, NEW)["ok"] is True
    assert ask(engine, b'{"do":"legal"}')["mover"] == "gray"
    assert_refusal(ask(engine, b""), "unreadable")
    assert ask(engine, b'{"do":"quit"}') == {"ok": True}
    assert engine.wait(PATIENCE_S) == 0


def test_quit_exits_at_once_and_leaves_later_lines() -> None:
    answers, status, _ = run(NEW + b'\n{"do":"quit"}\n{"do":"state"}\n')
    assert status == 0
    assert len(answers) == 2
    assert answers[1] == {"ok": True}


def test_refused_quit_does_not_exit() -> None:
    answers, status, _ = run(b'{"do":"quit","please":1}\n{"do":"state"}\n')
    assert [answer["refusal"]["code"] for answer in answers] == ["unreadable", "no_game"]
    assert status == 0


def test_end_of_input_exits_in_order() -> None:
    assert run(b"") == ([], 0, b"")
    answers, status, errors = run(NEW + b"\n")
    assert (len(answers), status, errors) == (1, 0, b"")


def test_last_line_without_its_end_is_answered() -> None:
    answers, status, _ = run(NEW + b'\n{"do":"state"}')
    assert (len(answers), status) == (2, 0)
    assert answers[0] == answers[1]


def test_every_line_has_one_answer_whatever_it_is() -> None:
    bad = [
        b"",
        b"   ",
        b"\xff\xfe\x00\x80",
        b'{"do":"state","x":"\xc3\x28"}',
        b'{"do":"state\xed\xa0\x80"}',
        b'{"do":"\\ud800"}',
        b"\x00",
        b'{"do":"state","x":NaN}',
        b"[" * 10_000,
        b'{"do":"play","move":' + b'{"type":' * 10_000,
        b"x" * (1024 * 1024 + 1),
        b'{"do":"state"}' + b" " * (3 * 1024 * 1024),
        b'{"do":"state"}'.ljust(1024 * 1024) + b"\r\rthat is not all",
        b'{"do":"state","x":"\x0b\x0c\x1c\x1d\x1e"}',
        '{"do":"state","x":"\x85\u2028\u2029"}'.encode(),
        '{"do":"load","record":"\x85\u2028\u2029"}'.encode(),
        '{"do":"Lübeck"}'.encode(),
        b'{"do":"L\xfcbeck"}',
        b'{"do":"state"} \x1a',
        b"\x04",
    ]
    given = NEW + b"\n" + b"".join(line + b'\n{"do":"state"}\n' for line in bad)
    answers, status, errors = run(given)
    assert status == 0
    assert errors == b""
    assert len(answers) == 1 + 2 * len(bad)
    for number in range(len(bad)):
        assert_refusal(answers[1 + 2 * number], "unreadable")
        assert answers[2 + 2 * number] == answers[0]


def test_lines_may_end_as_on_other_systems() -> None:
    answers, status, _ = run(NEW + b'\r\n{"do":"state"}\r\n')
    assert (len(answers), status) == (2, 0)
    assert answers[0] == answers[1]


def test_carriage_return_inside_a_request_is_a_blank() -> None:
    answers, _, _ = run(NEW + b'\n{"do":\r"state"}\n')
    assert len(answers) == 2
    assert answers[0] == answers[1]


def test_locale_of_the_process_does_not_matter() -> None:
    given = NEW + '\n{"do":"Lübeck"}\n{"do":"load","record":"Tønsberg"}\n{"do":"state"}\n'.encode()
    plain = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    answers, status, errors = run(given, **plain)
    assert (len(answers), status, errors) == (4, 0, b"")
    assert_refusal(answers[1], "unreadable")
    assert_refusal(answers[2], "unreadable")
    assert answers[3] == answers[0]


def test_reader_that_goes_away_makes_no_noise() -> None:
    with running(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(NEW + b"\n")
        process.stdin.close()
        process.wait(PATIENCE_S)
        assert b"Traceback" not in process.stderr.read()
