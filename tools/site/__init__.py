"""Builds the documentation site: `make docs` runs mkdocs with the hooks in here."""
