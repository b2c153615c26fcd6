"""The faults that are tried: what each is, how often, and what the players see of it."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import NamedTuple, cast

from tests.lab.faults.tried import Advance, Trial, Tried


class Part(NamedTuple):
    """One sort of fault."""

    fault: str
    seen: str  # by the players
    trial: str  # where the function is that tries it, as module:name in this package
    full: int
    short: int  # in the tests of every day
    each: int = 1  # trials that one of these makes
    case: str = ""  # which of several that the same function tries

    def run(self, count: int, seed: int, advance: Advance) -> Tried:
        """Try it this many times."""
        module, _, name = self.trial.partition(":")
        trial = getattr(import_module(f"tests.lab.faults.{module}"), name)
        if self.case:
            trial = partial(trial, fault=self.case)
        tried = cast(Trial, trial)(count, seed, advance)
        return tried if isinstance(tried, Tried) else Tried(tried)


# What happens to the process that thinks, at tables with robots of both games: each by its name.
_ONE_LINE = "the seat decides at once, and the table says why in one line; a moment later it thinks again"
_THINKER = {
    f"thinker-{name}": Part(f"the process that thinks {fault}", seen, "thinker:suffer", 200, 2, case=name)
    for name, fault, seen in (
        ("killed", "killed while it is asked", _ONE_LINE),
        ("stopped", "stopped while it is asked", "the same, after ten seconds"),
        ("starved", "starved of memory", "the same, unless it has just enough"),
        ("rubbish", "answers rubbish: noise, strange JSON, moves that are none, lines without an end", _ONE_LINE),
        ("late", "answers only what is not asked any more", "the same, after half a minute at most"),
        ("damaged", "has damaged weights", "the same, unless they can be read all the same"),
        ("outdated", "has weights of another version or for other features", _ONE_LINE),
    )
}

# What a bench does to radio, wires and chips: all that the chip model can, each by its name.
_CHIP_MODEL = {
    name: Part(fault, seen, "radio:suffering", full, short, each=2, case=name)
    for name, fault, seen, full, short in (
        (
            "captured",
            "the ship drowns a small tag next to it",
            "nothing, or that a strange tag lies there; the move is seen once",
            20,
            1,
        ),
        ("loaded", "the ship takes the power from a small tag, or is far from the coil", "the same", 20, 1),
        ("humming", "noise as strong as answers", "nothing; the move is seen once", 20, 1),
        (
            "garbled",
            "answers with errors, up to all of them, for six seconds",
            "nothing, or *The tags there cannot be read* after three seconds; then the move is seen",
            20,
            1,
        ),
        ("leaking", "a neighbour hears the ship through its coil", "nothing; the move is seen once", 20, 1),
        ("two-fields", "a neighbour's field stays on and drowns every answer", "the same", 20, 1),
        (
            "jammed",
            "something answers that cannot be told apart",
            "nothing, or *The tags there cannot be read* until it is gone; then the move is seen",
            20,
            1,
        ),
        ("flapping", "the ship's tag is heard now and then only", "nothing; the move is seen once", 20, 1),
        (
            "stacked",
            "a booth lies on the ship, and neither is heard",
            "nothing; the move is seen when it is taken away",
            20,
            1,
        ),
        (
            "flipping",
            "wires that change bits",
            "nothing, or *Trouble: reader* for a moment; the move is seen once",
            20,
            1,
        ),
        ("doubling", "wires that lose their step", "the same", 20, 1),
        (
            "stuck",
            "a reader's data wire stuck low or high",
            "*Trouble: reader* until it is mended; then the move is seen",
            20,
            1,
        ),
        (
            "starting-slowly",
            "a dip of the supply, and a crystal that starts late",
            "nothing, or *Trouble: reader* for a moment; the move is seen once",
            20,
            1,
        ),
        ("powered-down", "a reader chip put to sleep", "the same", 20, 1),
        ("forgetful", "one register of a reader chip loses its value", "the same", 20, 1),
        (
            "odd-copies",
            "reader chips of unknown versions, with other bits in their registers",
            "nothing; the move is seen once",
            20,
            1,
        ),
        (
            "hung",
            "a reader chip that starts no command until it is reset",
            "*Trouble: reader* for some seconds; then the move is seen",
            20,
            1,
        ),
        (
            "numb",
            "a reader chip that hears nobody, with all registers right",
            "nothing for a minute: the city is blind; then the move is seen",
            10,
            0,
        ),
    )
}

# What happens to a reader on USB and to the service that speaks to it.
_USB = {
    name: Part(fault, seen, "usb:suffering", 250, short, each=2, case=name)
    for name, fault, seen, short in (
        (
            "usb-unplugged",
            "the USB reader unplugged under the ship, and plugged in again under another number",
            "nothing, or *Trouble: pad*, no USB reader is found, until it is back; the tap is asked about once",
            2,
        ),
        ("usb-replaced", "a USB reader of another make in its place", "the same", 1),
        (
            "usb-service-gone",
            "pcscd away, or letting nobody in, and back",
            "nothing, or *Trouble: pad* with what to start, until it is back; the tap is asked about once",
            2,
        ),
        (
            "usb-other-card",
            "a card on the USB reader that does not tell its number",
            "nothing, or *Trouble: pad*, take it off, until it is gone; then the tap is seen",
            1,
        ),
        (
            "usb-pulled",
            "the ship pulled off the USB reader while its number is read",
            "nothing; the tap that stays is seen once",
            1,
        ),
        (
            "usb-mute",
            "a tag that does not answer the USB reader for up to five seconds",
            "nothing, or *Trouble: pad* after a second and a half; then the tap is seen",
            1,
        ),
        (
            "usb-held",
            "another program that has the card for itself",
            "nothing, or *Trouble: pad*, end that program; then the tap is seen",
            1,
        ),
    )
}

PARTS = {
    "daemon": Part(
        "SIGKILL of the companion, at any moment and between two given writes of a move",
        "the game goes on with the last thing that was confirmed, after *Welcome back*",
        "daemon_kills:kill",
        1000,
        8,
    ),
    "phones": Part(
        "SIGKILL while a phone reads its answer; three phones at once, and a journal that is locked now and then",
        "what a phone was answered is what is kept: no more, no less, in an order that fits",
        "phones:kill_at_answers",
        1000,
        8,
    ),
    "callers": Part(
        "phones, buttons and pieces at once, each with its history, while the disk is full or read-only, syncs fail,"
        " files vanish, or two tables play from one card; every other life ends by SIGKILL",
        "what each was answered or shown is what is kept: no more, no less, in an order that fits",
        "callers:live_with_trouble",
        500,
        5,
    ),
    "journal": Part(
        "SIGKILL of a process that only writes to the journal, half of them before a given write",
        "the same",
        "killing:kill_writers",
        10_000,
        120,
    ),
    "power": Part(
        "power cut with unsynced writes really dropped, whole and torn",
        "the same",
        "cutting:cut_power",
        2000,
        30,
        each=3,
    ),
    "full": Part(
        "disk full, at another byte each time",
        "*The disk is full*; the move is not taken, and can be made again",
        "disk:fill",
        2000,
        60,
    ),
    "readonly": Part(
        "disk turned read-only, and back",
        "*The disk gives errors*; the move is not taken, and can be made again",
        "disk:forbid",
        2000,
        60,
    ),
    "syncs": Part(
        "one to three syncs in a row that fail, then SIGKILL",
        "*The disk gives errors*; the move is not taken, and does not come back",
        "vanishing:fail_syncs",
        1000,
        30,
    ),
    "vanish": Part(
        "files of the journal removed, renamed or replaced under a running table, others opening it, then SIGKILL,"
        " every other time at once",
        "nothing: they are put back",
        "vanishing:take_away",
        1000,
        20,
    ),
    "exchange": Part(
        "SIGKILL in restore, the copy before an upgrade and its restore, repair and automatic backup, before each"
        " write, rename, link and sync",
        "everything old or everything new; what was there is set aside",
        "exchange_kills:kill_exchanges",
        1000,
        40,
    ),
    "names": Part(
        "power cut in the same, unsynced names dropped",
        "everything old or everything new; what was there is set aside",
        "exchange_cuts:cut_exchanges",
        1000,
        14,
        each=3,
    ),
    "archives": Part(
        "hostile archives for restore: bombs, links, lies, noise, files that cannot be parsed",
        "a refusal in one line; nothing is put in place",
        "archives:attack",
        1000,
        52,
    ),
    "journals": Part(
        "hostile files in the place of the journal: noise, flipped bytes, shuffled pages, databases of strangers",
        "which file is damaged or none of ours, in one line; it is left as it is",
        "journals:attack",
        1000,
        40,
    ),
    "clones": Part(
        "two tables from one cloned card, with one server for their copies",
        "nothing, or that the copy is other than here",
        "clones:clone",
        1000,
        20,
    ),
    "page": Part(
        "last page of the database damaged: noise, zeros, flipped bits, torn, cut off",
        "which game is damaged and how far it can be trusted; the file is left as it is, *ok* begins another game",
        "disk:damage",
        2000,
        60,
    ),
    "redis": Part(
        "SIGKILL of Redis while it is written to (appendfsync always)",
        "nothing; the log says that the copy is away",
        "redis_killing:kill_redis",
        200,
        3,
    ),
    "mirror": Part(
        "Redis killed, frozen, or restarted empty while a table plays, there and back",
        "nothing; the log says that the copy is away, and when it is in step again",
        "redis_table:trouble",
        150,
        3,
        each=2,
    ),
    "serial": Part(
        "line to the Pico noisy, flooded, replugged; Pico restarted, while the ship moves",
        "nothing, or *Trouble: the Pico* until the line is back; then the move is seen",
        "serial:spoil",
        500,
        4,
        each=2,
    ),
    "frames": Part(
        "damaged frames, half each way, on the line to firmware in a real MicroPython",
        "nothing",
        "frames:damage",
        1_000_000,
        4000,
    ),
    "wand": Part(
        "damaged frames, half each way, on the line to a wand, while spots are touched and answered",
        "nothing",
        "frames:damage_wand",
        1_000_000,
        4000,
    ),
    "tags": Part(
        "tags flapping, noisy, deaf, stacked and double, while the ship moves",
        "nothing, or what is wrong at which reader; once it is mended the move is seen",
        "tags:disturb",
        5000,
        50,
        each=2,
    ),
    **_CHIP_MODEL,
    **_USB,
    "buttons": Part(
        "buttons that bounce, and a button that is stuck",
        "one press is one press; a stuck button is named after half a minute, the others work",
        "buttons:misuse",
        2000,
        8,
        each=2,
    ),
    "display": Part(
        "display pulled and put back, or with a loose plug",
        "a dark screen, then the same picture; lamps and page go on",
        "display:unplug",
        1000,
        4,
        each=2,
    ),
    "overload": Part(
        "presses and sightings by the thousand at once, while the ship moves",
        "*Too much at once*: how many presses were dropped; the readers are asked, and the move is seen",
        "overload:flood",
        500,
        4,
        each=2,
    ),
    "threads": Part(
        "the page's thread ends by an error while its table plays",
        "*Trouble: page*, until it is back a moment later; the table plays on",
        "endings:end_page",
        200,
        2,
    ),
    **_THINKER,
    "clock": Part(
        "wall clock jumps by seconds and by decades, forth and back, with restarts",
        "nothing",
        "clock:jump",
        250,
        3,
        each=4,
    ),
    "requests": Part(
        "malformed requests at the page, while its table plays",
        "nothing",
        "page:malform",
        100_000,
        1500,
    ),
    "engine": Part(
        "malformed requests at the engine protocol",
        "a refusal for each; the game is as before",
        "engine:malform_hansa",
        100_000,
        4000,
    ),
    "engine-teutonica": Part(
        "malformed requests at the engine protocol, in a game of Hansa Teutonica",
        "the same",
        "engine:malform_teutonica",
        100_000,
        2000,
    ),
    "hostile": Part(
        "slow and hostile callers of the page, 40 to 800 at a time",
        "nothing; another browser is still answered",
        "hostile:attack",
        8000,
        160,
    ),
    "files": Part(
        "hostile TOML files: configuration, kit, layout, pieces, boards",
        "one line that names file and key; exit code 65 or 78, so that systemd does not start it for ever",
        "bad_files:read_tomls",
        10_000,
        350,
    ),
    "texts": Part(
        "hostile records, scenarios, traces and engine requests",
        "one line that says what is wrong",
        "bad_files:read_texts",
        8000,
        200,
    ),
}
