"""The configuration: one TOML file in, checked values out."""
