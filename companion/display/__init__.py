"""The drawing of the small screen: a description of `companion.table.screen` enters, a frame for the panel leaves."""
