import os
import sys
from pathlib import Path

import pytest

from hardware.gpio.lgpio_library import import_lgpio

# What lgpio 0.2 does when it is imported, as far as the process notices.
LGPIO = """
import os
os.chdir(os.environ.get("LG_WD", "."))
os.mkfifo(".lgd-nfy0")
pipe = os.open(".lgd-nfy0", os.O_RDWR | os.O_NONBLOCK)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory, and a library to be imported for the first time."""
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "lgpio.py").write_text(LGPIO)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.syspath_prepend(tmp_path / "library")
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", sys)  # so that what was there before comes back
    monkeypatch.delitem(sys.modules, "lgpio")
    return tmp_path / "here"


def test_first_import_leaves_the_process_where_it_was_and_nothing_there(here: Path) -> None:
    import_lgpio()
    assert Path.cwd() == here
    assert list(here.iterdir()) == []
    pipe = sys.modules["lgpio"].pipe
    os.write(pipe, b"edge")
    assert os.read(pipe, 4) == b"edge"
    os.close(pipe)


def test_folder_that_the_service_names_takes_the_pipe_alone(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("LG_WD", str(folder))
    import_lgpio()
    assert Path.cwd() == here
    assert [file.name for file in folder.iterdir()] == [".lgd-nfy0"]
    os.close(sys.modules["lgpio"].pipe)


def test_import_that_fails_leaves_the_process_where_it_was(here: Path) -> None:
    (here.parent / "library" / "lgpio.py").write_text("import os\nos.chdir('/')\nraise OSError('no pipe')\n")
    with pytest.raises(OSError, match="no pipe"):
        import_lgpio()
    assert Path.cwd() == here


def test_missing_library_is_left_to_who_needs_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])  # the machine may have one
    import_lgpio()
    assert "lgpio" not in sys.modules
    assert Path.cwd() == here
