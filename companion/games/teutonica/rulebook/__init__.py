"""The rule book of Hansa Teutonica, in our own words."""
