"""Gives every piece its tag: takes taps and keys, returns words for terminal and screen, and saves the set."""
