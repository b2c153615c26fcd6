"""What a game is to everything else, the shelf of games, and a folder for each game."""
