"""Announcements of tables, read as the hub reads them."""

from __future__ import annotations

from companion.hub.announcement import Announcement, announcement_from, parse_object


def parse_announcement(data: bytes) -> Announcement:
    """Read an announcement, or raise BadAnnouncement."""
    return announcement_from(parse_object(data))
