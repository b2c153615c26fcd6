"""A finished game as a play for BG Stats: a link, also as a QR code; the app asks before it stores anything.

The app's own format is `createPlay.html?data=` and percent-encoded JSON. It needs the sender and an id of the play, to
recognise one scanned twice; the end in UTC; and for each player an id, which is matched once, and `winner`, which must
be true or false.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.archive.stored_games import StoredGame
from companion.words.say import Translate

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Hansa companion"


def play_link(story: StoredGame, translate: Translate) -> str | None:
    """Return the link that imports a play into BG Stats, empty while the game is not over."""
    position, game = story.history.position, story.game
    winners = game.winners(position)
    if winners is None:
        return None
    start = game.format_state(position).get("start")
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": story.name,
        "game": {"name": game.id.capitalize(), "sourceGameId": game.id, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": translate(player.capitalize()),
                "sourcePlayerId": player,
                "score": score.total,
                "winner": player in winners,
                "startPlayer": player == start,
            }
            for player, score in game.scores(position).items()
        ],
    }
    if story.entries:
        first, last = (datetime.fromisoformat(story.entries[index].at).astimezone(UTC) for index in (0, -1))
        play["playDate"] = f"{last:%Y-%m-%d %H:%M:%S}"
        play["durationMin"] = round((last - first).total_seconds() / 60)
    return CREATE_PLAY + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")))
