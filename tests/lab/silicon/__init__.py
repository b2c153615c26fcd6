"""The firmware on an emulated RP2040, for as long as it takes."""
