"""The firmware of the Picos (MicroPython), and the wire format and presence logic it shares with the host."""

VERSION = 15  # of the files that go onto the Pico, sent in the hello; raised with every change, see versions.txt
