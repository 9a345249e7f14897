from __future__ import annotations

import random
from itertools import combinations
from operator import ne
from pathlib import Path

import pytest
import segno
from PIL import Image, ImageChops

from firmware.drawing import BIG, HEIGHT, MIDDLE, SMALL, SMALL_BASE, TINY, WIDTH, Canvas
from firmware.lettering import depth, fitting, font, height, printable, width

GOLDEN = Path(__file__).parent / "golden"
SEATS = "ABCDEF"
NAMES = [
    "Noor", "Émile", "Françoise", "W" * 14, "i" * 200, "Éç" * 9, "Ångström Øre", "Ștefăniță", "李雷", "🎉🎉",
    "\u202eevil\u202c", "a\nb\x00c",
    "ﬁ Ａ １", "é" * 30, "Ḿ̂̃̄̅̆", "", " ", "\u200b\u200d", "Жора", "<b>&amp;", "-1", "𝕹𝖔𝖔𝖗", "x" * 100_000,
]  # fmt: skip


def join(p):
    p.qr("HTTP://10.42.0.1/7K3F")
    p.text(96, 13, "Join", align="m")
    p.text(96, 42, "7K3F", BIG, align="m")
    p.text(96, 59, "10.42.0.1", align="m")


def turn(p):
    p.line("Round 4", "Bank 61")
    p.pawn("A", 1, 15, 30)
    p.big(36, "Noor", 60)
    p.text(126, 39, "9", BIG, align="r")
    p.counter("Rent 5 + 4", "paid")


def opened(p):
    p.tiny("E", 2, 1)
    p.line("Luc opens", x=17)
    p.big(2, "Banana Bar")
    p.counter("Rent 3", "next turn")


def offer(p):
    p.text(64, SMALL_BASE, "Octopus, partner", align="m")
    p.pawn("A", 1, 16, 28)
    for n in range(4):
        p.note(36 + 9 * n, 16)
    p.arrow(84, 30, 9)
    p.pawn("D", 97, 15, 30)
    p.counter("4 notes", "Sanne?")


def auction(p):
    p.tiny("B", 2, 1)
    p.line("Lagoon Bar", "4", x=17)
    for x, seat, count in ((2, "A", "3"), (34, "C", "3"), (66, "D", "?"), (98, "E", "1")):
        p.tiny(seat, x, 23)
        p.text(x + 14, 36, count, MIDDLE)
    p.counter("3 of 4 bids are in")


def last_order(p):
    p.line("Last order")
    for n, (seat, stake) in enumerate((("E", "0"), ("C", "0"), ("D", "2"), ("A", "4"), ("B", "4"))):
        p.tiny(seat, 6 + n * 26, 18)
        p.text(12 + n * 26, 45, stake, MIDDLE, align="m")
    p.bracket(3, 50, 14)
    p.bracket(80, 124, 14)
    p.counter("Bank 82", "ties: bag")


def standings(p):
    p.line("Round 5", "8 open")
    for n, (seat, count) in enumerate(zip("ABCDE", (3, 4, 1, 1, 2), strict=True)):
        p.tiny(seat, 1 + n * 26, 19)
        p.text(14 + n * 26, 30, str(count))
        p.tally(1 + n * 26, 36, count)
    p.counter("Bank", "72")


def place_pawn(p):
    p.line("Place your pawn")
    p.big(2, "Noor", 76)
    p.pawn("A", 92, 14, 24)
    p.reader(88, 41)
    p.counter("on Karambole")


def unknown_tag(p):
    p.line("Nothing changed")
    p.sign(2, 16, "?")
    p.big(36, "New tag", 90)
    p.counter("Teach it", "OK")


def reader_lost(p):
    p.line("Play on by phone")
    p.big(2, "Reader lost")
    p.counter("Check its cable")


def safe_to_unplug(p):
    p.line("Safe to")
    p.big(2, "unplug")
    p.counter("Game kept")


def winner(p):
    p.ring(3, -1, 50)
    p.pawn("B", 7, 3, 42)
    p.big(58, "Émile", 68)
    p.counter("wins", "five pawns")


SCREENS = (join, turn, opened, offer, auction, last_order, standings, place_pawn, unknown_tag, reader_lost)
SCREENS += (safe_to_unplug, winner)


def lit(image):
    return image.convert("L").histogram()[255]


