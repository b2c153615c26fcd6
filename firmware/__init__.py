"""The board kit's firmware (MicroPython), and the wire format and presence logic it shares with the host."""

VERSION = 3  # raised with every change to the files that go onto the Pico; told in the hello
