"""A page that is cut off from its table for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.kit.browser import Visitor
from tests.kit.page import PageRig, close_clients

if TYPE_CHECKING:
    from playwright.sync_api import Route


@contextmanager
def answers_lost(rig: PageRig, player: Visitor, request: str) -> Iterator[list[int]]:
    """Let requests of one kind reach the table, but keep answers and news from coming back; yield the answers."""
    answers: list[int] = []

    def lose(route: Route) -> None:
        answers.append(route.fetch().status)
        route.abort()

    player.page.route(request, lose)
    player.context.set_offline(True)
    close_clients(rig.page.feed)
    player.page.wait_for_selector("#live[data-status=stale]")
    yield answers
    player.page.unroute(request)
    player.context.set_offline(False)
    player.page.wait_for_selector("#live[data-status=live]")