def pixels(words, size):
    """Count the pixels that *words* have when nothing is cut off."""
    return sum(1 for dot in bytes(font(size).getmask(words, mode="1")) if dot)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_the_strokes_draw_the_look_books_pictures(screen):
    canvas = Canvas()
    screen(canvas)
    golden = Image.open(GOLDEN / f"{screen.__name__.replace('_', '-')}.png").convert("1")
    assert ImageChops.logical_xor(canvas.image, golden).getbbox() is None


@pytest.mark.parametrize("align", ["l", "m", "r"])
@pytest.mark.parametrize("size", [SMALL, MIDDLE, BIG])
def test_no_words_leave_the_picture(size, align):
    chance = random.Random(7)
    for words in NAMES * 4:
        x, base = chance.randrange(2, WIDTH - 2), chance.randrange(-5, HEIGHT + 5)
        canvas = Canvas()
        canvas.text(x, base, words, size, align=align)
        room = {"l": WIDTH - x, "m": 2 * min(x, WIDTH - x), "r": x}[align]
        kept = fitting(words, size, room)
        assert lit(canvas.image) == pixels(kept, size), (words[:20], x, base)


def test_a_cut_off_letter_would_be_seen():
    canvas = Canvas()
    canvas._pen.text((120, 30), "WW", font=font(SMALL), fill=1, anchor="ls")
    assert lit(canvas.image) < pixels("WW", SMALL)


@pytest.mark.parametrize("size", [SMALL, MIDDLE, BIG])
def test_fourteen_wide_letters_are_cut_and_say_so(size):
    kept = fitting("W" * 14, size, 124)
    assert kept.endswith("W…")
    assert width(kept, size) <= 124 < width("W" + kept, size)
    assert fitting("Noor", size, 124) == "Noor"


def test_room_for_nothing_leaves_nothing():
    assert fitting("Wim", BIG, 8) == ""
    assert fitting("Wim", BIG, -3) == ""


def test_the_big_line_falls_in_size_by_width():
    def feet(words, room):
        canvas = Canvas()
        canvas.big(2, words, room)
        return canvas.image.getbbox()

    assert [feet("Wi", room)[3] for room in (40, 25, 16)] == [39, 37, 35]
    assert [feet("Wi", room)[3] - feet("Wi", room)[1] for room in (40, 25, 16)] == [21, 15, 10]


def test_the_counter_keeps_its_right_and_cuts_its_left():
    both, right = Canvas(), Canvas()
    both.counter("W" * 14, "next turn")
    right.counter("", "next turn")
    start = 125 - width("next turn", SMALL)
    assert both.image.crop((start, 48, 128, 64)).tobytes() == right.image.crop((start, 48, 128, 64)).tobytes()
    assert lit(both.image.crop((start - 4, 48, start, 64))) == 4 * 16  # A gap without ink.
    assert lit(both.image.crop((0, 48, start - 4, 64))) < (start - 4) * 16


def test_two_texts_never_touch():
    for right in ("4", "next turn", "W" * 9):
        start = 125 - width(fitting(right, SMALL, 122), SMALL)
        for count in range(1, 40):
            canvas = Canvas()
            canvas.counter("il"[count % 2] * count + "W" * (count % 3), right)
            assert lit(canvas.image.crop((max(0, start - 4), 48, start, 64))) == 16 * min(4, start)


def test_room_beyond_the_edge_is_no_room():
    canvas = Canvas()
    canvas.text(100, 30, "Wim Kok", SMALL, room=124)
    assert lit(canvas.image) == pixels(fitting("Wim Kok", SMALL, 28), SMALL)


@pytest.mark.parametrize("name", NAMES)
def test_the_counter_never_writes_outside_its_strip(name):
    canvas = Canvas()
    canvas.counter(name, name)
    assert canvas.image.crop((0, 0, 128, 48)).getbbox() is None
    assert lit(canvas.image.crop((0, 48, 1, 64))) == 16


def test_an_accent_on_a_capital_pushes_its_line_down():
    canvas, plain = Canvas(), Canvas()
    canvas.line("Émile", "4")
    plain.line("Emile", "4")
    assert height("É", SMALL) == 14 > SMALL_BASE
    assert lit(canvas.image) == pixels("Émile", SMALL) + pixels("4", SMALL)
    assert canvas.image.crop((100, 0, 128, 20)).getbbox()[3] == plain.image.crop((100, 0, 128, 20)).getbbox()[3] + 3


def test_an_accent_at_the_right_counts_too():
    canvas = Canvas()
    canvas.counter("4", "É")
    assert 128 * 16 - lit(canvas.image) == pixels("É", SMALL) + pixels("4", SMALL)
    assert canvas.image.crop((0, 0, 128, 48)).getbbox() is None


