"""One companion at a time has the games."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.errors import UserError
from companion.journal.journal import Unavailable
from companion.running.state_folder import StateLock
from tests.kit.companion import start


def test_second_companion_on_the_same_games_is_refused(tmp_path: Path) -> None:
    first = start(tmp_path)
    with pytest.raises(UserError, match="another companion is running here"):
        start(tmp_path)
    first.close()
    start(tmp_path).close()


def test_games_locked_with_sudo_stay_open_to_the_service(open_folder: Path) -> None:
    owner, group = (1234, 1235) if os.geteuid() == 0 else (os.geteuid(), os.getegid())  # only root has a choice
    os.chown(open_folder, owner, group)
    StateLock(open_folder).release()
    stat = (open_folder / "in-use").stat()
    assert (stat.st_uid, stat.st_gid, stat.st_mode & 0o777) == (owner, group, 0o600)


def test_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "in-use").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Unavailable, match="in-use: is a link"):
        StateLock(tmp_path)
    assert not (tmp_path / "elsewhere").exists()
