"""The board kit's firmware (MicroPython), and the wire format and presence logic it shares with the host."""
