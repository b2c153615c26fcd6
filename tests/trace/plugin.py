"""A pytest plugin that takes down what became of each test function, all its parameters together."""

from __future__ import annotations

import pytest

PASSED = "passed"


class Outcomes:
    """What became of the tests of a run, by node id without parameters.

    A test passed if each of its cases ran and passed, set-up and tear-down included; a skipped case is not passed.
    """

    def __init__(self) -> None:
        self.of: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid.partition("[")[0]
        if report.outcome != PASSED or hasattr(report, "wasxfail"):
            self.of[test] = report.outcome if report.outcome != PASSED else "passed, but was expected to fail"
        elif report.when == "call":
            self.of.setdefault(test, PASSED)
