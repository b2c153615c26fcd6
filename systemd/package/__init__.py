"""What is made on a developer's machine for a Pi: the lock of its libraries, and the Debian packages."""
