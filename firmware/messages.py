"""The payloads of the frames, for both ends: one `format_` and one `parse_` for each kind.

In: numbers, names, UIDs; or a payload. Out: a payload; or those values as a tuple.
Numbers are little-endian. A payload that no `format_` could have made raises `Malformed`.
"""

import struct

from firmware.wire import PAYLOAD_LIMIT

# What a lamp does, in the order of their numbers on the wire.
OFF, ON, BLINK, BREATHE, ALARM, FLICKER = range(6)
PATTERNS = 6

# Flags of the parts of a scene: the first part clears the old scene, the last one shows the new.
SCENE_WIPE = 1
SCENE_SHOW = 2

# Flags of a reader's state.
TAGS_CROWDED = 1
TAGS_FAULTY = 2
TAGS_BEYOND_BIT = 4  # from this bit on: how many of the UIDs, the last ones, are beyond the nearest tag
BEYOND_LIMIT = 15

# What a handle signals to the player, in the order of their numbers on the wire.
CALM, HEARD, ACCEPTED, PROPOSED, REFUSED, CALLED = range(6)

NONE = 0xFF  # no reader, no pin, or no lamp

UIDS_LIMIT = 20  # this many fit into one frame even at ten bytes each

# Order of the colours in the strip's data.
GRB, RGB = range(2)

# The message that restarts the Pico without its firmware must not arise by accident.
MAINTENANCE_WORD = b"start without main"

_BUS = "<BBBBBI"
_READER = "<BBB"
_STRIP = "<BBBHHH"
_HANDLE = "<BBB"
_COMMIT = "<BHHHHBH"
_PONG = "<IIHHHHH"


class Malformed(ValueError):
    """The payload cannot be read."""


def _unpack(layout: str, payload: bytes) -> "tuple[int, ...]":
    if len(payload) != struct.calcsize(layout):
        raise Malformed(f"{len(payload)} bytes instead of {struct.calcsize(layout)}")
    return struct.unpack(layout, payload)


def _text(data: bytes) -> str:
    try:
        return str(data, "utf-8")
    except UnicodeError:
        raise Malformed("text that is not UTF-8") from None


# --- unsequenced ---


def format_hello(protocol: int, version: int = 0, capabilities: str = "", board: str = "") -> bytes:
    """Introduce the sender; no later protocol may change this layout."""
    return bytes((protocol, version & 0xFF, version >> 8)) + (capabilities + "\n" + board).encode()


def parse_hello(payload: bytes) -> "tuple[int, int, str, str]":
    """Return protocol, firmware version, capabilities separated by spaces, and the board's own id."""
    if len(payload) < 4:
        raise Malformed(f"a hello of {len(payload)} bytes")
    words = _text(payload[3:]).split("\n")
    return payload[0], payload[1] | payload[2] << 8, words[0], words[1] if len(words) > 1 else ""


def parse_ack(payload: bytes) -> "tuple[int, str]":
    """Return the result and its reason, as `Channel.answer` sends them."""
    if not payload:
        raise Malformed("an empty acknowledgement")
    return payload[0], _text(payload[1:])


def format_pong(
    uptime_s: int, polls: int, damaged: int, resent: int, faults: int, strays: int, current_ma: int
) -> bytes:
    """Report the firmware's counters, which wrap."""
    return struct.pack(
        _PONG,
        uptime_s & 0xFFFFFFFF,
        polls & 0xFFFFFFFF,
        damaged & 0xFFFF,
        resent & 0xFFFF,
        faults & 0xFFFF,
        strays & 0xFFFF,
        current_ma & 0xFFFF,
    )


def parse_pong(payload: bytes) -> "tuple[int, ...]":
    """Return uptime in seconds, polls, damaged frames, frames sent again, faults, strays and lamp current."""
    return _unpack(_PONG, payload)


# --- configuration ---


def format_bus(spi: int, sck: int, mosi: int, miso: int, reset: int, baud_hz: int) -> bytes:
    """Tell the pins and the speed of the readers' bus, and the pin of their common reset."""
    return struct.pack(_BUS, spi, sck, mosi, miso, reset, baud_hz)


def parse_bus(payload: bytes) -> "tuple[int, ...]":
    """Return SPI block, clock, data out, data in and reset pin, and the bus speed."""
    return _unpack(_BUS, payload)


def format_reader(index: int, select: int, gain_db: int, name: str) -> bytes:
    """Tell the select pin, the gain and the name of one reader."""
    return struct.pack(_READER, index, select, gain_db) + name.encode()


def parse_reader(payload: bytes) -> "tuple[int, int, int, str]":
    """Return index, select pin, gain and name."""
    index, select, gain_db = _unpack(_READER, payload[:3])
    return index, select, gain_db, _text(payload[3:])


