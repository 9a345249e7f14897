"""Drawing primitives for the 128x64 one-bit display.

Every picture has one layout: a small line says where we are, a big line says who or what, and the counter (a lit strip)
says what happens. Only the counter, pawns and the QR panel are lit areas. Coordinates are pixels from the top left
corner; a *base* is the row below the feet of the capitals. Text never leaves the picture: if it doesn't fit, it is cut
and ends in an ellipsis.
"""

from __future__ import annotations

from functools import cache, lru_cache

import segno
from PIL import Image, ImageDraw

from companion.kit.viewers import Seat
from firmware.display.lettering import BIG, MIDDLE, SMALL, depth, fitting, font, height, printable, width

WIDTH, HEIGHT = 128, 64
LEFT, RIGHT = 2, 126
SMALL_BASE, BIG_BASE, COUNTER_TOP, COUNTER_BASE = 11, 39, 48, 60

BIG_LINE = {BIG: 0, MIDDLE: 2, SMALL: 4}  # Pixels to raise a smaller big line by, so that it stays centred.

GAP = 4  # Between two texts on one line, in pixels.

# Outlines of the pawns on a grid of 48; the buoy and the fish also need ellipses.
OUTLINES = {
    "A": [(24, 5), (44, 42), (4, 42)],
    "C": [(6, 6), (42, 6), (42, 42), (6, 42)],
    "D": [(28, 24), (46, 9), (43, 24), (46, 39)],
    "E": [(24, 3), (30, 17), (45, 18), (33, 28), (37, 43), (24, 35), (11, 43), (15, 28), (3, 18), (18, 17)],
    "F": [(4, 42), (4, 8), (15, 19), (24, 3), (33, 19), (44, 8), (44, 42)],
}
ROUNDS = {"B": (4, 4, 44, 44), "D": (2, 9, 36, 39)}
LETTER_AT = {"A": (24, 29), "B": (24, 24), "C": (24, 24), "D": (19, 24), "E": (24, 26), "F": (24, 30)}
# Below 14 pixels a scaled outline frays, so the small pawns are set by hand: 11 rows of 11.
TINY = {
    "A": ".....#.....|.....#.....|....###....|....###....|...#####...|...#####...|..#######..|..#######..|"
    ".#########.|.#########.|###########",
    "B": "...#####...|.#########.|.#########.|###########|###########|###########|###########|###########|"
    ".#########.|.#########.|...#####...",
    "C": "...........|.#########.|.#########.|.#########.|.#########.|.#########.|.#########.|.#########.|"
    ".#########.|.#########.|...........",
    "D": "...........|..#####...#|.#######.##|##########.|##########.|##########.|##########.|.#######.##|"
    "..#####...#|...........|...........",
    "E": ".....#.....|.....#.....|....###....|....###....|###########|.#########.|..#######..|..#######..|"
    ".####.####.|.###...###.|##.......##",
    "F": "...........|#....#....#|#....#....#|##..###..##|##..###..##|###########|###########|###########|"
    "###########|###########|...........",
}


