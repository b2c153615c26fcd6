"""What every test run shares: how hypothesis looks for counterexamples, and what a test needs from the system.

Hypothesis: `default` in every run, `quick` for `make quick`, `thorough` for a long look, `mutants` for thousands of
short ones (HYPOTHESIS_PROFILE). Machines in CI and small boards are noisy, so no example has a deadline. With `CI`
set the examples are the same in every run: a failure there can be had again anywhere.

In a run of mutants no test may use more than half a minute of the processor: a mutant that loops is then ended by
SIGXCPU, which counts as killed by time-out, however slow or busy the machine is. And whatever the games remember is
forgotten first: a mutant is tried in a copy of a process that has run the sound rules already.

A test that needs a program or the name localhost says so, `@pytest.mark.needs("dot")`, or finds out: a Redis server,
a compiler and the Pico's MicroPython raise what is missing. It is then left out, with the reason; with `CI` set that
is a failure.

A run ends by naming each failed test with the command that repeats it, seed included; `HANSA_FAILED` may name a file
that gets the same lines, for whoever runs several in a row.

No test sees the configuration and the games of whoever runs it: each process of a run has a state folder of its own.

A test that starts a process or listens at a port has the marker of its kind (`starts.py`). Where a folder or a fixture
says it all, the marker is set here; elsewhere it stands at the test.
"""

import os
import resource
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hardware.simulated.micropython_node import MicroPythonMissing
from tests.needs import Missing, NotHere, is_emulated, need
from tests.starts import Watch

_NOISY = [HealthCheck.too_slow, HealthCheck.data_too_large]
_IN_CI = bool(os.environ.get("CI"))

settings.register_profile(
    "default", max_examples=50, deadline=None, derandomize=_IN_CI, suppress_health_check=_NOISY, print_blob=True
)
settings.register_profile("thorough", settings.get_profile("default"), derandomize=False, max_examples=2_000)
settings.register_profile("quick", settings.get_profile("default"), max_examples=10)
settings.register_profile("mutants", settings.get_profile("default"), derandomize=True, max_examples=3)
_PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")
settings.load_profile(_PROFILE)

MUTANT_LIMIT_S = 30
SLOW_LIMIT_S = 900  # where other tests have five minutes (pyproject.toml)
BY_FOLDER = {"browser": ("browser", "network"), "faults": ("fault",)}
MEASURED = ("firmware", "hardware")  # folders
BY_FIXTURE = {"server": "redis", "virtual": "network", "real": "network"}
_HERE = Path(__file__).parent
_FAILED = os.environ.pop("HANSA_FAILED", "")  # not for runs that tests start
collect_ignore = [] if is_emulated() else ["firmware/test_budget.py"]
_watch = Watch()
sys.addaudithook(_watch.hear)


def pytest_configure(config: pytest.Config) -> None:
    """Keep games of tests away from those of whoever runs them, and from those of other workers."""
    for name in ("HANSA_CONFIG", "STATE_DIRECTORY"):
        os.environ.pop(name, None)
    os.environ["XDG_STATE_HOME"] = folder = tempfile.mkdtemp(prefix="hansa-tests-")
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test by where it is and by what it uses; those that take long have the time for it, and no coverage."""
    if item.path.is_relative_to(_HERE):
        folder = next(part for part in item.path.relative_to(_HERE).parts if part != "lab")
        used = (BY_FIXTURE[name] for name in getattr(item, "fixturenames", ()) if name in BY_FIXTURE)
        for marker in {*BY_FOLDER.get(folder, ()), *used}:
            item.add_marker(marker)
        if item.get_closest_marker("slow"):
            if not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(SLOW_LIMIT_S))
        elif folder in MEASURED and not item.get_closest_marker("silicon"):
            item.add_marker("measured")


def pytest_sessionstart() -> None:
    """Let a mutant work out again what the sound rules have remembered."""
    if _PROFILE == "mutants":
        for name, module in list(sys.modules.items()):
            if name.startswith("companion.games."):
                for each in vars(module).values():
                    if hasattr(each, "cache_clear"):
                        each.cache_clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stop what a test starts without the marker for it."""
    with _watch.over(item.nodeid, {mark.name for mark in item.iter_markers()}), _limited():
        return (yield)


@contextmanager
def _limited() -> Iterator[None]:
    """Limit what a test of a mutant may use of the processor; afterwards the limit is as before."""
    if _PROFILE != "mutants":
        yield
        return
    before, most = resource.getrlimit(resource.RLIMIT_CPU)
    limit = int(time.process_time()) + MUTANT_LIMIT_S
    resource.setrlimit(resource.RLIMIT_CPU, (limit if before == resource.RLIM_INFINITY else min(limit, before), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (before, most))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how to repeat what failed."""
    failed = {report.nodeid for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, ())}
    seed = config.getoption("randomly_seed", None)
    chance = f" --randomly-seed={seed}" if isinstance(seed, int) else ""
    environment = os.path.relpath(sys.prefix, _HERE.parent)  # there is one for each other Python
    lines = [f"{environment}/bin/python -m pytest{chance} {shlex.quote(name)}" for name in sorted(failed)]
    if lines:
        terminalreporter.section("to repeat what failed")
    for line in lines:
        terminalreporter.write_line(line)
    if lines and _FAILED:
        with Path(_FAILED).open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)


@contextmanager
def _or_left_out() -> Iterator[None]:
    try:
        yield
    except (Missing, MicroPythonMissing) as missing:
        if _IN_CI:
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    except NotHere as here:
        pytest.skip(str(here))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Leave a test out that says that it needs what is not there, or whose fixtures find out."""
    with _or_left_out():
        for mark in item.iter_markers("needs"):
            for name in mark.args:
                need(name)
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Leave a test out that finds out itself; fail one whose start of a process was stopped, whoever kept it quiet."""
    with _or_left_out():
        outcome = yield
    if _watch.stopped:
        pytest.fail(_watch.stopped[0], pytrace=False)
    return outcome
