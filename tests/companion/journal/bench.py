"""How long a durable append takes: python -m tests.companion.journal.bench [ENTRIES].

SQLite, Redis and, as the floor, a bare write with fdatasync take turns, so that a busy machine is unfair to all alike.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import quantiles

from companion.journal.journal import Journal, Kind
from companion.journal.redis import RedisJournal
from companion.journal.sqlite import SqliteJournal
from tests.kit.redis_server import DURABLE, RedisServer

MOVE = {"do": "sail", "from": "lubeck", "to": "danzig", "by": "gray"}
AT = "2026-01-03T20:15:00.000+01:00"


def measure(folder: Path, entries: int) -> dict[str, tuple[float, float]]:
    """Return median and 99th percentile in milliseconds for each way of storing."""
    server = RedisServer(folder, *DURABLE)
    server.start()
    bare = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT)
    try:
        with (
            closing(SqliteJournal(folder / "journal.sqlite")) as sqlite,
            closing(RedisJournal(server.url)) as redis,
        ):
            ways = {
                "bare write and fdatasync": lambda: _write(bare),
                "SQLite, WAL, FULL": _appender(sqlite),
                "Redis, AOF always": _appender(redis),
            }
            times: dict[str, list[float]] = {name: [] for name in ways}
            for _ in range(entries):
                for name, store in ways.items():
                    start = time.perf_counter()
                    store()
                    times[name].append(1000 * (time.perf_counter() - start))
    finally:
        os.close(bare)
        server.kill()
    cuts = {name: quantiles(taken, n=100) for name, taken in times.items()}
    return {name: (cut[49], cut[98]) for name, cut in cuts.items()}


def _write(file: int) -> None:
    os.write(file, b"x" * 4096)
    os.fdatasync(file)


def _appender(journal: Journal) -> Callable[[], object]:
    journal.open()
    journal.create("one", "hansa", "Bench", AT)
    revisions = itertools.count(1)
    return lambda: journal.append("one", next(revisions), Kind.MOVE, MOVE, AT)


def main() -> None:
    """Measure in BENCH_DIR, or the usual folder for temporary files, and print a table."""
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory(prefix="bench-", dir=os.environ.get("BENCH_DIR")) as name:
        for what, (median, worst) in measure(Path(name), entries).items():
            print(f"{what:26} median {median:6.3f} ms   p99 {worst:6.3f} ms")


if __name__ == "__main__":
    main()
