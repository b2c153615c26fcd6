"""The configuration file: what it may say, where it is found, and what is said of a wrong one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from companion.cli import main
from companion.config.documents import default_text
from companion.config.parsing import load_config, parse_config
from companion.config.settings import TIME_BOUNDS as TIMES
from companion.config.settings import Config, ConfigError, ScreenSettings
from companion.config.state_files import keep_language
from companion.running.devices import configured_kit


def parse(text: str, folder: Path = Path("/box"), environment: Mapping[str, str] = MappingProxyType({})) -> Config:
    return parse_config(
        f"format = 1\n{text}", f"{folder}/my.toml", environment=environment, home=Path("/home/anna"), here=Path("/here")
    )


@pytest.mark.parametrize(
    ("text", "key", "given", "allowed"),
    [
        ("colour = 1", "colour", "unknown key", "only format, kit, board"),
        (
            "[screen]\nkontrast = 1",
            "screen.kontrast",
            "unknown key",
            "only driver, bus, rotation, contrast, dim_minutes",
        ),
        ("[web]\nhost = 1", "web.host", "unknown key", "only serve, bind, port"),
        ("[times]\nhold = 1", "times.hold", "unknown key", "only debounce_ms, hold_ms"),
        ("[lamps]\nbright = 1", "lamps.bright", "unknown key", "only brightness"),
        ("[trace]\nsize = 1", "trace.size", "unknown key", "only keep, megabytes"),
        ("[log]\nfile = 1", "log.file", "unknown key", "only level"),
        ("kit = 3", "kit", "3 given", "a text"),
        ('kit = ""', "kit", "'' given", "tap, board, chart, usb or the path of a kit file"),
        ('kit = "Tap"', "kit", "'Tap' given", "tap, board, chart, usb or the path of a kit file"),
        ("board = true", "board", "True given", "a text"),
        ("pieces = []", "pieces", "[] given", "a text"),
        ('language = "de"', "language", "'de' given", "one of en, it, nl"),
        ("language = 1", "language", "1 given", "one of en, it, nl"),
        ("state = 1", "state", "1 given", "a text"),
        ('journal = "mysql://server/x"', "journal", "'mysql://server/x' given", "a file, or an address such as redis"),
        ('journal = "redis://"', "journal", "'redis://' given", "a file, or an address such as redis"),
        ('journal = "redis://:pa/ss@club:1/0"', "journal", "'redis://…@club:1/0' given", "a file, or an address"),
        ('journal = "redis://u:12/34@club"', "journal", "'redis://…@club' given", "a file, or an address"),
        ('[hub]\nserver = "u:pw@club:1"', "hub.server", "'…@club:1' given", "an address such as redis://server:6379/0"),
        ('journal = "redis://server:port"', "journal", "'redis://server:port' given", "a file, or an address"),
        ("shut_down = 1", "shut_down", "1 given", "a text"),
        ("names = 1", "names", "1 given", "a table"),
        ('[names]\ngray = ""', "names.gray", "'' given", "a name of 1 to 20 letters"),
        (
            '[names]\ngray = "Willemijn van der Velde"',
            "names.gray",
            "'Willemijn van der Velde' given",
            "a name of 1 to 20 letters",
        ),
        ('[names]\ngray = " Anna"', "names.gray", "' Anna' given", "a name of 1 to 20 letters"),
        ('[names]\ngray = "A\\tB"', "names.gray", "'A\\tB' given", "a name of 1 to 20 letters"),
        ("[names]\ngray = 1", "names.gray", "1 given", "a name of 1 to 20 letters"),
        ("[times]\nhold_ms = 100", "times.hold_ms", "100 given", "a whole number from 200 to 5000"),
        ("[times]\nsettle_ms = 1.5", "times.settle_ms", "1.5 given", "a whole number from 0 to 2000"),
        ('[screen]\ndriver = "st7735"', "screen.driver", "'st7735' given", "one of ssd1306, sh1106, ssd1309"),
        ("[screen]\nrotation = 90", "screen.rotation", "90 given", "one of 0, 180"),
        ("[screen]\ncontrast = 0", "screen.contrast", "0 given", "a whole number from 1 to 100"),
        ("[screen]\ndim_minutes = -1", "screen.dim_minutes", "-1 given", "a whole number from 0 to 1440"),
        ("[lamps]\nbrightness = 0", "lamps.brightness", "0 given", "a whole number from 1 to 100"),
        ('[web]\nserve = "yes"', "web.serve", "'yes' given", "true or false"),
        ('[web]\nbind = "everywhere"', "web.bind", "'everywhere' given", "an address such as 127.0.0.1"),
        ('[web]\nhosts = "pi.lan"', "web.hosts", "'pi.lan' given", "a list of texts"),
        ('[web]\nhosts = ["pi", "http://pi.lan"]', "web.hosts[1]", "'http://pi.lan' given", "a name such as"),
        ('[web]\nhosts = ["pi.lan:80"]', "web.hosts[0]", "'pi.lan:80' given", "a name such as"),
        ('[web]\nproxies = ["::1", "pi"]', "web.proxies[1]", "'pi' given", "an address such as 127.0.0.1"),
        ('[web]\nscores = "hidden"', "web.scores", "'hidden' given", "true or false"),
        ("[web]\nport = 0", "web.port", "0 given", "a whole number from 1 to 65535"),
        ("[web]\nport = 65536", "web.port", "65536 given", "a whole number from 1 to 65535"),
        ("[hub]\nhost = 1", "hub.host", "unknown key", "only server, table"),
        ('[hub]\nserver = "club"', "hub.server", "'club' given", "an address such as redis://server:6379/0"),
        ('[hub]\nserver = "mysql://u:x@c"', "hub.server", "'mysql://…@c' given", "an address such as redis://"),
        ("[hub]\nserver = 1", "hub.server", "1 given", "a text"),
        (f'[hub]\ntable = "{"x" * 21}"', "hub.table", f"'{'x' * 21}' given", "a name of up to 20 letters"),
        ('[hub]\ntable = " 1"', "hub.table", "' 1' given", "a name of up to 20 letters"),
        ("[trace]\nkeep = 1", "trace.keep", "1 given", "true or false"),
        ("[trace]\nmegabytes = 0", "trace.megabytes", "0 given", "a whole number from 1 to 4096"),
        ('[log]\nlevel = "loud"', "log.level", "'loud' given", "one of debug, info, warning, error"),
    ],
)
def test_wrong_key_or_value_is_told_with_file_key_given_and_allowed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, key: str, given: str, allowed: str
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(f"format = 1\n{text}\n", encoding="utf-8")
    assert main(["config", "--config", str(file)]) == 78
    told = capsys.readouterr().err
    assert told.startswith(f"hansa-companion: {file}: {key}: {given}; allowed: {allowed}")
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "format: nothing given; allowed: one of 1"),
        ("format = 2", "format: 2 given; allowed: one of 1"),
        ('format = "1"', "format: '1' given; allowed: one of 1"),
        ("format = = 1", "Invalid value (at line 1, column 10); allowed: a TOML file"),
    ],
)
def test_file_of_another_format_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["config", "--config", str(file)]) == 78
    assert capsys.readouterr().err == f"hansa-companion: {file}: {told}\n"


def test_named_file_that_is_missing_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--config", str(tmp_path / "none.toml")]) == 78
    assert "none.toml: No such file or directory; allowed: a configuration file" in capsys.readouterr().err


def test_file_with_a_byte_order_mark_is_read_like_any(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('format = 1\nlanguage = "nl"\n', encoding="utf-8-sig")
    assert load_config(str(tmp_path / "my.toml"), environment={"HOME": str(tmp_path)}).language == "nl"


def test_file_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not UTF-8 text"):
        load_config(str(tmp_path / "my.toml"))


@pytest.mark.parametrize(
    ("name", "content", "code", "told"),
    [
        ("kit", "format = 1\nname = 'x'", 78, "own.toml: title: nothing given"),
        ("board", "format = 1", 78, "own.toml"),
        ("pieces", "format = 1\n[pieces]\n'88001122' = 'ship'", 78, "own.toml: pieces.88001122: a UID that is cut"),
    ],
)
def test_file_that_the_configuration_names_is_checked_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str, code: int, told: str
) -> None:
    (tmp_path / "own.toml").write_text(content, encoding="utf-8")
    (tmp_path / "my.toml").write_text(f'format = 1\n{name} = "own.toml"', encoding="utf-8")
    assert main(["config", "--config", str(tmp_path / "my.toml"), "--state", str(tmp_path)]) == code
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.err.count("\n") == 1
    assert not printed.out


@pytest.mark.parametrize("key", ["kit", "board", "pieces"])
def test_file_that_is_not_there_is_told_with_who_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    (tmp_path / "my.toml").write_text(f'format = 1\n{key} = "own.toml"', encoding="utf-8")
    state = ("--state", str(tmp_path))
    assert main(["config", "--config", str(tmp_path / "my.toml"), *state]) == 78
    told = f"{tmp_path / 'own.toml'} given, which is not there; allowed: "
    assert f"{tmp_path / 'my.toml'}: {key}: {told}" in capsys.readouterr().err
    if key == "kit":
        assert main(["config", "--kit", str(tmp_path / "own.toml"), *state]) == 78
        assert f"--kit: {told}" in capsys.readouterr().err


def test_name_for_a_player_that_does_not_exist_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "my.toml").write_text('format = 1\n[names]\norange = "Anna"', encoding="utf-8")
    assert main(["config", "--config", str(tmp_path / "my.toml")]) == 78
    assert (
        "names.orange: unknown player; allowed: only gray, yellow, purple, white, blue, green, red"
        in capsys.readouterr().err
    )


def test_driver_that_does_not_fit_the_panel_is_refused(tmp_path: Path) -> None:
    kit = (Path(__file__).parents[3] / "wiring" / "tap.toml").read_text(encoding="utf-8")
    (tmp_path / "low.toml").write_text(kit.replace("height = 64", "height = 32"), encoding="utf-8")
    config = parse('kit = "low.toml"\n[screen]\ndriver = "sh1106"', tmp_path)
    with pytest.raises(ConfigError, match=r"screen\.driver: .sh1106. given, for a panel of 128x32; allowed: one of"):
        configured_kit(config)


# --- what is in force ---


def test_default_file_says_what_holds_without_it() -> None:
    silent, default = parse(""), parse(default_text().replace("format = 1 ", "# "))
    assert {key: value for key, (value, _) in silent.settings.items()} == {
        key: value for key, (value, _) in default.settings.items()
    }


def test_every_key_is_in_the_default_file_and_every_example_in_it_is_valid() -> None:
    uncommented = re.sub(r"(?m)^# (?=\w+ = )", "", default_text())
    config = parse(uncommented.replace("format = 1 ", "# "))
    assert set(config.times) == set(TIMES)
    assert set(config.names) == {"gray", "yellow", "purple", "white"}
    assert config.screen == ScreenSettings("ssd1306", "i2c", 0, 80, 15)


def test_default_is_printed_as_it_ships(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--default"]) == 0
    assert capsys.readouterr().out == default_text()


def test_times_in_the_configuration_are_bounded_as_in_a_kit_file() -> None:
    from hardware.kit.kit import KitError, parse_kit

    text = (Path(__file__).parents[3] / "wiring" / "tap.toml").read_text(encoding="utf-8")
    for key, (low, high) in TIMES.items():
        for value in (low, high):
            parse_kit(re.sub(rf"(?m)^{key} = \d+", f"{key} = {value}", text), "kit")
        for value in (low - 1, high + 1):
            with pytest.raises(KitError):
                parse_kit(re.sub(rf"(?m)^{key} = \d+", f"{key} = {value}", text), "kit")


def test_configured_times_and_panel_replace_those_of_the_kit() -> None:
    kit = configured_kit(parse('[times]\nhold_ms = 700\n[screen]\ndriver = "sh1106"\nrotation = 180'))
    assert (kit.times.hold_ms, kit.times.poll_ms) == (700, 50)
    assert (kit.panel.driver, kit.panel.upside_down) == ("sh1106", True)


def test_relative_path_stands_beside_the_file_and_tilde_is_the_home() -> None:
    config = parse('board = "boards/mine.toml"\npieces = "~/pieces.toml"\nkit = "kits/own.toml"\njournal = "g.sqlite"')
    assert config.board_of("hansa") == Path("/box/boards/mine.toml")
    assert config.pieces_of("hansa") == Path("/home/anna/pieces.toml")
    assert config.kit == "/box/kits/own.toml"
    assert config.journal == Path("/box/g.sqlite")


def test_path_from_the_command_line_stands_where_the_person_is(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("format = 1", encoding="utf-8")
    config = load_config(str(tmp_path / "my.toml"), {"journal": "g.sqlite"}, environment={}, here=Path("/here"))
    assert config.journal == Path("/here/g.sqlite")


@pytest.mark.parametrize(
    ("text", "environment", "state", "source"),
    [
        ("", {}, "/home/anna/.local/state/hansa-companion", "default"),
        ("", {"XDG_STATE_HOME": "/x"}, "/x/hansa-companion", "$XDG_STATE_HOME"),
        ("", {"XDG_STATE_HOME": "/x", "STATE_DIRECTORY": "/var/lib/h:/y"}, "/var/lib/h", "$STATE_DIRECTORY"),
        ('state = "/mine"', {"STATE_DIRECTORY": "/var/lib/h"}, "/mine", "/box/my.toml"),
    ],
)
def test_state_folder_is_where_the_system_wants_it(
    text: str, environment: dict[str, str], state: str, source: str
) -> None:
    config = parse(text, environment=environment)
    assert (config.state, config.settings["state"].source) == (Path(state), source)
    assert config.journal == Path(state) / "games.sqlite"


def test_address_of_a_server_keeps_the_file_and_hides_its_password() -> None:
    config = parse('journal = "redis://:secret@club:6379/1"')
    assert config.copy == "redis://:secret@club:6379/1"
    assert config.journal.name == "games.sqlite"
    assert config.settings["journal"].value == "redis://…@club:6379/1"


@pytest.mark.parametrize("key", ["board", "pieces"])
def test_file_in_the_state_folder_is_used_where_none_is_named(tmp_path: Path, key: str) -> None:
    def file(text: str) -> Path | None:
        return getattr(parse(text), f"{key}_of")("hansa")  # type: ignore[no-any-return]  # one of two methods

    assert file(f'state = "{tmp_path}"') is None
    (tmp_path / f"{key}.toml").write_text("format = 1", encoding="utf-8")
    config = parse(f'state = "{tmp_path}"')
    assert file(f'state = "{tmp_path}"') == tmp_path / f"{key}.toml"
    assert config.settings[key].source == "state folder"
    assert file(f'state = "{tmp_path}"\n{key} = "/p.toml"') == Path("/p.toml")


def test_language_chosen_at_the_table_comes_before_the_file_and_after_the_command_line(tmp_path: Path) -> None:
    keep_language(tmp_path, "nl")
    config = parse(f'state = "{tmp_path}"\nlanguage = "it"')
    assert config.settings["language"] == ("nl", "chosen at the table")
    assert config.language == "nl"
    assert load_config(None, {"state": str(tmp_path), "language": "it"}, here=tmp_path).language == "it"


def test_language_that_nobody_speaks_is_not_taken_from_the_state_folder(tmp_path: Path) -> None:
    (tmp_path / "language").write_bytes(b"\xff")
    assert parse(f'state = "{tmp_path}"').language == "en"
    (tmp_path / "language").write_text("xx", encoding="utf-8")
    assert parse(f'state = "{tmp_path}"').language == "en"


# --- where it is found ---


def test_first_file_that_is_there_is_read(tmp_path: Path) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    environment = {"HOME": str(home), "HANSA_CONFIG": str(tmp_path / "env.toml")}
    files = [
        (tmp_path / "option.toml", "option"),
        (tmp_path / "env.toml", "env"),
        (here / "hansa.toml", "here"),
        (home / ".config" / "hansa-companion" / "config.toml", "home"),
    ]
    for path, name in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'format = 1\nshut_down = "{name}"', encoding="utf-8")

    def found(given: str | None = None, **changed: str) -> str:
        return load_config(given, environment={**environment, **changed}, here=here).shut_down

    assert found(str(tmp_path / "option.toml")) == "option"
    assert found() == "env"
    assert found(HANSA_CONFIG="") == "here"
    (here / "hansa.toml").unlink()
    assert found(HANSA_CONFIG="") == "home"


def test_printed_configuration_says_where_each_value_came_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.toml"
    file.write_text('format = 1\nkit = "board"\n[times]\nhold_ms = 700\n[names]\ngray = "Anna"', encoding="utf-8")
    arguments = ["config", "--config", str(file), "--state", str(tmp_path), "--language", "it"]
    assert main([*arguments, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["file"] == str(file)
    settings = printed["settings"]
    assert settings["kit"] == {"value": "board", "source": str(file)}
    assert settings["language"] == {"value": "it", "source": "--language"}
    assert settings["state"] == {"value": str(tmp_path), "source": "--state"}
    assert settings["times.hold_ms"] == {"value": 700, "source": str(file)}
    assert settings["times.settle_ms"] == {"value": 300, "source": "board kit"}
    assert settings["screen.driver"] == {"value": "ssd1309", "source": "board kit"}
    assert settings["web.port"] == {"value": 8080, "source": "default"}
    assert settings["names.gray"] == {"value": "Anna", "source": str(file)}
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(re.fullmatch(rf"times\.hold_ms = 700 +# {re.escape(str(file))}", line) for line in lines)


@pytest.mark.parametrize(
    ("key", "given", "allowed"),
    [
        ("language", "de", "one of en, it, nl"),
        ("kit", "", "tap, board, chart, usb or the path of a kit file"),
        ("journal", "mysql://server", "a file, or an address such as redis://server:6379/0, "),
    ],
)
def test_wrong_value_from_the_command_line_is_told_as_such(
    key: str, given: str, allowed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", f"--{key}", given]) == 78
    told = f"hansa-companion: command line: {key}: {given!r} given; allowed: {allowed}"
    assert capsys.readouterr().err.startswith(told)


@pytest.fixture
def closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that only others may look into, also where root runs the tests."""
    folder = tmp_path / "closed"

    def closing(name: str) -> None:
        usual = getattr(Path, name)

        def refuse(path: Path, *given: object, **named: object) -> object:
            if folder in path.parents:
                raise PermissionError(13, "Permission denied", str(path))
            return usual(path, *given, **named)

        monkeypatch.setattr(Path, name, refuse)

    closing("is_file")
    closing("read_text")
    return folder


