"""The companion played in a terminal: a map, the desks, the menu and the log, and robots in the other seats."""
