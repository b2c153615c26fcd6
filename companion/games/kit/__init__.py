"""What any game's rules would write again: entries from a description of their fields, and records of whole games."""
