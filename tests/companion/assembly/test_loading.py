"""From game to game: another one of the shelf, one that is kept for later, and what a start goes on with."""

from __future__ import annotations

import errno
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.archive.verify import retrace_game
from companion.assembly.loading import NEWEST, Sitting
from companion.assembly.service import Service, serve_sittings
from companion.config.settings import Config
from companion.display.draw import overflow
from companion.journal.journal import GameInfo
from companion.running import devices
from companion.running.devices import configured_kit
from companion.running.posts import Claim, Done, NotKept, Posted, Reply
from companion.shelf.shelf import catalogues
from companion.simulator.lines import play_lines
from companion.table.dialog import Menu, Notice
from companion.table.intents import Choose
from companion.table.screen import Row
from companion.words.language import load_language
from companion.words.say import LANGUAGES
from hardware.kit.connections import Kit
from hardware.kit.layout import LayoutError
from hardware.trouble import quoted
from tests.kit.lean import configured
from tests.kit.shelf import shelved
from tests.kit.sittings import SittingTable

OTHER = "Pearls"
LATER = "Keep it for later"
GO_ON = "Go on with…"


@pytest.fixture(autouse=True)
def _two_games() -> Iterator[None]:
    with shelved():
        yield


class Evening(SittingTable):
    """A table that is laid out for whatever its players choose, by what the lines say."""

    def __init__(self, state: Path, sitting: Sitting = NEWEST) -> None:
        super().__init__(configured(state, kit="board"), sitting)

    def choose_all(self, *wanted: str) -> None:
        for label in wanted:
            self.choose(label)

    def begin(self) -> None:
        super().begin()
        self.read()

    def read(self) -> None:
        while isinstance(self.dialog, Notice):
            self.choose(0)

    def keep_for_later(self) -> None:
        """Put the game that lies here aside."""
        self.restart()
        self.choose_all("New game", LATER)

    def games(self) -> list[GameInfo]:
        return list(self.daemon._journal.games())


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.close()


def test_first_game_of_the_shelf_is_offered_at_first_and_the_other_is_one_line(evening: Evening) -> None:
    assert evening.daemon.table.game.id == "hansa"
    assert evening.offered.count(OTHER) == 1
    assert GO_ON not in evening.offered, "there is nothing to go on with yet"
    assert evening.offered[0] != OTHER, "whoever plays the same again presses no more than before"


def test_other_game_is_played_when_it_is_chosen_and_offered_first_from_then_on(evening: Evening) -> None:
    evening.choose(OTHER)
    evening.choose(evening.offered[0])  # its board is right, which nobody has been asked about before
    assert evening.daemon.table.game.id == "pearls"
    assert "Hansa" in evening.offered
    evening.begin()
    evening.restart()
    assert evening.daemon.table.game.id == "pearls"
    evening.choose_all("New game", "Yes, a new game")
    assert "Hansa" in evening.offered
    evening.restart()
    assert evening.daemon.table.game.id == "pearls", "the game played last"
    assert "Hansa" in evening.offered
    assert [info.game for info in evening.games()] == ["pearls"]


def test_game_that_is_kept_for_later_is_unfinished_and_can_be_gone_on_with(evening: Evening) -> None:
    evening.begin()
    first, entries = evening.daemon.game_id, evening.daemon.revision
    evening.keep_for_later()
    assert evening.daemon.table.kept.history is None
    assert not evening.games()[0].finished
    evening.choose(OTHER)
    evening.begin()
    evening.keep_for_later()
    evening.choose(GO_ON)
    assert evening.offered == [OTHER, "Hansa"], "the newest first"
    evening.choose("Hansa")
    assert evening.daemon.game_id == first
    assert evening.daemon.revision == entries
    assert evening.daemon.table.game.id == "hansa"


def test_game_that_was_gone_on_with_comes_back_after_a_power_cut_although_a_newer_one_is_unfinished(
    evening: Evening,
) -> None:
    evening.begin()
    first = evening.daemon.game_id
    evening.keep_for_later()
    evening.choose(OTHER)
    evening.begin()
    evening.keep_for_later()
    evening.choose_all(GO_ON, "Hansa")
    evening.restart()
    assert evening.daemon.game_id == first
    evening.keep_for_later()
    evening.begin()
    third = evening.daemon.game_id
    evening.restart()
    assert evening.daemon.game_id == third, "a game that was begun since is newer than what was chosen"


