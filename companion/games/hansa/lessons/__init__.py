"""The lesson of Hansa."""
