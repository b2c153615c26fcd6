"""Waits for the page of a table, begins a game there and makes the first move, as a newcomer's browser would.

    python3 mover.py http://127.0.0.1:8080      prints when the page was there and when the move was kept, in seconds

It runs on a bare Debian, so it knows nothing but Python itself.
"""

import json
import sys
import time
import urllib.error
import urllib.request
from typing import Any

PATIENCE_S = 600.0
PAUSE_S = 0.05


def ask(address: str, path: str, body: object = None) -> Any:
    """Ask the page for something, or post something to it."""
    headers = {"Content-Type": "application/json", "Origin": address}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers), timeout=60) as answer:
        return json.load(answer)


def first_state(address: str) -> Any:
    """Return what the page shows as soon as it is there."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return ask(address, "/api/state")
        except OSError:  # nobody listens yet
            if time.monotonic() > until:
                raise
            time.sleep(PAUSE_S)


def move(address: str) -> tuple[float, float]:
    """Begin a game of two and place the first booths; return when the page was there, and when the move was kept."""
    state = first_state(address)
    there = time.time()
    if state["asks_board"]:
        ask(address, "/api/choose", {"dialog": state["table"]["dialog"]["id"], "line": 0})
    ask(address, "/api/virtual/begin", {"players": 2})
    until = time.monotonic() + PATIENCE_S
    while True:
        state = ask(address, "/api/state")
        game = state["game"]
        if game and game["phase"] == "place" and game["lit"]:
            break
        assert time.monotonic() < until, "nobody is to place a booth"
        time.sleep(PAUSE_S)
    entry = {"type": "place", "city": game["lit"][0]}
    ask(address, "/api/move", {"revision": state["revision"]["number"], "entry": entry})
    return there, time.time()


if __name__ == "__main__":
    print(*move(sys.argv[1]))
