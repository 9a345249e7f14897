"""The look book: what the display's strokes draw, stroke by stroke. Its pictures are golden ones."""

from __future__ import annotations

from firmware.drawing import BIG, MIDDLE, SMALL_BASE, Canvas


def join(p: Canvas) -> None:
    p.qr("HTTP://10.42.0.1/7K3F")
    p.text(96, 13, "Join", align="m")
    p.text(96, 42, "7K3F", BIG, align="m")
    p.text(96, 59, "10.42.0.1", align="m")


def turn(p: Canvas) -> None:
    p.line("Round 4", "Bank 61")
    p.pawn("A", 1, 15, 30)
    p.big(36, "Noor", 60)
    p.text(126, 39, "9", BIG, align="r")
    p.counter("Rent 5 + 4", "paid")


def opened(p: Canvas) -> None:
    p.tiny("E", 2, 1)
    p.line("Luc opens", x=17)
    p.big(2, "Banana Bar")
    p.counter("Rent 3", "next turn")


def offer(p: Canvas) -> None:
    p.text(64, SMALL_BASE, "Octopus, partner", align="m")
    p.pawn("A", 1, 16, 28)
    for n in range(4):
        p.note(36 + 9 * n, 16)
    p.arrow(84, 30, 9)
    p.pawn("D", 97, 15, 30)
    p.counter("4 notes", "Sanne?")


def auction(p: Canvas) -> None:
    p.tiny("B", 2, 1)
    p.line("Lagoon Bar", "4", x=17)
    for x, seat, count in ((2, "A", "3"), (34, "C", "3"), (66, "D", "?"), (98, "E", "1")):
        p.tiny(seat, x, 23)
        p.text(x + 14, 36, count, MIDDLE)
    p.counter("3 of 4 bids are in")


def last_order(p: Canvas) -> None:
    p.line("Last order")
    for n, (seat, stake) in enumerate((("E", "0"), ("C", "0"), ("D", "2"), ("A", "4"), ("B", "4"))):
        p.tiny(seat, 6 + n * 26, 18)
        p.text(12 + n * 26, 45, stake, MIDDLE, align="m")
    p.bracket(3, 50, 14)
    p.bracket(80, 124, 14)
    p.counter("Bank 82", "ties: bag")


def standings(p: Canvas) -> None:
    p.line("Round 5", "8 open")
    for n, (seat, count) in enumerate(zip("ABCDE", (3, 4, 1, 1, 2), strict=True)):
        p.tiny(seat, 1 + n * 26, 19)
        p.text(14 + n * 26, 30, str(count))
        p.tally(1 + n * 26, 36, count)
    p.counter("Bank", "72")


def place_pawn(p: Canvas) -> None:
    p.line("Place your pawn")
    p.big(2, "Noor", 76)
    p.pawn("A", 92, 14, 24)
    p.reader(88, 41)
    p.counter("on Karambole")


def unknown_tag(p: Canvas) -> None:
    p.line("Nothing changed")
    p.sign(2, 16, "?")
    p.big(36, "New tag", 90)
    p.counter("Teach it", "OK")


def reader_lost(p: Canvas) -> None:
    p.line("Play on by phone")
    p.big(2, "Reader lost")
    p.counter("Check its cable")


def safe_to_unplug(p: Canvas) -> None:
    p.line("Safe to")
    p.big(2, "unplug")
    p.counter("Game kept")


def winner(p: Canvas) -> None:
    p.ring(3, -1, 50)
    p.pawn("B", 7, 3, 42)
    p.big(58, "Émile", 68)
    p.counter("wins", "five pawns")


SCREENS = (join, turn, opened, offer, auction, last_order, standings, place_pawn, unknown_tag, reader_lost)
SCREENS += (safe_to_unplug, winner)
