"""The Pico under the board: its USB line, its session, and its firmware."""
