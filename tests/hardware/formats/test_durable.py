import os
from pathlib import Path

import pytest

from hardware.formats.durable import create_durably


def test_new_file_has_the_mode_and_the_owner_it_was_given_whatever_the_mask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        create_durably(tmp_path / "kept", b"games", mode=0o644, owner=(os.getuid(), os.getgid()))
    finally:
        os.umask(before)
    made = (tmp_path / "kept").stat()
    assert (made.st_mode & 0o777, made.st_uid, made.st_gid) == (0o644, os.getuid(), os.getgid())
    assert (tmp_path / "kept").read_bytes() == b"games"


def test_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"games")
    with pytest.raises(FileExistsError):
        create_durably(tmp_path / "kept", b"others")
    assert (tmp_path / "kept").read_bytes() == b"games"
