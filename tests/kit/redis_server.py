"""A real redis-server on a unix socket in a folder of its own, which ends with the test."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.kit.folders import memory
from tests.kit.waiting import PATIENCE_S
from tests.needs import program


class RedisServer:
    """Started, killed, frozen and started again on the same files."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self._folder = folder
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._binary = program("redis-server")

    @property
    def url(self) -> str:
        return f"unix://{self._folder}/redis.sock"

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url)

    def start(self) -> None:
        arguments = ["--port", "0", "--unixsocket", f"{self._folder}/redis.sock", "--dir", str(self._folder)]
        log = self._folder / "redis.log"
        self._process = subprocess.Popen(
            [self._binary, *arguments, "--save", "", "--logfile", str(log), *self._settings]
        )
        deadline = time.monotonic() + PATIENCE_S
        with self.client() as client:
            while True:
                try:
                    client.ping()
                except redis.AuthenticationError:  # it is up, and wants a password
                    return
                except (redis.ConnectionError, redis.exceptions.BusyLoadingError):
                    if self._process.poll() is not None or time.monotonic() > deadline:
                        self.kill()
                        raise RuntimeError(f"redis-server did not start:\n{log.read_text()[-2000:]}") from None
                    time.sleep(0.005)  # another process starts in its own time
                else:
                    return

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        (self._folder / "redis.sock").unlink(missing_ok=True)

    def freeze(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def forget(self) -> None:
        """Lose the files, as a server does that was set up again."""
        shutil.rmtree(self._folder / "appendonlydir", ignore_errors=True)


DURABLE = ("--appendonly", "yes", "--appendfsync", "always")


@contextmanager
def redis_server(*settings: str, is_up: bool = True) -> Iterator[RedisServer]:
    """Have a server on files of its own, running unless it is to be started later."""
    # A socket's path must be short, which pytest's own folders are not.
    with tempfile.TemporaryDirectory(prefix="redis-", dir=memory()) as name:
        server = RedisServer(Path(name), *settings)
        try:
            if is_up:
                server.start()
            yield server
        finally:
            server.kill()
