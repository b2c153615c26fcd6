"""The table in a browser's tab, as files for any static host."""
