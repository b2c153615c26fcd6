"""The lesson of Hansa Teutonica."""
