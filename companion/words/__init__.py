"""Texts for people: sentences, languages, and redaction."""
