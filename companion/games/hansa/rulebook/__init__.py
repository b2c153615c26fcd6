"""The rule book of Hansa, in our own words."""
