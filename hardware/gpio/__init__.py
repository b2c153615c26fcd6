"""Buttons and LEDs on the Pi's own pins, through gpiozero."""