class Canvas:
    """One picture being drawn. *image* is 128x64, mode "1", as Display.show takes it."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT), 0)
        self._pen = ImageDraw.Draw(self.image)
        self._pen.fontmode = "1"

    def text(
        self, x: int, base: int, words: str, size: int = SMALL, ink: int = 1, align: str = "l", room: int | None = None
    ) -> None:
        """Write *words* with their feet on *base*; *x* is their left (l), middle (m) or right (r) edge.

        *size* is SMALL, MIDDLE or BIG; *ink* is 1 for lit and 0 for dark. Words wider than *room* pixels, or than the
        space that the picture has on that side of *x*, are cut. If accents or descenders would leave the picture, the
        words are moved.
        """
        edge = {"l": WIDTH - x, "m": 2 * min(x, WIDTH - x), "r": x}[align]
        words = fitting(words, size, edge if room is None else min(room, edge))
        left = x - {"l": 0.0, "m": 0.5, "r": 1.0}[align] * width(words, size)
        base = min(max(base, height(words, size)), HEIGHT - depth(words, size))
        self._pen.text((round(left), base), words, font=font(size), fill=ink, anchor="ls")

    def line(self, left: str, right: str = "", x: int = LEFT) -> None:
        """Write the small line along the top: *left* from *x*, *right* at the edge. If they don't fit, *left* is cut first."""
        self._pair(x, RIGHT, SMALL_BASE, left, right, top=0, ink=1)

    def big(self, x: int, words: str, room: int = RIGHT - LEFT) -> None:
        """Write the big line from *x* in the largest size that fits *room* pixels; cut it if not even the smallest does."""
        size = next((size for size in (BIG, MIDDLE) if width(printable(words, size), size) <= room), SMALL)
        self.text(x, BIG_BASE - BIG_LINE[size], words, size, room=room)

    def counter(self, left: str, right: str = "") -> None:
        """Light the strip along the bottom and write on it in dark. If the texts don't fit, *left* is cut first."""
        self._pen.rectangle((0, COUNTER_TOP, WIDTH - 1, HEIGHT - 1), fill=1)
        self._pair(LEFT + 1, RIGHT - 1, COUNTER_BASE, left, right, top=COUNTER_TOP, ink=0)

    def pawn(self, seat: Seat, x: int, y: int, size: int = 30) -> None:
        """Draw the pawn of *seat* ("A" to "F") with its letter knocked out, in a square of *size* (24 to 42) at x, y."""
        self._pen.bitmap((x, y), _silhouette(seat, size), fill=1)
        cap = MIDDLE if size >= 40 else SMALL
        across, down = (round(at * size / 48) for at in LETTER_AT[seat])
        self.text(x + across, y + down + cap // 2, seat, cap, ink=0, align="m")

    def tiny(self, seat: Seat, x: int, y: int, ink: int = 1) -> None:
        """Draw the pawn of *seat* ("A" to "F") without its letter, 11x11 at x, y."""
        for down, row in enumerate(TINY[seat].split("|")):
            self._pen.point([(x + across, y + down) for across, dot in enumerate(row) if dot == "#"], fill=ink)

    def note(self, x: int, y: int) -> None:
        """Draw the back of a note, 17x27 at x, y, with a dark rim. Real notes and fakes look the same."""
        pen = self._pen
        pen.rectangle((x - 1, y - 1, x + 17, y + 27), fill=0)
        pen.rounded_rectangle((x, y, x + 16, y + 26), 2, fill=1)
        pen.rectangle((x + 2, y + 2, x + 14, y + 24), fill=0)
        pen.point([(x + dx, y + dy) for dy in range(4, 24, 2) for dx in range(4 + dy % 4, 14, 4)], fill=1)
        pen.ellipse((x + 3, y + 8, x + 13, y + 18), fill=0, outline=1)
        pen.chord((x + 5, y + 10, x + 11, y + 17), 180, 360, fill=1)
        pen.point((x + 8, y + 15), fill=1)

    def arrow(self, x: int, y: int, length: int) -> None:
        """Draw an arrow pointing right, from x, y to x + length, 7 pixels high."""
        self._pen.line((x, y, x + length, y), fill=1)
        self._pen.line((x + length - 3, y - 3, x + length, y, x + length - 3, y + 3), fill=1)

    def bracket(self, left: int, right: int, y: int) -> None:
        """Draw a bracket over everything from *left* to *right*: a line at *y* with an end of 2 pixels on either side."""
        self._pen.line((left, y + 2, left, y, right, y, right, y + 2), fill=1)

    def tally(self, x: int, y: int, count: int, of: int = 5) -> None:
        """Draw *of* boxes, 3x6 each, the first *count* of them lit."""
        for at in range(of):
            self._pen.rectangle((x + 4 * at, y, x + 4 * at + 2, y + 5), fill=int(at < count), outline=1)

    def sign(self, x: int, y: int, letter: str) -> None:
        """Draw a lit disc, 28x28 at x, y, with a dark *letter* such as "?" in it."""
        self._pen.ellipse((x, y, x + 27, y + 27), fill=1)
        self.text(x + 14, y + 21, letter, MIDDLE, ink=0, align="m", room=24)

    def ring(self, x: int, y: int, size: int) -> None:
        """Draw a thin ring, *size* pixels across, at x, y; it may extend beyond the picture."""
        self._pen.ellipse((x, y, x + size, y + size), outline=1)

    def reader(self, x: int, y: int, length: int = 31) -> None:
        """Draw the reader's plate as two lines from x, y, to show that something should be laid on it."""
        self._pen.line((x + 4, y, x + length - 4, y), fill=1)
        self._pen.line((x, y + 3, x + length, y + 3), fill=1)

    def qr(self, text: str, x: int = 0, y: int = 0) -> None:
        """Draw *text* as a QR code on a lit panel of 64x64 at x, y, with dark modules of 2 pixels.

        Version 1 holds 25 capitals, digits and ``:/.-``; version 2 holds 47 (its quiet zone is half a module short).
        Raises ValueError if *text* needs a larger version.
        """
        modules = _modules(text)
        side = 2 * modules.width
        self._pen.rectangle((x, y, x + 63, y + 63), fill=1)
        corner = (x + (64 - side) // 2, y + (64 - side) // 2)
        self.image.paste(modules.resize((side, side), Image.Resampling.NEAREST), corner)

    def _pair(self, x: int, edge: int, base: int, left: str, right: str, *, top: int, ink: int) -> None:
        """Write two small texts on one base, low enough for their accents to stay below *top*."""
        right = fitting(right, SMALL, edge - x)
        left = fitting(left, SMALL, edge - x - (width(right, SMALL) + GAP if right else 0))
        base = max(base, top + height(left, SMALL), top + height(right, SMALL))
        self.text(x, base, left, ink=ink)
        self.text(edge, base, right, ink=ink, align="r")


@lru_cache(maxsize=2)  # One for the lobby, which is drawn every second, and one for a ticket.
def _modules(text: str) -> Image.Image:
    """Return the QR code of *text* with one pixel per module; raise ValueError if it needs more than version 2."""
    code = segno.make_qr(text, error="l")
    if int(code.version) > 2:
        raise ValueError(f"{len(text)} characters do not fit a QR code of version 2")
    modules = Image.new("1", (len(code.matrix), len(code.matrix)), 1)
    modules.putdata([0 if dark else 1 for line in code.matrix for dark in line])
    return modules


@cache
def _silhouette(seat: Seat, size: int) -> Image.Image:
    """Return a pawn's shape, *size* square, mode "1"; drawn at eight times that size, then averaged down."""
    scale = size * 8 / 48
    mask = Image.new("L", (size * 8, size * 8), 0)
    pen = ImageDraw.Draw(mask)
    if seat in ROUNDS:
        pen.ellipse([at * scale for at in ROUNDS[seat]], fill=255)
    if seat in OUTLINES:
        pen.polygon([(across * scale, down * scale) for across, down in OUTLINES[seat]], fill=255)
    return mask.resize((size, size), Image.Resampling.BOX).point(lambda grey: 255 if grey > 127 else 0).convert("1")
