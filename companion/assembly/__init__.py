"""Makes a running companion from a configuration: the only place that puts the parts together."""
