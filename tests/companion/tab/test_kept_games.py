"""The games of a tab: an entry is confirmed only once it is durable; games go along, come back and can be removed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.journal.journal import Draft, Kind, Unavailable, UnknownGame
from companion.tab.kept_games import KeptGames
from companion.tab.kept_lines import Ledger
from tests.kit.tab_page import MemoryFile, two_files

AT = "20:15"


def begun(*files: MemoryFile) -> KeptGames:
    """Keep five entries in one game and two in another."""
    kept = KeptGames(Ledger(files))
    for game_id, moves in (("one", 5), ("two", 2)):
        kept.create(game_id, "hansa", f"Game {game_id}", AT)
        for number in range(1, moves + 1):
            kept.append(game_id, number, Kind.MOVE, {"number": number}, AT)
    return kept


def again(files: tuple[MemoryFile, ...]) -> KeptGames:
    """Start once more."""
    return KeptGames(Ledger(files))


def test_everything_is_there_after_another_start() -> None:
    files = two_files()
    kept = begun(*files)
    kept.append_all("two", 3, [Draft(Kind.MOVE, {}, AT), Draft(Kind.FINISHED, {}, AT)])
    then = again(files)
    assert then.games() == kept.games()
    assert [then.read(game_id) for game_id in then.ids()] == [kept.read(game_id) for game_id in kept.ids()]
    assert (then.unread, then.is_durable) == (0, True)


def test_entry_for_which_there_is_no_room_is_refused_and_can_be_given_again() -> None:
    files = two_files()
    kept = begun(*files)
    before = kept.info("one"), kept.read("one")
    files[0].left = 10
    for _ in range(2):
        with pytest.raises(Unavailable, match="no room"):
            kept.append("one", 6, Kind.MOVE, {}, AT)
    assert (kept.info("one"), kept.read("one")) == before
    with pytest.raises(Unavailable, match="no room"):
        kept.create("three", "hansa", "", AT)
    assert kept.ids() == ("one", "two")
    files[0].left = None
    entry = kept.append("one", 6, Kind.MOVE, {}, AT)
    assert again(files).read("one")[-1] == entry


def test_browser_that_fails_is_told_apart_from_a_full_one() -> None:
    files = two_files()
    kept = begun(*files)
    files[0].is_stuck = True
    with pytest.raises(Unavailable, match="cannot keep games now"):
        kept.append("one", 6, Kind.MOVE, {}, AT)


def test_game_goes_on_before_a_damaged_line_and_all_others_stay_whole() -> None:
    files = two_files()
    begun(*files)
    lines = files[0].content.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"one","from":4' in line)
    lines[at] = lines[at].replace(b'"number":4', b'"number":7')
    files[0].content = b"".join(lines)
    kept = again(files)
    assert (kept.unread, kept.info("one").revision, kept.info("two").revision) == (2, 3, 2)
    kept.append("one", 4, Kind.MOVE, {"another": True}, AT)
    then = again(files)
    assert [entry.payload for entry in then.read("one", 3)] == [{"another": True}]


def test_small_files_are_kept_and_removed() -> None:
    files = two_files()
    kept = begun(*files)
    kept.keep_file("language", "it\n")
    kept.keep_file("house-rules", "hansa\n")
    kept.keep_file("house-rules", None)
    size = len(files[0].content)
    kept.keep_file("language", "it\n")
    assert len(files[0].content) == size
    assert again(files).files == {"language": "it\n"}


def test_sitting_is_kept_until_something_is_played() -> None:
    files = two_files()
    kept = begun(*files)
    kept.keep_sitting({"game": "teutonica", "begins": True, "game_id": ""})
    assert again(files).sitting == {"game": "teutonica", "begins": True, "game_id": ""}
    kept.append("two", 3, Kind.MOVE, {}, AT)
    assert (kept.sitting, again(files).sitting) == (None, None)


def test_games_taken_along_come_back_elsewhere_with_every_seal() -> None:
    kept = begun(*two_files())
    along = json.loads(json.dumps(kept.take_along()))
    files = two_files()
    other = KeptGames(Ledger(files))
    assert other.bring_back(along) == (2, 0)
    assert other.games() == kept.games()
    assert other.bring_back(along) == (0, 0), "they are here already"
    assert again(files).games() == kept.games()


def test_game_that_went_on_elsewhere_goes_on_here_and_one_that_differs_does_not_fit() -> None:
    kept, other = begun(*two_files()), begun(*two_files())
    other.append("one", 6, Kind.MOVE, {"longer": True}, AT)
    other.append("two", 3, Kind.MOVE, {"mine": True}, AT)
    kept.append("two", 3, Kind.MOVE, {"yours": True}, AT)
    assert kept.bring_back(other.take_along()) == (1, 1)
    assert kept.read("one") == other.read("one")
    assert kept.read("two")[-1].payload == {"yours": True}


@pytest.mark.parametrize(
    "told", [None, [], "games", {}, {"format": 2, "games": []}, {"format": 1, "games": {}}, {"format": 1, "games": [3]}]
)
def test_what_are_no_games_is_refused(told: Any) -> None:
    with pytest.raises(ValueError, match="no games"):
        begun(*two_files()).bring_back(told)


@pytest.mark.parametrize("key", ["game", "of", "title", "at", "from", "entries", "seal"])
@pytest.mark.parametrize("wrong", [None, 7, "wrong", [["move"]]])
def test_game_that_was_changed_by_hand_does_not_fit(key: str, wrong: Any) -> None:
    along = begun(*two_files()).take_along()
    along["games"][0][key] = wrong
    kept = KeptGames(Ledger(two_files()))
    added, unfit = kept.bring_back(along)
    assert added + unfit == 2
    assert unfit == 1
    assert kept.ids() == ("two",)


def test_removed_games_are_gone_for_good_and_the_others_stay() -> None:
    files = two_files()
    kept = begun(*files)
    kept.keep_file("language", "nl\n")
    kept.remove(["one"])
    for each in (kept, again(files)):
        assert each.ids() == ("two",)
        assert each.files == {"language": "nl\n"}
        with pytest.raises(UnknownGame):
            each.read("one")
    assert not any(b"Game one" in file.content for file in files)
    kept.append("two", 3, Kind.MOVE, {}, AT)
    assert again(files).info("two").revision == 3


def test_games_that_cannot_be_removed_stay() -> None:
    files = two_files()
    kept = begun(*files)
    files[1].left = 30
    with pytest.raises(Unavailable):
        kept.remove(["one"])
    assert kept.ids() == again(files).ids() == ("one", "two")
