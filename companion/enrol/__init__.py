"""Giving every piece its tag: taps and keys enter, words for terminal and screen leave, and the set is saved."""
