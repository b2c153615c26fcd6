"""From a configuration to a running companion: the one place that puts the parts together."""
