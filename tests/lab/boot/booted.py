"""A Debian folder that is booted in a container, with a cable to a phone: systemd is process 1 in it, as on a Pi.

The container has a network of its own, whose only other end is the phone's; nothing leads outside. Its control groups
are the unified ones, and it may load the programs by which systemd filters addresses (`bpf`): what is let in and kept
out is decided by the kernel, not by a test.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tests.lab.boot.commands import CommandFailed, run
from tests.lab.boot.root_folder import ROOT

PORT: Final = 8080
TABLE: Final = "10.77.0.1"  # an address as of a local network, of a network that is made here
PHONE: Final = "10.77.0.2"
PATIENCE_S: Final = 120.0


class Booted:
    """A system that runs."""

    def __init__(self, folder: Path, leader: int, phone: str) -> None:
        self.folder, self._leader, self._phone = folder, leader, phone

    def run(self, *command: str) -> str:
        """Run a command in it as root; raise CommandFailed."""
        enter = ("nsenter", "--target", str(self._leader), "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup")
        return run(*enter, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", *command)

    def on_its_network(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a program of this checkout that speaks to what listens in it."""
        return subprocess.Popen(("nsenter", "--target", str(self._leader), "--net", *command), cwd=ROOT)

    def fails(self, *command: str) -> str:
        """Run a command that must fail; return what it said."""
        try:
            said = self.run(*command)
        except CommandFailed as failed:
            return failed.said
        raise AssertionError(f"{' '.join(command)} went well: {said}")

    def shows(self, unit: str, *names: str) -> dict[str, str]:
        """Ask systemd for properties of a unit."""
        told = self.run("systemctl", "show", unit, *(f"--property={name}" for name in names))
        return dict(line.split("=", 1) for line in told.splitlines() if "=" in line)

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask the page, as a browser on the same machine."""
        return json.loads(self.run("python3", "-c", _ASK, f"http://127.0.0.1:{PORT}{path}", json.dumps(body)))

    def ask_as_phone(self, path: str, within_s: float = 5) -> str:
        """Ask the page from the other end of the cable; return the first line of the answer, or what became of it."""
        inside = ("ip", "netns", "exec", self._phone, "python3", "-c", _ASK_AS_PHONE)
        return run(*inside, f"http://{TABLE}:{PORT}{path}", str(within_s)).strip()

    def log(self, unit: str = "hansa-companion.service") -> str:
        """Return what a unit has told since the start."""
        return self.run("journalctl", "--boot", "--no-pager", "--output=cat", f"--unit={unit}")

    def cut_power(self) -> None:
        """End everything in it at once."""
        os.kill(self._leader, signal.SIGKILL)
        self.wait_off()

    def wait_off(self) -> None:
        """Wait until it has gone off."""
        gone = Path(f"/proc/{self._leader}")
        deadline = time.monotonic() + PATIENCE_S
        while gone.exists():
            assert time.monotonic() < deadline, "it does not go off"
            time.sleep(0.1)

    def until(self, holds: Callable[[], Any], what: str) -> Any:
        """Wait until something holds; an answer that fails does not."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            with suppress(CommandFailed, OSError, ValueError):
                if found := holds():
                    return found
            if time.monotonic() > deadline:
                raise AssertionError(f"{what}: not within {PATIENCE_S:g} s")
            time.sleep(0.2)  # another machine works meanwhile


_ASK: Final = """
import json, sys, urllib.request
address, body = sys.argv[1], json.loads(sys.argv[2])
data = None if body is None else json.dumps(body).encode()
headers = {"Content-Type": "application/json", "Origin": address[: address.index("/", 8)]}
print(urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=20).read().decode())
"""
_ASK_AS_PHONE: Final = """
import sys, urllib.request
try:
    print(urllib.request.urlopen(sys.argv[1], timeout=float(sys.argv[2])).status)
except OSError as error:
    print(f"kept out: {getattr(error, 'reason', error)}")
"""


@contextmanager
def booted(folder: Path) -> Iterator[Booted]:
    """Boot a folder; at the end of the block it is shut down as a Pi is, unless that has happened already."""
    with ExitStack() as stack:
        table, phone = (f"hc{os.getpid()}{end}" for end in "tp")
        for name in (table, phone):
            run("ip", "netns", "add", name)
            stack.callback(_quietly, "ip", "netns", "del", name)
            run("ip", "-n", name, "link", "set", "lo", "up")
        _cable(table, phone)
        process = stack.enter_context(_container(folder, table))
        leader = _leader(process)
        system = Booted(folder, leader, phone)
        system.until(lambda: _state(system) in ("running", "degraded"), "booting")
        yield system
        with suppress(CommandFailed):  # it may be off already, and its answer may be lost
            system.run("systemctl", "poweroff")
        process.wait(PATIENCE_S)


def _state(system: Booted) -> str:
    try:
        return system.run("systemctl", "is-system-running").strip()
    except CommandFailed as failed:  # every other state is an error to it
        return failed.said.strip().splitlines()[-1] if failed.said.strip() else ""


@contextmanager
def _container(folder: Path, network: str) -> Iterator[subprocess.Popen[bytes]]:
    command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--directory", str(folder), "--boot"]
    command += ["--capability=all", "--system-call-filter=bpf", f"--network-namespace-path=/run/netns/{network}"]
    environment = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
    with (folder.parent / "console.log").open("wb") as console:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT, env=environment
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(30)
                process.kill()
                process.wait()


def _leader(process: subprocess.Popen[bytes]) -> int:
    """Return the number, outside, of the process that is 1 inside."""
    deadline = time.monotonic() + PATIENCE_S
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while time.monotonic() < deadline and process.poll() is None:
        for child in children.read_text().split():
            with suppress(OSError):
                if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                    return int(child)
        time.sleep(0.05)
    raise AssertionError(f"systemd-nspawn did not boot: exit {process.poll()}")


def _cable(table: str, phone: str) -> None:
    ends = {table: TABLE, phone: PHONE}
    names = {name: f"v{name[2:]}" for name in ends}
    run("ip", "link", "add", names[table], "netns", table, "type", "veth", "peer", "name", names[phone], "netns", phone)
    for name, address in ends.items():
        run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", names[name])
        run("ip", "-n", name, "link", "set", names[name], "up")


def _quietly(*command: str) -> None:
    with suppress(CommandFailed):
        run(*command)
