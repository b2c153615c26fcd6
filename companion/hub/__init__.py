"""The hub: every table of a club evening on one page, announced through a Redis server."""
