"""MicroPython runs this file after a start; it belongs at the top level of the Pico's files."""

from firmware.start import begin

step = begin()
while True:
    step()