@pytest.mark.parametrize("command", ["config", "games", "enrol --list", "backup b.tar.gz", "play"])
def test_state_folder_of_another_user_is_told_with_the_remedy(
    command: str, closed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "--state", str(closed)]) == 78
    assert capsys.readouterr().err == (
        f"hansa-companion: {closed}: Permission denied; allowed: a folder that you may read; "
        "what belongs to the service, sudo opens\n"
    )


def test_configuration_in_a_folder_of_another_user_is_told_with_the_remedy(closed: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"Permission denied; allowed: a configuration file that you may read; .* sudo"
    ):
        load_config(environment={"HOME": str(closed)}, here=closed)


@pytest.mark.parametrize(
    ("text", "server", "shown", "source"),
    [
        ("", "", "", "default"),
        ('journal = "redis://u:pw@club/0"', "redis://u:pw@club/0", "redis://…@club/0", "journal"),
        ('[hub]\nserver = "redis://u:pw@hall/0"', "redis://u:pw@hall/0", "redis://…@hall/0", "/box/my.toml"),
        (
            'journal = "redis://club/0"\n[hub]\nserver = "redis://hall/1"',
            "redis://hall/1",
            "redis://hall/1",
            "/box/my.toml",
        ),
        ('journal = "redis://club/0"\n[hub]\nserver = "none"', "", "none", "/box/my.toml"),
        ('journal = "games.sqlite"', "", "", "default"),
    ],
)
def test_table_announces_itself_where_the_hub_or_else_the_journal_is(
    text: str, server: str, shown: str, source: str
) -> None:
    config = parse(text)
    assert config.hub.server == server
    assert config.settings["hub.server"] == (shown, source)
