"""All that knows Hansa Teutonica, and the only place that does."""
