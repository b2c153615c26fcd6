"""A room for thinking: levels that think do so in a process of its own, and the table never waits for it."""
