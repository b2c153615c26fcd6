"""A self-test on tape: what was said to the buses and by the person, recorded, or played back to the same drivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from companion.check.measured import Fault, Verdict
from companion.check.person import Person, Question, Task
from companion.check.probes import Probe
from companion.check.subject import Setting, chip_probe
from companion.check.workbench import Bench
from companion.running.devices import simulated_devices, simulated_table
from hardware.kit.connections import Kit
from hardware.recording.tape_player import Player
from hardware.recording.tape_recorder import Recorder

_YES = "yes"


class RecordedPerson:
    """A person whose answers are written down."""

    def __init__(self, person: Person, recorder: Recorder) -> None:
        self._person, self._recorder = person, recorder

    def do(self, task: Task, /) -> bool:
        """Have something done."""
        done = self._person.do(task)
        self._recorder.said(f"{task.act} {task.name}", _YES if done else "no")
        return done

    def start(self, task: Task, /) -> bool:
        """Have something done that the hardware notices by itself."""
        return self._person.start(task)

    def given_up(self) -> Verdict | None:
        """Tell what the person says of what was started."""
        return self._person.given_up()

    def sees(self, question: Question, /) -> Verdict:
        """Ask whether something can be seen."""
        verdict = self._person.sees(question)
        self._recorder.said(f"{question.sight} {question.name}", verdict)
        return verdict


class PlayedPerson:
    """A person who says again what was said."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def do(self, task: Task, /) -> bool:
        """Return whether it was done."""
        return self._player.answer(f"{task.act} {task.name}") == _YES

    def start(self, _: Task, /) -> bool:
        """Do nothing: buttons are on no tape."""
        return False

    def given_up(self) -> Verdict | None:
        """Say that nobody is there."""
        return Verdict.NOBODY

    def sees(self, _: Question, /) -> Verdict:
        """Say that nobody is there."""
        return Verdict.NOBODY


@contextmanager
def played_setting(kit: Kit, player: Player) -> Iterator[Setting]:
    """Lay a table whose pad is on a tape; readers behind a Pico are on none that could be played back."""

    @contextmanager
    def probes() -> Iterator[Mapping[str, Probe | Fault]]:
        with ExitStack() as stack:
            found: dict[str, Probe | Fault] = dict.fromkeys(
                kit.readers, Fault("is not played back", "only the pad's transfers can be")
            )
            if kit.pad is not None:
                found[kit.pad.name] = chip_probe(stack, kit.pad, 0, kit.pad.reset, player.clock, player.clock.sleep)
            yield found

    with player.installed():
        bench = Bench(kit, simulated_devices(simulated_table(kit)), probes, player.clock.sleep)
        yield Setting(bench, PlayedPerson(player))
