"""Every phase of both games in every window and language: what must be in sight."""
