"""Everything that runs while a game is played: the loop, its devices, its log and its watchdog."""
