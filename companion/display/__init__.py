"""The drawing of the small screen: a description of `companion.table.screen` goes in, a frame for the panel comes out."""