def test_game_to_go_on_with_is_only_said_to_go_on_once_the_disk_has_the_choice(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    evening.begin()
    first = evening.daemon.game_id
    evening.keep_for_later()
    evening.begin()
    second = evening.daemon.game_id
    evening.keep_for_later()
    evening.choose(GO_ON)
    replies: list[Reply] = []
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        evening.daemon.handle(Posted(Choose("", 1), None, replies.append, Claim()))
    file = evening.config.state / "goes-on"
    assert replies == [
        NotKept(quoted(f"{file}: the disk is full"), quoted("free some space; nothing accepted is lost"))
    ]
    evening.read()
    assert evening.offered == ["Hansa", "Hansa"], "it is asked again"
    evening.restart()
    assert evening.daemon.game_id == second
    evening.choose_all("New game", LATER, GO_ON)
    evening.daemon.handle(Posted(Choose("", 1), None, replies.append, Claim()))
    assert isinstance(replies[-1], Done)
    evening.restart()  # the power goes before the table is laid out
    assert evening.daemon.game_id == first


def test_lamps_and_readers_have_the_names_of_the_game_that_is_played(
    evening: Evening,
) -> None:
    evening.choose(OTHER)
    assert evening.sittings[-1].laid_out_for == "pearls"
    evening.begin()
    evening.restart()
    assert [sitting.laid_out_for for sitting in evening.sittings[-2:]] == ["hansa", "pearls"]


@pytest.mark.parametrize("name", ["board", "pieces"])
def test_game_whose_files_are_broken_is_told_and_the_one_that_lies_here_stays(
    evening: Evening, tmp_path: Path, name: str
) -> None:
    file = tmp_path / f"pearls-{name}.toml"
    file.write_text("format = 3", encoding="utf-8")
    evening.choose(OTHER)
    assert isinstance(evening.dialog, Notice)
    assert evening.dialog.title.left.in_language() == OTHER
    (row,) = evening.dialog.rows
    assert isinstance(row, Row)
    assert str(file) in row.left.in_language()
    evening.read()
    assert evening.daemon.table.game.id == "hansa"
    evening.begin()


def test_game_whose_layout_does_not_fit_the_kit_is_told_and_the_one_that_lies_here_stays(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unfit(config: Config, game: str = "") -> Kit:
        if game == "pearls":
            raise LayoutError("layouts/board.toml", "lamps", "the kit 'board' has no such lamp", "led.1 to led.33")
        return configured_kit(config, game)

    monkeypatch.setattr(devices, "configured_kit", unfit)
    evening.choose(OTHER)
    assert isinstance(evening.dialog, Notice)
    evening.read()
    assert evening.daemon.table.game.id == "hansa"


def test_new_game_on_request_is_of_the_kind_played_last(tmp_path: Path, evening: Evening) -> None:
    evening.choose(OTHER)
    evening.begin()
    evening.close()
    again = Evening(tmp_path, Sitting(begins=True))
    assert again.daemon.table.game.id == "pearls"
    assert again.daemon.table.kept.history is None
    assert GO_ON in again.offered
    again.close()


def test_kind_that_a_start_names_goes_on_with_its_newest_or_begins(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Sitting("pearls"))
    assert evening.daemon.table.game.id == "pearls"
    evening.begin()
    pearls = evening.daemon.game_id
    evening.close()
    for sitting, is_same in ((Sitting("hansa"), False), (NEWEST, True), (Sitting("pearls"), True)):
        evening = Evening(tmp_path, sitting)
        assert evening.daemon.game_id == (pearls if is_same else "")
        assert evening.daemon.table.game.id == ("pearls" if is_same else "hansa")
        evening.close()
    evening = Evening(tmp_path, Sitting("hansa"))
    evening.begin()
    hansa = evening.daemon.game_id
    evening.close()
    for game, game_id in (("pearls", pearls), ("hansa", hansa)):
        evening = Evening(tmp_path, Sitting(game))
        assert evening.daemon.game_id == game_id
        evening.close()
    evening = Evening(tmp_path, Sitting("pearls", begins=True))
    assert (evening.daemon.table.game.id, evening.daemon.game_id) == ("pearls", "")
    evening.close()


def test_trace_of_a_game_that_was_kept_for_later_and_gone_on_with_is_retraced(evening: Evening) -> None:
    evening.begin()
    game_id = evening.daemon.game_id
    evening.keep_for_later()
    evening.choose_all(GO_ON, "Hansa")
    evening.choose("Go on with the game")
    evening.daemon.rest()
    evening.close()
    retraced = retrace_game(evening.config, game_id)
    assert not retraced.difference
    evening.restart()


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_other_games_fit_the_screen(evening: Evening, language: str) -> None:
    evening.begin()
    evening.keep_for_later()
    shown = [evening.dialog]
    evening.choose(GO_ON)
    shown.append(evening.dialog)
    for dialog in shown:
        assert isinstance(dialog, Menu)
        for line in range(dialog.lines):
            assert overflow(dialog.at(line).screen(), load_language(language, catalogues())) == []


def test_lines_in_a_terminal_lead_from_one_game_to_the_other(tmp_path: Path) -> None:
    said = io.StringIO()
    lines = [*["down"] * 5, "ok", "ok"]  # past the seats and the house rules
    play_lines(configured(tmp_path, kit="board"), lines, said, NEWEST, as_json=True)
    shown: list[dict[str, Any]] = [json.loads(line) for line in said.getvalue().splitlines()]
    assert any([OTHER] in each["screen"] for each in shown)
    assert not any([OTHER] in each["screen"] for each in shown[7:]), "it lies on the table now"


def test_sittings_follow_until_one_ends_for_good() -> None:
    seen: list[Sitting] = []
    following = [Sitting("pearls", begins=True), Sitting("hansa", game_id="1"), None]

    def make_service(sitting: Sitting) -> Service:
        seen.append(sitting)
        next_one = following[len(seen) - 1]
        service = SimpleNamespace(serve=lambda: None, stop=lambda: None, following=next_one)
        return cast(Service, service)

    serve_sittings(make_service, NEWEST)
    assert seen == [NEWEST, *following[:2]]


def test_stop_for_good_is_not_followed_by_another_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.service.stop()
    evening.service.lay_out(Sitting("pearls", begins=True))
    assert evening.service.following is None
    evening.close()
