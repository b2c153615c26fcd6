"""What MicroPython runs after a start; goes to the top of the Pico's files."""

from firmware.start import begin

step = begin()
while True:
    step()
