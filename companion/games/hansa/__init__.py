"""All that knows Hansa, and the only place that does."""
