"""Pearls: two to five divers draw pearls, lay them on beds, and snatch them from each other."""
