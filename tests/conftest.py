"""What every test run shares: how hypothesis looks for counterexamples, and what a test needs from the system.

Hypothesis: `default` in every run, `thorough` for a long look, `mutants` for thousands of short ones
(HYPOTHESIS_PROFILE). Machines in CI and small boards are noisy, so no example has a deadline. With `CI` set the
examples are the same in every run: a failure there can be had again anywhere.

A test that needs a program says so: `@pytest.mark.needs("redis-server")`. Where the program is missing the test is left
out, with the reason; with `CI` set that is a failure.
"""

import os
import shutil

import pytest
from hypothesis import HealthCheck, settings

_NOISY = [HealthCheck.too_slow, HealthCheck.data_too_large]
_IN_CI = bool(os.environ.get("CI"))

settings.register_profile("default", deadline=None, derandomize=_IN_CI, suppress_health_check=_NOISY, print_blob=True)
settings.register_profile("thorough", settings.get_profile("default"), derandomize=False, max_examples=2_000)
settings.register_profile("mutants", settings.get_profile("default"), derandomize=True, max_examples=3)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave a test out that needs a program which is not there."""
    for mark in item.iter_markers("needs"):
        for program in mark.args:
            if shutil.which(program) is None:
                reason = f"{program} is not installed; `make system` installs it"
                if _IN_CI:
                    pytest.fail(reason)
                pytest.skip(reason)
