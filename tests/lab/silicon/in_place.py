"""A pytest plugin: the emulated RP2040 in place of MicroPython under Node, for whoever takes a Pico from MAKERS."""

from tests.kit.board import MAKERS

MAKERS["micropython"] = MAKERS["rp2040"]
