"""Steps that follow one another, each once the one before it is durable."""

from __future__ import annotations

from companion.table.intents import CallHelp, ShutDown
from companion.table.proposals import Agenda, Outcome


def test_steps_are_taken_in_order_and_those_that_lead_to_nothing_are_passed_over() -> None:
    agenda = Agenda()
    agenda.plan(lambda: None, lambda: CallHelp(True), lambda: None, ShutDown)
    assert [agenda.next() for _ in range(3)] == [CallHelp(True), ShutDown(), None]


def test_step_can_put_itself_first_again() -> None:
    agenda = Agenda()
    left = [CallHelp(True), CallHelp(False)]

    def each() -> Outcome:
        if not left:
            return None
        agenda.insert(each)
        return left.pop(0)

    agenda.plan(each, ShutDown)
    assert [agenda.next() for _ in range(4)] == [CallHelp(True), CallHelp(False), ShutDown(), None]


def test_step_that_cannot_be_done_ends_the_rest() -> None:
    agenda = Agenda()
    agenda.plan(agenda.drop, ShutDown)
    assert agenda.next() is None
    assert agenda.next() is None


def test_new_plan_replaces_what_was_left() -> None:
    agenda = Agenda()
    agenda.plan(ShutDown)
    agenda.plan(lambda: CallHelp(False))
    assert [agenda.next(), agenda.next()] == [CallHelp(False), None]
