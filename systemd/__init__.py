"""How the companion is put on a Pi: the files that systemd, udev and polkit read, and the installer."""
