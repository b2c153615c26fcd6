"""Screens to look at: what a table shows in the course of a game of Hansa, by name."""

from __future__ import annotations

from companion.display.font import BARREL, BOAT, COIN, HOUSE, OPEN_SEATS, SEATS, TO
from companion.table.screen import Bars, Code, Look, Mark, Row, Screen
from companion.words.say import NOTHING, Detail, say


def _row(left: str, right: str = "", look: Look = Look.PLAIN, mark: Mark = Mark.NONE, **details: Detail) -> Row:
    return Row(say(left, **details), say(right, **details) if right else NOTHING, look, mark)


def _menu(title: Row, entries: tuple[tuple[str, str], ...], chosen: int) -> Screen:
    looks = [Look.CHOSEN if number == chosen else Look.PLAIN for number in range(len(entries))]
    return Screen(title, tuple(_row(*entry, look=look) for entry, look in zip(entries, looks, strict=True)))


SAMPLES: dict[str, Screen] = {
    "turn": Screen(
        _row(f"{SEATS[0]} Gray", "actions", Look.TITLE),
        (
            _row(f"{BOAT} Lübeck", f"4{COIN}", Look.LARGE),
            _row("Open here", "buy · build · sell"),
            _row("Tolls owed", f"1{COIN}"),
        ),
        _row("ok: menu", "hold end: end turn", Look.FAINT),
    ),
    "menu": _menu(
        _row(f"{SEATS[1]} Purple", f"Copenhagen 3{COIN}", Look.TITLE),
        (
            ("Sail to Lübeck", ""),
            ("Sail to Stockholm", f"1{COIN} {TO} Gray"),
            (f"Buy 2{BARREL} blue", f"1{COIN} {TO} White"),
            (f"Buy 1{BARREL} green", f"1{COIN} {TO} bank"),
            (f"Build {HOUSE}{HOUSE}", "discard yellow"),
            ("Sell markers", ""),
            ("Replenish the warehouses", ""),
        ),
        2,
    ),
    "menu-long": Screen(
        _row(f"{SEATS[2]} White", f"Danzig 2{COIN}", Look.TITLE),
        (
            _row("Sail to Reval", mark=Mark.MORE_ABOVE),
            _row("Sail to Riga"),
            _row(f"Buy 3{BARREL} pink", f"2{COIN} to Gray", Look.CHOSEN),
            _row("Sell markers"),
            _row("Correct the table", mark=Mark.MORE_BELOW),
        ),
        _row("ok: choose", "back: overview", Look.FAINT),
    ),
    "sale": Screen(
        _row(f"{SEATS[3]} Green", "sell in Kalmar", Look.TITLE),
        (
            _row(f"blue {BARREL}{BARREL}{BARREL}", f"{HOUSE}2", mark=Mark.TICKED),
            _row(f"blue {BARREL}", f"{HOUSE}2", Look.CHOSEN, Mark.TICKED),
            _row(f"orange {BARREL}{BARREL}", f"{HOUSE}1", mark=Mark.UNTICKED),
            _row(f"Sell 2 markers: 4{BARREL}"),
        ),
        _row("ok: tick", "end: sell", Look.FAINT),
    ),
    "ledger": Screen(
        _row(f"{SEATS[0]} Gray", "ledger", Look.TITLE),
        (
            _row("Talers at start", f"6{COIN}"),
            _row("To the bank", f"2{COIN}"),
            _row(f"To {SEATS[1]} Purple", f"1{COIN}"),
            _row("Toll if you ended now", f"1{COIN} + 1 marker"),
            _row("Left", f"2{COIN}"),
        ),
        _row("back: overview", look=Look.FAINT),
    ),
    "settlement": Screen(
        _row(f"{SEATS[0]} Gray", "hand over", Look.TITLE),
        (
            _row(f"2{COIN} {TO} bank", look=Look.LARGE),
            _row(f"1{COIN} {TO} {SEATS[1]} Purple", look=Look.LARGE),
            _row("Toll", f"1{COIN} and 1 marker"),
        ),
        _row("ok: handed over", look=Look.FAINT),
    ),
    "income": Screen(
        _row(f"{SEATS[1]} Purple", "your turn", Look.TITLE),
        (_row(f"take 3{COIN}", look=Look.LARGE), _row(f"you now hold 5{COIN}", look=Look.LARGE)),
        _row("ok: taken", look=Look.FAINT),
    ),
    "piles": Screen(
        _row("Supply piles", "38 left", Look.TITLE),
        (Bars((0, 8, 10, 10, 10), 11, chosen=1, warning=4), _row("Pile 1 should be empty")),
        _row("ok: yes", "back: count again", Look.FAINT),
    ),
    "last-round": Screen(
        _row(f"{SEATS[2]} White", "last round", Look.TITLE),
        (
            _row("The fifth pile is open: the game ends after this round.", look=Look.WARNING),
            _row("Still to play", f"{SEATS[3]} {SEATS[0]}"),
        ),
        _row("ok: go on", look=Look.FAINT),
    ),
    "score": Screen(
        _row("Final score", "\t".join(SEATS[:4]), Look.TITLE),
        (
            _row("Barrels sold", "12\t8\t9\t14"),
            _row("Booths", "8\t10\t6\t4"),
            _row("Markers left", "2\t0\t3\t1"),
            _row("Talers", "1\t5\t2\t0"),
            _row("Total", "23\t23\t20\t19", Look.CHOSEN),
            _row(f"{SEATS[1]} Purple wins: more talers"),
        ),
    ),
    "refusal": Screen(
        _row(f"{SEATS[0]} Gray", "not allowed", Look.TITLE),
        (
            _row("Nobody can sell in the city where they built this turn.", look=Look.WARNING),
            _row("Sail on, or take back the booth with back."),
        ),
        _row("ok: understood", look=Look.FAINT),
    ),
    "mismatch": Screen(
        _row("Put it right", "1 of 2", Look.TITLE),
        (
            _row(f"{HOUSE} {OPEN_SEATS[1]} Purple", look=Look.LARGE),
            _row("seen in", "Stockholm"),
            _row("belongs in", "Tønsberg"),
        ),
        _row("ends by itself", look=Look.FAINT),
    ),
    "code": Screen(
        _row("Follow", look=Look.TITLE),
        (
            Code("http://hansa.local:8080/table"),
            _row("Scan with a phone in the same network."),
            _row("hansa.local:8080"),
        ),
    ),
}
