"""The page: the table live on every screen, and the whole companion on a desktop."""
