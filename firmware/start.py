"""Starts the firmware unless it must not start: makes the `step` that main.py calls for ever.

In: why the chip started, the maintenance jumper, and two small files. Out: `step`, or `Maintenance` raised.

The watchdog cannot be stopped and Ctrl-C is switched off, which would lock out every flashing tool. So there are three
ways to the plain prompt with both off: the host's maintenance message, a jumper, and three starts in a row that the
watchdog ended. Firmware that cannot be imported ends at the prompt anyway.
"""

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FAILED_LIMIT = 3
JUMPER_PIN = 22  # a file named `jumper` can change it: no host can set it before the start
_ROOT = "/"


class Maintenance(Exception):
    """The firmware was told not to start, or has failed too often."""


def read_number(path: str, otherwise: int) -> int:
    """Return the small number in a file, or `otherwise` if the file is missing or damaged."""
    try:
        with open(path) as file:  # noqa: PTH123 - MicroPython has no pathlib
            return int(file.read())
    except (OSError, ValueError):
        return otherwise


def write_number(path: str, number: int) -> None:
    """Write a small number to a file."""
    with open(path, "w") as file:  # noqa: PTH123 - MicroPython has no pathlib
        file.write(str(number))


def admit(root: str, after_watchdog: bool, jumper: "Callable[[int], bool]") -> None:
    """Let the firmware start and count the attempt, or raise `Maintenance`."""
    starts = read_number(root + "starts", 0) if after_watchdog else 0
    if read_number(root + "maintenance", 0):
        write_number(root + "maintenance", 0)
        write_number(root + "starts", 0)
        raise Maintenance("asked for by the host")
    if jumper(read_number(root + "jumper", JUMPER_PIN)):
        raise Maintenance("asked for by the jumper")
    if starts >= FAILED_LIMIT:
        write_number(root + "starts", 0)
        raise Maintenance(f"{starts} starts in a row have failed")
    write_number(root + "starts", starts + 1)


def begin(root: str = _ROOT) -> "Callable[[], None]":
    """Start the firmware and return its step."""
    # Imported here, so that a mistake in any of these files still leaves a way to the prompt.
    from firmware.loop import Firmware
    from firmware.pico_board import PicoBoard

    board = PicoBoard(root)
    admit(root, board.after_watchdog, board.jumper)
    program = Firmware(board)
    program.greet()
    # More than half of a start is the compiling of what only a configured Pico needs: the hello does not wait for it.
    import firmware.draft  # noqa: F401

    # Nothing is compiled once Ctrl-C is off: from then on only the watchdog can help.
    board.guard()
    return program.step
