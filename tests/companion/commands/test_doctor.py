"""`doctor`: one archive that helps, and that can be sent to a stranger."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import fakeredis
import pytest

from companion.assembly.game_parts import load_game
from companion.check import doctor
from companion.cli import main
from companion.config.parsing import load_config
from companion.journal.mirrored import Mirrored
from companion.journal.redis import RedisJournal
from companion.journal.sqlite import SqliteJournal
from companion.table.intents import NamePlayers
from companion.trace.player import retrace
from hardware.trouble import quoted
from tests.kit.companion import PIECES, TAGS, start
from tests.kit.page import page_rig

pytestmark = pytest.mark.process  # Python itself asks uname what this machine is

LOG = f"""2026-11-16T20:00:00+0000 hansa-companion[7]: Cornelia and Anna lay {TAGS["ship"]} down at Chez Dubois
2026-11-16T20:00:00+0000 hansa-companion[7]: could not run ssh anna@home poweroff
2026-11-16T20:00:01+0000 hansa-companion[7]: PIN 482913 shown for redis://club:secret@server
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play a little, and configure names and a password."""
    companion = start(tmp_path / "state")
    companion.begin_game()
    companion.daemon.post(NamePlayers((("yellow", "Cornelia"),)))
    companion.daemon.work()
    companion.wander(7, 60)
    companion.close()
    config = tmp_path / "my.toml"
    config.write_text(
        f'format = 1\nkit = "board"\nstate = "{tmp_path}/state"\njournal = "redis://club:secret@127.0.0.1:1/0"\n'
        'shut_down = "ssh anna@home poweroff"\n[hub]\ntable = "Chez Dubois"\n'
        '[names]\ngray = "Anna"\nyellow = "Bruno"\n'
    )

    def run(command: Sequence[str], timeout_s: float) -> str:
        if command[0] == "journalctl":
            return f"{LOG}asked: {' '.join(command)}\n"
        if "check" in command:
            return f"asked: {' '.join(command[command.index('check') :])}\n"
        return f"ActiveState=active\nasked: {' '.join(command)}\n"

    gather = doctor.gather
    monkeypatch.setattr(doctor, "gather", lambda *given: gather(*given, run=run))
    return config


def bundle(path: Path) -> dict[str, str]:
    with tarfile.open(path) as archive:
        found = {}
        for member in archive:
            content = archive.extractfile(member)
            assert content
            found[member.name.removeprefix("hansa-doctor/")] = content.read().decode()
    return found


def test_bundle_holds_what_helps_and_says_so(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "d.tar.gz"
    assert main(["doctor", str(file), "--config", str(table)]) == 0
    parts = bundle(file)
    assert file.stat().st_mode & 0o777 == 0o600
    said = capsys.readouterr().out
    for name in parts:
        assert name == "README.txt" or name in said
        assert name == "README.txt" or name in parts["README.txt"]
    assert parts["versions.txt"].startswith("commit ")
    assert "python 3." in parts["versions.txt"]
    assert "pytest " in parts["versions.txt"]
    settings = json.loads(parts["configuration.json"])["settings"]
    assert settings["kit"]["value"] == "board"
    assert f"--yes --config {table}" in parts["check.txt"].replace("~", str(Path.home()))
    assert "integrity:\ngood" in parts["games.txt"]
    assert "copy on the server:\nredis://…@127.0.0.1:1/0: Error 111" in parts["games.txt"]
    assert "games.sqlite" in parts["files.txt"]
    assert "yellow and gray lay" in parts["log.txt"]
    for unit in ("hansa-companion.service", "hansa-companion-hub.service"):
        assert f" {unit} " in parts["service.txt"]
        assert f"--unit={unit} " in parts["log.txt"]
    assert len(parts["trace.jsonl"].splitlines()) > 50


def test_bundle_tells_how_the_copy_on_a_server_stands(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = fakeredis.FakeServer()
    monkeypatch.setattr("companion.journal.redis.connect", lambda *_: fakeredis.FakeRedis(server=server))

    def games() -> str:
        assert main(["doctor", str(tmp_path / "d.tar.gz"), "--force", "--config", str(table)]) == 0
        return bundle(tmp_path / "d.tar.gz")["games.txt"]

    assert ": not in the copy\n" in games()
    with closing(Mirrored(SqliteJournal(tmp_path / "state/games.sqlite"), RedisJournal("redis://club"))) as journal:
        journal.open()
    assert "copy on the server:\nup to date\nthe server does not tell its settings" in games()


def test_what_was_set_aside_is_told_with_its_size_and_how_to_delete_it_and_is_never_deleted(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def told() -> str:
        assert main(["doctor", str(tmp_path / "d.tar.gz"), "--force", "--config", str(table)]) == 0
        return capsys.readouterr().out

    assert "Set aside" not in told()
    assert bundle(tmp_path / "d.tar.gz")["set-aside.txt"] == "nothing\n"
    state, etc = tmp_path / "state" / "set-aside", tmp_path / "set-aside"
    for folder, size in ((state / "2026-01-01T20-15-00-restore", 2_500_000), (etc / "2026-02-01T20-15-00-restore", 10)):
        folder.mkdir(parents=True)
        (folder / "games.sqlite").write_bytes(bytes(size))
    in_use = state / "2026-01-01T20-15-00-restore" / "other"
    (tmp_path / "state" / "other").write_bytes(bytes(5_000_000))
    in_use.hardlink_to(tmp_path / "state" / "other")  # which takes no room of its own
    said = told()
    assert f"       2.5 MB  {state / '2026-01-01T20-15-00-restore'}\n" in said
    assert f"       0.0 MB  {etc / '2026-02-01T20-15-00-restore'}\n" in said
    assert "       2.5 MB  in all; they are kept until you delete them" in said
    assert f"sudo rm -r {state / '2026-01-01T20-15-00-restore'}\n" in said
    assert "2.5 MB" in bundle(tmp_path / "d.tar.gz")["set-aside.txt"]
    start(tmp_path / "state").close()
    assert (state / "2026-01-01T20-15-00-restore" / "games.sqlite").exists()


def test_bundle_names_no_tag_no_player_no_table_no_pin_no_password_and_no_command(table: Path, tmp_path: Path) -> None:
    file = tmp_path / "d.tar.gz"
    assert main(["doctor", str(file), "--config", str(table)]) == 0
    everything = "\n".join(bundle(file).values())
    for secret in (*PIECES, "04ffffffffffff", "Anna", "Bruno", "Cornelia", "482913", "secret", "Dubois", "anna@home"):
        assert secret not in everything
    settings = json.loads(bundle(file)["configuration.json"])["settings"]
    assert (settings["shut_down"]["value"], settings["hub.table"]["value"]) == ("(a command)", "(the table)")
    assert "lay 00000000000001 down at (the table)" in bundle(file)["log.txt"]


@pytest.mark.parametrize(
    "wrong", ['shut_down = "ssh anna@home\\n"', '[hub]\ntable = "Chez Dubois "', '[names]\ngray = "Dubois "']
)
def test_wrong_configuration_is_told_in_the_bundle_without_what_is_private(
    table: Path, tmp_path: Path, wrong: str
) -> None:
    table.write_text(f"format = 1\n{wrong}\n")
    file = tmp_path / "d.tar.gz"
    assert main(["doctor", str(file), "--config", str(table)]) == 0
    told = bundle(file)["configuration.json"]
    assert ": a value given; allowed: " in told
    assert "Dubois" not in told
    assert "anna" not in told


def test_bundle_tells_that_there_is_no_command_and_no_name(tmp_path: Path, table: Path) -> None:
    table.write_text(f'format = 1\nstate = "{tmp_path}/state"\n')
    file = tmp_path / "d.tar.gz"
    assert main(["doctor", str(file), "--config", str(table)]) == 0
    settings = json.loads(bundle(file)["configuration.json"])["settings"]
    assert (settings["shut_down"]["value"], settings["hub.table"]["value"]) == ("", "")


@pytest.mark.network
def test_bundle_tells_how_the_parts_of_a_running_table_are(tmp_path: Path) -> None:
    with page_rig(tmp_path / "table") as rig:
        rig.composed.daemon.parts.note("hub", quoted("it has ended"))
        told = f"[web]\nport = {rig.page.port}\n"
        config = tmp_path / "asked.toml"
        config.write_text(f'format = 1\nstate = "{tmp_path}"\n{told}')
        health = json.loads(doctor._health(load_config(str(config))))
    assert health["parts"]["page"] == {"trouble": "", "restarts": 0}
    assert health["parts"]["hub"]["trouble"] == "it has ended"
    assert not health["well"]
    assert "does not answer" in doctor._health(load_config(str(config)))


def test_trace_of_the_bundle_can_still_be_played_back(table: Path, tmp_path: Path) -> None:
    file = tmp_path / "d.tar.gz"
    main(["doctor", str(file), "--config", str(table)])
    lines = [json.loads(line) for line in bundle(file)["trace.jsonl"].splitlines()]
    again = retrace(load_game(load_config(str(table))).game_table, lines)
    assert again.difference == ""
    assert again.last == max(line["kept"] for line in lines if "kept" in line) > 1


def test_wrong_configuration_is_told_in_the_bundle(table: Path, tmp_path: Path) -> None:
    table.write_text("format = 1\nkitt = 1\n")
    file = tmp_path / "d.tar.gz"
    assert main(["doctor", str(file), "--config", str(table)]) == 0
    parts = bundle(file)
    assert "kitt" in parts["configuration.json"]
    assert "nothing can be tested" in parts["check.txt"]


def test_devices_are_left_alone_while_the_companion_runs(table: Path, tmp_path: Path) -> None:
    companion = start(tmp_path / "state")
    file = tmp_path / "d.tar.gz"
    assert main(["doctor", str(file), "--config", str(table)]) == 0
    companion.close()
    assert "--only boot,access,kit" in bundle(file)["check.txt"]


def test_part_that_fails_leaves_the_others(table: Path, tmp_path: Path) -> None:
    (tmp_path / "state" / "games.sqlite").write_bytes(b"no database at all" * 100)
    file = tmp_path / "d.tar.gz"
    assert main(["doctor", str(file), "--config", str(table)]) == 0
    parts = bundle(file)
    assert "could not be gathered: " in parts["games.txt"]
    assert "ActiveState" in parts["service.txt"]


def test_file_that_is_there_is_not_overwritten(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "d.tar.gz"
    file.write_text("mine")
    assert main(["doctor", str(file), "--config", str(table)]) == 1
    assert file.read_text() == "mine"
    assert "--force overwrites it" in capsys.readouterr().err
    assert main(["doctor", str(file), "--config", str(table), "--force"]) == 0


@pytest.mark.process
def test_command_that_is_missing_says_so_in_its_part() -> None:
    assert "no-such-program" in doctor.run_command(["no-such-program"], 5.0)
