"""The words of scenarios of Pearls."""
