"""SSD1306, SSD1315, SSD1309, SH1106 and CH1115 panels: bytes come in over I2C or SPI, pixels are seen.

The model keeps the display RAM, the address pointers and what decides how RAM is shown. It counts what goes
over the wire. A panel can be unplugged, which forgets everything, and can refuse bytes (NAK).
"""

from __future__ import annotations

from hardware.ports import Frame

COMMANDS, DATA = 0x00, 0x40  # the control byte on I2C, the level of D/C on SPI

_RAM_PAGES = 8
_REMOTE_IO_ERROR = 121

# How many bytes follow a command; SH1106 and CH1115 have neither windows nor addressing modes.
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
_PAGE_BY_PAGE_ONLY = ("sh1106", "ch1115")
_KINDS = ("ssd1306", "ssd1315", "ssd1309", *_PAGE_BY_PAGE_ONLY)
_NOT_ON_THOSE = (0x20, 0x21, 0x22, 0x8D)
_HORIZONTAL, _PAGE_BY_PAGE = 0, 2


class Panel:
    """One simulated OLED."""

    def __init__(self, kind: str = "ssd1306", width: int = 128, height: int = 64) -> None:
        if kind not in _KINDS:
            raise ValueError(f"kind is {kind!r}, but must be one of {', '.join(_KINDS)}")
        self.kind = kind
        self.width, self.height = width, height
        self.plugged = True
        self.acknowledges = True  # False: its line for that is open, and on I2C nothing gets through to it
        self.naks = 0  # how many transactions will be refused from now on
        self.transactions = 0
        self.wire_bytes = 0
        self._columns = 132 if kind in _PAGE_BY_PAGE_ONLY else 128
        self._margin = (self._columns - width) // 2
        self._power_up()

    # --- from outside ---

    def unplug(self) -> None:
        """Pull the plug: bytes are refused and everything is forgotten."""
        self.plugged = False

    def plug(self) -> None:
        """Put the plug back: the panel is dark, and its RAM holds garbage."""
        self.plugged = True
        self._power_up()

    def i2c_write(self, data: bytes) -> None:
        """Take one I2C transaction, without the address byte, which is counted too."""
        if not self.plugged or not self.acknowledges or self.naks:
            self.naks = max(0, self.naks - 1)
            raise OSError(_REMOTE_IO_ERROR, "Remote I/O error")
        self._count(1 + len(data))
        self._take(data[0], data[1:])

    def spi_write(self, kind: int, data: bytes) -> None:
        """Take one SPI transfer; without a panel the bytes go nowhere, and nobody notices."""
        if self.plugged:
            self._count(len(data))
            self._take(kind, data)

    @property
    def lit(self) -> bool:
        """Whether the panel shows anything at all."""
        return self.plugged and self._on and (self._pumped or self.kind in ("ssd1309", "sh1106"))

    def frame(self) -> Frame:
        """Return what the eye sees on a module mounted the usual way."""
        if not self.lit:
            return Frame.blank(self.width, self.height)
        pages = bytearray(self.width * self.height // 8)
        for y in range(self.height):
            row = (y if self._com_flipped else self.height - 1 - y) + self._start_line + self._offset
            page, bit = self._ram[row // 8 % _RAM_PAGES], row % 8
            for x in range(self.width):
                column = (x if self._segments_flipped else self.width - 1 - x) + self._margin
                if self._all_on or (page[column] >> bit & 1) ^ self._inverted:
                    pages[(y >> 3) * self.width + x] |= 1 << (y & 7)
        return Frame(self.width, self.height, bytes(pages))

    # --- inside ---

    def _power_up(self) -> None:
        self._ram = [bytearray(b"\xa5" * self._columns) for _ in range(_RAM_PAGES)]
        self._mode = _PAGE_BY_PAGE
        self._column = self._page = 0
        self._window = (0, self._columns - 1, 0, _RAM_PAGES - 1)
        self.contrast, self.precharge, self.deselect = 0x7F, 0x22, 0x20
        self._on = self._pumped = self._all_on = self._inverted = False
        self._segments_flipped = self._com_flipped = False
        self._start_line = self._offset = 0
        self._pending = bytearray()

    def _count(self, count: int) -> None:
        self.transactions += 1
        self.wire_bytes += count

    def _take(self, kind: int, data: bytes) -> None:
        if kind == DATA:
            for value in data:
                self._store(value)
            return
        self._pending += data
        while self._pending:
            command = self._pending[0]
            count = _ARGUMENTS.get(command, 0)
            if self.kind in _PAGE_BY_PAGE_ONLY and command in _NOT_ON_THOSE:
                count = 0
            if len(self._pending) <= count:
                return
            arguments = bytes(self._pending[1 : 1 + count])
            del self._pending[: 1 + count]
            self._do(command, arguments)

    def _do(self, command: int, arguments: bytes) -> None:
        match command:
            case 0x20 if arguments:
                self._mode = arguments[0] & 3
            case 0x21 if arguments:
                self._window = (arguments[0], arguments[1], *self._window[2:])
                self._column = arguments[0]
            case 0x22 if arguments:
                self._window = (*self._window[:2], arguments[0], arguments[1])
                self._page = arguments[0]
            case 0x81:
                self.contrast = arguments[0]
            case 0x8D if arguments:
                self._pumped = bool(arguments[0] & 0x04)
            case 0xAD if self.kind == "ch1115":
                self._pumped = bool(arguments[0] & 1)
            case 0xD9:
                self.precharge = arguments[0]
            case 0xDB:
                self.deselect = arguments[0]
            case 0xA0 | 0xA1:
                self._segments_flipped = bool(command & 1)
            case 0xA4 | 0xA5:
                self._all_on = bool(command & 1)
            case 0xA6 | 0xA7:
                self._inverted = bool(command & 1)
            case 0xAE | 0xAF:
                self._on = bool(command & 1)
            case 0xC0 | 0xC8:
                self._com_flipped = bool(command & 8)
            case 0xD3:
                self._offset = arguments[0] & 0x3F
            case _ if command <= 0x0F:
                self._column = self._column & 0xF0 | command
            case _ if command <= 0x1F:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            case _ if 0x40 <= command <= 0x7F:
                self._start_line = command & 0x3F
            case _ if 0xB0 <= command <= 0xB7:
                self._page = command & 7

    def _store(self, value: int) -> None:
        if self._column < self._columns:
            self._ram[self._page][self._column] = value
        self._column += 1
        if self._mode == _HORIZONTAL:
            first, last, first_page, last_page = self._window
            if self._column > last:
                self._column = first
                self._page = first_page if self._page >= last_page else self._page + 1
