"""The companion on a simulated table: in a terminal or in a browser."""
