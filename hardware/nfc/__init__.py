"""The tag reader on the Pi's own SPI bus."""
