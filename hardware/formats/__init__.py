"""File formats that host and wiring share: strict TOML, durable small files, piece sets."""
