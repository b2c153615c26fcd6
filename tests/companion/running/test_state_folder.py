"""One companion at a time has the games."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import UserError
from companion.running.state_folder import StateLock
from tests.kit.companion import start


def test_second_companion_on_the_same_games_is_refused(tmp_path: Path) -> None:
    first = start(tmp_path)
    with pytest.raises(UserError, match="another companion is running here"):
        start(tmp_path)
    first.close()
    start(tmp_path).close()


def test_games_locked_with_sudo_stay_open_to_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owners: list[tuple[int, int]] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.fchown", lambda _, uid, gid: owners.append((uid, gid)))
    StateLock(tmp_path).release()
    assert owners == [(tmp_path.stat().st_uid, tmp_path.stat().st_gid)]
