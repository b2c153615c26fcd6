"""A pytest plugin: the emulated RP2040 in place of MicroPython under Node, for whoever takes a Pico from MAKERS."""

from tests.kit.board import MAKERS


def pytest_configure() -> None:
    """Take its place where this is a plugin; whoever only imports this changes nothing."""
    MAKERS["micropython"] = MAKERS["rp2040"]
