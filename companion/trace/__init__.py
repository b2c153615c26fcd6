"""The raw trace: recorded while a game is played, kept in files, and played back."""
