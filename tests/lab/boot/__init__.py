"""The companion on a real Debian that boots: systemd, its sandbox, its firewall and dpkg as they are on a Pi."""
