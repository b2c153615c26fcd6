"""The companion with the programs and libraries of a Pi: Debian for ARM in a folder, run by qemu."""