def test_tails_and_accents_stay_in_the_counter():
    assert depth("ç", SMALL) == 4
    canvas = Canvas()
    canvas.counter("Émile", "Françoise")
    assert 128 * 16 - lit(canvas.image) == pixels("Émile", SMALL) + pixels("Françoise", SMALL)


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("a\nb\tc", "a b c"), ("x\x00y", "xy"), ("\u202eabc", "abc"), ("e\u0301", "é"), ("ﬁ", "fi"), ("Ａ", "A"),
        ("李雷", "??"), ("🎉", "?"), ("  a   b ", "a b"), ("Ș", "S"), ("a\u20dd", "a"),
    ],
)  # fmt: skip
def test_what_the_font_lacks_is_replaced(words, kept):
    assert printable(words, SMALL) == kept


def test_very_long_words_cost_no_more_than_a_line():
    assert len(printable("x" * 1_000_000, SMALL)) == 64


def test_pawns_differ_at_every_size():
    for size in (24, 30, 42):
        pictures = set()
        for seat in SEATS:
            canvas = Canvas()
            canvas.pawn(seat, 40, 10, size)
            left, top, right, bottom = canvas.image.getbbox()
            assert left >= 40
            assert top >= 10
            assert right <= 40 + size
            assert bottom <= 10 + size
            pictures.add(canvas.image.tobytes())
        assert len(pictures) == len(SEATS)


def test_tiny_pawns_are_apart_from_every_chair():
    """Turned by any quarter, two silhouettes differ in at least twenty of their 121 dots: none is another's rotation."""
    apart = [
        min(sum(map(ne, some, turned)) for turned in quarters(TINY[other].replace("|", "")))
        for one, other in combinations(SEATS, 2)
        for some in [TINY[one].replace("|", "")]
    ]
    assert min(apart) >= 20
    assert min(sum(map(ne, TINY["F"].replace("|", ""), turned)) for turned in quarters(TINY["F"].replace("|", ""))) == 0


def quarters(dots: str) -> list[str]:
    """Return *dots*, 11 rows of 11, turned by no, one, two and three quarters."""
    turned = [dots]
    for _ in range(3):
        dots = "".join(dots[11 * (10 - across) + down] for down in range(11) for across in range(11))
        turned.append(dots)
    return turned


def test_tiny_pawns_fill_eleven_pixels_and_can_be_dark():
    canvas = Canvas()
    canvas.counter("")
    canvas.tiny("B", 60, 50, ink=0)
    alone = Canvas()
    alone.tiny("B", 60, 30)
    assert alone.image.getbbox() == (60, 30, 71, 41)
    assert 128 * 16 - lit(canvas.image) == lit(alone.image)


@pytest.mark.parametrize(("text", "version"), [("HTTP://10.42.0.1/7K3F", 1), ("HTTP://192.168.1.254:8080/7K3FQXYZ", 2)])
def test_the_qr_panel_has_every_module(text, version):
    canvas = Canvas()
    canvas.qr(text, 64, 0)
    code = segno.make_qr(text, error="l")
    assert code.version == version
    side = len(code.matrix)
    start = (64 - 2 * side) // 2
    assert start >= 7  # The quiet zone: 3.5 modules of light.
    panel = canvas.image.crop((64, 0, 128, 64))
    read = [[not panel.getpixel((start + 2 * x, start + 2 * y)) for x in range(side)] for y in range(side)]
    assert read == [[bool(dark) for dark in line] for line in code.matrix]
    assert 64 * 64 - lit(panel) == 4 * sum(map(sum, code.matrix))
    assert canvas.image.crop((0, 0, 64, 64)).getbbox() is None


def test_too_much_for_a_qr_code_is_refused():
    with pytest.raises(ValueError, match="60 characters"):
        Canvas().qr("X" * 60)


def test_the_same_qr_code_is_worked_out_once(monkeypatch):
    made, right = [], segno.make_qr

    def make_qr(text, **how):
        made.append(text)
        return right(text, **how)

    monkeypatch.setattr(segno, "make_qr", make_qr)
    for text in ("HTTP://10.42.0.1/ONCE", "HTTP://10.42.0.1/ONCE", "HTTP://10.42.0.1/TWICE"):
        Canvas().qr(text)
    assert made == ["HTTP://10.42.0.1/ONCE", "HTTP://10.42.0.1/TWICE"]