def format_strip(pin: int, lamps: int, order: int, cap_ma: int, channel_ua: int, idle_ua: int) -> bytes:
    """Tell the strip's pin, length, colour order and current limits."""
    return struct.pack(_STRIP, pin, lamps, order, cap_ma, channel_ua, idle_ua)


def parse_strip(payload: bytes) -> "tuple[int, ...]":
    """Return pin, lamps, colour order, current cap, and the current of one bright colour and of one dark lamp."""
    return _unpack(_STRIP, payload)


def format_handle(reader: int, buzzer: int, lamp: int) -> bytes:
    """Tell which reader is held in a hand, its buzzer's pin and its lamp; `NONE` for one that is not there."""
    return struct.pack(_HANDLE, reader, buzzer, lamp)


def parse_handle(payload: bytes) -> "tuple[int, ...]":
    """Return reader, buzzer and lamp."""
    return _unpack(_HANDLE, payload)


def format_commit(
    readers: int,
    settle_ms: int,
    leave_ms: int,
    lapse_ms: int,
    crowd_ms: int,
    leave_polls: int,
    silence_ms: int,
) -> bytes:
    """End the configuration: the number of readers, the times of presence, and how long a silent host is waited for."""
    return struct.pack(_COMMIT, readers, settle_ms, leave_ms, lapse_ms, crowd_ms, leave_polls, silence_ms)


def parse_commit(payload: bytes) -> "tuple[int, ...]":
    """Return what `format_commit` took."""
    return _unpack(_COMMIT, payload)


# --- play ---


def format_scene(lights: "list[tuple[int, int, int, int]]") -> "list[bytes]":
    """Tell what each lamp shows, as (pattern, red, green, blue); a long strip may need several payloads.

    Lamps with the same light share five bytes and cost one more each; dark ones cost nothing.
    """
    groups: dict[tuple[int, int, int, int], list[int]] = {}
    for index, light in enumerate(lights):
        if light[0] != OFF:
            groups.setdefault(light, []).append(index)
    payloads = []
    part = bytearray((SCENE_WIPE,))
    for light in sorted(groups):
        members = groups[light]
        while members:
            room = PAYLOAD_LIMIT - len(part) - 5
            if room < 1:
                payloads.append(part)
                part = bytearray((0,))
                continue
            part += bytes(light) + bytes((min(room, len(members)),)) + bytes(members[:room])
            members = members[room:]
    part[0] |= SCENE_SHOW
    payloads.append(part)
    return [bytes(payload) for payload in payloads]


def parse_scene(payload: bytes) -> "tuple[int, list[tuple[int, bytes]]]":
    """Return the flags and the groups, each as the position of its light in the payload and its lamps."""
    if not payload:
        raise Malformed("an empty scene")
    groups = []
    at = 1
    while at < len(payload):
        if at + 5 > len(payload) or at + 5 + payload[at + 4] > len(payload) or payload[at] >= PATTERNS:
            raise Malformed(f"a group of lamps at byte {at} that does not hold")
        end = at + 5 + payload[at + 4]
        groups.append((at, payload[at + 5 : end]))
        at = end
    return payload[0], groups


def format_hot(indices: "list[int]") -> bytes:
    """Name the readers to poll most often."""
    return bytes(indices)


def format_signal(meaning: int) -> bytes:
    """Tell the result of a touch, or that somebody is called."""
    return bytes((meaning,))


def parse_signal(payload: bytes) -> int:
    """Return the meaning."""
    if len(payload) != 1:
        raise Malformed(f"a signal of {len(payload)} bytes")
    return payload[0]


def format_tags(index: int, flags: int, changes: int, uids: "list[bytes]", ailment: str = "") -> bytes:
    """Tell all tags at rest on one reader, those beyond the nearest, and how often the former have changed."""
    payload = bytearray((index, flags, changes & 0xFF, len(uids)))
    for uid in uids:
        payload.append(len(uid))
        payload += uid
    return bytes(payload + ailment.encode())[:PAYLOAD_LIMIT]


def parse_tags(payload: bytes) -> "tuple[int, int, int, list[bytes], str]":
    """Return reader, flags, count of changes, the UIDs, and what is wrong with a faulty reader."""
    if len(payload) < 4:
        raise Malformed(f"a reader's state of {len(payload)} bytes")
    uids = []
    at = 4
    for _ in range(payload[3]):
        end = at + 1 + (payload[at] if at < len(payload) else 0)
        if end > len(payload) or end - at - 1 not in (4, 7, 10):
            raise Malformed(f"a UID at byte {at} that is none")
        uids.append(payload[at + 1 : end])
        at = end
    return payload[0], payload[1], payload[2], uids, _text(payload[at:])
