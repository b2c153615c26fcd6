"""The table for any game: what is said and shown, dialogs, beliefs and take-back; pure, with no clock of its own."""
